/**
 * Returns the address of the guide's section on an error code. Some codes in the specification are
 * sentences.
 */
export const errorDocs = (code: string): string =>
  `/docs/errors#${code.toLowerCase().replaceAll(/\W+/gu, "-")}`;

/** Returns whether the same request can succeed later (the column "Retry" of the guide). */
export const isRetryable = (code: string): boolean =>
  ["rate_limited", "unique_amount_conflict", "internal_error"].includes(code);
