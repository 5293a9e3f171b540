import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";

/** A word of a search, in lower case, and the amount that it can be. */
interface SearchWord {
  text: string;
  amount: number | null;
}

/**
 * The condition that the row's texts contain, or an amount equals, each word of a search, in any order. Text in
 * quotation marks is one word, and so is a search with more words than the limit. `offset 0` joins the texts once for
 * all words.
 */
export const containingEachWord = (
  sql: Sql,
  search: string,
  { texts, amounts }: Record<"texts" | "amounts", ReturnType<Sql>>,
) => sql`
  exists (
    select
    from (select lower(concat_ws(chr(1), ${texts})) as texts offset 0) joined
    where ${searchWords(search).reduce(
      (all, { text, amount }) => sql`
        ${all} and (strpos(joined.texts, ${text}) > 0 or ${amount}::bigint in (${amounts}))
      `,
      sql`true`,
    )}
  )
`;

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
