/**
 * Words as a part of a sentence. A list is made when a text needs it: loading what Intl.ListFormat knows takes 18 ms and
 * more, which no command should pay at its start.
 */

/** "a, b or c" */
export const anyOf = (words: readonly string[]): string => format(words, "disjunction");

/** "a, b and c" */
export const allOf = (words: readonly string[]): string => format(words, "conjunction");

const format = (words: readonly string[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat("en-GB", { type }).format(words);
