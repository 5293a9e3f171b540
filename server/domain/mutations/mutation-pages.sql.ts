import type { MatchReason } from "../../contract/mutation-reasons.ts";
import type { Sql } from "../../db/client.ts";

/** Selects the numbers of a merchant's mutations on a page. */

/** `total` counts all pages. */
export interface NumbersPage {
  total: number;
  numbers: number[];
}

export interface PageRequest {
  merchant_id: string;
  page: number;
  per_page: number;
}

/**
 * Selects a page of all mutations. Only the oldest numbers can be missing, because an archive removed them. A page is
 * therefore a range of numbers.
 */
export async function selectAllNumbers(sql: Sql, options: PageRequest): Promise<NumbersPage> {
  const [counter] = await sql<{ mutation_count: number; removed_count: number }[]>`
    select mutation_count, removed_count from mutation_counters where merchant_id = ${options.merchant_id}
  `;
  const { mutation_count = 0, removed_count = 0 } = counter ?? {};
  const total = mutation_count - removed_count;
  const left = total - offsetOf(options);
  const count = Math.max(0, Math.min(left, options.per_page));
  const numberAt = (index: number) => removed_count + left - index;
  return { total, numbers: Array.from({ length: count }, (_, index) => numberAt(index)) };
}

export function selectUnmatchedNumbers(sql: Sql, options: PageRequest): Promise<NumbersPage> {
  return selectNumbers(sql, options, sql`matched_payment_number is null`);
}

/** For any reason except `matched`, which this index does not contain. */
export function selectNumbersOfReason(
  sql: Sql,
  options: PageRequest & { match_reason: MatchReason },
): Promise<NumbersPage> {
  const { match_reason } = options;
  return selectNumbers(
    sql,
    options,
    sql`match_reason = ${match_reason} and match_reason <> 'matched'`,
  );
}

/** Selects a page. The numbers have gaps, so pages are counted in their own index. */
async function selectNumbers(
  sql: Sql,
  options: PageRequest,
  condition: ReturnType<Sql>,
): Promise<NumbersPage> {
  const [counter] = await sql<{ total: number }[]>`
    select count(*) as total
    from mutations
    where merchant_id = ${options.merchant_id}
      and ${condition}
  `;
  const rows = await sql<{ mutation_number: number }[]>`
    select mutation_number
    from mutations
    where merchant_id = ${options.merchant_id}
      and ${condition}
    order by mutation_number desc
    limit ${options.per_page}
    offset ${offsetOf(options)}
  `;
  return numbersPage(counter, rows);
}

/** Selects a page of matched mutations, which are nearly all. The index of the other reasons does not contain them. */
export async function selectMatchedNumbers(sql: Sql, options: PageRequest): Promise<NumbersPage> {
  const [counter] = await sql<{ total: number }[]>`
    select mutation_count - removed_count - (
      select count(*)
      from mutations
      where merchant_id = ${options.merchant_id}
        and match_reason <> 'matched'
    ) as total
    from mutation_counters
    where merchant_id = ${options.merchant_id}
  `;
  const rows = await sql<{ mutation_number: number }[]>`
    select mutation_number
    from mutations
    where merchant_id = ${options.merchant_id}
      and match_reason = 'matched'
    order by mutation_number desc
    limit ${options.per_page}
    offset ${offsetOf(options)}
  `;
  return numbersPage(counter, rows);
}

const offsetOf = ({ page, per_page }: PageRequest): number => (page - 1) * per_page;

const numbersPage = (
  counter: { total: number } | undefined,
  rows: readonly { mutation_number: number }[],
): NumbersPage => ({
  total: counter?.total ?? 0,
  numbers: rows.map(({ mutation_number }) => mutation_number),
});

export async function selectNumberOfMutation(
  sql: Sql,
  { merchant_id, mutation_id }: { merchant_id: string; mutation_id: string },
): Promise<number | undefined> {
  const [row] = await sql<{ mutation_number: number }[]>`
    select mutation_number
    from mutations
    where merchant_id = ${merchant_id}
      and mutation_id = ${mutation_id}
  `;
  return row?.mutation_number;
}
