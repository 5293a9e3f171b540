import { z } from "zod";

/** Statements that are sent as a code with parameters, so that a page has its own words for them in each language. */

type Table = Readonly<Record<string, z.ZodRawShape>>;

/** A code of the table with its parameters. */
export type Coded<Codes extends Table> = {
  [Code in keyof Codes & string]: { code: Code; params: z.infer<z.ZodObject<Codes[Code]>> };
}[keyof Codes & string];

interface AnyCoded {
  code: string;
  params: object;
}

/** A sentence for each code. The compiler reports a code without a sentence. */
export type TextsFor<Union extends AnyCoded> = {
  readonly [Code in Union["code"]]: (params: Extract<Union, { code: Code }>["params"]) => string;
};

/** Creates the schema of the union, with one alternative for each code. */
export function coded<const Codes extends Table>(
  table: Codes,
): z.ZodType<Coded<Codes>, Coded<Codes>> {
  const alternatives = Object.entries(table).map(([code, params]) =>
    z.object({
      code: z.literal(code).meta({ description: "The code of the text." }),
      params: z.object(params).meta({ description: "The parameters of the text." }),
    }),
  );
  return z.discriminatedUnion(
    "code",
    alternatives as [(typeof alternatives)[number]],
  ) as unknown as z.ZodType<Coded<Codes>, Coded<Codes>>;
}

/** Returns a count with its noun: `1 row`, `2 rows`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

export function textOf<Union extends AnyCoded>(texts: TextsFor<Union>, coded: Union): string {
  const say: (params: object) => string = texts[coded.code as Union["code"]];
  return say(coded.params);
}
