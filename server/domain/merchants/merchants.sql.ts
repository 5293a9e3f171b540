import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

export interface Merchant {
  merchant_id: string;
  merchant_name: string;
  email: string;
  /** The webhook URL for payments without their own. */
  webhook_url: string | null;
  sends_expired_events: boolean;
  sends_cancelled_events: boolean;
  sends_device_events: boolean;
  sends_difference_events: boolean;
  /** True if Tepat refuses to create payments while no source watches the account. */
  refuse_offline_accounts: boolean;
  /** The picture on the checkout page. */
  logo_url: string | null;
  accent_color: string | null;
  /** The seller's contact details. */
  contact_address: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  shop_url: string | null;
  /** The pattern for the codes of sales. */
  sale_code_pattern: string;
  /** Whether customers of sales get a receipt by email. */
  sends_receipts: boolean;
  /** Whether the checkout page asks for the missing amount after a part payment. */
  asks_for_rest: boolean;
  /** True if the merchant can see every merchant and grant quota. */
  is_operator: boolean;
  /** The price that others pay this merchant for a day of quota. null: the merchant sells none. */
  quota_price: number | null;
}

const merchantColumns = (sql: Sql) => sql`
  merchant_id, merchant_name, email, webhook_url, sends_expired_events, sends_cancelled_events,
  sends_device_events, sends_difference_events, refuse_offline_accounts,
  logo_url, accent_color, is_operator, quota_price,
  contact_address, contact_phone, contact_email, shop_url, sale_code_pattern, sends_receipts, asks_for_rest
`;

export async function selectMerchant(sql: Sql, merchant_id: string): Promise<Merchant | undefined> {
  const [row] = await sql<Merchant[]>`
    select ${merchantColumns(sql)}
    from merchants
    where merchant_id = ${merchant_id}
  `;
  return row;
}

export async function hasMerchant(sql: Sql | Tx): Promise<boolean> {
  const [row] = await sql<{ is_there: boolean }[]>`
    select exists (select from merchants) as is_there
  `;
  return row?.is_there === true;
}

/** Locks out other transactions that add a merchant, until this transaction ends. */
export async function holdMerchants(tx: Tx): Promise<void> {
  await tx`lock table merchants in share row exclusive mode`;
}

/** Turns the merchant into an operator, who sees all merchants and grants quota. */
export async function makeOperator(tx: Tx, merchant_id: string): Promise<void> {
  await tx`update merchants set is_operator = true where merchant_id = ${merchant_id}`;
}

/** The columns to change. `undefined` leaves a column unchanged. */
export interface MerchantChange {
  merchant_name?: string | undefined;
  webhook_url?: string | null | undefined;
  sends_expired_events?: boolean | undefined;
  sends_cancelled_events?: boolean | undefined;
  sends_device_events?: boolean | undefined;
  sends_difference_events?: boolean | undefined;
  refuse_offline_accounts?: boolean | undefined;
  logo_url?: string | null | undefined;
  accent_color?: string | null | undefined;
  contact_address?: string | null | undefined;
  contact_phone?: string | null | undefined;
  contact_email?: string | null | undefined;
  shop_url?: string | null | undefined;
  sale_code_pattern?: string | undefined;
  sends_receipts?: boolean | undefined;
  asks_for_rest?: boolean | undefined;
  is_operator?: boolean | undefined;
  quota_price?: number | null | undefined;
}

export async function updateMerchant(
  sql: Sql,
  merchant_id: string,
  change: MerchantChange,
): Promise<Merchant | undefined> {
  const [row] = await sql<Merchant[]>`
    update merchants
    set merchant_name = coalesce(${change.merchant_name ?? null}, merchant_name),
      webhook_url = ${changed(sql, "webhook_url", change.webhook_url)},
      logo_url = ${changed(sql, "logo_url", change.logo_url)},
      accent_color = ${changed(sql, "accent_color", change.accent_color)},
      contact_address = ${changed(sql, "contact_address", change.contact_address)},
      contact_phone = ${changed(sql, "contact_phone", change.contact_phone)},
      contact_email = ${changed(sql, "contact_email", change.contact_email)},
      shop_url = ${changed(sql, "shop_url", change.shop_url)},
      sale_code_pattern = coalesce(${change.sale_code_pattern ?? null}, sale_code_pattern),
      sends_receipts = coalesce(${change.sends_receipts ?? null}, sends_receipts),
      asks_for_rest = coalesce(${change.asks_for_rest ?? null}, asks_for_rest),
      quota_price = case
        when ${change.quota_price === undefined} then quota_price
        else ${change.quota_price ?? null}::bigint
      end,
      is_operator = coalesce(${change.is_operator ?? null}, is_operator),
      sends_expired_events = coalesce(${change.sends_expired_events ?? null}, sends_expired_events),
      sends_cancelled_events = coalesce(${change.sends_cancelled_events ?? null}, sends_cancelled_events),
      sends_device_events = coalesce(${change.sends_device_events ?? null}, sends_device_events),
      sends_difference_events =
        coalesce(${change.sends_difference_events ?? null}, sends_difference_events),
      refuse_offline_accounts = coalesce(${change.refuse_offline_accounts ?? null}, refuse_offline_accounts)
    where merchant_id = ${merchant_id}
    returning ${merchantColumns(sql)}
  `;
  return row;
}

export async function noteShopSaved(
  sql: Sql,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<void> {
  await sql`
    update merchants
    set shop_saved_at = ${transactionTime(sql, at)}
    where merchant_id = ${merchant_id}
      and shop_saved_at is null
  `;
}

/** The new value of a column that can be emptied. null is a value, undefined is not. */
const changed = (sql: Sql, column: string, value: string | null | undefined) =>
  value === undefined ? sql`${sql(column)}` : sql`${value}::text`;

export interface NewMerchant {
  merchant_id: string;
  merchant_name: string;
  email: string;
  password_hash: string | null;
  has_signed_up: boolean;
}

/**
 * Locks the merchant's row until the transaction ends. Every addition to a limited set of the merchant's records
 * locks the row first, so that each addition counts the others.
 */
export async function holdMerchant(tx: Sql | Tx, merchant_id: string): Promise<void> {
  await tx`select from merchants where merchant_id = ${merchant_id} for no key update`;
}

/** Inserts the merchant, with the counters that number its payments and mutations. */
export async function insertMerchant(tx: Tx, merchant: NewMerchant): Promise<void> {
  await tx`
    with inserted as (
      insert into merchants (merchant_id, merchant_name, email, password_hash, has_signed_up, created_at)
      values (
        ${merchant.merchant_id}, ${merchant.merchant_name}, ${merchant.email}, ${merchant.password_hash},
        ${merchant.has_signed_up}, now()
      )
      returning merchant_id
    ),
    payment_counter as (
      insert into payment_counters (merchant_id) select merchant_id from inserted
    )
    insert into mutation_counters (merchant_id) select merchant_id from inserted
  `;
}
