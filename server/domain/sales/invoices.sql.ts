import type { Invoice, InvoiceStatus } from "../../contract/dashboard/invoices.ts";
import type { Sql } from "../../db/client.ts";
import { presentTime, transactionTime } from "../base/clock.sql.ts";
import { isOverdue } from "../payments/payments.sql.ts";
import type { SaleName } from "./sales.sql.ts";

/** A manual invoice with its payment, if it has one. */
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

/** Which of a merchant's manual invoices are looked at. */
export interface InvoiceStretch {
  merchant_id: string;
  /** Only those after this one, in the direction of the list; null: from its beginning. */
  after: number | null;
  isOldestFirst: boolean;
  /** The number of rows read. */
  looked: number;
}

const stretchOf = (sql: Sql, { merchant_id, after, isOldestFirst, looked }: InvoiceStretch) => sql`
  select *
  from sales
  where merchant_id = ${merchant_id}
    and source = 'invoice'
    and (${after}::bigint is null or sale_number ${isOldestFirst ? sql`>` : sql`<`} ${after})
  order by sale_number ${isOldestFirst ? sql`asc` : sql`desc`}
  limit ${looked}
`;

/** Returns the last of that number of invoices, if that many exist. */
export async function selectInvoiceStretchEnd(
  sql: Sql,
  stretch: InvoiceStretch,
): Promise<{ sale_number: number; created_at: Date } | undefined> {
  const [row] = await sql<{ sale_number: number; created_at: Date }[]>`
    select sale_number, created_at
    from (${stretchOf(sql, stretch)}) stretch
    offset ${stretch.looked - 1}
  `;
  return row;
}

/** Lists manual invoices of a stretch, in its direction. */
export function selectInvoices(
  sql: Sql,
  options: InvoiceStretch & {
    /** In lower case. */
    search: string | null;
    invoice_status: InvoiceStatus | null;
    limit: number;
    at: Date | null;
  },
): Promise<InvoiceRow[]> {
  const { search, invoice_status, isOldestFirst } = options;
  return sql<InvoiceRow[]>`
    select * from (${presented(sql, { sales: stretchOf(sql, options), at: options.at })}) invoice
    where (${invoice_status}::text is null or invoice_status = ${invoice_status})
      and (
        ${search}::text is null
        or strpos(lower(payment_code collate "default"), ${search}) > 0
        or strpos(lower(customer_name), ${search}) > 0
      )
    order by sale_number ${isOldestFirst ? sql`asc` : sql`desc`}
    limit ${options.limit}
  `;
}

export async function selectInvoice(
  sql: Sql,
  { merchant_id, sale_id, at }: SaleName & { at: Date | null },
): Promise<InvoiceRow | undefined> {
  const sales = sql`
    select * from sales
    where sale_id = ${sale_id}
      and merchant_id = ${merchant_id}
      and source = 'invoice'
  `;
  const [row] = await sql<InvoiceRow[]>`${presented(sql, { sales, at })}`;
  return row;
}

const presented = (
  sql: Sql,
  options: { sales: ReturnType<typeof stretchOf>; at: Date | null },
) => sql`
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
    from (${options.sales}) sale
    left join payments payment using (merchant_id, payment_number)
    left join accounts account
      on account.merchant_id = sale.merchant_id
      and account.account_id = sale.account_id
    left join channels channel using (channel_id)
`;

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
