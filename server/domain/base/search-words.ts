import { searchWords } from "../../../web-shared/src/search-words.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";

/**
 * The condition that the row's texts contain, or an amount equals, each word of a search, in any order. `offset 0`
 * joins the texts once for all words.
 */
export const containingEachWord = (
  sql: Sql,
  search: string,
  { texts, amounts }: Record<"texts" | "amounts", ReturnType<Sql>>,
) => sql`
  exists (
    select
    from (select lower(concat_ws(chr(1), ${texts})) as texts offset 0) joined
    where ${searchWords(search, limits.searchWords).reduce(
      (all, word) => sql`
        ${all} and (strpos(joined.texts, ${word.toLowerCase()}) > 0 or ${readAmount(word)}::bigint in (${amounts}))
      `,
      sql`true`,
    )}
  )
`;

/** Reads `Rp150.347`, `150,347` and `150347` as one amount. */
function readAmount(search: string): number | null {
  const digits = search.replace(/^rp\.?\s*/i, "").replaceAll(/[.,](?=\d{3}(\D|$))/g, "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
