import { selectClock } from "../base/clock.sql.ts";
import { randomUUID } from "node:crypto";
import type { CursorPage } from "../../contract/dashboard/cursor.ts";
import type {
  CountedDeliveries,
  Delivery,
  DeliveryWithAttempts,
} from "../../contract/dashboard/webhooks.ts";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import { foundUpTo, pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectMerchant } from "../merchants/merchants.sql.ts";
import { findTestedMerchant } from "../merchants/test-mode.ts";
import {
  countDeliveries,
  insertTestDelivery,
  selectDelivery,
  selectDeliveryPage,
  type DeliveryLogRow,
} from "./webhook-log.sql.ts";
import { selectAttempts } from "./webhooks.sql.ts";
import { sendAgain, type WebhookClient } from "./webhooks.ts";
import type { DeliveryStatus } from "../gateway/delivery.ts";

/** A merchant's own view of its deliveries. Other merchants' deliveries are unknown here. */

interface DeliveryName {
  merchant_id: string;
  delivery_id: string;
}

const allStatuses: readonly DeliveryStatus[] = ["PENDING", "RETRYING", "SUCCESS", "FAILED"];

interface DeliveryFilter {
  merchant_id: string;
  delivery_status?: DeliveryStatus | undefined;
  oldest_first?: boolean | undefined;
  cursor?: string | undefined;
  per_page: number;
}

/** Lists deliveries. The first page also counts the matching deliveries, up to a number that bounds the cost. */
export async function listCountedDeliveries(
  gateway: Gateway,
  options: DeliveryFilter,
): Promise<CountedDeliveries> {
  const page = await listDeliveries(gateway, options);
  if (options.cursor !== undefined) return { ...page, found: null };
  const count = await countDeliveries(gateway.sql, {
    merchant_id: options.merchant_id,
    statuses: statusesOf(options),
    limit: limits.rowsPerTotal + 1,
  });
  return { ...page, found: foundUpTo(limits.rowsPerTotal, count) };
}

const statusesOf = ({ delivery_status }: DeliveryFilter) =>
  delivery_status ? [delivery_status] : allStatuses;

export async function listDeliveries(
  gateway: Gateway,
  options: DeliveryFilter,
): Promise<CursorPage<Delivery>> {
  const limit = pageSize(options);
  const rows = await selectDeliveryPage(gateway.sql, {
    merchant_id: options.merchant_id,
    statuses: statusesOf(options),
    cursor: options.cursor ?? null,
    isOldestFirst: options.oldest_first ?? false,
    limit,
  });
  return {
    items: rows.map(presentDelivery),
    next_cursor: rows.length < limit ? null : (rows.at(-1)?.delivery_id ?? null),
  };
}

export async function readDelivery(
  { sql }: Gateway,
  delivery: DeliveryName,
): Promise<DeliveryWithAttempts> {
  const row = await selectDelivery(sql, delivery);
  if (!row) throw notFound("delivery");
  const attempts = await selectAttempts(sql, delivery.delivery_id);
  return {
    ...presentDelivery(row),
    body: row.body,
    attempts: attempts.map((made) => ({ ...made, started_at: made.started_at.toISOString() })),
  };
}

const presentDelivery = (row: DeliveryLogRow): Delivery => ({
  delivery_id: row.delivery_id,
  event_type: row.event_type,
  payment_code: row.payment_code,
  device_name: row.device_name,
  url: row.url,
  delivery_status: row.delivery_status,
  attempt_count: row.attempt_count,
  created_at: row.created_at.toISOString(),
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
});

/**
 * Resends a delivery. The audit entry is written before the attempt, so that it does not depend on the receiver. For
 * a delivery of test mode, the entry is in the live merchant's audit log, because test mode has none.
 */
export async function sendDeliveryAgain(
  gateway: Gateway,
  client: WebhookClient,
  actor: Actor,
  delivery: DeliveryName,
): Promise<DeliveryWithAttempts> {
  const { delivery_id } = delivery;
  const tested = await findTestedMerchant(gateway.sql, delivery.merchant_id);
  const merchant_id = tested ?? delivery.merchant_id;
  await audited(
    gateway,
    actor,
    (inside) => readDelivery(inside, delivery),
    () => ({ merchant_id, action: "delivery.sent_again", object_id: delivery_id }),
  );
  await sendAgain(gateway, client, delivery_id);
  return readDelivery(gateway, delivery);
}

/** Resends a delivery for a program with the merchant's key. The request log records it. */
export async function resendDelivery(
  gateway: Gateway,
  client: WebhookClient,
  delivery: DeliveryName,
): Promise<DeliveryWithAttempts> {
  await readDelivery(gateway, delivery);
  await sendAgain(gateway, client, delivery.delivery_id);
  return readDelivery(gateway, delivery);
}

export async function sendTestEvent(
  gateway: Gateway,
  client: WebhookClient,
  actor: Actor,
  merchant_id: string,
): Promise<DeliveryWithAttempts> {
  const delivery_id = `msg_${randomUUID().replaceAll("-", "")}`;
  const at = gateway.now() ?? (await selectClock(gateway.sql));
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      const merchant = await selectMerchant(sql, merchant_id);
      if (!merchant?.webhook_url) {
        throw new DomainError({ code: "no_webhook_address", params: {} });
      }
      const { webhook_url: url } = merchant;
      await insertTestDelivery(sql, { merchant_id, delivery_id, url, body: testEvent(at), at });
    },
    () => ({ merchant_id, action: "webhook.tested", object_id: delivery_id }),
  );
  await sendAgain(gateway, client, delivery_id);
  return readDelivery(gateway, { merchant_id, delivery_id });
}

const testEvent = (at: Date): string =>
  JSON.stringify({
    type: "webhook.test",
    timestamp: at.toISOString(),
    data: {
      message:
        "This address receives Tepat's webhooks. This test event does not concern an invoice.",
    },
  });
