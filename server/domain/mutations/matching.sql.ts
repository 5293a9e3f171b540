import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

export type MatchError = "payment_not_found" | "mutation_not_found";

/** Returns null if the payment is now PAID. */
export async function callMatchPayment(
  sql: Sql,
  options: {
    merchant_id: string;
    payment_code: string;
    mutation_id: string | null;
    at: Date | null;
  },
): Promise<MatchError | null> {
  const [row] = await sql<{ error: MatchError | null }[]>`
    select match_payment(
      ${options.merchant_id}, ${options.payment_code}, ${options.mutation_id}, null, ${options.at}
    ) as error
  `;
  return (row as { error: MatchError | null }).error;
}

/**
 * Selects at most `limit` unmatched credits for which a PENDING payment might have been created since. A credit is
 * compared with every earlier payment when it is recorded. Later, it can only pay a payment that is created within
 * two minutes after it. The hour allows for a time in which this job did not run.
 */
export function selectRematchable(
  sql: Sql,
  options: { limit: number; at: Date | null },
): Promise<{ merchant_id: string; mutation_number: number }[]> {
  return sql<{ merchant_id: string; mutation_number: number }[]>`
    select waiting.merchant_id, waiting.mutation_number
    from mutations waiting
    where coalesce(waiting.matched_payment_number, 0) = 0
      and waiting.type_parsed = 'CREDIT'
      and waiting.decision is null
      and waiting.created_at > ${transactionTime(sql, options.at)} - interval '1 hour'
      and (
        select true from payments pending
        where pending.merchant_id = waiting.merchant_id
          and pending.pool_id = waiting.pool_id
          and pending.payment_total = waiting.amount_parsed
          and pending.payment_status = 'PENDING'
          -- A credit that cannot pay it must not take the place of another merchant's.
          and pending.payment_updated_at <= waiting.window_ends_at
          and pending.payment_expired_at > ${transactionTime(sql, options.at)}
        limit 1
      )
      and (
        select unregistered_reason(device.registered, waiting.posted_at)
        from devices device
        where device.merchant_id = waiting.merchant_id
          and device.device_id = waiting.device_id
      ) is null
    order by waiting.created_at
    limit ${options.limit}
  `;
}

/** Returns the code of the payment that the mutation has now paid, or null if there is none. */
export async function matchMutation(
  sql: Sql,
  mutation: { merchant_id: string; mutation_number: number; at: Date | null },
): Promise<string | null> {
  const [paid] = await sql<{ payment_code: string }[]>`
    select payment_code
    from rematch_mutation(${mutation.merchant_id}, ${mutation.mutation_number}, ${mutation.at})
  `;
  return paid?.payment_code ?? null;
}
