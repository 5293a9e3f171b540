import type { PaymentStatus } from "../../contract/payments.ts";
import type { Sql } from "../../db/client.ts";
import type { ChangePlace } from "../base/cursor.ts";
import type { PaymentDetails } from "../gateway/payment-row.ts";
import { endedStates, openCondition } from "./payment-search.sql.ts";
import { accountColumns, isOverdue, paymentColumns } from "./payments.sql.ts";

/**
 * Selects payments after this place, in the order of their last change. Ended payments come from payments_changed,
 * with one probe for each state. Pending payments are few for each merchant, and come from
 * payments_pending_total_key. An overdue payment changed at its deadline, even if the job has not run.
 */
export function selectChangedPayments(
  sql: Sql,
  options: {
    merchant_id: string;
    status: PaymentStatus | null;
    after: ChangePlace;
    limit: number;
    at: Date | null;
  },
): Promise<ChangePlace[]> {
  const { merchant_id, status, after, limit, at } = options;
  return sql<ChangePlace[]>`
    -- Materialized, or the planner would walk down the key to look for pending payments.
    with waiting as materialized (
      select
        payment_number, payment_status, payment_expired_at,
        case when ${isOverdue(sql, at)} then payment_expired_at else payment_updated_at end as changed_at
      from payments payment
      where merchant_id = ${merchant_id}
        and payment_status = 'PENDING'
    )
    (
      select ended.at, ended.number
      from unnest(${endedStates(status)}::text[]) wanted (payment_status)
      cross join lateral (
        select payment_updated_at as at, payment_number as number
        from payments
        where merchant_id = ${merchant_id}
          and payment_status = wanted.payment_status
          and released_at is not null
          and (payment_updated_at, payment_number) > (${after.at}::timestamptz, ${after.number}::int8)
        order by payment_updated_at, payment_number
        limit ${limit}
      ) ended
      order by ended.at, ended.number
      limit ${limit}
    )
    union all
    (
      select changed_at as at, payment_number as number
      from waiting payment
      where (changed_at, payment_number) > (${after.at}::timestamptz, ${after.number}::int8)
        and ${openCondition(sql, status, at)}
      order by changed_at, payment_number
      limit ${limit}
    )
    order by at, number
    limit ${limit}
  `;
}

/** Returns the payments in the order of the numbers. */
export function selectNumberedPayments(
  sql: Sql,
  options: { merchant_id: string; numbers: readonly number[]; at: Date | null },
): Promise<PaymentDetails[]> {
  return sql<PaymentDetails[]>`
    select ${paymentColumns(sql, options.at)}, ${accountColumns(sql, "payment")}
    from unnest(${[...options.numbers]}::int8[]) with ordinality named (payment_number, position)
    join payments payment
      on payment.merchant_id = ${options.merchant_id}
      and payment.payment_number = named.payment_number
    join accounts account
      on account.merchant_id = payment.merchant_id
      and account.account_id = payment.account_id
    join channels channel using (channel_id)
    order by named.position
  `;
}
