import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

/** The limit on the attempts of one subject. */
export interface AttemptRule {
  /**
   * The subject, in any spelling that the database treats as the same email address. The database converts it to
   * lower case.
   */
  subject: string;
  /** The number of attempts in a window without a wait. */
  free: number;
  window_seconds: number;
  /** The longest of the growing delays after the free attempts. null: attempts are refused until the window ends. */
  delay_seconds_max: number | null;
}

/** Counts an attempt by every rule. Returns null if the attempt is allowed, and otherwise the seconds to wait. */
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

/** Takes back a counted attempt that was correct. Rows are locked in the order of the key, as for every attempt. */
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
 * Deletes at most `limit` windows that have ended, and returns their number. The statement skips rows that an attempt
 * has locked, so that it and an attempt cannot wait for each other.
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
