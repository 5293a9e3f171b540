import type { Sql } from "../../db/client.ts";

/** Returns the settings that decide whether a commit survives a failure of the machine. */
export async function selectDurability(sql: Sql): Promise<Record<string, string>> {
  const [row] = await sql<Record<string, string>[]>`
    select
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit
  `;
  return row as Record<string, string>;
}

/** Fails if the database does not know the zone. */
export async function selectLocalTime(sql: Sql, zone: string): Promise<string> {
  const [row] = await sql<{ local_time: string }[]>`
    select to_char(now() at time zone ${zone}, 'HH24:MI') as local_time
  `;
  return (row as { local_time: string }).local_time;
}

export interface WaitingWebhooks {
  waiting_count: number;
  longest_wait_seconds: number | null;
}

/** Counts up to a bound, by the index that the sender uses. */
export async function selectWaitingWebhooks(sql: Sql, limit: number): Promise<WaitingWebhooks> {
  const [row] = await sql<WaitingWebhooks[]>`
    select
      count(*)::integer as waiting_count,
      extract(epoch from now() - min(created_at))::integer as longest_wait_seconds
    from (
      select created_at
      from webhook_deliveries
      where next_attempt_at is not null
      limit ${limit}
    ) waiting
  `;
  return row as WaitingWebhooks;
}

export async function countMailboxes(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from devices
    where source_kind = 'mailbox'
      and device_status = 'ACTIVE'
  `;
  return row?.count ?? 0;
}
