import type { Sql } from "../../db/client.ts";
import { presentMillisecond } from "../base/clock.sql.ts";

export type HeldFollowUp =
  | {
      error: null | "done_already" | "followed_up_already" | "total_in_use";
      payment_code: string;
    }
  | {
      error: "mutation_not_found" | "not_in_time" | "link_sold_out" | "follow_up_codes_used_up";
      payment_code: null;
    };

/** Locks the transfer, a free code and the total until the transaction ends. */
export async function holdFollowUp(
  sql: Sql,
  options: {
    merchant_id: string;
    mutation_id: string;
    payment_code: string;
    at: Date | null;
  },
): Promise<HeldFollowUp> {
  const [row] = await sql<[HeldFollowUp]>`
    select error, payment_code
    from hold_follow_up(
      ${options.merchant_id}, ${options.mutation_id}, ${options.payment_code}, ${options.at}
    )
  `;
  return row;
}

/** Selects the invoices that follow an expired one. */
export function selectFollowUps(
  sql: Sql,
  options: { merchant_id: string; payment_number: number },
): Promise<{ payment_code: string; payment_updated_at: Date }[]> {
  return sql<{ payment_code: string; payment_updated_at: Date }[]>`
    select payment_code, payment_updated_at
    from paid_follow_ups(${options.merchant_id}, ${options.payment_number})
  `;
}

/**
 * Gives the new invoice the total of the expired one, so that the transfer pays it exactly. The new invoice is
 * PENDING, and no reader has seen it yet. The new invoice takes over the expired one's purpose: an order for days of
 * quota, or a sale. The sale's stock, receipt and page follow.
 */
export async function takePlaceOf(
  sql: Sql,
  options: { merchant_id: string; follow_up_code: string; payment_code: string },
): Promise<void> {
  await sql`
    with taken as (
      update payments follow_up
      set payment_unique = ended.payment_unique,
        payment_total = ended.payment_total
      from payments ended
      where ended.merchant_id = ${options.merchant_id}
        and ended.payment_code = ${options.payment_code}
        and follow_up.merchant_id = ended.merchant_id
        and follow_up.payment_code = ${options.follow_up_code}
        and follow_up.payment_amount = ended.payment_amount
        and follow_up.payment_status = 'PENDING'
    ),
    sold as (
      update sales sale
      set payment_number = follow_up.payment_number,
        payment_code = follow_up.payment_code
      from payments ended
      join payments follow_up
        on follow_up.merchant_id = ended.merchant_id
        and follow_up.payment_code = ${options.follow_up_code}
      where ended.merchant_id = ${options.merchant_id}
        and ended.payment_code = ${options.payment_code}
        and sale.merchant_id = ended.merchant_id
        and sale.payment_number = ended.payment_number
    )
    update quota_orders
    set payment_code = ${options.follow_up_code}
    where seller_id = ${options.merchant_id}
      and payment_code = ${options.payment_code}
      and credited_at is null
  `;
}

/** Turns the expired invoice's other late transfers into second payments, as every later one will be. */
export async function judgeOtherTransfers(
  sql: Sql,
  options: { merchant_id: string; follow_up_code: string; payment_code: string; at: Date | null },
): Promise<void> {
  await sql`
    update mutations other
    set match_reason = 'second_payment',
      candidate_payment_number = follow_up.payment_number,
      judged_at = ${presentMillisecond(sql, options.at)}
    from payments ended
    join payments follow_up
      on follow_up.merchant_id = ended.merchant_id
      and follow_up.payment_code = ${options.follow_up_code}
    where ended.merchant_id = ${options.merchant_id}
      and ended.payment_code = ${options.payment_code}
      and other.merchant_id = ended.merchant_id
      and other.candidate_payment_number = ended.payment_number
      and other.match_reason = 'late_payment'
  `;
}
