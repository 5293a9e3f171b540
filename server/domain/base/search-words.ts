import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";

/** A word of a search, in lower case, and the amount that it can be. */
interface SearchWord {
  text: string;
  amount: number | null;
}

/**
 * The conditions that a row fits each word of a search, in any order. Text in quotation marks is one word, and so is
 * a search with more words than the limit.
 */
export const fittingEachWord = (
  sql: Sql,
  search: string,
  isFitting: (word: SearchWord) => ReturnType<Sql>,
) => searchWords(search).reduce((all, word) => sql`${all} and (${isFitting(word)})`, sql``);

function searchWords(search: string): SearchWord[] {
  // Rp stands apart from its amount in many texts.
  const found = [...search.matchAll(/"(?<phrase>[^"]+)"|rp\.?\s+\d\S*|\S+/gi)];
  const words = found.map(([word, phrase]) => phrase ?? word);
  return (words.length > limits.searchWords ? [search] : words).map((word) => ({
    text: word.toLowerCase(),
    amount: readAmount(word),
  }));
}

/** Reads `Rp150.347`, `150,347` and `150347` as one amount. */
function readAmount(search: string): number | null {
  const digits = search.replace(/^rp\.?\s*/i, "").replaceAll(/[.,](?=\d{3}(\D|$))/g, "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
