import { matchers } from "../../contract/dashboard/roles.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { presentTime } from "../base/clock.sql.ts";
import type { PersonName } from "./sessions.sql.ts";

/** Sets or replaces the secret. */
export async function enrol(
  sql: Sql,
  enrolment: PersonName & { sealed_secret: Buffer },
): Promise<void> {
  await sql`
    insert into authenticators (merchant_id, person_id, sealed_secret, enabled_at)
    values (${enrolment.merchant_id}, ${enrolment.person_id}, ${enrolment.sealed_secret}, now())
    on conflict (merchant_id, person_id) do update
    set sealed_secret = excluded.sealed_secret,
      enabled_at = excluded.enabled_at,
      last_step = null,
      failed_at = '{}'
  `;
}

/** Returns undefined without an enrolment. */
export async function selectSecret(
  sql: Sql,
  { merchant_id, person_id, at }: PersonName & { at: Date | null },
): Promise<{ sealed_secret: Buffer; at_seconds: number } | undefined> {
  const [row] = await sql<{ sealed_secret: Buffer; at_seconds: number }[]>`
    select
      sealed_secret,
      extract(epoch from ${presentTime(sql, at)})::double precision as at_seconds
    from authenticators
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
  `;
  return row;
}

/**
 * The failures that still count at the statement's `clock`. A failure that a parallel statement has just recorded is
 * later than `clock`.
 */
const recentFailures = (sql: Sql) => sql`
  array(
    select failure
    from unnest(failed_at) failure
    where failure > clock.at - make_interval(secs => ${limits.totpFailureWindowSeconds})
    order by failure
  )
`;

/** The team members whose codes count for an API key: those who can match payments in the dashboard. */
const mayMatch = (sql: Sql, merchant_id: string) => sql`
  (merchant_id, person_id) in (
    select merchant_id, person_id
    from people
    where merchant_id = ${merchant_id}
      and role = any (${[...matchers]}::text[])
      and left_at is null
  )
`;

/** Selects the secrets of the members whose codes count for an API key. */
export function selectMatchersSecrets(
  sql: Sql,
  merchant_id: string,
  at: Date | null,
): Promise<{ person_id: string; sealed_secret: Buffer; at_seconds: number }[]> {
  return sql<{ person_id: string; sealed_secret: Buffer; at_seconds: number }[]>`
    select
      person_id,
      sealed_secret,
      extract(epoch from ${presentTime(sql, at)})::double precision as at_seconds
    from authenticators
    where ${mayMatch(sql, merchant_id)}
    order by person_id
  `;
}

interface CountedAttempt {
  person_id: string;
  sealed_secret: Buffer;
  at_seconds: number;
  counted_at: string;
  /** The number of failures in the window, including this one. */
  failure_count: number;
}

/**
 * Counts one attempt as a failure in advance, for each person whose code it might be. Returns the people without too
 * many failures. A guess does not show whose code it is, so it counts for all of them.
 */
export function countAttempt(
  sql: Sql,
  merchant_id: string,
  at: Date | null,
): Promise<CountedAttempt[]> {
  return sql<CountedAttempt[]>`
    with locked as materialized (
      select person_id
      from authenticators
      where ${mayMatch(sql, merchant_id)}
      order by person_id
      for no key update
    )
    update authenticators
    set failed_at = ${recentFailures(sql)} || clock.at
    from locked
    cross join (select ${presentTime(sql, at)} as at) clock
    where authenticators.merchant_id = ${merchant_id}
      and authenticators.person_id = locked.person_id
      and cardinality(${recentFailures(sql)}) < ${limits.totpFailures}
    returning
      authenticators.person_id,
      sealed_secret,
      extract(epoch from clock.at)::double precision as at_seconds,
      -- The text keeps the microseconds that a JavaScript date would lose.
      clock.at::text as counted_at,
      cardinality(failed_at) as failure_count
  `;
}

/** Takes back the failure of an attempt whose code was correct. */
export async function forgiveAttempt(
  sql: Sql,
  merchant_id: string,
  counted_at: string,
): Promise<void> {
  await sql`
    with locked as materialized (
      select person_id
      from authenticators
      where merchant_id = ${merchant_id}
      order by person_id
      for no key update
    )
    update authenticators
    set failed_at = array_remove(failed_at, ${counted_at}::text::timestamptz)
    from locked
    where authenticators.merchant_id = ${merchant_id}
      and authenticators.person_id = locked.person_id
  `;
}

/** Returns undefined if no member's code would count. */
export async function secondsUntilNextAttempt(
  sql: Sql,
  merchant_id: string,
  at: Date | null,
): Promise<number | undefined> {
  const [row] = await sql<{ seconds: number }[]>`
    select greatest(1, ceil(extract(epoch from
      (${recentFailures(sql)})[1] + make_interval(secs => ${limits.totpFailureWindowSeconds}) - clock.at
    )))::integer as seconds
    from authenticators
    cross join (select ${presentTime(sql, at)} as at) clock
    where ${mayMatch(sql, merchant_id)}
    order by seconds
    limit 1
  `;
  return row?.seconds;
}

/** Uses up a time step. If two requests send one code at once, the guarded update succeeds for only one. */
export async function burnStep(
  sql: Sql,
  options: PersonName & { totp_step: number },
): Promise<boolean> {
  const result = await sql`
    update authenticators
    set last_step = ${options.totp_step}
    where merchant_id = ${options.merchant_id}
      and person_id = ${options.person_id}
      and (last_step is null or last_step < ${options.totp_step})
  `;
  return result.count === 1;
}
