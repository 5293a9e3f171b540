import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { WaitHistogram } from "../base/wait-histogram.ts";

export interface DayRow {
  day: string;
  created_count: number;
  paid_count: number;
  paid_total: number;
  manual_count: number;
  expired_count: number;
  cancelled_count: number;
  /** How many customers are in each class of waiting time. */
  wait_histogram: WaitHistogram;
}

interface Period {
  merchant_id: string;
  days: number;
  quotaTimeZone: string;
  at: Date | null;
}

/**
 * Returns every day of the period, oldest first, from one snapshot: the payments that were added to the days, and those
 * not added yet. Created payments need no counter, because their numbers follow the time.
 */
export function selectDays(sql: Sql, period: Period): Promise<DayRow[]> {
  const { merchant_id, quotaTimeZone } = period;
  return sql<DayRow[]>`
    with period as materialized (
      select
        (${transactionTime(sql, period.at)} at time zone ${quotaTimeZone})::date as last_day,
        ${period.days}::integer as days
    ),
    edge as materialized (
      select
        (last_day - days + 1 + n) as day,
        first_payment_number_since(
          ${merchant_id}, ((last_day - days + 1 + n)::timestamp at time zone ${quotaTimeZone})
        ) as first_number
      from period
      cross join lateral generate_series(0, days) n
    ),
    created as (
      select day, lead(first_number) over (order by day) - first_number as created_count
      from edge
    ),
    ended as materialized (
      select *, (ended_at at time zone ${quotaTimeZone})::date as day
      from ended_payments
      where merchant_id = ${merchant_id}
    ),
    counted as (
      select day, paid_count, paid_total, manual_count, expired_count, cancelled_count
      from payment_days, period
      where merchant_id = ${merchant_id}
        and day > last_day - days
      union all
      select
        day,
        count(*) filter (where payment_status = 'PAID'),
        coalesce(sum(payment_total) filter (where payment_status = 'PAID'), 0),
        count(*) filter (where is_manual_match),
        count(*) filter (where payment_status = 'EXPIRED'),
        count(*) filter (where payment_status = 'CANCELLED')
      from ended
      group by day
    ),
    figures as (
      select
        day,
        sum(paid_count)::bigint as paid_count,
        sum(paid_total)::bigint as paid_total,
        sum(manual_count)::bigint as manual_count,
        sum(expired_count)::bigint as expired_count,
        sum(cancelled_count)::bigint as cancelled_count
      from counted
      group by day
    ),
    waited as (
      select day, wait_class, payment_count
      from payment_day_waits, period
      where merchant_id = ${merchant_id}
        and day > last_day - days
      union all
      select day, wait_class(waited_seconds), count(*)
      from ended
      where waited_seconds is not null
      group by day, wait_class(waited_seconds)
    ),
    histograms as (
      select day, json_object_agg(wait_class, payment_count) as wait_histogram
      from (select day, wait_class, sum(payment_count)::bigint as payment_count from waited group by day, wait_class) w
      group by day
    )
    select
      created.day::text as day,
      created.created_count,
      coalesce(paid_count, 0) as paid_count,
      coalesce(paid_total, 0) as paid_total,
      coalesce(manual_count, 0) as manual_count,
      coalesce(expired_count, 0) as expired_count,
      coalesce(cancelled_count, 0) as cancelled_count,
      coalesce(wait_histogram, '{}') as wait_histogram
    from created
    left join figures using (day)
    left join histograms using (day)
    where created.created_count is not null
    order by created.day
  `;
}

export async function countWaiting(
  sql: Sql,
  options: { merchant_id: string; at: Date | null },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count
    from payments
    where merchant_id = ${options.merchant_id}
      and payment_status = 'PENDING'
      and payment_expired_at > ${transactionTime(sql, options.at)}
  `;
  return row?.count ?? 0;
}

/** Returns how many were counted. */
export async function countEnded(
  sql: Sql,
  options: { quotaTimeZone: string; limit: number },
): Promise<number> {
  const [row] = await sql<{ counted: number }[]>`
    select count_ended_payments(${options.quotaTimeZone}, ${options.limit}) as counted
  `;
  return row?.counted ?? 0;
}

export interface ChecklistRow {
  account: boolean;
  device: boolean;
  api_key_used: boolean;
  first_payment: boolean;
  first_paid_payment: boolean;
  webhook_url: boolean;
  first_webhook: boolean;
  two_factor: boolean;
}

export async function selectChecklist(sql: Sql, merchant_id: string): Promise<ChecklistRow> {
  const [row] = await sql<ChecklistRow[]>`
    select
      exists (select from accounts where accounts.merchant_id = merchant.merchant_id) as account,
      exists (
        select from devices
        where devices.merchant_id = merchant.merchant_id
          and device_status = 'ACTIVE'
          and not is_simulated
      ) as device,
      exists (
        select from api_keys
        where api_keys.merchant_id = merchant.merchant_id
          and last_used_at is not null
      ) as api_key_used,
      exists (select from payments where payments.merchant_id = merchant.merchant_id) as first_payment,
      exists (
        select from accounts
        cross join lateral (
          select from payments
          where payments.merchant_id = accounts.merchant_id
            and payments.account_id = accounts.account_id
            and payment_status = 'PAID'
            and released_at is not null
          limit 1
        ) paid
        where accounts.merchant_id = merchant.merchant_id
      ) as first_paid_payment,
      merchant.webhook_url is not null as webhook_url,
      exists (
        select from webhook_deliveries
        where webhook_deliveries.merchant_id = merchant.merchant_id
          and delivery_status = 'SUCCESS'
      ) as first_webhook,
      exists (
        select from totp_enrolments where totp_enrolments.merchant_id = merchant.merchant_id
      ) as two_factor
    from merchants merchant
    where merchant.merchant_id = ${merchant_id}
  `;
  return row as ChecklistRow;
}
