import type {
  ListedPayment,
  PaymentCounts,
  PaymentTotals,
} from "../../contract/dashboard/payments.ts";
import { paymentStatus, type PaymentStatus } from "../../contract/payments.ts";
import type { Sql } from "../../db/client.ts";
import { isOverdue } from "./payments.sql.ts";
import type { countOfUnchosen } from "./unchosen-invoices.sql.ts";
import { listDirection } from "../base/list-order.sql.ts";
import { containingEachWord } from "../base/search-words.ts";

export type ListedPaymentRow = Omit<
  ListedPayment,
  | "created_at"
  | "payment_expired_at"
  | "payment_updated_at"
  | "paid_at"
  | "received_in_parts"
  | "refunded"
  | "kept_difference"
  | "refund_state"
> & {
  /** The sums of the payment's ledger. null: one transfer paid exactly its total, or nothing came. */
  money: {
    received: number;
    refunded: number;
    kept: number | null;
    has_undecided_parts: boolean;
  } | null;
  created_at: Date;
  payment_expired_at: Date;
  payment_updated_at: Date;
};

/** The numbers from `low` on and below `high`. */
export interface NumberRange {
  low: number;
  high: number;
}

/** Returns the range of a merchant's numbers between the dates. */
export async function selectNumberRange(
  sql: Sql,
  options: { merchant_id: string; created_from: Date | null; created_before: Date | null },
): Promise<NumberRange> {
  const [row] = await sql<NumberRange[]>`
    select
      case
        when ${options.created_from}::timestamptz is null then 1
        else first_payment_number_since(merchant_id, ${options.created_from})
      end as low,
      case
        when ${options.created_before}::timestamptz is null then payment_count + 1
        else first_payment_number_since(merchant_id, ${options.created_before})
      end as high
    from payment_counters
    where merchant_id = ${options.merchant_id}
  `;
  return row ?? { low: 1, high: 1 };
}

export interface PageFilter {
  merchant_id: string;
  payment_status: PaymentStatus | null;
  account_id: string | null;
  /**
   * The times between which a payment ended, and the number of the last ones that are read. null: the time of the end
   * does not matter.
   */
  ended: { from: Date | null; before: Date | null; looked: number } | null;
  /** True to find only expired payments without any money. */
  isUnpaid: boolean;
  /** Whether to find only payments with parts that wait for the missing sum or for a decision, or only the others. */
  isPartPaid: boolean | null;
  /** True to find only the payments of manual invoices. */
  isManual: boolean;
  /** True to find only the payments with a refund that was sent or is owed. */
  isRefunded: boolean;
  range: NumberRange;
  isOldestFirst: boolean;
  limit: number;
  at: Date | null;
}

/** Returns the first numbers of the range in its direction, along the key. */
export async function selectNewestNumbers(sql: Sql, filter: PageFilter): Promise<number[]> {
  const rows = await sql<{ payment_number: number }[]>`
    select payment_number
    from payments
    where merchant_id = ${filter.merchant_id}
      and payment_number >= ${filter.range.low}
      and payment_number < ${filter.range.high}
    order by payment_number ${listDirection(sql, filter)}
    limit ${filter.limit}
  `;
  return rows.map(({ payment_number }) => payment_number);
}

/**
 * Returns the first numbers with this status or of this account. For ended payments, this is one probe of
 * payments_ended for each account and state. Pending payments are few for each merchant, and come from
 * payments_pending_total_key.
 */
export async function selectFilteredNumbers(sql: Sql, filter: PageFilter): Promise<number[]> {
  const { merchant_id, payment_status, account_id, range, limit, at } = filter;
  const rows = await sql<{ payment_number: number }[]>`
    -- Materialized, or the planner would walk down the key to look for pending payments.
    with waiting as materialized (
      select merchant_id, payment_number, payment_status, account_id, payment_expired_at
      from payments
      where merchant_id = ${merchant_id}
        and payment_status = 'PENDING'
    )
    (
      select ended.payment_number
      from accounts account
      cross join unnest(${endedStates(payment_status)}::text[]) wanted (payment_status)
      cross join lateral (
        select payment_number
        from payments payment
        where merchant_id = ${merchant_id}
          and account_id = account.account_id
          and payment_status = wanted.payment_status
          and released_at is not null
          and payment_number >= ${range.low}
          and payment_number < ${range.high}
          ${andMoney(sql, filter)}
        order by payment_number ${listDirection(sql, filter)}
        limit ${limit}
      ) ended
      where account.merchant_id = ${merchant_id}
        and (${account_id}::uuid is null or account.account_id = ${account_id})
      order by ended.payment_number ${listDirection(sql, filter)}
      limit ${limit}
    )
    union all
    (
      select payment_number
      from waiting payment
      where payment_number >= ${range.low}
        and payment_number < ${range.high}
        and (${account_id}::uuid is null or account_id = ${account_id})
        and ${openCondition(sql, payment_status, at)}
        ${andMoney(sql, filter)}
      order by payment_number ${listDirection(sql, filter)}
      limit ${limit}
    )
    order by payment_number ${listDirection(sql, filter)}
    limit ${limit}
  `;
  return rows.map(({ payment_number }) => payment_number);
}

/**
 * Returns the first numbers of the payments that ended between two times, by the index payments_changed. `is_cut`:
 * more payments might have ended than were read.
 */
export async function selectEndedNumbers(
  sql: Sql,
  filter: PageFilter,
): Promise<{ numbers: number[]; is_cut: boolean }> {
  const { merchant_id, payment_status, account_id, ended, range, limit, at } = filter;
  const isBetween = (time: ReturnType<Sql>) => sql`
    ${time} >= coalesce(${ended?.from ?? null}::timestamptz, '-infinity')
    and ${time} < coalesce(${ended?.before ?? null}::timestamptz, 'infinity')
  `;
  const looked = ended?.looked ?? limit;
  const [row] = await sql<[{ numbers: number[]; is_cut: boolean }]>`
    with last_ended as materialized (
      select *
      from (
        -- Each state stops at the bound, so a long time costs no more than a short one.
        select ended.*
        from unnest(${endedStates(payment_status)}::text[]) wanted (payment_status)
        cross join lateral (
          select merchant_id, payment_number, account_id, payment_updated_at as ended_at
          from payments
          where merchant_id = ${merchant_id}
            and payment_status = wanted.payment_status
            and released_at is not null
            and ${isBetween(sql`payment_updated_at`)}
          order by payment_updated_at desc, payment_number desc
          limit ${looked}
        ) ended
        union all
        select merchant_id, payment_number, account_id, payment_expired_at
        from payments payment
        where merchant_id = ${merchant_id}
          and payment_status = 'PENDING'
          and ${payment_status === null ? isOverdue(sql, at) : openCondition(sql, payment_status, at)}
          and ${payment_status === "PENDING" ? sql`false` : isBetween(sql`payment_expired_at`)}
      ) every_ended
      order by ended_at desc, payment_number desc
      limit ${looked}
    )
    select
      (
        select coalesce(json_agg(payment_number), '[]')
        from (
          select payment_number
          from last_ended payment
          where payment_number >= ${range.low}
            and payment_number < ${range.high}
            and (${account_id}::uuid is null or account_id = ${account_id})
            ${andMoney(sql, filter)}
          order by payment_number ${listDirection(sql, filter)}
          limit ${limit}
        ) found
      ) as numbers,
      (select count(*) = ${looked} from last_ended) as is_cut
  `;
  return row;
}

/** The counts, and whether there are more invoices without a payment than were read. */
export type Counts = Omit<PaymentCounts, "is_complete"> & { is_cut: boolean };

/** Adds up the counts of two stretches, each up to `most`. The first has the invoices without a payment. */
export const addCounts = (first: Counts, next: Counts, most: number): Counts => ({
  ...first,
  pending_count: Math.min(first.pending_count + next.pending_count, most),
  part_paid_count: Math.min(first.part_paid_count + next.part_paid_count, most),
  expired_count: Math.min(first.expired_count + next.expired_count, most),
});

/** The numbers of the invoices without a payment, and whether there are more, as parts of a statement. */
type UnchosenCounts = Record<"expired" | "open" | "isCut", ReturnType<typeof countOfUnchosen>>;

/**
 * Counts the invoices that might need a person's work, each state up to a bound. Like a list of each state, this reads
 * payments_pending_total_key, payments_ended and payment_ledgers_undecided, and stops at the bound. The order makes the
 * planner use the indexes. Without the order, the planner reads the whole table for a shop with few such payments.
 */
export async function selectWaitingCounts(
  sql: Sql,
  options: {
    merchant_id: string;
    most: number;
    unchosen: UnchosenCounts;
    at: Date | null;
  },
): Promise<Counts> {
  const { merchant_id, most, unchosen, at } = options;
  const [row] = await sql<[Counts]>`
    with waiting as materialized (
      select ${isOverdue(sql, at)} as is_overdue, ${hasParts(sql)} as has_parts
      from payments payment
      where merchant_id = ${merchant_id}
        and payment_status = 'PENDING'
      limit ${2 * most}
    )
    select
      (
        select least(count(*), ${most})
        from waiting
        where not is_overdue
          and not has_parts
      ) as pending_count,
      (
        select count(*)
        from (
          select
          from payment_ledgers ledger
          where ledger.merchant_id = ${merchant_id}
            and ${hasUndecidedParts(sql)}
          order by ledger.payment_number
          limit ${most}
        ) parts
      ) as part_paid_count,
      least(
        ${most},
        ${unchosen.expired} + (select count(*) from waiting where is_overdue) + (
          select count(*)
          from (
            select
            from accounts account
            cross join lateral (
              select
              from payments
              where merchant_id = ${merchant_id}
                and account_id = account.account_id
                and payment_status = 'EXPIRED'
                and released_at is not null
              order by payment_number
              limit ${most}
            ) ended
            where account.merchant_id = ${merchant_id}
            limit ${most}
          ) expired
        )
      ) as expired_count,
      ${unchosen.open} as open_count,
      ${unchosen.isCut} as is_cut
  `;
  return row;
}

/**
 * Counts the same invoices among those that a filter finds in a bounded stretch of the list, as a search of the list
 * reads it.
 */
export async function selectFilteredCounts(
  sql: Sql,
  filter: PageFilter & {
    stretch: NumberRange;
    search: string | null;
    most: number;
    unchosen: UnchosenCounts;
    /** Whether to count the payment of exactly that code and the invoices without a payment too. */
    isFirst: boolean;
  },
): Promise<Counts> {
  const { search, stretch, most, at, isFirst } = filter;
  const unchosen = isFirst ? filter.unchosen : { expired: sql`0`, open: sql`0`, isCut: sql`false` };
  const [row] = await sql<[Counts]>`
    with found as materialized (
      select
        case when ${isOverdue(sql, at)} then 'EXPIRED' else payment_status end as shown_status,
        ${hasParts(sql)} as has_parts
      from (
        select * from payments payment ${whereMatching(sql, { ...filter, range: stretch })}
        ${search === null || !isFirst ? sql`` : sql`union all select * from payments payment ${whereOfCode(sql, { ...filter, search })}`}
      ) payment
    )
    select
      least(count(*) filter (where shown_status = 'PENDING' and not has_parts), ${most}) as pending_count,
      least(count(*) filter (where has_parts), ${most}) as part_paid_count,
      least(
        count(*) filter (where shown_status = 'EXPIRED') + ${unchosen.expired}, ${most}
      ) as expired_count,
      ${unchosen.open} as open_count,
      ${unchosen.isCut} as is_cut
    from found
  `;
  return row;
}

/** The condition of a ledger with a part and without a decision about its money. */
export const hasUndecidedParts = (sql: Sql) => sql`ledger.owed is null and ledger.received > 0`;

/** The index payment_ledgers_undecided contains only these numbers. */
const undecidedNumbers = (sql: Sql, { merchant_id, range }: NumbersOfRange) => sql`
  select ledger.payment_number
  from payment_ledgers ledger
  where ledger.merchant_id = ${merchant_id}
    and ledger.payment_number >= ${range.low}
    and ledger.payment_number < ${range.high}
    and ${hasUndecidedParts(sql)}
`;

/** Returns the first numbers with parts, in a range with a bounded number of them. */
export async function selectPartPaidNumbers(sql: Sql, filter: PageFilter): Promise<number[]> {
  const rows = await sql<{ payment_number: number }[]>`
    select ledger.payment_number
    from payment_ledgers ledger
    -- With a limit, so that the planner reads these payments only, by their key.
    cross join lateral (
      select
      from payments payment
      where payment.merchant_id = ledger.merchant_id
        and payment.payment_number = ledger.payment_number
        and ${isWanted(sql, { ...filter, isPartPaid: null })}
      limit 1
    ) wanted
    where ledger.merchant_id = ${filter.merchant_id}
      and ledger.payment_number >= ${filter.range.low}
      and ledger.payment_number < ${filter.range.high}
      and ${hasUndecidedParts(sql)}
    order by ledger.payment_number ${listDirection(sql, filter)}
    limit ${filter.limit}
  `;
  return rows.map(({ payment_number }) => payment_number);
}

/**
 * The condition of an expired payment without money: no part came, no late transfer names it, and no follow-up was
 * paid. `offset 0` keeps each check beside its row. As joins, they would check every expired payment of a large shop
 * before the limit of a list applies.
 */
const isWithoutMoney = (sql: Sql) => sql`
  not exists (
    select
    from payment_ledgers ledger
    where ledger.merchant_id = payment.merchant_id
      and ledger.payment_number = payment.payment_number
      and ledger.received > 0
    offset 0
  )
  and not exists (
    select
    from mutations late
    where late.merchant_id = payment.merchant_id
      and late.candidate_payment_number = payment.payment_number
      and late.decision is distinct from 'not_ours'
    offset 0
  )
  and not exists (select from paid_follow_ups(payment.merchant_id, payment.payment_number))
`;

/** The filter's conditions on the money of a row `payment`. */
const andMoney = (sql: Sql, { isUnpaid, isPartPaid }: PageFilter) => sql`
  ${isUnpaid ? sql`and ${isWithoutMoney(sql)}` : sql``}
  ${isPartPaid === null ? sql`` : sql`and ${isPartPaid ? sql`` : sql`not`} ${hasParts(sql)}`}
`;

export const endedStates = (status: PaymentStatus | null): PaymentStatus[] => {
  if (status === "PENDING") return [];
  return status ? [status] : paymentStatus.options.filter((each) => each !== "PENDING");
};

/** The condition of a status. A PENDING row reads as EXPIRED after its deadline, even if the job has not run. */
export function openCondition(sql: Sql, status: PaymentStatus | null, at: Date | null) {
  if (status === null) return sql`true`;
  if (status === "PENDING") return sql`not ${isOverdue(sql, at)}`;
  return status === "EXPIRED" ? isOverdue(sql, at) : sql`false`;
}

/** The filter's conditions for a row that is read anyway. */
const isWanted = (sql: Sql, filter: PageFilter) => sql`(
  (${filter.account_id}::uuid is null or account_id = ${filter.account_id})
  and (
    ${filter.payment_status}::text is null
    or case when ${isOverdue(sql, filter.at)} then 'EXPIRED' else payment_status end = ${filter.payment_status}
  )
  ${
    filter.ended === null
      ? sql``
      : sql`
        and (payment_status <> 'PENDING' or ${isOverdue(sql, filter.at)})
        and case when payment_status = 'PENDING' then payment_expired_at else payment_updated_at end
          >= coalesce(${filter.ended.from}::timestamptz, '-infinity')
        and case when payment_status = 'PENDING' then payment_expired_at else payment_updated_at end
          < coalesce(${filter.ended.before}::timestamptz, 'infinity')
      `
  }
  ${andMoney(sql, filter)}
  ${filter.isManual ? sql`and exists (${manualInvoices(sql)} ${ofPayment(sql)})` : sql``}
  ${filter.isRefunded ? sql`and exists (${refundedPayments(sql)} ${ofPayment(sql)})` : sql``}
)`;

/** Whether a payment has parts that wait for the missing sum or for a decision. */
const hasParts = (sql: Sql) => sql`
  exists (
    select
    from payment_ledgers ledger
    where ledger.merchant_id = payment.merchant_id
      and ledger.payment_number = payment.payment_number
      and ${hasUndecidedParts(sql)}
  )
`;

type NumbersOfRange = Pick<PageFilter, "merchant_id" | "range">;

type Kinds = Pick<PageFilter, "isManual" | "isRefunded">;

/** Whether the filter finds only payments of one kind, which are fewer than all. */
export const hasKind = ({ isManual, isRefunded }: Kinds): boolean => isManual || isRefunded;

const manualInvoices = (sql: Sql) => sql`
  select kind.payment_number from sales kind where kind.source = 'invoice'
`;

/** Each refund's payment, in the index refunds_of_payments. */
const refundedPayments = (sql: Sql) => sql`
  select kind.payment_number from refunds kind where kind.payment_number is not null
`;

/** `offset 0` keeps the check beside its row. */
const ofPayment = (sql: Sql) => sql`
  and kind.merchant_id = payment.merchant_id
  and kind.payment_number = payment.payment_number
  offset 0
`;

/** The numbers of the rarest kind that the filter wants. */
const numbersOfKind = (sql: Sql, { merchant_id, range, isRefunded }: NumbersOfRange & Kinds) => sql`
  ${isRefunded ? refundedPayments(sql) : manualInvoices(sql)}
    and kind.merchant_id = ${merchant_id}
    and kind.payment_number >= ${range.low}
    and kind.payment_number < ${range.high}
`;

interface Cut extends NumbersOfRange {
  isOldestFirst: boolean;
  looked: number;
}

/** Cuts the range after that number of manual invoices or refunds, in the direction of the list. */
export const selectKindStretch = (sql: Sql, cut: Cut & Kinds): Promise<NumberRange> =>
  cutAfter(sql, numbersOfKind(sql, cut), cut);

/** Cuts the range after that number of payments with undecided parts. */
export const selectPartPaidStretch = (sql: Sql, cut: Cut): Promise<NumberRange> =>
  cutAfter(sql, undecidedNumbers(sql, cut), cut);

async function cutAfter(
  sql: Sql,
  numbers: ReturnType<typeof numbersOfKind>,
  { range, isOldestFirst, looked }: Cut,
): Promise<NumberRange> {
  const [last] = await sql<{ payment_number: number }[]>`
    ${numbers}
    order by payment_number ${listDirection(sql, { isOldestFirst })}
    offset ${looked - 1}
    limit 1
  `;
  if (!last) return range;
  return isOldestFirst
    ? { ...range, high: last.payment_number + 1 }
    : { ...range, low: last.payment_number };
}

/** Returns the first matching numbers of a bounded range. If a text is given, the payment must contain it. */
export async function selectMatchingNumbers(
  sql: Sql,
  filter: PageFilter & { search: string | null },
): Promise<number[]> {
  const rows = await sql<{ payment_number: number }[]>`
    select payment_number
    from payments payment
    ${whereMatching(sql, filter)}
    order by payment_number ${listDirection(sql, filter)}
    limit ${filter.limit}
  `;
  return rows.map(({ payment_number }) => payment_number);
}

const whereMatching = (sql: Sql, filter: PageFilter & { search: string | null }) => sql`
  where merchant_id = ${filter.merchant_id}
    and payment_number >= ${filter.range.low}
    and payment_number < ${filter.range.high}
    and ${isWanted(sql, filter)}
    -- In an array, so that the planner reads these payments only, not all between the first and the last.
    ${hasKind(filter) ? sql`and payment_number = any(array(${numbersOfKind(sql, filter)}))` : sql``}
    ${filter.search === null ? sql`` : containing(sql, filter.search)}
`;

const containing = (sql: Sql, search: string) => sql`
  -- The payment with exactly this code was found by its key.
  and payment_code <> ${search}
  and ${containingEachWord(sql, search, {
    texts: sql`
      payment_code collate "default", customer_name, customer_email, customer_phone,
      case
        when metadata is not null then (select string_agg(key || ':' || value, chr(1)) from json_each_text(metadata))
      end
    `,
    amounts: sql`payment_amount, payment_total`,
  })}
`;

/** Returns the number of a code, if the number is in the range and matches the filter. */
export async function selectNumberOfCode(
  sql: Sql,
  filter: PageFilter & { search: string },
): Promise<number | undefined> {
  const [row] = await sql<{ payment_number: number }[]>`
    select payment_number
    from payments payment
    ${whereOfCode(sql, filter)}
  `;
  return row?.payment_number;
}

const whereOfCode = (sql: Sql, filter: PageFilter & { search: string }) => sql`
  where merchant_id = ${filter.merchant_id}
    and payment_code = ${filter.search}
    and payment_number >= ${filter.range.low}
    and payment_number < ${filter.range.high}
    and ${isWanted(sql, filter)}
`;

/** Returns the numbers of these payments that belong to the merchant, newest first. */
export async function selectNumbersOfIds(
  sql: Sql,
  { merchant_id, ids }: { merchant_id: string; ids: readonly string[] },
): Promise<number[]> {
  const rows = await sql<{ payment_number: number }[]>`
    select payment_number
    from payments
    where payment_id = any(${[...ids]}::uuid[])
      and merchant_id = ${merchant_id}
    order by payment_number desc
  `;
  return rows.map(({ payment_number }) => payment_number);
}

export async function selectCreationTime(
  sql: Sql,
  payment: { merchant_id: string; payment_number: number },
): Promise<Date | null> {
  const [row] = await sql<{ created_at: Date }[]>`
    select created_at
    from payments
    where merchant_id = ${payment.merchant_id}
      and payment_number = ${payment.payment_number}
  `;
  return row?.created_at ?? null;
}

export type TotalsOfPayments = Omit<
  PaymentTotals,
  "is_complete" | "counted_back_to" | "unchosen_count" | "unchosen_sum"
>;

/**
 * Sums up to the largest exact number, which no shop approaches. Payments by a simulated phone are not counted as
 * money, except in test mode, where all phones are simulated.
 */
export async function selectTotals(
  sql: Sql,
  options: { merchant_id: string; numbers: readonly number[]; at: Date | null },
): Promise<TotalsOfPayments> {
  const sumOf = (condition: ReturnType<Sql>, amount = sql`payment_total`) => sql`
    least(
      coalesce(sum(${amount}) filter (where ${condition}), 0), ${Number.MAX_SAFE_INTEGER}::numeric
    )::bigint
  `;
  const [row] = await sql<[TotalsOfPayments]>`
    with merchant as materialized (
      select test_of is null and exists (
        select from devices
        where devices.merchant_id = merchants.merchant_id
          and is_simulated
      ) as has_simulated
      from merchants
      where merchant_id = ${options.merchant_id}
    )
    select
      count(*) as payment_count,
      ${sumOf(sql`not is_simulated`)} as payment_sum,
      count(*) filter (where is_paid and not is_simulated) as paid_count,
      ${sumOf(sql`is_paid and not is_simulated`)} as paid_sum,
      count(*) filter (where is_simulated) as simulated_count,
      ${sumOf(sql`is_simulated`)} as simulated_sum,
      ${sumOf(sql`is_pending`, sql`greatest(payment_total - came, 0)`)} as outstanding_sum
    from (
      select
        payment_total,
        payment_status = 'PAID' as is_paid,
        payment_status = 'PENDING' and not ${isOverdue(sql, options.at)} as is_pending,
        coalesce(
          (
            select received - refunded
            from payment_ledgers ledger
            where payment.payment_status = 'PENDING'
              and ledger.merchant_id = payment.merchant_id
              and ledger.payment_number = payment.payment_number
          ),
          0
        ) as came,
        (select has_simulated from merchant)
          and matched_mutation_id is not null
          and is_simulated_transfer(merchant_id, matched_mutation_id) as is_simulated
      from payments payment
      where merchant_id = ${options.merchant_id}
        and payment_number = any(${[...options.numbers]}::int8[])
    ) counted
  `;
  return row;
}

/** Returns the payments in the order of the numbers. */
export function selectListedPayments(
  sql: Sql,
  options: { merchant_id: string; numbers: readonly number[]; at: Date | null },
): Promise<ListedPaymentRow[]> {
  const { at } = options;
  return sql<ListedPaymentRow[]>`
    select
      payment.payment_id,
      payment.payment_code,
      payment.payment_amount,
      payment.payment_total,
      case when ${isOverdue(sql, at)} then 'EXPIRED' else payment.payment_status end as payment_status,
      payment.created_at,
      payment.payment_expired_at,
      case when ${isOverdue(sql, at)} then payment.payment_expired_at else payment.payment_updated_at end
        as payment_updated_at,
      (
        select sender_parsed from mutations
        where merchant_id = payment.merchant_id
          and matched_payment_number = payment.payment_number
      ) as sender_name,
      payment.customer_name,
      payment.customer_email,
      payment.customer_phone,
      payment.account_id,
      account.account_number,
      account.account_name,
      channel.channel_name,
      channel.channel_type,
      payment.is_manual_match,
      (
        select json_build_object(
          'received', ledger.received, 'refunded', ledger.refunded, 'kept', ledger.kept,
          'has_undecided_parts', ${hasUndecidedParts(sql)}
        )
        from payment_ledgers ledger
        where ledger.merchant_id = payment.merchant_id
          and ledger.payment_number = payment.payment_number
      ) as money,
      payment.metadata
    from unnest(${[...options.numbers]}::int8[]) with ordinality named (payment_number, position)
    join payments payment
      on payment.merchant_id = ${options.merchant_id}
      and payment.payment_number = named.payment_number
    join accounts account using (merchant_id, account_id)
    join channels channel using (channel_id)
    order by named.position
  `;
}
