import type { Sql } from "../../db/client.ts";

export interface PaymentHistoryRow {
  payment_number: number;
  created_at: Date;
  /** The mutation that paid the payment. */
  mutation_number: number | null;
}

export async function selectPaymentHistory(
  sql: Sql,
  payment: { merchant_id: string; payment_code: string },
): Promise<PaymentHistoryRow | undefined> {
  const [row] = await sql<PaymentHistoryRow[]>`
    select payment.payment_number, payment.created_at, mutation.mutation_number
    from payments payment
    left join mutations mutation
      on mutation.merchant_id = payment.merchant_id
      and mutation.matched_payment_number = payment.payment_number
    where payment.merchant_id = ${payment.merchant_id}
      and payment.payment_code = ${payment.payment_code}
  `;
  return row;
}

export interface FormerChoiceRow {
  released_at: Date;
  payment_total: number;
  /** The bank and the number: `BCA 1234567890`. */
  account: string;
}

/** Lists the accounts and totals that a payment had before its customer chose again, oldest first. */
export function selectFormerChoices(
  sql: Sql,
  payment: { merchant_id: string; payment_number: number },
): Promise<FormerChoiceRow[]> {
  return sql<FormerChoiceRow[]>`
    select
      former.released_at, former.payment_total,
      concat_ws(' ', channel.channel_name, account.account_number) as account
    from former_choices former
    join accounts account using (merchant_id, account_id)
    join channels channel using (channel_id)
    where former.merchant_id = ${payment.merchant_id}
      and former.payment_number = ${payment.payment_number}
    order by former.released_at
  `;
}

export interface WithdrawnRefundRow {
  withdrawn_at: Date;
  amount: number;
  /** null: the refund was owed, and had not been sent yet. */
  recipient: string | null;
}

/** Lists a payment's withdrawn refunds from the audit log, oldest first. */
export function selectWithdrawnRefunds(
  sql: Sql,
  payment: { merchant_id: string; payment_code: string; limit: number },
): Promise<WithdrawnRefundRow[]> {
  return sql<WithdrawnRefundRow[]>`
    select
      created_at as withdrawn_at, (details ->> 'amount')::bigint as amount, details ->> 'recipient' as recipient
    from audit_entries
    where merchant_id = ${payment.merchant_id}
      and action = 'refund.withdrawn'
      and details ->> 'payment_code' = ${payment.payment_code}
    order by entry_id
    limit ${payment.limit}
  `;
}

export interface PaymentAttemptRow {
  delivery_id: string;
  event_type: string;
  is_manual: boolean;
  started_at: Date;
  duration_ms: number;
  http_status: number | null;
  error_code: string | null;
}

/** Lists a payment's webhook attempts, oldest first. */
export function selectPaymentAttempts(
  sql: Sql,
  payment: { merchant_id: string; payment_number: number; limit: number },
): Promise<PaymentAttemptRow[]> {
  return sql<PaymentAttemptRow[]>`
    select
      attempt.delivery_id, delivery.event_type, attempt.is_manual, attempt.started_at, attempt.duration_ms,
      attempt.http_status, attempt.error_code
    from webhook_deliveries delivery
    join webhook_attempts attempt using (merchant_id, delivery_id)
    where delivery.merchant_id = ${payment.merchant_id}
      and (
        delivery.payment_number = ${payment.payment_number}
        or delivery.ledger_payment_number = ${payment.payment_number}
      )
    order by attempt.started_at, attempt.attempt_number
    limit ${payment.limit}
  `;
}
