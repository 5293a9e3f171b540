import type { PendingQuery, Row } from "postgres";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

/**
 * All merchants' work in a few numbers. Counts stop at `counted`, because a backlog of ten thousand needs no exact
 * number.
 */
export interface OperatingFigures {
  pending_payments: number;
  /** The last day's credits that paid nothing. */
  unmatched_credits: number;
  pending_deliveries: number;
  retrying_deliveries: number;
  /**
   * The seconds since the oldest event whose webhook is not delivered. If there are very many, due ones are read
   * first.
   */
  oldest_delivery_seconds: number;
  /** The lateness of recurring work in seconds, by the name of its job. */
  job_lag_seconds: Record<string, number>;
  /**
   * The connections of all processes, by application and state. Connections of superusers and of other databases are
   * not visible.
   */
  connections: { application: string; state: string; count: number }[];
  connections_max: number;
  lock_waits: number;
  applied_migrations: number;
  /** The unreadable notifications of the last hour that name the total of a PENDING payment, by package. */
  unread_payments: { package_name: string; count: number }[];
  /** null unless the server archives its log. */
  archive: ArchiveFigures | null;
  database_time: Date;
}

export interface ArchiveFigures {
  /** The seconds since a segment was archived, or since the server began to count. */
  age_seconds: number;
  is_failing: boolean;
}

/** Each part reads the beginning of an index, or a table with a few rows. */
export async function selectOperatingFigures(
  sql: Sql,
  options: { counted: number; at: Date | null },
): Promise<OperatingFigures> {
  const [row] = await sql<OperatingFigures[]>`
    select
      (
        select count(*)
        from (
          select from payments
          where released_at is null
          order by payment_expired_at
          limit ${options.counted}
        ) pending
      ) as pending_payments,
      (
        select count(*)
        from (
          select from mutations
          where coalesce(matched_payment_number, 0) = 0
            and type_parsed = 'CREDIT'
            and created_at > clock.at - interval '1 day'
          order by created_at
          limit ${options.counted}
        ) unmatched
      ) as unmatched_credits,
      owed.pending_deliveries, owed.retrying_deliveries, owed.oldest_delivery_seconds,
      json_build_object(
        'expire-payments', late.expiry_seconds,
        'deliver-webhooks', late.delivery_seconds,
        'count-ended-payments', late.count_seconds,
        'find-silent-devices', late.watch_seconds
      ) as job_lag_seconds,
      sessions.connections, sessions.lock_waits,
      current_setting('max_connections')::integer as connections_max,
      (select count(*) from schema_migrations) as applied_migrations,
      (
        select coalesce(json_agg(json_build_object('package_name', package_name, 'count', count)), '[]')
        from (
          select lower(notification ->> 'package_name') as package_name, count(*) as count
          from (
            select notification, candidate_payment_number from unread_notifications
            where received_at > clock.at - interval '1 hour'
            order by received_at desc
            limit ${options.counted}
          ) newest
          where candidate_payment_number is not null
          group by 1
        ) by_package
      ) as unread_payments,
      (
        select json_build_object(
          'age_seconds', greatest(0, extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))),
          'is_failing', coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        )
        from pg_stat_archiver
        where current_setting('archive_mode') <> 'off'
          and not pg_is_in_recovery()
      ) as archive,
      clock_timestamp() as database_time
    from (select ${transactionTime(sql, options.at)} as at) clock
    cross join lateral (
      select
        count(*) filter (where delivery_status = 'PENDING') as pending_deliveries,
        count(*) filter (where delivery_status = 'RETRYING') as retrying_deliveries,
        coalesce(greatest(0, extract(epoch from clock.at - min(created_at))), 0)::double precision as oldest_delivery_seconds
      from (
        select delivery_status, created_at from webhook_deliveries
        where next_attempt_at is not null
        order by next_attempt_at
        limit ${options.counted}
      ) waiting
    ) owed
    cross join lateral (
      select
        ${lateness(
          sql,
          sql`
          select payment_expired_at from payments
          where released_at is null
          order by payment_expired_at
          limit 1
        `,
        )} as expiry_seconds,
        ${lateness(
          sql,
          sql`
          select next_attempt_at from webhook_deliveries
          where next_attempt_at < clock.at
            and (lease_until is null or lease_until < clock.at)
          order by next_attempt_at
          limit 1
        `,
        )} as delivery_seconds,
        ${lateness(
          sql,
          sql`
          select min(ended_at)
          from (select ended_at from ended_payments limit ${options.counted}) ended
        `,
        )} as count_seconds,
        ${lateness(sql, sql`select listened_at from device_watch`)} as watch_seconds
    ) late
    cross join lateral (
      select
        coalesce(json_agg(json_build_object('application', application_name, 'state', state, 'count', count)), '[]') as connections,
        coalesce(sum(lock_waits), 0)::integer as lock_waits
      from (
        select
          application_name,
          coalesce(state, 'unknown') as state,
          count(*) as count,
          count(*) filter (where wait_event_type = 'Lock') as lock_waits
        from pg_stat_activity
        where datname = current_database()
          and application_name like 'tepat%'
        group by application_name, coalesce(state, 'unknown')
      ) by_state
    ) sessions
  `;
  return row as OperatingFigures;
}

/** The seconds since a time; 0 if the time is in the future or missing. */
const lateness = (sql: Sql, moment: PendingQuery<Row[]>) =>
  sql`coalesce(greatest(0, extract(epoch from clock.at - (${moment})))::double precision, 0)`;
