import type { Sql } from "../../db/client.ts";

export type HeldFollowUp =
  | { error: null | "done_already" | "total_in_use"; payment_code: string }
  | {
      error: "mutation_not_found" | "not_in_time" | "follow_up_codes_used_up";
      payment_code: null;
    };

/** Holds the transfer, a free code and the total until the transaction ends. */
export async function holdFollowUp(
  sql: Sql,
  options: {
    merchant_id: string;
    mutation_id: string;
    payment_code: string;
    codes: readonly string[];
    at: Date | null;
  },
): Promise<HeldFollowUp> {
  const [row] = await sql<[HeldFollowUp]>`
    select error, payment_code
    from hold_follow_up(
      ${options.merchant_id}, ${options.mutation_id}, ${options.payment_code}, ${[...options.codes]}::text[],
      ${options.at}
    )
  `;
  return row;
}

/** Selects the invoices that follow an expired one: they have its total and one of these codes, and a person matched them. */
export function selectFollowUps(
  sql: Sql,
  options: { merchant_id: string; payment_code: string; codes: readonly string[] },
): Promise<{ payment_code: string; payment_updated_at: Date }[]> {
  return sql<{ payment_code: string; payment_updated_at: Date }[]>`
    select follow_up.payment_code, follow_up.payment_updated_at
    from payments ended
    join payments follow_up
      on follow_up.merchant_id = ended.merchant_id
      and follow_up.payment_code = any (${[...options.codes]}::text[] collate "C")
      and follow_up.account_id = ended.account_id
      and follow_up.payment_total = ended.payment_total
      and follow_up.payment_unique = ended.payment_unique
      and follow_up.payment_status = 'PAID'
      and follow_up.is_manual_match
      and follow_up.matched_mutation_id is not null
    where ended.merchant_id = ${options.merchant_id}
      and ended.payment_code = ${options.payment_code}
      and ended.payment_status = 'EXPIRED'
    order by follow_up.payment_number
  `;
}

/**
 * Gives the new invoice the total of the expired one, so that the transfer pays it exactly. It is PENDING, and nobody has
 * seen it yet. An order for days of quota that the expired invoice was to pay is paid by this one.
 */
export async function takeTotalOf(
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
    )
    update quota_orders
    set payment_code = ${options.follow_up_code}
    where seller_id = ${options.merchant_id}
      and payment_code = ${options.payment_code}
      and credited_at is null
  `;
}
