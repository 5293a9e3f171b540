import type { Notification } from "../contract/worker.ts";
import type { Gateway } from "./gateway.ts";
import { readReported } from "./mutations.ts";
import { selectNewestUnread } from "./unread-notifications.sql.ts";

/** What a phone reported and nobody understood: each may be a transfer that nothing else tells of. */
export interface UnreadNotification extends Pick<
  Notification,
  "package_name" | "title" | "body" | "posted_at"
> {
  received_at: string;
  device_name: string;
  /** `doubtful`: a rule fits, but something in the text speaks against it. */
  reason: string;
}

/** The newest first. */
export async function listUnreadNotifications(
  gateway: Gateway,
  options: { merchant_id: string; limit: number },
): Promise<UnreadNotification[]> {
  const reader = gateway.notificationReader();
  const rows = await selectNewestUnread(gateway.sql, options);
  return rows.map(({ received_at, device_name, notification }) => {
    const { package_name, title, body, big_text, posted_at } = notification;
    const reading = readReported(reader, notification);
    return {
      received_at: received_at.toISOString(),
      posted_at,
      device_name,
      package_name,
      title,
      body: big_text ?? body,
      reason: reading.outcome === "unread" ? reading.reason : reading.outcome,
    };
  });
}
