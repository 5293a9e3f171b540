import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

export interface Backlogs {
  has_overdue_payments: boolean;
  has_due_deliveries: boolean;
  has_uncounted_payments: boolean;
}

/** Finds work that should have been done some time ago, each by the index that its job uses. */
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
