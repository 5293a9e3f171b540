import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { presentTime } from "../base/clock.sql.ts";

/**
 * Sets or replaces the secret and returns the merchant's e-mail address. Violates the foreign key for an unknown
 * merchant.
 */
export async function enrol(
  sql: Sql,
  enrolment: { merchant_id: string; sealed_secret: Buffer },
): Promise<string> {
  const [row] = await sql<{ email: string }[]>`
    with enrolled as (
      insert into totp_enrolments (merchant_id, sealed_secret, enabled_at)
      values (${enrolment.merchant_id}, ${enrolment.sealed_secret}, now())
      on conflict (merchant_id) do update
      set sealed_secret = excluded.sealed_secret,
        enabled_at = excluded.enabled_at,
        last_step = null,
        failed_at = '{}'
      returning merchant_id
    )
    select email from merchants join enrolled using (merchant_id)
  `;
  return (row as { email: string }).email;
}

/** Returns undefined without an enrolment. */
export async function selectSecret(
  sql: Sql,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<{ sealed_secret: Buffer; at_seconds: number } | undefined> {
  const [row] = await sql<{ sealed_secret: Buffer; at_seconds: number }[]>`
    select
      sealed_secret,
      extract(epoch from ${presentTime(sql, at)})::double precision as at_seconds
    from totp_enrolments
    where merchant_id = ${merchant_id}
  `;
  return row;
}

/**
 * The failures that still count by the statement's `clock`. One that a parallel statement has just recorded is later
 * than it.
 */
const recentFailures = (sql: Sql) => sql`
  array(
    select failure
    from unnest(failed_at) failure
    where failure > clock.at - make_interval(secs => ${limits.totpFailureWindowSeconds})
    order by failure
  )
`;

interface CountedAttempt {
  sealed_secret: Buffer;
  at_seconds: number;
  counted_at: string;
  /** The failures in the window, including this one. */
  failure_count: number;
}

/** Counts one attempt as a failure in advance. Returns undefined when there are too many already, or no enrolment. */
export async function countAttempt(
  sql: Sql,
  merchant_id: string,
  at: Date | null,
): Promise<CountedAttempt | undefined> {
  const [row] = await sql<CountedAttempt[]>`
    update totp_enrolments
    set failed_at = ${recentFailures(sql)} || clock.at
    from (select ${presentTime(sql, at)} as at) clock
    where merchant_id = ${merchant_id}
      and cardinality(${recentFailures(sql)}) < ${limits.totpFailures}
    returning
      sealed_secret,
      extract(epoch from clock.at)::double precision as at_seconds,
      -- As text it keeps the microseconds that a JavaScript date would lose.
      clock.at::text as counted_at,
      cardinality(failed_at) as failure_count
  `;
  return row;
}

export async function forgiveAttempt(
  sql: Sql,
  merchant_id: string,
  counted_at: string,
): Promise<void> {
  await sql`
    update totp_enrolments
    set failed_at = array_remove(failed_at, ${counted_at}::text::timestamptz)
    where merchant_id = ${merchant_id}
  `;
}

/** Returns undefined without an enrolment. */
export async function secondsUntilNextAttempt(
  sql: Sql,
  merchant_id: string,
  at: Date | null,
): Promise<number | undefined> {
  const [row] = await sql<{ seconds: number }[]>`
    select greatest(1, ceil(extract(epoch from
      (${recentFailures(sql)})[1] + make_interval(secs => ${limits.totpFailureWindowSeconds}) - clock.at
    )))::integer as seconds
    from totp_enrolments
    cross join (select ${presentTime(sql, at)} as at) clock
    where merchant_id = ${merchant_id}
  `;
  return row?.seconds;
}

/** Two that send one code at once: the guarded update lets one through. */
export async function burnStep(
  sql: Sql,
  options: { merchant_id: string; totp_step: number },
): Promise<boolean> {
  const result = await sql`
    update totp_enrolments
    set last_step = ${options.totp_step}
    where merchant_id = ${options.merchant_id}
      and (last_step is null or last_step < ${options.totp_step})
  `;
  return result.count === 1;
}
