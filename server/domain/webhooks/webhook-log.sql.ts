import type { Delivery } from "../../contract/dashboard/webhooks.ts";
import type { Sql } from "../../db/client.ts";
import type { DeliveryStatus } from "../gateway/delivery.ts";
import { listDirection } from "../base/list-order.sql.ts";

export type DeliveryLogRow = Omit<Delivery, "created_at" | "next_attempt_at"> & {
  created_at: Date;
  next_attempt_at: Date | null;
};

/**
 * The columns read one subject at a time. The planner does not know the limit of a page, and would join it with all
 * payments of the merchant.
 */
const deliveryColumns = (sql: Sql) => sql`
  delivery.delivery_id,
  delivery.event_type,
  (
    select payment_code from payments
    where merchant_id = delivery.merchant_id
      and payment_number = coalesce(delivery.payment_number, delivery.ledger_payment_number)
  ) as payment_code,
  (
    select device_name from devices
    where merchant_id = delivery.merchant_id
      and device_id = delivery.device_id
  ) as device_name,
  delivery.url,
  delivery.delivery_status,
  delivery.attempt_count,
  delivery.created_at,
  delivery.next_attempt_at
`;

/** Counts deliveries of these states up to `limit`, along webhook_deliveries_log only. */
export async function countDeliveries(
  sql: Sql,
  options: { merchant_id: string; statuses: readonly DeliveryStatus[]; limit: number },
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count
    from (
      select
      from webhook_deliveries
      where merchant_id = ${options.merchant_id}
        and delivery_status = any(${[...options.statuses]}::text[])
      limit ${options.limit}
    ) found
  `;
  return row.count;
}

/**
 * Lists deliveries after `cursor`, in this direction, with one probe of webhook_deliveries_log for each requested
 * state.
 */
export function selectDeliveryPage(
  sql: Sql,
  options: {
    merchant_id: string;
    statuses: readonly DeliveryStatus[];
    cursor: string | null;
    isOldestFirst: boolean;
    limit: number;
  },
): Promise<DeliveryLogRow[]> {
  const { isOldestFirst } = options;
  const direction = listDirection(sql, { isOldestFirst });
  return sql<DeliveryLogRow[]>`
    with place as materialized (
      select
        coalesce(max(created_at), ${isOldestFirst ? sql`'-infinity'` : sql`'infinity'`}) as created_at,
        coalesce(max(delivery_id), '') as delivery_id
      from webhook_deliveries
      where merchant_id = ${options.merchant_id}
        and delivery_id = ${options.cursor}
    )
    select ${deliveryColumns(sql)}
    from place
    cross join unnest(${[...options.statuses]}::text[]) wanted (delivery_status)
    cross join lateral (
      select
        merchant_id, delivery_id, event_type, payment_number, ledger_payment_number, device_id, url, delivery_status, attempt_count,
        created_at, next_attempt_at
      from webhook_deliveries
      where merchant_id = ${options.merchant_id}
        and delivery_status = wanted.delivery_status
        and (created_at, delivery_id) ${isOldestFirst ? sql`>` : sql`<`} (place.created_at, place.delivery_id)
      order by created_at ${direction}, delivery_id ${direction}
      limit ${options.limit}
    ) delivery
    order by delivery.created_at ${direction}, delivery.delivery_id ${direction}
    limit ${options.limit}
  `;
}

export async function selectDelivery(
  sql: Sql,
  delivery: { merchant_id: string; delivery_id: string },
): Promise<(DeliveryLogRow & { body: string | null }) | undefined> {
  const [row] = await sql<(DeliveryLogRow & { body: string | null })[]>`
    select ${deliveryColumns(sql)}, delivery.body
    from webhook_deliveries delivery
    where delivery.merchant_id = ${delivery.merchant_id}
      and delivery.delivery_id = ${delivery.delivery_id}
  `;
  return row;
}

/**
 * Inserts a test delivery. The delivery is FAILED until a manual attempt succeeds, so that Tepat never repeats the
 * delivery automatically.
 */
export async function insertTestDelivery(
  sql: Sql,
  delivery: { merchant_id: string; delivery_id: string; url: string; body: string; at: Date },
): Promise<void> {
  await sql`
    insert into webhook_deliveries (merchant_id, delivery_id, event_type, url, body, delivery_status, created_at)
    values (
      ${delivery.merchant_id}, ${delivery.delivery_id}, 'webhook.test', ${delivery.url}, ${delivery.body},
      'FAILED', ${delivery.at}
    )
  `;
}
