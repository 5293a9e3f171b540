import type { Sql } from "../../db/client.ts";
import type { StoredOrderItem } from "../gateway/payment-row.ts";
import { presentTime } from "../base/clock.sql.ts";

export interface PublicSaleRow {
  merchant_id: string;
  sale_id: string;
  payment_code: string;
  payment_amount: number;
  customer_name: string;
  customer_orders: StoredOrderItem[] | null;
  note: string | null;
  deadline_at: Date | null;
  cancelled_at: Date | null;
  is_over: boolean;
  /** null until the customer has chosen. */
  payment_id: string | null;
  /** The channel of the chosen account. */
  channel_id: string | null;
  can_choose_again: boolean;
  merchant_name: string;
  logo_url: string | null;
  accent_color: string | null;
  contact_address: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  shop_url: string | null;
}

export async function selectPublicSale(
  sql: Sql,
  { sale_id, at }: { sale_id: string; at: Date | null },
): Promise<PublicSaleRow | undefined> {
  const [row] = await sql<PublicSaleRow[]>`
    select
      sale.merchant_id, sale.sale_id, sale.payment_code, sale.payment_amount, sale.customer_name,
      sale.customer_orders, sale.note, sale.deadline_at, sale.cancelled_at,
      coalesce(sale.deadline_at <= ${presentTime(sql, at)}, false) as is_over,
      payment.payment_id, account.channel_id,
      can_choose_again(sale, payment, ${presentTime(sql, at)}) as can_choose_again,
      merchant.merchant_name, merchant.logo_url, merchant.accent_color, merchant.contact_address,
      merchant.contact_phone, merchant.contact_email, merchant.shop_url
    from sales sale
    join merchants merchant using (merchant_id)
    left join payments payment
      on payment.merchant_id = sale.merchant_id
      and payment.payment_number = sale.payment_number
    left join accounts account
      on account.merchant_id = sale.merchant_id
      and account.account_id = sale.account_id
    where sale.sale_id = ${sale_id}
  `;
  return row;
}
