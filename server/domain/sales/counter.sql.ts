import type {
  CounterAccount,
  CounterItem,
  ListedCounterSale,
} from "../../contract/dashboard/counter.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { isOverdue } from "../payments/payments.sql.ts";

interface LocalDay {
  merchant_id: string;
  quotaTimeZone: string;
  at: Date | null;
}

interface DayRow {
  day: string;
  sale_count: number;
  paid_count: number;
  paid_total: number;
}

export interface CounterSaleRow extends Omit<
  ListedCounterSale,
  "created_at" | "payment_updated_at"
> {
  payment_id: string;
  created_at: Date;
  payment_updated_at: Date;
}

/** The columns of a sale. A PENDING payment reads as EXPIRED after its deadline, as everywhere. */
const saleColumns = (sql: Sql, at: Date | null) => sql`
  sale.sale_id,
  sale.created_at,
  payment.payment_id,
  payment.payment_code,
  payment.payment_amount,
  payment.payment_total,
  case when ${isOverdue(sql, at)} then 'EXPIRED' else payment.payment_status end as payment_status,
  case when ${isOverdue(sql, at)} then payment.payment_expired_at else payment.payment_updated_at end
    as payment_updated_at,
  channel.channel_name
`;

/** A sale on the screen, with whether a source watches its account now. */
export interface ShownCounterSaleRow extends CounterSaleRow {
  is_watched: boolean;
}

const saleTables = (sql: Sql) => sql`
  sales sale
  join payments payment using (merchant_id, payment_number)
  join accounts account
    on account.merchant_id = payment.merchant_id
    and account.account_id = payment.account_id
  join channels channel using (channel_id)
`;

const today = (sql: Sql, { quotaTimeZone, at }: Omit<LocalDay, "merchant_id">) =>
  sql`(${transactionTime(sql, at)} at time zone ${quotaTimeZone})::date`;

/** The condition of today's sales. A day begins at its local midnight, also in zones with clock changes. */
const isOfToday = (sql: Sql, day: LocalDay) => sql`
  sale.merchant_id = ${day.merchant_id}
  and sale.source = 'counter'
  and sale.created_at >= ${today(sql, day)}::timestamp at time zone ${day.quotaTimeZone}
  and sale.created_at < (${today(sql, day)} + 1)::timestamp at time zone ${day.quotaTimeZone}
`;

export async function selectCounterDay(sql: Sql, day: LocalDay): Promise<DayRow> {
  const [row] = await sql<DayRow[]>`
    select
      ${today(sql, day)}::text as day,
      count(*) as sale_count,
      count(*) filter (where payment.payment_status = 'PAID') as paid_count,
      coalesce(sum(payment.payment_total) filter (where payment.payment_status = 'PAID'), 0)::bigint as paid_total
    from sales sale
    join payments payment using (merchant_id, payment_number)
    where ${isOfToday(sql, day)}
  `;
  if (!row) throw new Error("a count is one row");
  return row;
}

/** Lists the day's sales, newest first. */
export function selectCounterSales(
  sql: Sql,
  { limit, ...day }: LocalDay & { limit: number },
): Promise<CounterSaleRow[]> {
  return sql<CounterSaleRow[]>`
    select ${saleColumns(sql, day.at)}
    from ${saleTables(sql)}
    where ${isOfToday(sql, day)}
    order by sale.created_at desc, sale.sale_number desc
    limit ${limit}
  `;
}

export async function selectCounterSale(
  sql: Sql,
  options: { merchant_id: string; sale_id: string; at: Date | null },
): Promise<ShownCounterSaleRow | undefined> {
  const [row] = await sql<ShownCounterSaleRow[]>`
    select
      ${saleColumns(sql, options.at)},
      has_device_that_listens(account.merchant_id, account.pool_id) as is_watched
    from ${saleTables(sql)}
    where sale.sale_id = ${options.sale_id}
      and sale.merchant_id = ${options.merchant_id}
      and sale.source = 'counter'
  `;
  return row;
}

/** Lists the active accounts, QRIS first, because customers at the counter expect QRIS. */
export function selectCounterAccounts(
  sql: Sql,
  { limit, ...day }: LocalDay & { limit: number },
): Promise<CounterAccount[]> {
  return sql<CounterAccount[]>`
    select
      account.account_id,
      channel.channel_name,
      channel.channel_type,
      account.account_number,
      account.account_name,
      case
        when account.account_quota = 0 and coalesce(account.quota_day < ${today(sql, day)}, true)
          then 'account_without_quota'
        when merchant.refuse_offline_accounts and not source.is_watched then 'account_not_watched'
      end as obstacle,
      source.is_watched
    from accounts account
    join channels channel using (channel_id)
    join merchants merchant using (merchant_id)
    cross join lateral (
      select has_device_that_listens(account.merchant_id, account.pool_id) as is_watched
    ) source
    where account.merchant_id = ${day.merchant_id}
      and account.account_active
    order by channel.channel_type <> 'QRIS', account.created_at, account.account_id
    limit ${limit}
  `;
}

export async function selectCounterItems(sql: Sql, merchant_id: string): Promise<CounterItem[]> {
  const [row] = await sql<{ items: CounterItem[] }[]>`
    select items from counter_catalogues where merchant_id = ${merchant_id}
  `;
  return row?.items ?? [];
}

/** Replaces the list. If two people change it at once, the later change wins. */
export async function replaceCounterItems(
  sql: Sql,
  merchant_id: string,
  items: readonly CounterItem[],
): Promise<CounterItem[]> {
  const [row] = await sql<{ items: CounterItem[] }[]>`
    insert into counter_catalogues (merchant_id, items)
    values (${merchant_id}, ${JSON.stringify(items)}::text::json)
    on conflict (merchant_id) do update set items = excluded.items
    returning items
  `;
  return row?.items ?? [];
}
