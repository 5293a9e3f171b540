import { format } from "oxfmt";

/** Returns a generated file in the format of `npm run check`. The library does not read `.oxfmtrc.json`. */
export async function formatted(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, { proseWrap: "never" });
  if (errors.length > 0) throw new Error(`${file} cannot be formatted`, { cause: errors });
  return code;
}
