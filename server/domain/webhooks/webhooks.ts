import { randomUUID } from "node:crypto";
import type { Payment } from "../../contract/payments.ts";
import type { PaymentEvent, WebhookEvent } from "../../contract/webhook-event.ts";
import { limits } from "../../contract/limits.ts";
import { isDataError } from "../../db/constraints.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { readEventDevice } from "../sources/devices.ts";
import { presentPayment } from "../payments/payments.ts";
import { nextAttempt, type AttemptResult } from "./webhook-schedule.ts";
import { openSigningSecrets } from "../merchants/webhook-secrets.ts";
import { signWebhook } from "./webhook-signature.ts";
import {
  finishAttempts,
  leaseDeliveries,
  returnLease,
  selectDueDeliveries,
  selectEventPayment,
  selectOpenDelivery,
  type AttemptRecord,
} from "./webhooks.sql.ts";
import type {
  DeliveryEvent,
  DeliveryStatus,
  DueDelivery,
  LeasedDelivery,
} from "../gateway/delivery.ts";

/** Sends one HTTP POST with all its bounds. outside/webhook-client.ts implements the interface. */
export interface WebhookClient {
  post(request: {
    url: string;
    headers: Record<string, string>;
    body: string;
    /** The merchant, for whose next webhook the connection can be kept. */
    keep_for?: string;
    signal?: AbortSignal;
  }): Promise<AttemptResult>;
}

/** Records the result of an attempt, alone or together with others that end at the same time. */
export type RecordAttempt = (record: AttemptRecord) => Promise<DeliveryStatus | null>;

/**
 * Sends a leased delivery once and records the result. The body was fixed before the first attempt and is always sent
 * byte for byte. The signature is created for each attempt, with the current secrets and the time of its lease.
 * Returns the delivery's status, or null if nothing was recorded: Tepat aborted the attempt, or the attempt took
 * longer than its lease.
 */
export async function attemptDelivery(
  gateway: Gateway,
  client: WebhookClient,
  options: { delivery: LeasedDelivery; is_manual: boolean; signal?: AbortSignal },
  record: RecordAttempt = async (attempt) => (await recordAttempts(gateway, [attempt]))[0] ?? null,
): Promise<DeliveryStatus | null> {
  const { delivery, is_manual } = options;
  const { body, merchant_id, failure } = delivery;
  if (body === null) {
    throw new Error(`delivery ${delivery.delivery_id} has no body to send`, { cause: failure });
  }
  const started_at = delivery.leased_at;
  const secrets = openSigningSecrets(gateway.secrets, merchant_id, delivery.sealed_secrets);
  const result = await client.post({
    url: delivery.url,
    headers: signedHeaders(delivery, { body, secrets, at: started_at }),
    body,
    keep_for: merchant_id,
    ...(options.signal && { signal: options.signal }),
  });
  if (result.error_code === "aborted") {
    await returnLease(gateway.sql, delivery);
    return null;
  }
  const next = judge(gateway, { delivery, is_manual, result });
  return record({ delivery, is_manual, started_at, result, next });
}

/** Records many attempts in one round trip. Returns the results in the order of the records. */
export function recordAttempts(
  gateway: Gateway,
  records: readonly AttemptRecord[],
): Promise<(DeliveryStatus | null)[]> {
  return finishAttempts(gateway.sql, { records, at: gateway.now() });
}

/** Resends a delivery manually in any state, with the same id and body and a new signature. */
export async function sendAgain(
  gateway: Gateway,
  client: WebhookClient,
  delivery_id: string,
): Promise<DeliveryStatus | null> {
  const found = await selectOpenDelivery(gateway.sql, delivery_id);
  const [delivery] = found ? await lease(gateway, [found], { only_due: false }) : [];
  if (!delivery) {
    throw new DomainError({ code: "delivery_not_free", params: { delivery_id } });
  }
  const status = await attemptDelivery(gateway, client, { delivery, is_manual: true });
  // The delivery might have become due while it was leased here.
  if (status !== "SUCCESS") gateway.wakeWebhookSender();
  return status;
}

export interface Leased {
  deliveries: LeasedDelivery[];
  /** True if there were more due deliveries than places. */
  is_some_left: boolean;
  /** True if another sender leased some of them first. */
  is_some_taken: boolean;
  /** The seconds until the next retry is due or a lease expires; null if neither will happen. */
  seconds_until_next: number | null;
}

/**
 * Leases due deliveries for the caller: at most `limit` in all, and `per_merchant` for each merchant, less its
 * attempts in progress.
 */
export async function leaseDueDeliveries(
  gateway: Gateway,
  options: { limit: number; per_merchant: number; under_way: Readonly<Record<string, number>> },
): Promise<Leased> {
  const at = gateway.now();
  const select = (with_payments: boolean) =>
    selectDueDeliveries(gateway.sql, { ...options, with_payments, at });
  // An unreadable payment must not delay the others, so each is then read alone.
  const due = await select(true).catch((cause: unknown) => {
    if (isDataError(cause)) return select(false);
    throw cause;
  });
  const deliveries = await lease(gateway, due.deliveries, { only_due: true });
  const ofMerchant = { ...options.under_way };
  for (const { merchant_id } of due.deliveries)
    ofMerchant[merchant_id] = (ofMerchant[merchant_id] ?? 0) + 1;
  return {
    deliveries,
    is_some_left:
      due.deliveries.length === options.limit ||
      Object.values(ofMerchant).some((count) => count >= options.per_merchant),
    is_some_taken: deliveries.length < due.deliveries.length,
    seconds_until_next: due.seconds_until_next,
  };
}

/** Leases for the caller the given deliveries that are due and that no other process holds. */
export function leaseOwedDeliveries(
  gateway: Gateway,
  owed: readonly DueDelivery[],
): Promise<LeasedDelivery[]> {
  return lease(gateway, owed, { only_due: true });
}

/**
 * Renders first and leases afterwards, so that a body is written once, with the lease, and no row is locked during
 * the rendering. Another process can render the same body. The lease decides which process sends.
 */
async function lease(
  gateway: Gateway,
  deliveries: readonly DueDelivery[],
  { only_due }: { only_due: boolean },
): Promise<LeasedDelivery[]> {
  if (deliveries.length === 0) return [];
  // A delivery that cannot be rendered does not affect the others.
  const bodies = await Promise.allSettled(deliveries.map((each) => unwrittenBody(gateway, each)));
  const leased = await leaseDeliveries(gateway.sql, {
    deliveries,
    bodies: bodies.map((body) => (body.status === "fulfilled" ? body.value : null)),
    only_due,
    lease_token: randomUUID(),
    lease_seconds: limits.webhookLeaseSeconds,
    at: gateway.now(),
  });
  const failures = new Map(
    bodies.flatMap((body, index) =>
      body.status === "rejected" ? [[deliveries[index]?.delivery_id, body.reason as unknown]] : [],
    ),
  );
  if (failures.size === 0) return leased;
  return leased.map((each) => ({ ...each, failure: failures.get(each.delivery_id) }));
}

/**
 * Returns the body of the delivery, which is composed if it was not sent yet. Returns null if it was never sent and
 * its subject no longer exists.
 */
export const bodyOfDelivery = async (
  gateway: Gateway,
  delivery: DueDelivery,
): Promise<string | null> => delivery.body ?? unwrittenBody(gateway, delivery);

/** Returns null if the body is already written, or its subject no longer exists. */
async function unwrittenBody(gateway: Gateway, delivery: DueDelivery): Promise<string | null> {
  const { body, merchant_id, payment_number } = delivery;
  if (body !== null) return null;
  if (payment_number === null) return renderEvent(gateway, delivery, null);
  const at = gateway.now();
  const payment =
    delivery.payment ??
    (await selectEventPayment(gateway.sql, { merchant_id, payment_number, at }));
  return renderEvent(gateway, delivery, payment && (await presentPayment(gateway, payment)));
}

/** Returns the body as JSON, or null if its subject no longer exists. */
export async function renderEvent(
  gateway: Gateway,
  owed: DeliveryEvent,
  payment: Payment | null,
): Promise<string | null> {
  const timestamp = owed.created_at.toISOString();
  if (owed.device_id !== null) {
    const device = await readEventDevice(gateway, owed);
    return device && bodyOf({ type: owed.event_type, timestamp, data: device });
  }
  if (!payment || owed.payment_number === null) return null;
  // owe_messages chose the type by the payment's final status. An expiry might have been recorded after it happened.
  const happened = owed.event_type === "payment.expired" ? payment.payment_expired_at : timestamp;
  return bodyOf({ type: owed.event_type, timestamp: happened, data: payment } as PaymentEvent);
}

/** Returns the body as JSON. Order items that would make the body too large for many receivers are omitted. */
function bodyOf(event: WebhookEvent): string {
  const body = JSON.stringify(event);
  const isTooLarge = Buffer.byteLength(body) > limits.webhookBodyBytes;
  if (!isTooLarge || !("customer_orders" in event.data)) return body;
  return JSON.stringify({ ...event, data: { ...event.data, customer_orders: null } });
}

export function signedHeaders(
  { delivery_id: id }: Pick<DeliveryEvent, "delivery_id">,
  { body, secrets, at }: { body: string; secrets: readonly string[]; at: Date },
): Record<string, string> {
  const timestampSeconds = Math.floor(at.getTime() / 1000);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signWebhook({ secrets, id, timestampSeconds, body }),
  };
}

/** Interprets the receiver's response (specification, 3.3). A failed manual attempt changes nothing. */
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
