import type { WebhookEventType } from "../../contract/webhook-event.ts";
import type { Sql } from "../../db/client.ts";
import type { DueDelivery } from "../gateway/delivery.ts";
import { deliveryColumns } from "./webhooks.sql.ts";

export type EventRow = DueDelivery & { payment_code: string | null };

export interface EventPlace {
  at: Date;
  delivery_id: string;
}

interface EventRange {
  merchant_id: string;
  event_type: WebhookEventType | null;
  since: Date | null;
  until: Date | null;
}

/** Selects events from the oldest on, along webhook_deliveries_log, with one probe for each status. */
const eventsInOrder = (
  sql: Sql,
  { merchant_id, since, until }: EventRange,
  { after, limit }: { after: EventPlace | null; limit: number },
) => sql`
  select found.*
  from unnest(array['PENDING', 'RETRYING', 'SUCCESS', 'FAILED']) wanted (delivery_status)
  cross join lateral (
    select event.*
    from webhook_deliveries event
    where event.merchant_id = ${merchant_id}
      and event.delivery_status = wanted.delivery_status
      and event.created_at >= coalesce(${since}::timestamptz, '-infinity')
      and event.created_at < coalesce(${until}::timestamptz, 'infinity')
      and (event.created_at, event.delivery_id)
        > (coalesce(${after?.at ?? null}::timestamptz, '-infinity'), ${after?.delivery_id ?? ""})
    order by event.created_at, event.delivery_id
    limit ${limit}
  ) found
  order by found.created_at, found.delivery_id
  limit ${limit}
`;

/**
 * Reads the next events and returns those of the type. `last` is the place where the list continues; null at its end.
 * A merchant's test of its address is not an event.
 */
export async function selectEvents(
  sql: Sql,
  options: EventRange & { after: EventPlace | null; looked: number; limit: number },
): Promise<{ events: EventRow[]; last: EventPlace | null }> {
  const { event_type, looked, limit } = options;
  const rows = await sql<(EventRow & { is_wanted: boolean; looked_count: number })[]>`
    with looked as materialized (${eventsInOrder(sql, options, { ...options, limit: looked })}),
    marked as (
      select
        looked.*,
        count(*) over () as looked_count,
        row_number() over (order by created_at desc, delivery_id desc) = 1 as is_last,
        event_type <> 'webhook.test'
          and (${event_type}::text is null or event_type = ${event_type}) as is_wanted
      from looked
    )
    select
      ${deliveryColumns(sql)},
      null as payment,
      delivery.is_wanted,
      delivery.looked_count,
      (
        select payment_code from payments
        where merchant_id = delivery.merchant_id
          and payment_number = coalesce(delivery.payment_number, delivery.ledger_payment_number)
      ) as payment_code
    from marked delivery
    where delivery.is_wanted or delivery.is_last
    order by delivery.created_at, delivery.delivery_id
    limit ${limit + 1}
  `;
  const events = rows.filter(({ is_wanted }) => is_wanted).slice(0, limit);
  const isFull = events.length === limit;
  const end = isFull ? events.at(-1) : rows.at(-1);
  const isMore = end !== undefined && (rows[0]?.looked_count ?? 0) >= looked;
  const hasRowBehind = isFull && rows.length > limit;
  const last = isMore || hasRowBehind ? end : undefined;
  return {
    events,
    last: last ? { at: last.created_at, delivery_id: last.delivery_id } : null,
  };
}

/** Counts events up to `limit`. For one type, counts its events among that number. */
export async function countEvents(
  sql: Sql,
  options: EventRange & { limit: number },
): Promise<number> {
  const { event_type } = options;
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count
    from (${eventsInOrder(sql, options, { after: null, limit: options.limit })}) counted
    where event_type <> 'webhook.test'
      and (${event_type}::text is null or event_type = ${event_type})
  `;
  return row.count;
}
