import type { MutationTotals } from "../../contract/dashboard/mutations.ts";
import type { MatchReason } from "../../contract/mutation-reasons.ts";
import type { Sql } from "../../db/client.ts";
import { listDirection } from "../base/list-order.sql.ts";
import { containingEachWord } from "../base/search-words.ts";

/** The numbers from `low` on and below `high`. */
interface NumberRange {
  low: number;
  high: number;
}

export interface FoundFilter {
  merchant_id: string;
  search: string | null;
  state: "open" | "matched" | "unmatched" | "decided" | null;
  match_reason: MatchReason | null;
  device_id: string | null;
  account_id: string | null;
  range: NumberRange;
}

/** Returns the range of a merchant's numbers that were recorded between the dates. */
export async function selectNumberRange(
  sql: Sql,
  options: { merchant_id: string; created_from: Date | null; created_before: Date | null },
): Promise<NumberRange> {
  const numberSince = (time: Date | null, otherwise: number) => sql`
    case
      when ${time}::timestamptz is null then ${otherwise}::bigint
      else first_mutation_number_since(${options.merchant_id}, ${time})
    end
  `;
  const [row] = await sql<[NumberRange]>`
    select
      ${numberSince(options.created_from, 1)} as low,
      ${numberSince(options.created_before, Number.MAX_SAFE_INTEGER)} as high
  `;
  return row;
}

/** The conditions that have an index, in the index's own words. */
const indexed = (sql: Sql, { merchant_id, state, match_reason, range }: FoundFilter) => sql`
  merchant_id = ${merchant_id}
  and mutation_number >= ${range.low}
  and mutation_number < ${range.high}
  ${state === null ? sql`` : inState(sql, state)}
  ${
    match_reason === null || match_reason === "matched" || state !== null
      ? sql``
      : sql`and match_reason = ${match_reason} and match_reason <> 'matched'`
  }
`;

function inState(sql: Sql, state: NonNullable<FoundFilter["state"]>) {
  if (state === "matched") return sql`and matched_payment_number is not null`;
  if (state === "unmatched") return sql`and matched_payment_number is null`;
  if (state === "decided") return sql`and decision is not null`;
  return sql`
    and matched_payment_number is null
    and decision is null
    and type_parsed = 'CREDIT'
    and match_reason <> 'announced_twice'
  `;
}

/** The conditions that need the row. The account is the paid payment's, or otherwise one that watches the source. */
const bySight = (sql: Sql, filter: FoundFilter) => sql`
  ${filter.match_reason === null ? sql`true` : sql`match_reason = ${filter.match_reason}`}
  ${filter.device_id === null ? sql`` : sql`and device_id = ${filter.device_id}`}
  ${
    filter.search === null
      ? sql``
      : sql`and ${containingEachWord(sql, filter.search, {
          texts: sql`sender_parsed`,
          amounts: sql`amount_parsed`,
        })}`
  }
  ${
    filter.account_id === null
      ? sql``
      : sql`
        and case
          when matched_payment_number is null then pool_id = (
            select account.pool_id
            from accounts account
            where account.merchant_id = ${filter.merchant_id}
              and account.account_id = ${filter.account_id}
          )
          else exists (
            select
            from payments paid
            where paid.merchant_id = ${filter.merchant_id}
              and paid.payment_number = matched_payment_number
              and paid.account_id = ${filter.account_id}
          )
        end
      `
  }
`;

const columns = (sql: Sql) => sql`
  mutation_number, matched_payment_number, match_reason, device_id, pool_id, amount_parsed, sender_parsed, type_parsed,
  currency_parsed
`;

/**
 * Reads a number of transfers in the list's direction, and returns the first numbers among them that match the
 * filter. `stretch_end` is the last transfer read, if there might be more.
 */
export async function selectFoundPart(
  sql: Sql,
  filter: FoundFilter & { isOldestFirst: boolean; limit: number; looked: number },
): Promise<{ numbers: number[]; stretch_end: number | null }> {
  const direction = listDirection(sql, filter);
  const [row] = await sql<[{ numbers: number[]; stretch_end: number | null }]>`
    with stretch as materialized (
      select ${columns(sql)}
      from mutations
      where ${indexed(sql, filter)}
      order by mutation_number ${direction}
      limit ${filter.looked}
    )
    select
      (
        select coalesce(json_agg(mutation_number), '[]')
        from (
          select mutation_number
          from stretch
          where ${bySight(sql, filter)}
          order by mutation_number ${direction}
          limit ${filter.limit}
        ) found
      ) as numbers,
      (
        select case when count(*) = ${filter.looked} then ${filter.isOldestFirst ? sql`max` : sql`min`}(mutation_number) end
        from stretch
      ) as stretch_end
  `;
  return row;
}

export async function selectRecordingTime(
  sql: Sql,
  mutation: { merchant_id: string; mutation_number: number },
): Promise<Date | null> {
  const [row] = await sql<{ created_at: Date }[]>`
    select created_at
    from mutations
    where merchant_id = ${mutation.merchant_id}
      and mutation_number = ${mutation.mutation_number}
  `;
  return row?.created_at ?? null;
}

/**
 * Counts the newest transfers that match a filter, and sums their credits in rupiah. A transfer that a second app
 * reported too is summed once.
 */
export async function selectTotals(
  sql: Sql,
  filter: FoundFilter & { looked: number },
): Promise<MutationTotals> {
  const creditsOf = (condition: ReturnType<Sql>) => sql`
    least(
      coalesce(
        sum(amount_parsed) filter (
          where type_parsed = 'CREDIT' and coalesce(currency_parsed, 'IDR') = 'IDR' and ${condition}
            ${filter.match_reason === "announced_twice" ? sql`` : sql`and match_reason <> 'announced_twice'`}
        ),
        0
      ),
      ${Number.MAX_SAFE_INTEGER}::numeric
    )::bigint
  `;
  const [row] = await sql<[MutationTotals]>`
    with stretch as materialized (
      select ${columns(sql)}
      from mutations
      where ${indexed(sql, filter)}
      order by mutation_number desc
      limit ${filter.looked + 1}
    )
    select
      count(*) as mutation_count,
      ${creditsOf(sql`not is_simulated`)} as credit_sum,
      ${creditsOf(sql`is_simulated`)} as simulated_sum,
      (select count(*) from stretch) <= ${filter.looked} as is_complete
    from (
      select
        amount_parsed, type_parsed, currency_parsed, match_reason,
        device_id in (
          select device_id
          from devices
          where merchant_id = ${filter.merchant_id}
            and is_simulated
        ) as is_simulated
      from (select * from stretch order by mutation_number desc limit ${filter.looked}) newest
      where ${bySight(sql, filter)}
    ) counted
  `;
  return row;
}
