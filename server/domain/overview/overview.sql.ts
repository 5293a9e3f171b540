import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { WaitHistogram } from "../base/wait-histogram.ts";

export interface DayRow {
  day: string;
  /** The local time at which the day begins, without an offset. */
  begins: string;
  offset_seconds: number;
  is_previous: boolean;
  /** True for past days and for today. */
  has_begun: boolean;
  /** null for a day of the previous period, and if only one account is requested. */
  created_count: number | null;
  paid_count: number;
  paid_total: number;
  manual_count: number;
  expired_count: number;
  cancelled_count: number;
  simulated_count: number;
  simulated_total: number;
  /** The number of customers in each class of waiting time; empty for a day of the previous period. */
  wait_histogram: WaitHistogram;
}

export interface PeriodOptions {
  merchant_id: string;
  /** null: all accounts. */
  account_id: string | null;
  days: number;
  /** A month such as `2026-11`, in place of the last days. */
  month: string | null;
  quotaTimeZone: string;
  at: Date | null;
}

/** The first and the last day of the period, and the first day of the one before. */
const daysOfPeriod = (sql: Sql, { days, month, quotaTimeZone, at }: PeriodOptions) => sql`
  select
    today,
    coalesce(month_day, today - ${days}::integer + 1) as first_day,
    coalesce((month_day + interval '1 month')::date - 1, today) as last_day,
    coalesce((month_day - interval '1 month')::date, today - 2 * ${days}::integer + 1) as previous_day
  from (
    select
      (${transactionTime(sql, at)} at time zone ${quotaTimeZone})::date as today,
      (${month}::text || '-01')::date as month_day
  ) asked
`;

/**
 * Returns every day of the period and of the one before, oldest first, from one snapshot. The counts include payments
 * that are not yet added to the days. Created payments need no counter, because their numbers follow the time.
 */
export function selectDays(sql: Sql, period: PeriodOptions): Promise<DayRow[]> {
  const { merchant_id, account_id, quotaTimeZone } = period;
  const ofAccount = account_id === null ? sql`` : sql`and account_id = ${account_id}`;
  return sql<DayRow[]>`
    with period as materialized (${daysOfPeriod(sql, period)}),
    every as materialized (
      select
        previous_day + n as day,
        (previous_day + n)::timestamp at time zone ${quotaTimeZone} as begins_at,
        previous_day + n < first_day as is_previous,
        previous_day + n <= today as has_begun
      from period
      cross join lateral generate_series(0, last_day - previous_day) n
    ),
    -- The day after the last one that has begun closes it.
    edge as materialized (
      select
        first_day + n as day,
        first_payment_number_since(
          ${merchant_id}, ((first_day + n)::timestamp at time zone ${quotaTimeZone})
        ) as first_number
      from period
      cross join lateral generate_series(0, least(last_day, today) - first_day + 1) n
      where ${account_id}::uuid is null
    ),
    created as (
      select day, lead(first_number) over (order by day) - first_number as created_count
      from edge
    ),
    ended as materialized (
      select
        *,
        (ended_at at time zone ${quotaTimeZone})::date as day,
        payment_status = 'PAID' and not is_simulated as is_paid
      from (
        -- The function takes most of the time. The offset makes PostgreSQL call the function once for each payment with
        -- a transfer.
        select *, mutation_id is not null and is_simulated_transfer(merchant_id, mutation_id) as is_simulated
        from ended_payments
        where merchant_id = ${merchant_id}
          ${ofAccount}
        offset 0
      ) named
    ),
    counted as (
      select
        day, paid_count, paid_total, manual_count, expired_count, cancelled_count, simulated_count, simulated_total
      from payment_days, period
      where merchant_id = ${merchant_id}
        and day between previous_day and last_day
        ${ofAccount}
      union all
      select
        day,
        count(*) filter (where is_paid),
        coalesce(sum(payment_total) filter (where is_paid), 0),
        count(*) filter (where is_paid and is_manual_match),
        count(*) filter (where payment_status = 'EXPIRED'),
        count(*) filter (where payment_status = 'CANCELLED'),
        count(*) filter (where is_simulated),
        coalesce(sum(payment_total) filter (where is_simulated), 0)
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
        sum(cancelled_count)::bigint as cancelled_count,
        sum(simulated_count)::bigint as simulated_count,
        sum(simulated_total)::bigint as simulated_total
      from counted
      group by day
    ),
    waited as (
      select day, wait_class, payment_count
      from payment_day_waits, period
      where merchant_id = ${merchant_id}
        and day between first_day and last_day
        ${ofAccount}
      union all
      select day, wait_class(waited_seconds), count(*)
      from ended
      where is_paid
        and waited_seconds is not null
      group by day, wait_class(waited_seconds)
    ),
    histograms as (
      select day, json_object_agg(wait_class, payment_count) as wait_histogram
      from (select day, wait_class, sum(payment_count)::bigint as payment_count from waited group by day, wait_class) w
      group by day
    )
    select
      every.day::text as day,
      to_char(begins_at at time zone ${quotaTimeZone}, 'YYYY-MM-DD"T"HH24:MI:SS') as begins,
      extract(
        epoch from (begins_at at time zone ${quotaTimeZone}) - (begins_at at time zone 'UTC')
      )::integer as offset_seconds,
      is_previous,
      has_begun,
      created.created_count,
      coalesce(paid_count, 0) as paid_count,
      coalesce(paid_total, 0) as paid_total,
      coalesce(manual_count, 0) as manual_count,
      coalesce(expired_count, 0) as expired_count,
      coalesce(cancelled_count, 0) as cancelled_count,
      coalesce(simulated_count, 0) as simulated_count,
      coalesce(simulated_total, 0) as simulated_total,
      case when is_previous then '{}' else coalesce(wait_histogram, '{}') end as wait_histogram
    from every
    left join created using (day)
    left join figures using (day)
    left join histograms using (day)
    order by every.day
  `;
}

/** Returns the accounts with paid invoices in the period, the largest sum first. Simulated payments are not counted. */
export const selectAccountTotals = (
  sql: Sql,
  period: PeriodOptions,
): Promise<{ account_id: string; paid_total: number }[]> => sql`
  with period as materialized (${daysOfPeriod(sql, period)}),
  counted as (
    select account_id, paid_total
    from payment_days, period
    where merchant_id = ${period.merchant_id}
      and day between first_day and last_day
    union all
    select account_id, payment_total
    from ended_payments, period
    where merchant_id = ${period.merchant_id}
      and payment_status = 'PAID'
      and (ended_at at time zone ${period.quotaTimeZone})::date between first_day and last_day
      and not is_simulated_transfer(merchant_id, mutation_id)
  )
  select account_id, sum(paid_total)::bigint as paid_total
  from counted
  where paid_total > 0
  group by account_id
  order by 2 desc, 1
`;

/** Returns the current local day, and the merchant's first month. */
export async function selectCalendar(
  sql: Sql,
  options: Pick<PeriodOptions, "merchant_id" | "quotaTimeZone" | "at">,
): Promise<{ today: string; first_month: string }> {
  const { quotaTimeZone } = options;
  const [row] = await sql<{ today: string; first_month: string }[]>`
    select
      (${transactionTime(sql, options.at)} at time zone ${quotaTimeZone})::date::text as today,
      to_char(
        least(
          created_at at time zone ${quotaTimeZone},
          (
            select payments.created_at at time zone ${quotaTimeZone}
            from payments
            where payments.merchant_id = merchants.merchant_id
              and payment_number = 1
          ),
          ${transactionTime(sql, options.at)} at time zone ${quotaTimeZone}
        ),
        'YYYY-MM'
      ) as first_month
    from merchants
    where merchant_id = ${options.merchant_id}
  `;
  return row as { today: string; first_month: string };
}

/** Returns the sum of the refunds of invoices that were sent today, by the indexes refunds_unproved and refunds_listed. */
export async function selectRefundedToday(
  sql: Sql,
  options: Pick<PeriodOptions, "merchant_id" | "quotaTimeZone" | "at">,
): Promise<number> {
  const { merchant_id, quotaTimeZone, at } = options;
  const [row] = await sql<{ refunded: number }[]>`
    with today as materialized (
      select date_trunc('day', ${transactionTime(sql, at)} at time zone ${quotaTimeZone}) as day
    ),
    bounds as materialized (
      select
        day at time zone ${quotaTimeZone} as begins_at,
        (day + interval '1 day') at time zone ${quotaTimeZone} as ends_at
      from today
    )
    select coalesce(sum(amount), 0)::bigint as refunded
    from (
      select amount
      from refunds, bounds
      where merchant_id = ${merchant_id}
        and payment_number is not null
        and proved_at is null
        and refunded_at >= begins_at
        and refunded_at < ends_at
      union all
      select amount
      from refunds, bounds
      where merchant_id = ${merchant_id}
        and payment_number is not null
        and proved_at is not null
        and created_at >= begins_at
        and refunded_at >= begins_at
        and refunded_at < ends_at
    ) sent
  `;
  return row?.refunded ?? 0;
}

export async function hasAccount(
  sql: Sql,
  account: { merchant_id: string; account_id: string },
): Promise<boolean> {
  const rows = await sql`
    select from accounts
    where merchant_id = ${account.merchant_id}
      and account_id = ${account.account_id}
  `;
  return rows.length === 1;
}

/**
 * Returns the numbers of the most recently paid payments, newest first. No index follows the time of payment, because
 * every paid invoice would pay for it. The payments of the newest transfers are searched, whenever these payments
 * were created. The newest payments are searched too, for those matched without a transfer.
 */
export async function selectLastPaid(
  sql: Sql,
  options: {
    merchant_id: string;
    account_id: string | null;
    newest: readonly number[];
    looked: number;
    limit: number;
  },
): Promise<number[]> {
  const { merchant_id, account_id } = options;
  const rows = await sql<{ payment_number: number }[]>`
    with transfers as materialized (
      select matched_payment_number
      from mutations
      where merchant_id = ${merchant_id}
      order by mutation_number desc
      limit ${options.looked}
    )
    select payment_number
    from (
      select matched_payment_number as payment_number from transfers
      union
      select unnest(${[...options.newest]}::int8[])
    ) named
    join payments using (payment_number)
    where merchant_id = ${merchant_id}
      and payment_status = 'PAID'
      ${account_id === null ? sql`` : sql`and account_id = ${account_id}`}
      and not exists (
        select
        from mutations
        join devices using (merchant_id, device_id)
        where mutations.merchant_id = ${merchant_id}
          and matched_payment_number = payment_number
          and devices.is_simulated
      )
    order by payment_updated_at desc, payment_number desc
    limit ${options.limit}
  `;
  return rows.map(({ payment_number }) => payment_number);
}

/** Returns the number of payments counted. */
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
  shop: boolean;
  account: boolean;
  source: boolean;
  payment: boolean;
  two_factor: boolean;
  is_ended: boolean;
}

export async function selectChecklist(sql: Sql, merchant_id: string): Promise<ChecklistRow> {
  const [row] = await sql<ChecklistRow[]>`
    select
      merchant.shop_saved_at is not null or coalesce(
        merchant.contact_phone, merchant.contact_email, merchant.logo_url, merchant.accent_color
      ) is not null as shop,
      exists (
        select from accounts
        where accounts.merchant_id = merchant.merchant_id
          and not is_example
      ) as account,
      exists (
        select from devices
        where devices.merchant_id = merchant.merchant_id
          and device_status = 'ACTIVE'
          and not is_simulated
      ) or exists (
        select from statement_imports where statement_imports.merchant_id = merchant.merchant_id
      ) as source,
      exists (
        select from merchants in_mode
        join accounts using (merchant_id)
        cross join lateral (
          select from payments
          where payments.merchant_id = accounts.merchant_id
            and payments.account_id = accounts.account_id
            and payment_status = 'PAID'
            and released_at is not null
          limit 1
        ) paid
        where in_mode.merchant_id = merchant.merchant_id
          or in_mode.test_of = merchant.merchant_id
      ) as payment,
      exists (
        select from authenticators where authenticators.merchant_id = merchant.merchant_id
      ) as two_factor,
      merchant.guide_ended_at is not null as is_ended
    from merchants merchant
    where merchant.merchant_id = ${merchant_id}
  `;
  return row as ChecklistRow;
}

export async function endChecklist(
  sql: Sql,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<void> {
  await sql`
    update merchants
    set guide_ended_at = ${transactionTime(sql, at)}
    where merchant_id = ${merchant_id}
      and guide_ended_at is null
  `;
}
