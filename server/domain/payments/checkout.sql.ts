import type { InstructionStep } from "../../contract/channels.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import type { Sql } from "../../db/client.ts";
import { ownSteps } from "../accounts/channel-steps.sql.ts";
import { isOverdue } from "./payments.sql.ts";
import type { StoredOrderItem } from "../gateway/payment-row.ts";
import { transactionTime } from "../base/clock.sql.ts";

export interface CheckoutRow {
  payment_code: string;
  payment_amount: number;
  payment_unique: number;
  payment_total: number;
  status: PaymentStatus;
  payment_expired_at: Date;
  created_at: Date;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  payment_return_url: string | null;
  customer_orders: StoredOrderItem[] | null;
  account_id: string;
  account_number: string | null;
  account_name: string | null;
  channel_name: string;
  channel_type: "TRANSFER" | "QRIS";
  channel_instructions: InstructionStep[];
  app_name: string | null;
  qris_id: string | null;
  qris_name: string | null;
  qris_city: string | null;
  sealed_qris: Buffer | null;
  is_test: boolean;
  merchant_name: string;
  logo_url: string | null;
  accent_color: string | null;
  money: { received: number; refunded: number; kept: number | null; refunds_owed: number } | null;
  /** Whether another PENDING payment of the pool has the total that this payment still lacks. */
  is_rest_a_total: boolean;
  /** Whether the page asks for the missing sum. At the counter, the customer stands before the seller. */
  asks_for_rest: boolean;
  /** The sale whose customer can choose again how to pay; otherwise null. */
  changeable_sale_id: string | null;
  /** The seller's note below the items of a manual invoice. */
  note: string | null;
  contact_address: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  shop_url: string | null;
  payment_updated_at: Date;
  /** The time by the clock that judges the deadline. */
  server_time: Date;
}

export async function selectCheckout(
  sql: Sql,
  options: { payment_id: string; at: Date | null },
): Promise<CheckoutRow | undefined> {
  const [row] = await sql<CheckoutRow[]>`
    select
      payment.payment_code,
      payment.payment_amount,
      payment.payment_unique,
      payment.payment_total,
      case when ${isOverdue(sql, options.at)} then 'EXPIRED' else payment.payment_status end as status,
      payment.payment_expired_at,
      payment.created_at,
      payment.customer_name,
      payment.customer_email,
      payment.customer_phone,
      payment.payment_return_url,
      payment.customer_orders,
      payment.account_id,
      account.account_number,
      account.account_name,
      channel.channel_name,
      channel.channel_type,
      coalesce(${ownSteps(sql, "payment")}, channel.channel_instructions) as channel_instructions,
      app.app_name,
      account.qris_id,
      account.qris_name,
      account.qris_city,
      account.sealed_qris,
      merchant.test_of is not null as is_test,
      merchant.merchant_name,
      merchant.logo_url,
      merchant.accent_color,
      (
        select json_build_object(
          'received', ledger.received, 'refunded', ledger.refunded, 'kept', ledger.kept,
          'refunds_owed', ledger.refunds_owed
        )
        from payment_ledgers ledger
        where ledger.merchant_id = payment.merchant_id
          and ledger.payment_number = payment.payment_number
      ) as money,
      exists (
        select
        from payment_ledgers ledger
        join payments other
          on other.merchant_id = payment.merchant_id
          and other.pool_id = payment.pool_id
          and other.payment_total = payment.payment_total - ledger.received
          and other.payment_status = 'PENDING'
        where ledger.merchant_id = payment.merchant_id
          and ledger.payment_number = payment.payment_number
          and ledger.received > 0
      ) as is_rest_a_total,
      merchant.asks_for_rest or coalesce(sale.source = 'counter', false) as asks_for_rest,
      case when can_choose_again(sale, payment, ${transactionTime(sql, options.at)}) then sale.sale_id end
        as changeable_sale_id,
      sale.note,
      merchant.contact_address,
      merchant.contact_phone,
      merchant.contact_email,
      merchant.shop_url,
      payment.payment_updated_at,
      ${transactionTime(sql, options.at)} as server_time
    from payments payment
    join merchants merchant using (merchant_id)
    join accounts account using (merchant_id, account_id)
    join channels channel using (channel_id)
    left join apps app using (app_id)
    left join sales sale
      on sale.merchant_id = payment.merchant_id
      and sale.payment_number = payment.payment_number
    where payment.payment_id = ${options.payment_id}
  `;
  return row;
}
