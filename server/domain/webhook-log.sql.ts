import type { Delivery } from "../contract/dashboard/webhooks.ts";
import type { Sql } from "../db/client.ts";
import type { DeliveryStatus } from "./webhooks.sql.ts";

export type DeliveryLogRow = Omit<Delivery, "created_at" | "next_attempt_at"> & {
  created_at: Date;
  next_attempt_at: Date | null;
};

const deliveryColumns = (sql: Sql) => sql`
  delivery.delivery_id, delivery.event_type, payment.payment_code, device.device_name, delivery.url,
  delivery.delivery_status, delivery.attempt_count, delivery.created_at, delivery.next_attempt_at
`;

const subjects = (sql: Sql) => sql`
  left join payments payment using (merchant_id, payment_number)
  left join devices device
    on device.merchant_id = delivery.merchant_id
    and device.device_id = delivery.device_id
`;

/** The newest first, those after `cursor`: one probe of webhook_deliveries_log for each state that is wanted. */
export function selectDeliveryPage(
  sql: Sql,
  options: {
    merchant_id: string;
    statuses: readonly DeliveryStatus[];
    cursor: string | null;
    limit: number;
  },
): Promise<DeliveryLogRow[]> {
  return sql<DeliveryLogRow[]>`
    with place as materialized (
      select
        coalesce(max(created_at), 'infinity') as created_at,
        coalesce(max(delivery_id), '') as delivery_id
      from webhook_deliveries
      where merchant_id = ${options.merchant_id}
        and delivery_id = ${options.cursor}
    ),
    page as materialized (
      select of_status.merchant_id, of_status.delivery_id
      from place
      cross join unnest(${[...options.statuses]}::text[]) wanted (delivery_status)
      cross join lateral (
        select merchant_id, delivery_id, created_at
        from webhook_deliveries
        where merchant_id = ${options.merchant_id}
          and delivery_status = wanted.delivery_status
          and (created_at, delivery_id) < (place.created_at, place.delivery_id)
        order by created_at desc, delivery_id desc
        limit ${options.limit}
      ) of_status
      order by of_status.created_at desc, of_status.delivery_id desc
      limit ${options.limit}
    )
    select ${deliveryColumns(sql)}
    from page
    join webhook_deliveries delivery using (merchant_id, delivery_id)
    ${subjects(sql)}
    order by delivery.created_at desc, delivery.delivery_id desc
  `;
}

export async function selectDelivery(
  sql: Sql,
  delivery: { merchant_id: string; delivery_id: string },
): Promise<(DeliveryLogRow & { body: string | null }) | undefined> {
  const [row] = await sql<(DeliveryLogRow & { body: string | null })[]>`
    select ${deliveryColumns(sql)}, delivery.body
    from webhook_deliveries delivery
    ${subjects(sql)}
    where delivery.merchant_id = ${delivery.merchant_id}
      and delivery.delivery_id = ${delivery.delivery_id}
  `;
  return row;
}

/** FAILED until somebody's attempt succeeds, so that it is never repeated by itself. */
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
