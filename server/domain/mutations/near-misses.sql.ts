import type { MatchReason } from "../../contract/mutation-reasons.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import type { Sql } from "../../db/client.ts";
import { limits } from "../../contract/limits.ts";
import { hasUndecidedParts } from "../payments/payment-search.sql.ts";
import { isOverdue } from "../payments/payments.sql.ts";

/** Indexes bound the candidates, however large the tables are. near-misses.test.ts checks the plans. */

export interface CandidatePaymentRow {
  payment_id: string;
  payment_code: string;
  payment_amount: number;
  payment_unique: number;
  payment_total: number;
  payment_status: PaymentStatus;
  payment_expired_at: Date;
  created_at: Date;
  customer_name: string;
  pool_id: string;
  /** The sum of the parts that wait for the rest or for a decision. */
  received: number;
}

/** The columns of `payments payment`. */
const candidateColumns = (sql: Sql, at: Date | null) => sql`
  payment.payment_id,
  payment.payment_code,
  payment.payment_amount,
  payment.payment_unique,
  payment.payment_total,
  case when ${isOverdue(sql, at)} then 'EXPIRED' else payment.payment_status end as payment_status,
  payment.payment_expired_at,
  payment.created_at,
  payment.customer_name,
  payment.pool_id,
  coalesce(
    (
      select ledger.received
      from payment_ledgers ledger
      where ledger.merchant_id = payment.merchant_id
        and ledger.payment_number = payment.payment_number
        and ${hasUndecidedParts(sql)}
    ),
    0
  ) as received
`;

export interface UnmatchedRow {
  pool_id: string | null;
  amount_parsed: number;
  sender_parsed: string | null;
  posted_at: Date;
  created_at: Date;
  /** True for an unmatched credit in rupiah without a decision. */
  is_open: boolean;
}

export async function selectUnmatched(
  sql: Sql,
  { merchant_id, mutation_id }: { merchant_id: string; mutation_id: string },
): Promise<UnmatchedRow | undefined> {
  const [row] = await sql<UnmatchedRow[]>`
    select
      pool_id,
      amount_parsed,
      sender_parsed,
      posted_at,
      created_at,
      match_reason not in ('matched', 'matched_by_hand', 'debit', 'foreign_currency')
        and decision is null as is_open
    from mutations
    where merchant_id = ${merchant_id}
      and mutation_id = ${mutation_id}
  `;
  return row;
}

interface Search {
  merchant_id: string;
  pool_id: string | null;
  at: Date | null;
}

/**
 * Selects, for each of these transfers, the PENDING payments of its pool with the nearest totals in its reach, and those
 * that still lack its amount after their parts, or lack the unique amount too.
 */
export function selectPendingNear(
  sql: Sql,
  options: Omit<Search, "pool_id"> & {
    reaches: readonly { mutation_id: string; below: number; above: number }[];
    limit: number;
  },
): Promise<(CandidatePaymentRow & { mutation_id: string })[]> {
  const { merchant_id, at, reaches, limit } = options;
  return sql<(CandidatePaymentRow & { mutation_id: string })[]>`
    with part_paid as materialized (
      select payment.*, payment.payment_total - ledger.received as rest
      from (
        select payment_number, received
        from payment_ledgers ledger
        where merchant_id = ${merchant_id}
          and ${hasUndecidedParts(sql)}
        order by payment_number desc
        limit ${limits.nearMissesLookedAt}
      ) ledger
      join payments payment
        on payment.merchant_id = ${merchant_id}
        and payment.payment_number = ledger.payment_number
        and payment.payment_status = 'PENDING'
    )
    select mutation.mutation_id, payment.*
    from unnest(
      ${reaches.map(({ mutation_id }) => mutation_id)}::uuid[],
      ${reaches.map(({ below }) => below)}::bigint[],
      ${reaches.map(({ above }) => above)}::bigint[]
    ) as reach (mutation_id, below, above)
    join mutations mutation
      on mutation.merchant_id = ${merchant_id}
      and mutation.mutation_id = reach.mutation_id
    cross join lateral (
      (
        select ${candidateColumns(sql, at)}
        from payments payment
        where payment.merchant_id = ${merchant_id}
          and payment.pool_id = mutation.pool_id
          and payment.payment_status = 'PENDING'
          and payment.payment_total between mutation.amount_parsed and mutation.amount_parsed + reach.above
        order by payment.payment_total
        limit ${limit}
      )
      union all
      (
        select ${candidateColumns(sql, at)}
        from payments payment
        where payment.merchant_id = ${merchant_id}
          and payment.pool_id = mutation.pool_id
          and payment.payment_status = 'PENDING'
          and payment.payment_total between mutation.amount_parsed - reach.below and mutation.amount_parsed - 1
        order by payment.payment_total desc
        limit ${limit}
      )
      union all
      (
        select ${candidateColumns(sql, at)}
        from part_paid payment
        where payment.pool_id = mutation.pool_id
          and payment.rest between mutation.amount_parsed and mutation.amount_parsed + ${limits.uniqueAmountMax}
        order by payment.payment_number desc
        limit ${limit}
      )
    ) payment
  `;
}

/**
 * Selects, for each of these totals, the PENDING payment with it and the payment whose total was last released since
 * then.
 */
export function selectWithTotals(
  sql: Sql,
  options: Search & { totals: readonly number[]; released_since: Date },
): Promise<CandidatePaymentRow[]> {
  const { merchant_id, pool_id, at, totals, released_since } = options;
  return sql<CandidatePaymentRow[]>`
    select payment.*
    from unnest(${totals as number[]}::bigint[]) as wanted (total)
    cross join lateral (
      (
        select ${candidateColumns(sql, at)}
        from payments payment
        where payment.merchant_id = ${merchant_id}
          and payment.pool_id = ${pool_id}
          and payment.payment_total = wanted.total
          and payment.payment_status = 'PENDING'
        limit 1
      )
      union all
      (
        select ${candidateColumns(sql, at)}
        from payments payment
        where payment.merchant_id = ${merchant_id}
          and payment.pool_id = ${pool_id}
          and payment.payment_total = wanted.total
          and payment.released_at > ${released_since}
        order by payment.released_at desc
        limit 1
      )
    ) payment
  `;
}

/** Selects the newest EXPIRED payments since then, and of them those of the pool with a total in the range. */
export function selectExpiredNear(
  sql: Sql,
  options: Search & {
    amount: number;
    below: number;
    above: number;
    released_since: Date;
    limit: number;
  },
): Promise<CandidatePaymentRow[]> {
  const { merchant_id, pool_id, at, amount, below, above, released_since, limit } = options;
  return sql<CandidatePaymentRow[]>`
    select ${candidateColumns(sql, at)}
    from (
      select *
      from payments
      where merchant_id = ${merchant_id}
        and payment_status = 'EXPIRED'
        and payment_updated_at > ${released_since}
        and released_at is not null
      order by payment_updated_at desc
      limit ${limit}
    ) payment
    where payment.pool_id = ${pool_id}
      and payment.payment_total between ${amount - below} and ${amount + above}
  `;
}

/** Selects PENDING payments of exactly this total on the merchant's other accounts. */
export function selectElsewhere(
  sql: Sql,
  options: Search & { amount: number; limit: number },
): Promise<CandidatePaymentRow[]> {
  const { merchant_id, pool_id, at, amount, limit } = options;
  return sql<CandidatePaymentRow[]>`
    select ${candidateColumns(sql, at)}
    from (
      select pool_id
      from matching_pools
      where merchant_id = ${merchant_id}
        and pool_id is distinct from ${pool_id}
      limit ${limit}
    ) pool
    join payments payment
      on payment.merchant_id = ${merchant_id}
      and payment.pool_id = pool.pool_id
      and payment.payment_total = ${amount}
      and payment.payment_status = 'PENDING'
  `;
}

/**
 * Selects two PENDING payments of one customer whose totals add up to this amount: the larger payment, and the code
 * of the other.
 */
export function selectSums(
  sql: Sql,
  options: Search & { amount: number; limit: number },
): Promise<(CandidatePaymentRow & { other_code: string })[]> {
  const { merchant_id, pool_id, at, amount, limit } = options;
  return sql<(CandidatePaymentRow & { other_code: string })[]>`
    select payment.*, smaller.payment_code as other_code
    from (
      select payment_total, payment_code, customer_email, customer_phone
      from payments
      where merchant_id = ${merchant_id}
        and pool_id = ${pool_id}
        and payment_status = 'PENDING'
        and payment_total between 1 and ${Math.floor((amount - 1) / 2)}
      order by payment_total desc
      limit ${limit}
    ) smaller
    cross join lateral (
      select ${candidateColumns(sql, at)}
      from payments payment
      where payment.merchant_id = ${merchant_id}
        and payment.pool_id = ${pool_id}
        and payment.payment_status = 'PENDING'
        and payment.payment_total = ${amount}::bigint - smaller.payment_total
        and (
          lower(payment.customer_email) = lower(smaller.customer_email)
          or payment.customer_phone = smaller.customer_phone
        )
      limit 1
    ) payment
  `;
}

/** Selects payments of the pool that had exactly this total before their customers chose again, newest first. */
export function selectFormerlyAsking(
  sql: Sql,
  options: Search & { amount: number; released_since: Date; limit: number },
): Promise<CandidatePaymentRow[]> {
  const { merchant_id, pool_id, at, amount, released_since, limit } = options;
  return sql<CandidatePaymentRow[]>`
    select ${candidateColumns(sql, at)}
    from former_choices former
    join payments payment using (merchant_id, payment_number)
    where former.merchant_id = ${merchant_id}
      and former.pool_id = ${pool_id}
      and former.payment_total = ${amount}
      and former.released_at > ${released_since}
    order by former.released_at desc
    limit ${limit}
  `;
}

export interface UnmatchedCreditRow {
  mutation_id: string;
  pool_id: string | null;
  amount_parsed: number;
  sender_parsed: string | null;
  posted_at: Date;
  match_reason: MatchReason;
  /** Whether the payment had exactly this total before its customer chose again. */
  was_asked_before: boolean;
}

export interface WantedPaymentRow extends CandidatePaymentRow {
  payment_number: number;
  is_paid_by_transfer: boolean;
}

export async function selectWanted(
  sql: Sql,
  options: { merchant_id: string; payment_code: string; at: Date | null },
): Promise<WantedPaymentRow | undefined> {
  const [row] = await sql<WantedPaymentRow[]>`
    select
      ${candidateColumns(sql, options.at)}, payment.payment_number,
      payment.matched_mutation_id is not null as is_paid_by_transfer
    from payments payment
    where payment.merchant_id = ${options.merchant_id}
      and payment.payment_code = ${options.payment_code}
  `;
  return row;
}

/** Selects the merchant's newest unmatched mutations that could pay a payment. */
export function selectUnmatchedCredits(
  sql: Sql,
  options: { merchant_id: string; payment_number: number; limit: number },
): Promise<UnmatchedCreditRow[]> {
  const { merchant_id, payment_number, limit } = options;
  return sql<UnmatchedCreditRow[]>`
    select
      mutation_id, pool_id, amount_parsed, sender_parsed, posted_at, match_reason,
      exists (
        select from former_choices former
        where former.merchant_id = ${merchant_id}
          and former.payment_number = ${payment_number}
          and former.pool_id = newest.pool_id
          and former.payment_total = newest.amount_parsed
      ) as was_asked_before
    from (
      select mutation_id, pool_id, amount_parsed, sender_parsed, posted_at, match_reason
      from mutations
      where merchant_id = ${merchant_id}
        and matched_payment_number is null
        and decision is null
        and type_parsed = 'CREDIT'
        and match_reason <> 'announced_twice'
      order by mutation_number desc
      limit ${limit}
    ) newest
    where match_reason <> 'foreign_currency'
  `;
}
