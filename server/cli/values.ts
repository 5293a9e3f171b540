import { z } from "zod";
import { lineText } from "../contract/fields.ts";
import { limits } from "../contract/limits.ts";

/** The allowed values of options. A refusal completes the sentence "--option …". */

/** A name or an account number: text that fits on a line of a terminal. */
export const line = lineText;

export const wholeNumber = (bounds: { min: number; max: number }) =>
  z
    .string()
    .regex(/^-?\d+$/, `must be a whole number from ${bounds.min} to ${bounds.max}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(bounds.min, `must be at least ${bounds.min}`)
        .max(bounds.max, `must be at most ${bounds.max}`),
    );

export const day = () => z.iso.date("must be a day such as 2026-03-31");

/** A bound for an account's amounts, in whole rupiah. */
export const amount = () => wholeNumber({ min: 1, max: limits.paymentAmountMax });

export const trueOrFalse = () =>
  z.enum(["true", "false"], "must be true or false").transform((word) => word === "true");

export const orNone = <Output>(schema: z.ZodType<Output, string>) =>
  z.transform((text: string) => (text === "none" ? null : text)).pipe(schema.nullable());

export const quota = () => wholeNumber({ min: 0, max: limits.accountQuotaMax });
