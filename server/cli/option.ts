import { z } from "zod";

export interface Option<Schema extends z.ZodType = z.ZodType> {
  /** Validates the typed value, or `undefined` for a missing option. */
  readonly schema: Schema;
  /** Represents the value in the help. null for a flag, which takes no value. */
  readonly placeholder: string | null;
  readonly help: string;
  readonly isRequired: boolean;
}

/** The options by name, without the dashes. */
export type Options = Readonly<Record<string, Option>>;

export type Values<Of extends Options> = {
  [Name in keyof Of]: z.output<Of[Name]["schema"]>;
};

/**
 * Defines an option. It is required unless its schema accepts `undefined` (`.optional()`,
 * `.default(…)`).
 */
export function option<Schema extends z.ZodType>(
  schema: Schema,
  placeholder: string,
  help: string,
): Option<Schema> {
  return { schema, placeholder, help, isRequired: !schema.safeParse(undefined).success };
}

export function flag(help: string) {
  return { schema: z.boolean().default(false), placeholder: null, help, isRequired: false };
}
