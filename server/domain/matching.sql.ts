import type { Sql } from "../db/client.ts";

export type MatchRefusal = "payment_not_found" | "mutation_not_found" | "invalid totp code";

/** null when the payment is PAID now. */
export async function callMatchPayment(
  sql: Sql,
  options: {
    merchant_id: string;
    payment_code: string;
    mutation_id: string | null;
    totp_step: number;
    at: Date | null;
  },
): Promise<MatchRefusal | null> {
  const [row] = await sql<{ refusal: MatchRefusal | null }[]>`
    select match_payment(
      ${options.merchant_id}, ${options.payment_code}, ${options.mutation_id}, ${options.totp_step}, ${options.at}
    ) as refusal
  `;
  return (row as { refusal: MatchRefusal | null }).refusal;
}

const waitingMutations = 10_000;

/** Looks at the credits of the last day only: an older one is older than any payment that it could still pay. */
export async function rematchWaitingMutations(sql: Sql, at: Date | null): Promise<number> {
  const result = await sql`
    select matched.payment_code
    from (
      select merchant_id, mutation_number
      from mutations
      where matched_payment_number is null
        and type_parsed = 'CREDIT'
        and created_at > coalesce(${at}::timestamptz, now()) - interval '1 day'
      order by created_at desc
      limit ${waitingMutations}
    ) waiting
    cross join lateral match_mutations(
      waiting.merchant_id,
      waiting.mutation_number,
      waiting.mutation_number,
      date_trunc('milliseconds', coalesce(${at}::timestamptz, clock_timestamp()))
    ) matched
  `;
  return result.count;
}
