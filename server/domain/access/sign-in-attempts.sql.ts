import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

/** How often somebody may try. */
export interface AttemptRule {
  /** In any spelling that the database takes for the same e-mail address: it is put in lower case there. */
  subject: string;
  /** Attempts of a window that need not wait. */
  free: number;
  window_seconds: number;
  /** The longest of the growing delays after them; null: none until the window is over. */
  delay_seconds_max: number | null;
}

/** Null when the attempt may go on and was counted by every rule, else the seconds to wait. */
export async function countSignInAttempt(
  sql: Sql,
  options: { rules: readonly AttemptRule[]; at: Date | null },
): Promise<number | null> {
  const [row] = await sql<{ wait_seconds: number | null }[]>`
    select count_sign_in_attempt(lower(${JSON.stringify(options.rules)}::text)::json, ${options.at}::timestamptz)
      as wait_seconds
  `;
  return row?.wait_seconds ?? null;
}

/** Gives a counted attempt back that turned out to be right. Taken in the order of the key, as every attempt does. */
export async function forgiveSignInAttempt(sql: Sql, rules: readonly AttemptRule[]): Promise<void> {
  await sql`
    with counted as (
      select subject
      from sign_in_attempts
      where subject = any (
        select sha256(convert_to(lower(name), 'UTF8')) from unnest(${rules.map(({ subject }) => subject)}::text[]) name
      )
      order by subject
      for update
    )
    update sign_in_attempts attempts
    set attempt_count = greatest(0, attempts.attempt_count - 1)
    from counted
    where attempts.subject = counted.subject
  `;
}

/**
 * Windows that are over count nothing any more. Answers how many it forgot, at most `limit`; one that is counted in just
 * now is passed over, so that this and an attempt cannot wait for each other.
 */
export async function forgetOldAttempts(
  sql: Sql,
  { at, limit }: { at: Date | null; limit: number },
): Promise<number> {
  const result = await sql`
    with over as materialized (
      select subject
      from sign_in_attempts
      where window_started_at + make_interval(secs => window_seconds) <= ${transactionTime(sql, at)}
      limit ${limit}
      for update skip locked
    )
    delete from sign_in_attempts attempts
    using over
    where attempts.subject = over.subject
  `;
  return result.count;
}
