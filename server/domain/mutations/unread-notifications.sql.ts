import type { Notification } from "../../contract/worker.ts";
import type { Sql } from "../../db/client.ts";

export interface UnreadTextRow {
  received_at: Date;
  device_name: string;
  notification: Notification;
}

export async function countUnread(sql: Sql, merchant_id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from unread_notifications where merchant_id = ${merchant_id}
  `;
  return row?.count ?? 0;
}

/** Selects the newest texts. Texts are kept only for days (`unreadTextDays`), so this order has no index. */
export function selectNewestUnread(
  sql: Sql,
  { merchant_id, limit, offset }: { merchant_id: string; limit: number; offset: number },
): Promise<UnreadTextRow[]> {
  return sql<UnreadTextRow[]>`
    select unread.received_at, device.device_name, unread.notification
    from unread_notifications unread
    join devices device using (merchant_id, device_id)
    where merchant_id = ${merchant_id}
    order by unread.received_at desc, unread.identity
    limit ${limit}
    offset ${offset}::bigint
  `;
}
