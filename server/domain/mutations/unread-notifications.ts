import { paginate, type Page } from "../../contract/envelope.ts";
import type { Notification } from "../../contract/worker.ts";
import { readerOfMerchant } from "../accounts/merchant-apps.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { readReported } from "./mutations.ts";
import { rowsOfPage } from "../base/page-rows.ts";
import { countUnread, selectNewestUnread } from "./unread-notifications.sql.ts";

/** A text that a phone reported and no rule understood. The text might be the only trace of a transfer. */
export interface UnreadNotification extends Pick<
  Notification,
  "package_name" | "title" | "body" | "posted_at"
> {
  received_at: string;
  device_name: string;
  app_name: string;
  /** `doubtful`: a rule fits, but something in the text contradicts it. */
  reason: string;
}

/** Returns a page of unreadable notifications. */
export async function listUnreadTexts(
  gateway: Gateway,
  { merchant_id, page, per_page }: { merchant_id: string; page: number; per_page: number },
): Promise<Page<UnreadNotification>> {
  const { limit, offset } = rowsOfPage({ page, per_page });
  const total = await countUnread(gateway.sql, merchant_id);
  const items = await listUnreadNotifications(gateway, { merchant_id, limit, offset });
  return { items, pagination: paginate(total, items.length, page, limit) };
}

/** Lists the texts, newest first. */
export async function listUnreadNotifications(
  gateway: Gateway,
  options: { merchant_id: string; limit: number; offset?: number },
): Promise<UnreadNotification[]> {
  const reader = await readerOfMerchant(gateway, options.merchant_id);
  const rows = await selectNewestUnread(gateway.sql, { offset: 0, ...options });
  return rows.map(({ received_at, device_name, notification }) => {
    const { package_name, title, body, big_text, posted_at } = notification;
    const reading = readReported(reader, notification);
    return {
      received_at: received_at.toISOString(),
      posted_at,
      device_name,
      package_name,
      app_name: reader.appNameOf(package_name) ?? package_name,
      title,
      body: big_text ?? body,
      reason: reading.outcome === "unread" ? reading.reason : reading.outcome,
    };
  });
}
