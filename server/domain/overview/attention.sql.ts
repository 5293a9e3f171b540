import { unnamedCustomer } from "../../../web-shared/src/unnamed-customer.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { nameOfAccount } from "../gateway/account-name.sql.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { hasUndecidedParts } from "../payments/payment-search.sql.ts";

/** The count, at most one more than the page shows, and the time of the oldest item. */
export interface Waiting {
  count: number;
  since: string | null;
  /** For transfers: their sum in rupiah. For invoices: the missing amount. */
  total: number | null;
  /** For a single invoice: its customer, or its code if the customer is unknown. */
  name: string | null;
}

export interface AttentionRow {
  looked_at: Date;
  transfer_waiting: Waiting;
  transfer_unsupported: Waiting;
  invoice_part_paid: Waiting;
  webhook_failed: Waiting;
  webhook_retrying: Waiting;
  notice_target_failing: Waiting;
}

interface Options {
  merchant_id: string;
  at: Date | null;
}

/** Selects the waiting items. Each part stops at its bound, so that years of items cost no more than a day's. */
export async function selectAttention(
  sql: Sql,
  { merchant_id, person_id, at }: Options & { person_id: string },
): Promise<AttentionRow> {
  const now = transactionTime(sql, at);
  // The bound is written into the text. With a parameter, the planner would expect a tenth of all rows, and would
  // sort the waiting items.
  const bound = sql.unsafe(`limit ${limits.attentionCounted + 1}`);
  const waiting = (rows: ReturnType<Sql>, total = sql`null`, name = sql`null`) => sql`(
    select json_build_object(
      'count', count(*),
      'total', ${total},
      'name', ${name},
      'since', to_char(min(since) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    )
    from (${rows}) each
  )`;
  const deliveries = (status: "FAILED" | "RETRYING", from: ReturnType<Sql>) =>
    waiting(sql`
      select created_at as since
      from webhook_deliveries
      where merchant_id = ${merchant_id}
        and delivery_status = ${status}
        and created_at >= ${from}
        -- A person who tests an address sees the answer.
        and event_type <> 'webhook.test'
      order by created_at
      ${bound}
    `);
  const [row] = await sql<AttentionRow[]>`
    select
      date_trunc('milliseconds', ${now}) as looked_at,
      ${waiting(
        sql`
        select
          open.created_at as since,
          case when coalesce(open.currency_parsed, 'IDR') = 'IDR' then open.amount_parsed end as amount
        from mutations open
        join devices device using (merchant_id, device_id)
        where open.merchant_id = ${merchant_id}
          and open.matched_payment_number is null
          and open.decision is null
          and open.type_parsed = 'CREDIT'
          and open.match_reason <> 'announced_twice'
          and not device.is_simulated
        order by open.mutation_number
        ${bound}
      `,
        sql`least(coalesce(sum(amount), 0), ${Number.MAX_SAFE_INTEGER}::numeric)`,
      )} as transfer_waiting,
      ${waiting(sql`
        select found_at as since
        from unsupported_mutations
        where merchant_id = ${merchant_id}
          and closed_at is null
        order by found_at
        ${bound}
      `)} as transfer_unsupported,
      ${waiting(
        sql`
        select
          ledger.changed_at as since,
          coalesce(nullif(payment.customer_name, ${unnamedCustomer}), payment.payment_code) as name,
          payment.payment_total - ledger.received + ledger.refunded as missing
        from payment_ledgers ledger
        cross join lateral (
          select payment_code, payment_total, customer_name
          from payments
          where merchant_id = ledger.merchant_id
            and payment_number = ledger.payment_number
          limit 1
        ) payment
        where ledger.merchant_id = ${merchant_id}
          and ${hasUndecidedParts(sql)}
        order by ledger.payment_number desc
        ${bound}
      `,
        sql`least(coalesce(sum(greatest(missing, 0)), 0), ${Number.MAX_SAFE_INTEGER}::numeric)`,
        sql`case when count(*) = 1 then min(name) end`,
      )} as invoice_part_paid,
      ${deliveries("FAILED", sql`${now} - make_interval(days => ${limits.attentionWebhookDays})`)} as webhook_failed,
      ${deliveries("RETRYING", sql`'-infinity'::timestamptz`)} as webhook_retrying,
      ${waiting(sql`
        select coalesce(target.broken_at, newest.created_at) as since
        from notice_targets target
        left join lateral (
          select message.message_status, message.created_at
          from notice_messages message
          where message.merchant_id = target.merchant_id
            and message.target_id = target.target_id
            and message.message_status in ('SUCCESS', 'FAILED')
          order by message.created_at desc
          limit 1
        ) newest on true
        where target.merchant_id = ${merchant_id}
          and target.person_id = ${person_id}
          and (target.broken_at is not null or newest.message_status = 'FAILED')
        order by since
        ${bound}
      `)} as notice_target_failing
  `;
  return row as AttentionRow;
}

export interface AccountConditionRow {
  account_name: string;
  has_source: boolean;
  days_left: number;
  /** Whether today's unit of quota is taken. */
  is_day_paid: boolean;
}

/** Selects the accounts in use. An example account belongs to no person. */
export function selectAccountConditions(
  sql: Sql,
  { merchant_id, at, quotaTimeZone }: Options & { quotaTimeZone: string },
): Promise<AccountConditionRow[]> {
  return sql<AccountConditionRow[]>`
    select
      ${nameOfAccount(sql)} as account_name,
      exists (
        select
        from devices device
        where device.merchant_id = account.merchant_id
          and (pool.device_id is null or pool.device_id = device.device_id)
          and device.device_status = 'ACTIVE'
          and device.source_kind = 'phone'
          and not device.is_simulated
      ) or exists (
        select
        from source_accounts watched
        join devices mailbox using (merchant_id, device_id)
        where watched.merchant_id = account.merchant_id
          and watched.account_id = account.account_id
          and watched.is_read
          and mailbox.device_status = 'ACTIVE'
      ) as has_source,
      account.account_quota as days_left,
      coalesce(
        account.quota_day >= (${transactionTime(sql, at)} at time zone ${quotaTimeZone})::date, false
      ) as is_day_paid
    from accounts account
    join channels channel using (channel_id)
    join matching_pools pool using (merchant_id, pool_id)
    where account.merchant_id = ${merchant_id}
      and account.account_active
      and not account.is_example
    order by account.created_at, account.account_id
  `;
}
