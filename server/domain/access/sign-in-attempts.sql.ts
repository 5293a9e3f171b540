import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

/** The limit on a subject's attempts. */
export interface AttemptRule {
  /** In any spelling that the database treats as the same email address: it is put into lower case there. */
  subject: string;
  /** The attempts in a window that need not wait. */
  free: number;
  window_seconds: number;
  /** The longest of the growing delays after them. null: attempts are refused until the window is over. */
  delay_seconds_max: number | null;
}

/** Counts an attempt by every rule and returns null when it is allowed. Otherwise returns the seconds to wait. */
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

/**
 * Takes back a counted attempt that turned out to be right. Rows are locked in the order of the key, as for every
 * attempt.
 */
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
 * Deletes windows that are over, at most `limit`, and returns how many. A row that is being counted just now is left
 * out, so that this and an attempt cannot wait for each other.
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
