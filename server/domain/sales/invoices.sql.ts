import type { Invoice, InvoiceStatus } from "../../contract/dashboard/invoices.ts";
import type { Sql } from "../../db/client.ts";
import { presentTime, transactionTime } from "../base/clock.sql.ts";
import { isOverdue } from "../payments/payments.sql.ts";
import type { SaleName } from "./sales.sql.ts";

/** An invoice by hand with its payment, if it has one. */
export interface InvoiceRow extends Pick<
  Invoice,
  | "sale_id"
  | "payment_code"
  | "payment_amount"
  | "payment_total"
  | "customer_name"
  | "customer_email"
  | "customer_phone"
  | "note"
  | "deadline_seconds"
  | "account_id"
  | "channel_name"
  | "account_number"
> {
  sale_number: number;
  invoice_status: InvoiceStatus;
  customer_orders: { name: string; price: number; quantity: number }[] | null;
  created_at: Date;
  payment_id: string | null;
  payment_expired_at: Date | null;
}

/** Lists invoices by hand, newest first. */
export function selectInvoices(
  sql: Sql,
  options: {
    merchant_id: string;
    /** null: all of them. */
    sale_id: string | null;
    /** Only those before this one; null: from the newest. */
    before: number | null;
    limit: number;
    at: Date | null;
  },
): Promise<InvoiceRow[]> {
  return sql<InvoiceRow[]>`
    select
      sale.sale_number, sale.sale_id, sale.payment_code, sale.payment_amount, sale.customer_name,
      sale.customer_email, sale.customer_phone, sale.customer_orders, sale.note, sale.deadline_seconds,
      sale.created_at, sale.account_id, payment.payment_id, payment.payment_total, payment.payment_expired_at,
      account.account_number, channel.channel_name,
      case
        when sale.cancelled_at is not null then 'CANCELLED'
        when sale.payment_number is null and sale.deadline_at <= ${transactionTime(sql, options.at)} then 'EXPIRED'
        when sale.payment_number is null then 'OPEN'
        when ${isOverdue(sql, options.at)} then 'EXPIRED'
        else payment.payment_status
      end as invoice_status
    from sales sale
    left join payments payment using (merchant_id, payment_number)
    left join accounts account
      on account.merchant_id = sale.merchant_id
      and account.account_id = sale.account_id
    left join channels channel using (channel_id)
    where sale.merchant_id = ${options.merchant_id}
      and sale.source = 'invoice'
      and (${options.sale_id}::uuid is null or sale.sale_id = ${options.sale_id})
      and (${options.before}::bigint is null or sale.sale_number < ${options.before})
    order by sale.sale_number desc
    limit ${options.limit}
  `;
}

/** Withdraws a sale that has no payment. Returns false if it has one, or was withdrawn before. */
export async function cancelOpenSale(
  sql: Sql,
  { merchant_id, sale_id, at }: SaleName & { at: Date | null },
): Promise<boolean> {
  const result = await sql`
    update sales
    set cancelled_at = ${presentTime(sql, at)}
    where sale_id = ${sale_id}
      and merchant_id = ${merchant_id}
      and payment_number is null
      and cancelled_at is null
      and coalesce(deadline_at > ${presentTime(sql, at)}, true)
  `;
  return result.count === 1;
}
