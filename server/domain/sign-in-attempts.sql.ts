import { limits } from "../contract/limits.ts";
import type { Sql } from "../db/client.ts";
import { clientNetwork } from "./client-network.ts";

/** Who is guessed at, and who guesses. */
export interface AttemptSubjects {
  email: string | null;
  client_address: string;
}

const clock = (sql: Sql, at: Date | null) => sql`coalesce(${at}::timestamptz, now())`;

const windowBegin = (sql: Sql, at: Date | null) => sql`
  ${clock(sql, at)} - make_interval(secs => ${limits.signInWindowSeconds})
`;

const subjects = (sql: Sql, { email, client_address }: AttemptSubjects) => sql`
  select sha256(convert_to(named.subject, 'UTF8')) as subject, named.attempts_max
  from (
    values
      ('email:' || lower(${email}::text), ${limits.signInAttemptsPerAccount}::integer),
      ('client:' || ${clientNetwork(client_address)}, ${limits.signInAttemptsPerAddress}::integer)
  ) named (subject, attempts_max)
  where named.subject is not null
`;

/**
 * Counts one attempt of each subject before it is looked at, so that parallel guesses all count. Answers null when it may
 * go on, else the seconds to wait. One statement; always in the order of the key, so that two of them cannot wait for
 * each other.
 */
export async function countSignInAttempt(
  sql: Sql,
  options: AttemptSubjects,
  at: Date | null,
): Promise<number | null> {
  const [row] = await sql<{ wait_seconds: number | null }[]>`
    with subject as (
      ${subjects(sql, options)}
      order by subject
    ),
    counted as (
      insert into sign_in_attempts as attempts (subject, window_started_at, attempt_count)
      select subject, ${clock(sql, at)}, 1 from subject order by subject
      on conflict (subject) do update
      set window_started_at = case
          when attempts.window_started_at <= ${windowBegin(sql, at)} then excluded.window_started_at
          else attempts.window_started_at
        end,
        attempt_count = case
          when attempts.window_started_at <= ${windowBegin(sql, at)} then 1
          else attempts.attempt_count + 1
        end
      returning attempts.subject, attempts.window_started_at, attempts.attempt_count
    )
    select
      greatest(1, ceil(extract(epoch from counted.window_started_at - (${windowBegin(sql, at)}))))::integer
        as wait_seconds
    from counted
    join subject using (subject)
    where counted.attempt_count > subject.attempts_max
    order by wait_seconds desc
    limit 1
  `;
  return row?.wait_seconds ?? null;
}

/** Gives a counted attempt back that turned out to be right. */
export async function forgiveSignInAttempt(sql: Sql, options: AttemptSubjects): Promise<void> {
  await sql`
    with counted as (
      select attempts.subject
      from sign_in_attempts attempts
      join (${subjects(sql, options)}) named using (subject)
      order by attempts.subject
      for update of attempts
    )
    update sign_in_attempts attempts
    set attempt_count = greatest(0, attempts.attempt_count - 1)
    from counted
    where attempts.subject = counted.subject
  `;
}

/** Windows that are over count nothing any more. */
export async function forgetOldAttempts(sql: Sql, at: Date | null): Promise<void> {
  await sql`delete from sign_in_attempts where window_started_at <= ${windowBegin(sql, at)}`;
}
