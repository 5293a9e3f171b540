import { limits } from "../../contract/limits.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

/** The merchant who sells days of quota, and the account that receives the money. */
export interface Seller {
  seller_id: string;
  quota_price: number;
}

/** Returns undefined if the gateway sells no days. */
export async function selectSeller(sql: Sql): Promise<Seller | undefined> {
  const [row] = await sql<Seller[]>`
    select merchant_id as seller_id, quota_price
    from merchants
    where quota_price is not null
  `;
  return row;
}

/** Returns the active account with the most quota left whose bounds allow the amount. */
export async function selectSellingAccount(
  sql: Sql,
  { seller_id, amount }: { seller_id: string; amount: number },
): Promise<string | undefined> {
  const [row] = await sql<{ account_id: string }[]>`
    select account_id
    from accounts
    where merchant_id = ${seller_id}
      and account_active
      and account_min_amount <= ${amount}
      and coalesce(account_max_amount >= ${amount}, true)
    order by account_quota desc, account_id
    limit 1
  `;
  return row?.account_id;
}

/** Lists used days, newest first. */
export function selectUsedDays(
  sql: Sql,
  options: { merchant_id: string; account_id: string; limit: number },
): Promise<{ day: string }[]> {
  return sql<{ day: string }[]>`
    select day::text as day
    from quota_days
    where merchant_id = ${options.merchant_id}
      and account_id = ${options.account_id}
    order by quota_days.day desc
    limit ${options.limit}
  `;
}

export interface GrantRow {
  days: number;
  granted_at: Date;
  order_id: string | null;
}

/** Lists grants, newest first. */
export function selectGrants(
  sql: Sql,
  options: { merchant_id: string; account_id: string; limit: number },
): Promise<GrantRow[]> {
  return sql<GrantRow[]>`
    select days, granted_at, order_id
    from quota_grants
    where merchant_id = ${options.merchant_id}
      and account_id = ${options.account_id}
    order by granted_at desc, grant_id
    limit ${options.limit}
  `;
}

/** Returns the account's merchant, or undefined if there is no such account. */
export async function grantDays(
  sql: Sql,
  grant: { grant_id: string; account_id: string; days: number; at: Date | null },
): Promise<string | undefined> {
  const [row] = await sql<{ merchant_id: string }[]>`
    with granted as (
      update accounts
      set account_quota = account_quota + ${grant.days}
      where account_id = ${grant.account_id}
      returning merchant_id, account_id
    )
    insert into quota_grants (merchant_id, grant_id, account_id, days, granted_at)
    select merchant_id, ${grant.grant_id}, account_id, ${grant.days}, ${transactionTime(sql, grant.at)}
    from granted
    returning merchant_id
  `;
  return row?.merchant_id;
}

/** Sets an account's days if it has fewer, and records the difference as a grant. */
export async function renewDays(
  sql: Sql,
  renewal: {
    merchant_id: string;
    account_id: string;
    grant_id: string;
    days: number;
    at: Date | null;
  },
): Promise<boolean> {
  const { count } = await sql`
    with present as materialized (
      select merchant_id, account_id, account_quota
      from accounts
      where merchant_id = ${renewal.merchant_id}
        and account_id = ${renewal.account_id}
        and account_quota < ${renewal.days}
      for no key update
    ), renewed as (
      update accounts account
      set account_quota = ${renewal.days}
      from present
      where account.merchant_id = present.merchant_id
        and account.account_id = present.account_id
    )
    insert into quota_grants (merchant_id, grant_id, account_id, days, granted_at)
    select
      merchant_id, ${renewal.grant_id}, account_id, ${renewal.days} - account_quota,
      ${transactionTime(sql, renewal.at)}
    from present
  `;
  return count > 0;
}

export interface NewOrder {
  merchant_id: string;
  order_id: string;
  account_id: string;
  days: number;
  seller_id: string;
  payment_code: string;
}

/**
 * Adds an order before its invoice, so that no payment can come before the order. Returns false if the merchant has
 * reached its limit of unpaid orders.
 */
export async function insertOrder(sql: Sql, order: NewOrder, at: Date | null): Promise<boolean> {
  const result = await sql`
    insert into quota_orders (merchant_id, order_id, account_id, days, seller_id, payment_code, ordered_at)
    select
      ${order.merchant_id}, ${order.order_id}, ${order.account_id}, ${order.days}::integer, ${order.seller_id},
      ${order.payment_code}, clock.at
    from (select ${transactionTime(sql, at)} as at) clock
    where (
      select count(*)
      from quota_orders
      where merchant_id = ${order.merchant_id}
        and credited_at is null
        and ordered_at > clock.at - make_interval(hours => ${limits.quotaOrderHours})
    ) < ${limits.unpaidQuotaOrders}
  `;
  return result.count === 1;
}

/** Deletes an order whose invoice was refused. */
export async function deleteOrder(
  sql: Sql,
  order: { merchant_id: string; order_id: string },
): Promise<void> {
  await sql`
    delete from quota_orders
    where merchant_id = ${order.merchant_id}
      and order_id = ${order.order_id}
      and credited_at is null
  `;
}

export interface OrderRow {
  order_id: string;
  account_id: string;
  days: number;
  ordered_at: Date;
  credited_at: Date | null;
  payment_id: string;
  payment_status: PaymentStatus;
  payment_total: number;
  payment_expired_at: Date;
}

/** Counts the orders of selectOrders, without those whose invoice was never created. */
export async function countOrders(sql: Sql, merchant_id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count
    from quota_orders ordered
    join payments payment
      on payment.merchant_id = ordered.seller_id
      and payment.payment_code = ordered.payment_code
    where ordered.merchant_id = ${merchant_id}
  `;
  return row?.count ?? 0;
}

/** Lists orders, newest first, without those whose invoice was never created. */
export function selectOrders(
  sql: Sql,
  options: {
    merchant_id: string;
    order_id: string | null;
    limit: number;
    offset: number;
    at: Date | null;
  },
): Promise<OrderRow[]> {
  return sql<OrderRow[]>`
    select
      ordered.order_id, ordered.account_id, ordered.days, ordered.ordered_at, ordered.credited_at,
      payment.payment_id, payment.payment_total, payment.payment_expired_at,
      case
        when payment.payment_status = 'PENDING'
          and payment.payment_expired_at <= ${transactionTime(sql, options.at)} then 'EXPIRED'
        else payment.payment_status
      end as payment_status
    from quota_orders ordered
    join payments payment
      on payment.merchant_id = ordered.seller_id
      and payment.payment_code = ordered.payment_code
    where ordered.merchant_id = ${options.merchant_id}
      and (${options.order_id}::uuid is null or ordered.order_id = ${options.order_id})
    order by ordered.ordered_at desc, ordered.order_id
    limit ${options.limit}
    offset ${options.offset}::bigint
  `;
}
