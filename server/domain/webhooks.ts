import type { WebhookEvent } from "../contract/webhook-event.ts";
import { limits } from "../contract/limits.ts";
import { DomainError } from "./domain-error.ts";
import type { Gateway } from "./gateway.ts";
import { getEventDevice } from "./devices.ts";
import { getPaymentByNumber } from "./payments.ts";
import { nextAttempt, type AttemptResult } from "./webhook-schedule.ts";
import { liveWebhookSecrets } from "./webhook-secrets.ts";
import { signWebhook } from "./webhook-signature.ts";
import {
  finishAttempt,
  fixBody,
  leaseDelivery,
  leaseDueDeliveries,
  returnLease,
  type AttemptRecord,
  type DeliveryStatus,
  type LeasedDelivery,
  type OwedEvent,
} from "./webhooks.sql.ts";

/** One HTTP POST with every bound of decisions section 4; implemented by jobs/webhook-client.ts. */
export interface WebhookClient {
  post(request: {
    url: string;
    headers: Record<string, string>;
    body: string;
    signal?: AbortSignal;
  }): Promise<AttemptResult>;
}

/**
 * Sends a leased delivery once and records what came of it. The body is fixed before the first attempt and sent byte for
 * byte ever after; the signature is made anew, with the secrets and the time of this attempt. Answers the delivery's
 * status, or null when nothing was recorded: the attempt was broken off by us, or took longer than its lease.
 */
export async function attemptDelivery(
  gateway: Gateway,
  client: WebhookClient,
  options: { delivery: LeasedDelivery; is_manual: boolean; signal?: AbortSignal },
): Promise<DeliveryStatus | null> {
  const { delivery, is_manual } = options;
  const body =
    delivery.body ??
    (await fixBody(gateway.sql, { delivery, body: await renderEvent(gateway, delivery) }));
  const started_at = gateway.now() ?? new Date();
  const result = await client.post({
    url: delivery.url,
    headers: await signedHeaders(gateway, delivery, body, started_at),
    body,
    ...(options.signal && { signal: options.signal }),
  });
  if (result.error_code === "aborted") {
    await returnLease(gateway.sql, delivery);
    return null;
  }
  const next = judge(gateway, { delivery, is_manual, result });
  return finishAttempt(
    gateway.sql,
    { delivery, is_manual, started_at, result, next },
    gateway.now(),
  );
}

/** More than the 15 seconds that an exchange may take; after a crash a delivery waits no longer than this. */
const leaseSeconds = 20;

/** Sends a delivery again by hand, whatever its state; the same id and body, a new signature. */
export async function sendAgain(
  gateway: Gateway,
  client: WebhookClient,
  delivery_id: string,
): Promise<DeliveryStatus | null> {
  const at = gateway.now();
  const delivery = await leaseDelivery(gateway.sql, {
    delivery_id,
    lease_seconds: leaseSeconds,
    at,
  });
  if (!delivery) {
    throw new DomainError(
      `There is no delivery ${delivery_id} that is not being attempted just now.`,
    );
  }
  return attemptDelivery(gateway, client, { delivery, is_manual: true });
}

/** Due deliveries, leased to the caller. */
export function leaseDeliveries(
  gateway: Gateway,
  options: { limit: number; per_merchant: number; under_way: Readonly<Record<string, number>> },
): Promise<LeasedDelivery[]> {
  return leaseDueDeliveries(gateway.sql, {
    ...options,
    lease_seconds: leaseSeconds,
    at: gateway.now(),
  });
}

/** The event as JSON; without its order items where they would make it too large for many receivers. */
export async function renderEvent(gateway: Gateway, delivery: OwedEvent): Promise<string> {
  const event = await eventOf(gateway, delivery);
  const body = JSON.stringify(event);
  const isTooLarge = Buffer.byteLength(body) > limits.webhookBodyBytes;
  if (!isTooLarge || !("customer_orders" in event.data)) return body;
  return JSON.stringify({ ...event, data: { ...event.data, customer_orders: null } });
}

async function eventOf(gateway: Gateway, delivery: OwedEvent): Promise<WebhookEvent> {
  const timestamp = delivery.created_at.toISOString();
  if (delivery.event_type === "webhook.test") throw new Error("a test event has no body to render");
  return delivery.device_id === null
    ? { type: delivery.event_type, timestamp, data: await getPaymentByNumber(gateway, delivery) }
    : { type: delivery.event_type, timestamp, data: await getEventDevice(gateway, delivery) };
}

export async function signedHeaders(
  gateway: Gateway,
  delivery: OwedEvent,
  body: string,
  at: Date,
): Promise<Record<string, string>> {
  const secrets = await liveWebhookSecrets(gateway.sql, gateway.secrets, {
    merchant_id: delivery.merchant_id,
    at: gateway.now(),
  });
  const timestampSeconds = Math.floor(at.getTime() / 1000);
  return {
    "webhook-id": delivery.delivery_id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signWebhook({ secrets, id: delivery.delivery_id, timestampSeconds, body }),
  };
}

/** What the merchant's answer means (specification 3.3). A failed attempt by hand leaves everything as it was. */
function judge(
  gateway: Gateway,
  attempt: { delivery: LeasedDelivery; is_manual: boolean; result: AttemptResult },
): AttemptRecord["next"] {
  const { delivery, is_manual, result } = attempt;
  if (result.outcome === "success") return { delivery_status: "SUCCESS", delay_seconds: null };
  if (is_manual) return null;
  const next = nextAttempt({
    schedule: gateway.settings.webhookRetrySeconds,
    attempt_count: delivery.scheduled_count + 1,
    result,
    random: gateway.random,
  });
  return next === "failed"
    ? { delivery_status: "FAILED", delay_seconds: null }
    : { delivery_status: "RETRYING", delay_seconds: next.delay_seconds };
}
