import { paginateByTime, type Page } from "../../contract/envelope.ts";
import type { ListedEvent } from "../../contract/events.ts";
import { limits } from "../../contract/limits.ts";
import type { WebhookEvent, WebhookEventType } from "../../contract/webhook-event.ts";
import { invalidCursor, timeOfCursor } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { countEvents, selectEvents, type EventPlace, type EventRow } from "./events.sql.ts";
import { bodyOfDelivery } from "./webhooks.ts";

/** The events of a merchant's webhooks, oldest first. Each event has one delivery, whose id is the event's. */
export interface EventFilter {
  merchant_id: string;
  since?: string | undefined;
  until?: string | undefined;
  event_type?: WebhookEventType | undefined;
}

export async function listEvents(
  gateway: Gateway,
  options: EventFilter & { cursor?: string | undefined; per_page: number },
): Promise<Page<ListedEvent>> {
  const per_page = pageSize(options);
  const { merchant_id, event_type = null } = options;
  const range = {
    merchant_id,
    event_type,
    since: options.since === undefined ? null : new Date(options.since),
    until: options.until === undefined ? null : new Date(options.until),
  };
  const looked = event_type === null ? per_page : Math.max(per_page, limits.eventsLookedAt);
  const { events, last } = await selectEvents(gateway.sql, {
    ...range,
    after: readCursor(options.cursor),
    looked,
    limit: per_page,
  });
  const total = await countEvents(gateway.sql, { ...range, limit: limits.rowsPerTotal });
  const items: ListedEvent[] = [];
  for (const event of events) {
    const body = await bodyOfDelivery(gateway, event);
    // Omits an event that was never sent and whose subject no longer exists.
    if (body !== null) items.push(presentEvent(event, body));
  }
  return {
    items,
    pagination: paginateByTime(total, items.length, per_page, last && cursorOf(last)),
  };
}

const presentEvent = (event: EventRow, body: string): ListedEvent => ({
  event_id: event.delivery_id,
  // The list omits tests of an address.
  event_type: event.event_type as WebhookEventType,
  created_at: event.created_at.toISOString(),
  payment_code: event.payment_code,
  body: JSON.parse(body) as WebhookEvent,
});

const cursorOf = ({ at, delivery_id }: EventPlace): string => `${at.getTime()}.${delivery_id}`;

function readCursor(cursor: string | undefined): EventPlace | null {
  if (cursor === undefined) return null;
  const [, milliseconds, delivery_id] =
    /^(\d{1,15})\.(msg_(?:test_)?[0-9a-f]{32})$/.exec(cursor) ?? [];
  if (delivery_id === undefined) throw invalidCursor();
  return { at: timeOfCursor(milliseconds), delivery_id };
}
