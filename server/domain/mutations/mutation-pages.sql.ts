import type { MutationTotals } from "../../contract/dashboard/mutations.ts";
import type { MatchReason } from "../../contract/mutation-reasons.ts";
import type { Sql } from "../../db/client.ts";
import { listDirection } from "../base/list-order.sql.ts";

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
  isOldestFirst: boolean;
}

/** Numbers have no gaps but for what an archive has removed, which is the oldest, so a page is a range of them. */
export async function selectAllNumbers(sql: Sql, options: PageRequest): Promise<NumbersPage> {
  const [counter] = await sql<{ mutation_count: number; removed_count: number }[]>`
    select mutation_count, removed_count from mutation_counters where merchant_id = ${options.merchant_id}
  `;
  const { mutation_count = 0, removed_count = 0 } = counter ?? {};
  const total = mutation_count - removed_count;
  const left = total - offsetOf(options);
  const count = Math.max(0, Math.min(left, options.per_page));
  const numberAt = (index: number) =>
    options.isOldestFirst ? mutation_count - left + 1 + index : removed_count + left - index;
  return { total, numbers: Array.from({ length: count }, (_, index) => numberAt(index)) };
}

/**
 * Counts the newest transfers of a filter and sums their credits, at most `limit` of them. Older transfers are not
 * counted, so they cost nothing.
 */
export async function selectTotals(
  sql: Sql,
  options: {
    merchant_id: string;
    match_reason?: MatchReason | undefined;
    only_unmatched: boolean;
    limit: number;
  },
): Promise<MutationTotals> {
  const { match_reason, only_unmatched } = options;
  const filtered = sql`
    merchant_id = ${options.merchant_id}
    ${only_unmatched ? sql`and matched_payment_number is null` : sql``}
    ${match_reason === undefined ? sql`` : sql`and match_reason = ${match_reason}`}
    -- In the words of the index of the other reasons.
    ${match_reason === undefined || match_reason === "matched" ? sql`` : sql`and match_reason <> 'matched'`}
  `;
  const creditsOf = (condition: ReturnType<Sql>) => sql`
    least(
      coalesce(
        sum(amount_parsed) filter (
          where type_parsed = 'CREDIT' and coalesce(currency_parsed, 'IDR') = 'IDR' and ${condition}
        ),
        0
      ),
      ${Number.MAX_SAFE_INTEGER}::numeric
    )::bigint
  `;
  const [row] = await sql<[MutationTotals]>`
    -- An index has the numbers, but for the reason matched. The rows are read in the order in which they were written.
    with newest as materialized (
      select min(mutation_number) as first_number
      from (
        select mutation_number
        from mutations
        where ${filtered}
        order by mutation_number desc
        limit ${options.limit}
      ) numbered
    )
    select
      count(*) as mutation_count,
      ${creditsOf(sql`not is_simulated`)} as credit_sum,
      ${creditsOf(sql`is_simulated`)} as simulated_sum,
      not exists (
        select from mutations
        where ${filtered}
          and mutation_number < (select first_number from newest)
      ) as is_complete
    from (
      select
        amount_parsed, type_parsed, currency_parsed,
        device_id in (
          select device_id from devices
          where merchant_id = ${options.merchant_id}
            and is_simulated
        ) as is_simulated
      from mutations
      where ${filtered}
        and mutation_number >= (select first_number from newest)
      -- Without an order, the planner might read all numbers of the range in the table's own key.
      order by mutation_number
      limit ${options.limit}
    ) counted
  `;
  return row;
}

export function selectUnmatchedNumbers(sql: Sql, options: PageRequest): Promise<NumbersPage> {
  return selectNumbers(sql, options, sql`matched_payment_number is null`);
}

/** For any reason except `matched`, which is not in its index. */
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

/** There are gaps between these numbers, so their pages are counted in their own index. */
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
    order by mutation_number ${listDirection(sql, options)}
    limit ${options.per_page}
    offset ${offsetOf(options)}
  `;
  return numbersPage(counter, rows);
}

/** Nearly all mutations; they are not in the index of the other reasons. */
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
    order by mutation_number ${listDirection(sql, options)}
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

/** Looks at the newest transfers alone, by their numbers, which have no gaps. */
export async function selectFoundNumbers(
  sql: Sql,
  options: {
    merchant_id: string;
    text: string;
    amount: number | null;
    looked: number;
    limit: number;
  },
): Promise<number[]> {
  const rows = await sql<{ mutation_number: number }[]>`
    select mutation_number
    from mutations
    where merchant_id = ${options.merchant_id}
      and mutation_number > (
        select mutation_count from mutation_counters where merchant_id = ${options.merchant_id}
      ) - ${options.looked}::bigint
      and (
        amount_parsed = ${options.amount}
        or strpos(lower(sender_parsed), ${options.text}) > 0
      )
    order by mutation_number desc
    limit ${options.limit}
  `;
  return rows.map(({ mutation_number }) => mutation_number);
}

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
