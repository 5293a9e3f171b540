import { setTimeout as wait } from "node:timers/promises";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { selectClock } from "../base/clock.sql.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectRepeatedDeliveries } from "./ended-payments.sql.ts";
import { bodyOfEnd, watchEndedPayments, webhookIdOf } from "./ended-payments.ts";

/**
 * Streams the events of a merchant's payments, differences and phones to its developers' machines, in the form of the
 * webhooks to its server.
 */

/** The number of remembered ids of events about differences and phones. These events are read repeatedly. */
const rememberedMax = 10_000;

export interface StreamedEvent {
  webhook_id: string;
  event_type: string;
  /** null for an event about a phone. */
  payment_code: string | null;
  /** The bytes of the merchant's webhook. */
  body: string;
}

/** An event, or a position. A stream that continues from a position misses nothing. */
export type StreamItem = { event: StreamedEvent } | { position: string };

/**
 * Yields events from now on, or from a position that the stream has sent. A position is the database's time at a look
 * that has read everything. Transactions become visible later than their time, so a continued stream sends the last
 * minute again. Its reader recognises repetitions by their webhook_id. One stream sends each event once.
 */
export async function* merchantEvents(
  gateway: Gateway,
  options: { merchant_id: string; from: Date | null; signal: AbortSignal },
): AsyncGenerator<StreamItem, void, undefined> {
  const { merchant_id, from, signal } = options;
  const begun = await selectClock(gateway.sql);
  const since = new Date((from ?? begun).getTime() - limits.merchantEventOverlapSeconds * 1000);
  const watch = await watchEndedPayments(gateway.sql, { merchant_id, since: from && since });
  const told = new Set<string>();
  const isNew = (webhook_id: string): boolean => {
    if (told.has(webhook_id)) return false;
    told.add(webhook_id);
    if (told.size > rememberedMax) told.delete([...told][0] as string);
    return true;
  };
  // A stream that begins now omits earlier events.
  const repeatedSince = from ? since : begun;
  yield { position: (from ?? begun).toISOString() };
  while (!signal.aborted) {
    const lookedAt = await selectClock(gateway.sql);
    for (const payment of await watch.look()) {
      const body = payment.is_wanted ? await bodyOfEnd(gateway, payment) : null;
      if (body === null) continue;
      const { event_type, payment_code } = payment;
      yield { event: { webhook_id: webhookIdOf(payment), event_type, payment_code, body } };
    }
    const repeated = await selectRepeatedDeliveries(gateway.sql, {
      merchant_id,
      since: repeatedSince,
    });
    for (const { delivery_id: webhook_id, ...event } of repeated) {
      if (isNew(webhook_id)) yield { event: { webhook_id, ...event } };
    }
    if (!watch.isUpToDate()) continue;
    yield { position: lookedAt.toISOString() };
    await wait(limits.merchantEventLookMilliseconds, undefined, { signal }).catch(() => {});
  }
}

/** Parses a position that a client sends back. null: from now on. */
export async function readPosition(
  gateway: Gateway,
  text: string | undefined,
): Promise<Date | null> {
  if (text === undefined || text === "") return null;
  const position = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,16}Z$/.test(text) || Number.isNaN(position.getTime())) {
    throw new GatewayError("bad_request", {
      message:
        "This stream has not sent this Last-Event-ID. Leave the header out to begin with new events.",
    });
  }
  const age = (await selectClock(gateway.sql)).getTime() - position.getTime();
  // A stream from a future position would stay silent until that time. A small difference is allowed, because another
  // database's clock might be slow.
  if (age < -limits.merchantEventOverlapSeconds * 1000) {
    throw new GatewayError("bad_request", {
      message:
        "Last-Event-ID lies in the future, so this stream has not sent it. Leave the header out to begin with new events.",
    });
  }
  if (age > limits.merchantEventReachSeconds * 1000) {
    throw new GatewayError("bad_request", {
      message: `Last-Event-ID is more than ${limits.merchantEventReachSeconds / 3600} hours old. Leave the header out to begin with new events.`,
    });
  }
  return position;
}
