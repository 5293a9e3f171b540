import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { presentMillisecond, transactionTime } from "../base/clock.sql.ts";

/**
 * Pulls forward attempts that wait longer than twice the schedule's wait after the last attempt. An attempt stays if
 * the receiver of a last attempt in the past might have requested the wait. Returns the number of attempts.
 */
export async function pullAttemptsForward(
  sql: Sql,
  options: {
    retry_seconds: readonly number[];
    retry_after_seconds: number;
    limit: number;
    at: Date | null;
  },
): Promise<number> {
  const result = await sql`
    with clock as materialized (
      select ${transactionTime(sql, options.at)} as at
    ),
    ahead as (
      select delivery.merchant_id, delivery.delivery_id
      from webhook_deliveries delivery, clock
      where delivery.next_attempt_at > clock.at + make_interval(
          secs => 2 * coalesce((${options.retry_seconds.map(String)}::text[]::double precision[])[delivery.scheduled_count], 0)
        )
        and not exists (
          select
          from (
            select http_status, started_at
            from webhook_attempts attempt
            where attempt.merchant_id = delivery.merchant_id
              and attempt.delivery_id = delivery.delivery_id
            order by attempt_number desc
            limit 1
          ) last
          where last.http_status in (408, 429, 503)
            and last.started_at <= clock.at
            -- The exchange itself took less than a minute.
            and delivery.next_attempt_at <= last.started_at + make_interval(
              secs => 60 + ${options.retry_after_seconds}::double precision
            )
        )
      limit ${options.limit}
      for update of delivery skip locked
    )
    update webhook_deliveries delivery
    set next_attempt_at = clock.at
    from ahead, clock
    where delivery.merchant_id = ahead.merchant_id
      and delivery.delivery_id = ahead.delivery_id
  `;
  return result.count;
}

/** Pulls leases forward. A lease keeps its token: if the holder is still alive, its result is recorded. */
export async function pullLeasesForward(
  sql: Sql,
  options: { lease_seconds: number; limit: number; at: Date | null },
): Promise<number> {
  const result = await sql`
    with clock as materialized (
      select ${transactionTime(sql, options.at)} + make_interval(secs => ${options.lease_seconds}) as longest
    ),
    ahead as (
      select delivery.merchant_id, delivery.delivery_id
      from webhook_deliveries delivery, clock
      where delivery.lease_until > clock.longest + interval '1 second'
      limit ${options.limit}
      for update of delivery skip locked
    )
    update webhook_deliveries delivery
    set lease_until = clock.longest
    from ahead, clock
    where delivery.merchant_id = ahead.merchant_id
      and delivery.delivery_id = ahead.delivery_id
  `;
  return result.count;
}

const aheadOf = (sql: Sql, { tolerance_seconds }: { tolerance_seconds: number }) => sql`
  clock.at + make_interval(secs => ${tolerance_seconds})
`;

/** Restarts the watch at the current time, after the clock was set back. */
export async function pullWatchForward(
  sql: Sql,
  options: { tolerance_seconds: number; at: Date | null },
): Promise<void> {
  await sql`
    update device_watch
    set listening_since = clock.at, listened_at = clock.at
    from (select ${presentMillisecond(sql, options.at)} as at) clock
    where listened_at > ${aheadOf(sql, options)}
  `;
}

/** Counts the devices' silence from now on. */
export async function pullDevicesForward(
  sql: Sql,
  options: { tolerance_seconds: number; at: Date | null },
): Promise<void> {
  await sql`
    update devices
    set last_seen_at = clock.at,
      last_heartbeat_at = least(last_heartbeat_at, clock.at)
    from (select ${presentMillisecond(sql, options.at)} as at) clock
    where device_status = 'ACTIVE'
      and last_seen_at > ${aheadOf(sql, options)}
  `;
}

/**
 * Makes the reads of mailboxes, and the checks of their waiting emails, due as soon as they would be without the
 * jump.
 */
export async function pullMailboxesForward(
  sql: Sql,
  options: { tolerance_seconds: number; at: Date | null },
): Promise<void> {
  const lease = sql`clock.at + make_interval(secs => ${limits.mailboxLeaseSeconds})`;
  const retry = sql`clock.at + make_interval(secs => ${limits.mailboxRetrySecondsMax})`;
  const check = sql`clock.at + make_interval(secs => ${limits.mailWaitSeconds})`;
  const ahead = aheadOf(sql, options);
  await sql`
    update mailboxes
    set read_at = least(read_at, clock.at),
      connected_at = least(connected_at, clock.at),
      lease_until = case when lease_until > ${lease} then ${lease} else lease_until end,
      next_try_at = case when next_try_at > ${retry} then clock.at else next_try_at end
    from (select ${presentMillisecond(sql, options.at)} as at) clock
    where read_at > ${ahead}
      or connected_at > ${ahead}
      or lease_until > ${lease} + interval '1 second'
      or next_try_at > ${retry} + interval '1 second'
  `;
  await sql`
    update bank_mails
    set check_at = clock.at
    from (select ${presentMillisecond(sql, options.at)} as at) clock
    where check_at > ${check} + interval '1 second'
  `;
}
