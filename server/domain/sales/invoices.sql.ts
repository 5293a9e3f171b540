import type { Invoice, InvoiceStatus } from "../../contract/dashboard/invoices.ts";
import type { Sql } from "../../db/client.ts";
import { presentTime, transactionTime } from "../base/clock.sql.ts";
import { isOverdue } from "../payments/payments.sql.ts";
import type { SaleName } from "./sales.sql.ts";

/** A manual invoice with its payment, if there is one. */
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
> {
  deadline_at: Date | null;
  sale_number: number;
  created_at: Date;
  invoice_status: InvoiceStatus;
  customer_orders: { name: string; price: number; quantity: number }[] | null;
  payment_id: string | null;
}

/** Returns the manual invoice behind a payment, if there is one. */
export async function selectSaleOfPayment(
  sql: Sql,
  payment: { merchant_id: string; payment_number: number },
): Promise<Pick<InvoiceRow, "sale_id" | "sale_number" | "customer_email" | "note"> | null> {
  const [row] = await sql<
    Pick<InvoiceRow, "sale_id" | "sale_number" | "customer_email" | "note">[]
  >`
    select sale_id, sale_number, customer_email, note
    from sales
    where merchant_id = ${payment.merchant_id}
      and payment_number = ${payment.payment_number}
      and source = 'invoice'
  `;
  return row ?? null;
}

export async function selectInvoice(
  sql: Sql,
  { merchant_id, sale_id, at }: SaleName & { at: Date | null },
): Promise<InvoiceRow | undefined> {
  const [row] = await sql<InvoiceRow[]>`
    select
      sale.sale_number, sale.sale_id, sale.payment_code, sale.payment_amount, sale.customer_name,
      sale.customer_email, sale.customer_phone, sale.customer_orders, sale.note, sale.deadline_seconds,
      sale.deadline_at, sale.created_at, sale.account_id, payment.payment_id, payment.payment_total,
      case
        when sale.cancelled_at is not null then 'CANCELLED'
        when sale.payment_number is null and sale.deadline_at <= ${transactionTime(sql, at)} then 'EXPIRED'
        when sale.payment_number is null then 'OPEN'
        when ${isOverdue(sql, at)} then 'EXPIRED'
        else payment.payment_status
      end as invoice_status
    from sales sale
    left join payments payment using (merchant_id, payment_number)
    where sale.sale_id = ${sale_id}
      and sale.merchant_id = ${merchant_id}
      and sale.source = 'invoice'
  `;
  return row;
}

/** Withdraws a sale without a payment. Returns false if the sale has a payment or was withdrawn before. */
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
