import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

export interface Backlogs {
  has_overdue_payments: boolean;
  has_due_deliveries: boolean;
  has_uncounted_payments: boolean;
}

/** Finds work that should have been done some time ago, each kind by the index that its job uses. */
export async function selectBacklogs(
  sql: Sql,
  options: { late_seconds: number; at: Date | null },
): Promise<Backlogs> {
  const [row] = await sql<Backlogs[]>`
    select
      exists (
        select from payments
        where released_at is null
          and payment_expired_at < late.since
      ) as has_overdue_payments,
      exists (
        select from webhook_deliveries
        where next_attempt_at < late.since
          and (lease_until is null or lease_until < late.since)
      ) as has_due_deliveries,
      exists (
        select from ended_payments
        where ended_at < late.since
        offset 5000
      ) as has_uncounted_payments
    from (
      select ${transactionTime(sql, options.at)} - make_interval(secs => ${options.late_seconds}) as since
    ) late
  `;
  return row as Backlogs;
}

const ownLimits = "tepat api ";

/** Names the session by which a process states that it serves requests and counts them separately. */
export const nameWithOwnLimits = (processName: string): string => `${ownLimits}${processName}`;

/** Counts processes whose session has been open for this time. The session bypasses a pooler, so PostgreSQL sees it. */
export async function countProcessesWithOwnLimits(sql: Sql, open_seconds: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct application_name)::integer as count
    from pg_stat_activity
    where datname = current_database()
      and starts_with(application_name, ${ownLimits})
      and backend_start < clock_timestamp() - make_interval(secs => ${open_seconds})
  `;
  return row?.count ?? 0;
}
