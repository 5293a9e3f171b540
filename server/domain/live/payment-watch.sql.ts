import type { PaymentStatus } from "../../contract/payments.ts";
import type { Sql } from "../../db/client.ts";
import { isOverdue } from "../payments/payments.sql.ts";
import { transactionTime } from "../base/clock.sql.ts";

export interface PaymentStateRow {
  payment_id: string;
  merchant_id: string;
  payment_code: string;
  status: PaymentStatus;
  payment_total: number;
  payment_expired_at: Date;
  /** The money booked for the payment in parts. */
  received: number;
  /** The time by the clock that judges the deadline. */
  server_time: Date;
}

/** Returns the payments that exist, in any order. */
export function selectPaymentStates(
  sql: Sql,
  options: { payment_ids: readonly string[]; at: Date | null },
): Promise<PaymentStateRow[]> {
  return sql<PaymentStateRow[]>`
    select
      payment.payment_id,
      payment.merchant_id,
      payment.payment_code,
      case when ${isOverdue(sql, options.at)} then 'EXPIRED' else payment.payment_status end as status,
      payment.payment_total,
      payment.payment_expired_at,
      coalesce(
        (
          select ledger.received
          from payment_ledgers ledger
          where ledger.merchant_id = payment.merchant_id
            and ledger.payment_number = payment.payment_number
        ),
        0
      ) as received,
      ${transactionTime(sql, options.at)} as server_time
    from payments payment
    where payment.payment_id = any(${[...options.payment_ids]}::uuid[])
  `;
}
