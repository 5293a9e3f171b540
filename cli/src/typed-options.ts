import { parseArgs } from "node:util";
import { allOf } from "./word-lists.ts";

/** The definition of an option. A flag takes no value, so it has no placeholder. */
export interface TypedOption {
  readonly placeholder?: string | null | undefined;
  readonly isRequired?: boolean | undefined;
}

/**
 * Returns the value of each typed option; a flag's value is true. Refuses unknown, repeated and missing options,
 * because the command would not do what the person meant. A refusal never repeats the value of an option, because the
 * value can be a secret.
 */
export function typedOptions(
  options: Readonly<Record<string, TypedOption>>,
  args: readonly string[],
  refuse: (problem: string) => Error,
): Record<string, string | true> {
  const typed: Record<string, string | true> = {};
  for (const token of tokensOf(options, args)) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional")
      throw refuse(`Unexpected argument ${JSON.stringify(token.value)}.`);
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name) || rawName !== `--${name}`)
      throw refuse(`Unknown option ${onOneLine(rawName)}.`);
    if (Object.hasOwn(typed, name)) throw refuse(`${rawName} is given twice. Give it once.`);
    const placeholder = options[name]?.placeholder ?? null;
    if (placeholder === null) {
      if (value !== undefined) throw refuse(`${rawName} takes no value.`);
      typed[name] = true;
      continue;
    }
    if (value === undefined || (!inlineValue && value.startsWith("--")))
      throw refuse(`${rawName} needs a value: ${rawName} ${placeholder}.`);
    if (!inlineValue && value.startsWith("-"))
      throw refuse(`A value that begins with a dash is written ${rawName}=${placeholder}.`);
    typed[name] = value;
  }
  const missing = Object.entries(options)
    .filter(([name, { isRequired }]) => isRequired === true && !Object.hasOwn(typed, name))
    .map(([name, { placeholder }]) => `--${name} ${placeholder}`);
  if (missing.length === 0) return typed;
  throw refuse(`Add the missing option${missing.length === 1 ? "" : "s"} ${allOf(missing)}.`);
}

const onOneLine = (text: string): string => JSON.stringify(text).slice(1, -1);

function tokensOf(options: Readonly<Record<string, TypedOption>>, args: readonly string[]) {
  const kinds = Object.entries(options).map(([name, { placeholder }]) => {
    const type = typeof placeholder === "string" ? ("string" as const) : ("boolean" as const);
    return [name, { type }] as const;
  });
  // Strict mode is off, because its messages have up to three lines.
  const config = { args: [...args], options: Object.fromEntries(kinds), strict: false } as const;
  return parseArgs({ ...config, allowPositionals: true, tokens: true }).tokens;
}
