/**
 * Joins words into part of a sentence. The formatter is created on first use, because Intl.ListFormat takes 18 ms or
 * more to load and no command should start more slowly.
 */

/** "a, b or c" */
export const anyOf = (words: readonly string[]): string => format(words, "disjunction");

/** "a, b and c" */
export const allOf = (words: readonly string[]): string => format(words, "conjunction");

const format = (words: readonly string[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat("en-GB", { type }).format(words);
