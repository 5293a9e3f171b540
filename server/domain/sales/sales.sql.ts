import type { CreatePaymentInput } from "../../contract/payments.ts";
import type { Sql } from "../../db/client.ts";
import { presentTime } from "../base/clock.sql.ts";

export type SaleSource = "invoice" | "link" | "counter";

/** The key of a sale within its merchant. */
export interface SaleName {
  merchant_id: string;
  sale_id: string;
}

export interface SaleContents {
  merchant_id: string;
  source: SaleSource;
  /** A UUID that the form creates when it is opened, so that sending the form twice creates one sale. */
  form_key: string;
  link_id: string | null;
  payment_amount: number;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  /** The items in the form of the API's create. Their sum is the amount. */
  customer_orders: CreatePaymentInput["customer_orders"] | null;
  note: string | null;
  /** The seconds from the creation of the payment; null if `deadline_at` is given. */
  deadline_seconds: number | null;
  deadline_at: string | null;
  /** The person who creates the sale; null for a customer. */
  made_by: string | null;
}

export interface SaleRow extends Omit<SaleContents, "deadline_at"> {
  sale_number: number;
  sale_id: string;
  payment_code: string;
  deadline_at: Date | null;
  /** `account_id` and `payment_number` are null until the account is chosen and the payment is created. */
  account_id: string | null;
  payment_number: number | null;
  created_at: Date;
  cancelled_at: Date | null;
  /** The deadline of the payment if it were created now. */
  payment_expired_at: Date;
  /** Whether a fixed deadline has passed. */
  is_over: boolean;
}

const saleColumns = (sql: Sql, at: Date | null) => sql`
  sale.merchant_id, sale.sale_number, sale.sale_id, sale.source, sale.payment_code, sale.form_key, sale.link_id,
  sale.payment_amount, sale.customer_name, sale.customer_email, sale.customer_phone, sale.customer_orders, sale.note,
  sale.deadline_seconds, sale.deadline_at, sale.account_id, sale.payment_number, sale.made_by, sale.created_at,
  sale.cancelled_at,
  coalesce(sale.deadline_at, ${presentTime(sql, at)} + make_interval(secs => sale.deadline_seconds))
    as payment_expired_at,
  coalesce(sale.deadline_at <= ${presentTime(sql, at)}, false) as is_over
`;

/** Inserts the sale, or returns the sale that the same form has created: see make_sale. */
export async function insertSale(
  sql: Sql,
  options: { sale: SaleContents & { sale_id: string }; quotaTimeZone: string; at: Date | null },
): Promise<SaleRow & { is_new: boolean }> {
  const { sale, quotaTimeZone, at } = options;
  const [made] = await sql<{ sale_number: number; is_new: boolean }[]>`
    select sale_number, is_new
    from make_sale(${JSON.stringify(sale)}::text::json, ${quotaTimeZone}, ${at})
  `;
  // A second statement is needed, because a statement does not see the rows that its functions have inserted.
  const [row] = await sql<SaleRow[]>`
    select ${saleColumns(sql, at)}
    from sales sale
    where sale.merchant_id = ${sale.merchant_id}
      and sale.sale_number = ${made?.sale_number ?? null}
  `;
  if (!row || !made) throw new Error("a sale that was just made is gone");
  return { ...row, is_new: made.is_new };
}

/** Locks the sale until the transaction ends, so that only one of several concurrent choices creates the payment. */
export async function holdSale(
  sql: Sql,
  { merchant_id, sale_id, at }: SaleName & { at: Date | null },
): Promise<SaleRow | undefined> {
  const [row] = await sql<SaleRow[]>`
    select ${saleColumns(sql, at)}
    from sales sale
    where sale.sale_id = ${sale_id}
      and sale.merchant_id = ${merchant_id}
    for no key update
  `;
  return row;
}

/** Gives a locked sale the next free code, after a payment of the API has taken the sale's code. */
export async function renumberSale(
  sql: Sql,
  options: SaleName & { quotaTimeZone: string; at: Date | null },
): Promise<string> {
  const [row] = await sql<{ payment_code: string }[]>`
    update sales
    set payment_code = next_sale_code(merchant_id, ${options.quotaTimeZone}, ${presentTime(sql, options.at)})
    where sale_id = ${options.sale_id}
      and merchant_id = ${options.merchant_id}
      and payment_number is null
    returning payment_code
  `;
  if (!row) throw new Error("a held sale is gone or has a payment");
  return row.payment_code;
}

/** Links a locked sale to its new payment. */
export async function bindPayment(
  sql: Sql,
  choice: SaleName & { account_id: string; is_chosen_by_customer: boolean },
): Promise<void> {
  const { merchant_id, sale_id, account_id, is_chosen_by_customer } = choice;
  const result = await sql`
    update sales sale
    set account_id = ${account_id},
      payment_number = payment.payment_number,
      is_chosen_by_customer = ${is_chosen_by_customer}
    from payments payment
    where sale.sale_id = ${sale_id}
      and sale.merchant_id = ${merchant_id}
      and sale.payment_number is null
      and payment.merchant_id = sale.merchant_id
      and payment.payment_code = sale.payment_code
  `;
  if (result.count !== 1) throw new Error("the payment of a sale is gone");
}

/** Moves the payment of a sale to another account: see change_choice. */
export async function changeChoice(
  sql: Sql,
  options: SaleName & {
    account_id: string;
    seed: number;
    quotaTimeZone: string;
    quarantineHours: number;
    at: Date | null;
  },
): Promise<{ is_moved: boolean; error: "no_account" | "totals_used_up" | null }> {
  const [row] = await sql<{ is_moved: boolean; error: "no_account" | "totals_used_up" | null }[]>`
    select is_moved, error
    from change_choice(
      ${options.merchant_id},
      ${options.sale_id},
      ${options.account_id},
      ${options.seed},
      ${options.quotaTimeZone},
      make_interval(secs => ${options.quarantineHours * 3600}::double precision),
      ${options.at}
    )
  `;
  if (!row) throw new Error("a function returned no row");
  return row;
}

/** The facts that decide whether an account can accept a payment now. */
export interface SaleAccountRow {
  account_id: string;
  account_min_amount: number;
  /** The largest amount, which for a QRIS account must fit into its code. null: any amount. */
  account_max_amount: number | null;
  account_active: boolean;
  has_quota: boolean;
  is_watched: boolean;
}

export async function selectSaleAccount(
  sql: Sql,
  options: { merchant_id: string; account_id: string; quotaTimeZone: string; at: Date | null },
): Promise<SaleAccountRow | undefined> {
  const [row] = await sql<SaleAccountRow[]>`
    select
      account_id,
      account_min_amount,
      case
        when sealed_qris is null then account_max_amount
        else least(account_max_amount, qris_amount_max() - unique_amount_max())
      end as account_max_amount,
      account_active,
      account_quota > 0
        or coalesce(quota_day >= (${presentTime(sql, options.at)} at time zone ${options.quotaTimeZone})::date, false)
        as has_quota,
      has_device_that_listens(merchant_id, pool_id) as is_watched
    from accounts
    where merchant_id = ${options.merchant_id}
      and account_id = ${options.account_id}
  `;
  return row;
}

/** Returns the time when the first of an amount's pending totals ends; null if none is pending. */
export async function selectNextFreeTotal(
  sql: Sql,
  options: { merchant_id: string; account_id: string; payment_amount: number },
): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(payment.payment_expired_at) as at
    from accounts account
    join payments payment
      on payment.merchant_id = account.merchant_id
      and payment.pool_id = account.pool_id
      and payment.payment_total
        between ${options.payment_amount}::bigint + 1 and ${options.payment_amount}::bigint + unique_amount_max()
      and payment.payment_status = 'PENDING'
    where account.merchant_id = ${options.merchant_id}
      and account.account_id = ${options.account_id}
  `;
  return row?.at ?? null;
}
