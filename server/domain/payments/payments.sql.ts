import type { Sql } from "../../db/client.ts";
import type { OrderItem, PaymentStatus } from "../../contract/payments.ts";
import { hasOwnSteps, ownSteps } from "../accounts/channel-steps.sql.ts";
import type {
  PaidAccount,
  PaymentDetails,
  PaymentName,
  PaymentRow,
} from "../gateway/payment-row.ts";
import { transactionTime } from "../base/clock.sql.ts";

/**
 * The fields about the customer that a payment keeps as the merchant gave them. A new field of this kind is added
 * only here.
 */
export const customerFields = ["customer_name", "customer_email", "customer_phone"] as const;
type CustomerField = (typeof customerFields)[number];
/**
 * The columns as text, because every read uses them. Names that the client must escape would cost more than the rest
 * of the query's text.
 */
const customerColumns = customerFields.map((field) => `payment.${field}`).join(", ");

/** Picks these fields. A missing field becomes null. */
export function ofCustomer(from: {
  readonly [Field in CustomerField]?: PaymentRow[Field] | undefined;
}): Pick<PaymentRow, CustomerField> {
  const fields: Partial<Record<CustomerField, string | null>> = {};
  for (const field of customerFields) fields[field] = from[field] ?? null;
  return fields as Pick<PaymentRow, CustomerField>;
}

/**
 * The columns of `payments payment` that form a PaymentRow. A PENDING payment reads as EXPIRED after its deadline,
 * even if the job has not run.
 */
export const paymentColumns = (sql: Sql, at: Date | null) => sql`
  payment.payment_id,
  payment.payment_code,
  payment.payment_amount,
  payment.payment_unique,
  payment.payment_total,
  case when ${isOverdue(sql, at)} then 'EXPIRED' else payment.payment_status end as payment_status,
  payment.payment_expired_at::text,
  case when ${isOverdue(sql, at)} then payment.payment_expired_at else payment.payment_updated_at end::text
    as payment_updated_at,
  payment.payment_webhook_url,
  payment.payment_return_url,
  ${sql.unsafe(customerColumns)},
  payment.customer_orders,
  payment.account_id,
  payment.is_manual_match,
  case when payment.is_manual_match then payment.matched_mutation_id end as manual_matched_mutation_id,
  payment.metadata
`;

/**
 * The columns of `accounts account` and `channels channel` that form a PaidAccount, for a row with the merchant's id.
 */
export const accountColumns = (sql: Sql, row: "payment" | "outcome") => sql`
  ${plainAccountColumns(sql)},
  ${ownSteps(sql, row)} as own_instructions
`;

const plainAccountColumns = (sql: Sql) => sql`
  account.account_number,
  account.account_name,
  account.channel_id,
  channel.channel_name,
  channel.channel_type
`;

export const isOverdue = (sql: Sql, at: Date | null) => sql`
  (payment.payment_status = 'PENDING' and payment.payment_expired_at <= ${transactionTime(sql, at)})
`;

export interface NewPayment extends Pick<
  PaymentRow,
  | "payment_id"
  | "payment_code"
  | "account_id"
  | "payment_amount"
  | "payment_webhook_url"
  | "payment_return_url"
  | "metadata"
  | CustomerField
> {
  merchant_id: string;
  /** null: not a date. The payment is refused after the checks of the account's bounds. */
  payment_expired_at: Date | null;
  customer_orders: OrderItem[] | null;
  /** Decides which free unique amount is taken. */
  seed: number;
}

/**
 * The outcome of one create. `code` is null if the payment was created. The account is null if it is not the
 * merchant's.
 */
export interface CreateOutcomeRow extends PaidAccount {
  code:
    | "validation_error"
    | "invalid_expired_at"
    | "account_not_owned"
    | "no_active_quota"
    | "device_offline"
    | "payment_code_conflict"
    | "unique_amount_conflict"
    | null;
  payment_unique: number | null;
  created_at: Date;
  account_min_amount: number;
  account_max_amount: number | null;
  account_active: boolean;
  /** False if the quota was set to 0 instead of being used up. */
  has_used_quota: boolean;
}

/** Inserts all payments in one round trip. Returns the outcomes in the order of the payments. */
export function insertPayments(
  sql: Sql,
  options: {
    payments: readonly NewPayment[];
    quotaTimeZone: string;
    totalQuarantineHours: number;
    at: Date | null;
  },
): Promise<CreateOutcomeRow[]> {
  return sql<CreateOutcomeRow[]>`
    select
      outcome.code,
      outcome.payment_unique,
      outcome.created_at,
      account.account_min_amount,
      account.account_max_amount,
      account.account_active,
      account.quota_day is not null as has_used_quota,
      ${accountColumns(sql, "outcome")}
    from create_payments(
      ${JSON.stringify(options.payments)}::text::json,
      ${options.quotaTimeZone},
      make_interval(secs => ${options.totalQuarantineHours * 3600}),
      ${options.at}
    ) outcome
    left join accounts account using (merchant_id, account_id)
    left join channels channel using (channel_id)
    order by outcome.request_number
  `;
}

/** Returns the existing payments, each with its position among the names, counted from 1. */
export function selectPayments(
  sql: Sql,
  { names, at }: { names: readonly PaymentName[]; at: Date | null },
): Promise<(PaymentDetails & { position: number })[]> {
  return sql<(PaymentDetails & { position: number })[]>`
    select named.position, ${paymentColumns(sql, at)}, ${accountColumns(sql, "payment")}
    from unnest(
      ${names.map((name) => name.merchant_id)}::uuid[],
      ${names.map((name) => name.payment_code)}::text[]
    ) with ordinality as named (merchant_id, payment_code, position)
    join payments payment
      on payment.merchant_id = named.merchant_id
      and payment.payment_code = named.payment_code collate "C"
    join accounts account
      on account.merchant_id = payment.merchant_id
      and account.account_id = payment.account_id
    join channels channel using (channel_id)
  `;
}

/** Selects as JSON the payment that `row` identifies by merchant and number. */
export const paymentDetails = (sql: Sql, { row, at }: { row: string; at: Date | null }) => sql`(
  select row_to_json(details)
  from (
    select ${paymentColumns(sql, at)}, ${accountColumns(sql, "payment")}
    from payments payment
    join accounts account
      on account.merchant_id = payment.merchant_id
      and account.account_id = payment.account_id
    join channels channel using (channel_id)
    where payment.merchant_id = ${sql(`${row}.merchant_id`)}
      and payment.payment_number = ${sql(`${row}.payment_number`)}
  ) details
)`;

/**
 * Selects the details of a payment that this statement has just changed: `row` has the payment in its column
 * `payment`. The result is null if the merchant has its own steps. Such steps are JSON that anyone might have
 * written, and a fault in them must not undo a payment.
 */
export const heldPaymentDetails = (sql: Sql, { row, at }: { row: string; at: Date | null }) => sql`(
  select row_to_json(details)
  from (
    select ${paymentColumns(sql, at)}, ${plainAccountColumns(sql)}, null::json as own_instructions
    from (select (${sql(`${row}.payment`)}).*) payment
    join accounts account
      on account.merchant_id = payment.merchant_id
      and account.account_id = payment.account_id
    join channels channel using (channel_id)
    where not ${hasOwnSteps(sql, "payment")}
  ) details
)`;

export interface PageName {
  merchant_id: string;
  page: number;
  per_page: number;
}

/** A payment, and its account if that differs from the previous row's account. */
export type PageRow = PaymentRow & { account: PaidAccount | null };

/**
 * Selects pages, newest first. A page is a range of numbers, so that the last page costs as much as the first. The
 * limit gives the planner the number of rows, which the range does not show. Most pages have one account, so the
 * account is returned once, and again where it changes.
 */
export async function selectPaymentPages(
  sql: Sql,
  { pages, at }: { pages: readonly PageName[]; at: Date | null },
): Promise<{ total: number; rows: PageRow[] }[]> {
  const rows = await sql<(PageRow & { position: number; total: number })[]>`
    select
      named.position,
      counter.payment_count - counter.removed_count as total,
      ${paymentColumns(sql, at)},
      case
        when payment.account_id is distinct from lag(payment.account_id) over (
          partition by named.position order by payment.payment_number desc
        ) then (
          select row_to_json(paid)
          from (
            select ${accountColumns(sql, "payment")}
            from accounts account
            join channels channel using (channel_id)
            where account.merchant_id = payment.merchant_id
              and account.account_id = payment.account_id
          ) paid
        )
      end as account
    from unnest(
      ${pages.map(({ merchant_id }) => merchant_id)}::uuid[],
      ${pages.map(({ page, per_page }) => (page - 1) * per_page)}::int8[],
      ${pages.map(({ per_page }) => per_page)}::int8[]
    ) with ordinality as named (merchant_id, skipped, per_page, position)
    join payment_counters counter using (merchant_id)
    left join lateral (
      select payment.*
      from payments payment
      where payment.merchant_id = named.merchant_id
        and payment.payment_number <= counter.payment_count - named.skipped
        and payment.payment_number > counter.payment_count - named.skipped - named.per_page
      order by payment.payment_number desc
      limit named.per_page
    ) payment on true
    order by named.position, payment.payment_number desc
  `;
  const selected = pages.map(() => ({ total: 0, rows: [] as PageRow[] }));
  for (const row of rows) {
    const page = selected[row.position - 1];
    if (!page) throw new Error("a page without a number");
    page.total = row.total;
    // An empty page is one row with only the counter.
    if (row.payment_id !== null) page.rows.push(row);
  }
  return selected;
}

/** The number of payments with this final status that payment_days counts. */
const countOf = (sql: Sql, status: Exclude<PaymentStatus, "PENDING">) =>
  ({
    PAID: sql`paid_count + simulated_count`,
    EXPIRED: sql`expired_count`,
    CANCELLED: sql`cancelled_count`,
  })[status];

/**
 * Selects payments with one status, newest first, and their count. The count comes from the days and from the
 * payments that ended since. For ended payments, the statement reads payments_ended for each account, as far as the
 * page. Pending payments are few, and come from payments_pending_total_key.
 */
export async function selectPaymentsWithStatus(
  sql: Sql,
  options: { page: PageName; status: PaymentStatus; at: Date | null },
): Promise<{ total: number; rows: PaymentDetails[] }> {
  const { status, at } = options;
  const { merchant_id, page, per_page } = options.page;
  const skipped = (page - 1) * per_page;
  const counted =
    status === "PENDING"
      ? sql`0`
      : sql`
        coalesce((select sum(${countOf(sql, status)}) from payment_days where merchant_id = ${merchant_id}), 0)
        + (select count(*) from ended_payments where merchant_id = ${merchant_id} and payment_status = ${status})
      `;
  const rows = await sql<(PaymentDetails & { total: number })[]>`
    -- Materialized, or the planner would walk down the key to look for pending payments.
    with waiting as materialized (
      select
        payment_number,
        case when ${isOverdue(sql, at)} then 'EXPIRED' else 'PENDING' end as payment_status
      from payments payment
      where merchant_id = ${merchant_id}
        and payment_status = 'PENDING'
        and ${status} in ('PENDING', 'EXPIRED')
    ),
    counted as materialized (
      select (${counted} + (select count(*) from waiting where payment_status = ${status}))::int8 as total
    ),
    picked as materialized (
      select payment_number
      from (
        select ended.payment_number
        from accounts account
        cross join lateral (
          select payment_number
          from payments
          where merchant_id = ${merchant_id}
            and account_id = account.account_id
            and payment_status = ${status}
            and released_at is not null
          order by payment_number desc
          limit ${skipped}::int8 + ${per_page}::int8
        ) ended
        where account.merchant_id = ${merchant_id}
          -- Beyond its end the list is not read.
          and (${skipped}::int8 = 0 or ${skipped}::int8 < (select total from counted))
        union all
        select payment_number
        from waiting
        where payment_status = ${status}
      ) found
      order by payment_number desc
      limit ${per_page}::int8
      offset ${skipped}::int8
    )
    select counted.total, ${paymentColumns(sql, at)}, ${accountColumns(sql, "payment")}
    from counted
    left join (
      picked
      join payments payment
        on payment.merchant_id = ${merchant_id}
        and payment.payment_number = picked.payment_number
      join accounts account
        on account.merchant_id = payment.merchant_id
        and account.account_id = payment.account_id
      join channels channel using (channel_id)
    ) on true
    order by picked.payment_number desc
  `;
  return {
    total: rows[0]?.total ?? 0,
    // An empty page is one row with only the count.
    rows: rows.filter(({ payment_id }) => payment_id !== null),
  };
}

/** Returns true if this call cancelled the payment, which must be PENDING and before its deadline. */
export async function cancelPendingPayment(
  sql: Sql,
  options: { merchant_id: string; payment_code: string; at: Date | null },
): Promise<boolean> {
  const rows = await sql`
    select
    from payments named
    cross join lateral end_pending(
      array[named.merchant_id], array[named.payment_number], 'CANCELLED', ${options.at}
    )
    where named.merchant_id = ${options.merchant_id}
      and named.payment_code = ${options.payment_code}
      and named.payment_status = 'PENDING'
  `;
  return rows.length === 1;
}

/**
 * Turns up to `limit` overdue payments into EXPIRED and returns them. Several callers share the work. The subquery is
 * materialized. On a small table, the planner can run a locking subquery once for each row, and would then apply
 * `limit` each time.
 */
export function expireOverduePayments(
  sql: Sql,
  options: { limit: number; at: Date | null },
): Promise<PaymentName[]> {
  return sql<PaymentName[]>`
    with overdue as materialized (
      select merchant_id, payment_number
      from payments
      where released_at is null
        and payment_expired_at <= ${transactionTime(sql, options.at)}
      order by payment_expired_at
      limit ${options.limit}
      for update skip locked
    )
    select ended.merchant_id, ended.payment_code
    from (
      select array_agg(merchant_id) as merchants, array_agg(payment_number) as numbers
      from overdue
    ) found
    cross join lateral end_pending(found.merchants, found.numbers, 'EXPIRED', ${options.at}) ended
  `;
}
