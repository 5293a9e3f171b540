import type { Gateway } from "../../domain/gateway/gateway.ts";
import type { AttemptResult } from "../../domain/webhooks/webhook-schedule.ts";
import { leaseDueDeliveries } from "../../domain/webhooks/webhooks.ts";
import type { Action } from "../action.ts";
import {
  expectSame,
  keyOfDelivery,
  Mismatch,
  must,
  type Model,
  type ModelDelivery,
  type ModelShop,
} from "../model.ts";
import { receive } from "../receivers.ts";
import { openAttempt, sendByHand, type OpenAttempt, type SentRequest } from "../sending.ts";
import type { DeliveryStatus, LeasedDelivery } from "../../domain/gateway/delivery.ts";

/** Runs the sender step by step, so that anything can happen between two steps. */

const leaseMilliseconds = 20_000;
/** Tolerance between the database's arithmetic and the simulator's. */
const slackMilliseconds = 2;

export interface Leasing {
  limit: number;
  per_merchant: number;
  /** False: the process dies between its lease and the first byte. */
  sends: boolean;
}

interface Leased {
  merchant_id: string;
  code: string;
  event: string;
  lease_token: string;
  /**
   * The body, written with the lease, so that it remains even if the process dies before the first
   * byte.
   */
  body: string | null;
  request: SentRequest | null;
}

export function lease(wish: Leasing, openAttempts: OpenAttempt[]): Action<Leased[]> {
  return {
    kind: wish.sends ? "send webhooks" : "lease and crash",
    details: wish,
    async perform(gateway) {
      const { limit, per_merchant } = wish;
      const wanted = { limit, per_merchant, under_way: {} };
      const { deliveries } = await leaseDueDeliveries(gateway, wanted);
      const leased: Leased[] = [];
      for (const delivery of deliveries) {
        const code = await codeOf(gateway, delivery);
        const attempt = wish.sends ? await openAttempt(gateway, delivery, code) : null;
        if (attempt) openAttempts.push(attempt);
        leased.push({
          merchant_id: delivery.merchant_id,
          code,
          event: delivery.event_type,
          lease_token: delivery.lease_token,
          body: delivery.body,
          request: attempt?.request ?? null,
        });
      }
      return leased;
    },
    follow(model, leased, { at, isAlone }) {
      if (isAlone) expectBetween("leased deliveries", leased.length, bounds(model, wish, at));
      for (const one of leased) {
        const { shop, delivery } = deliveryOf(model, one);
        const name = `${one.event} of ${one.code}`;
        must(isLeasable(delivery, at), `${name} was leased, though it is ${state(delivery)}`);
        delivery.lease = { token: one.lease_token, until: at + leaseMilliseconds };
        delivery.body ??= one.body;
        expectSame(`bytes of ${name}`, one.body, delivery.body);
        if (one.request) receive(shop, delivery, { request: one.request, at });
      }
    },
  };
}

async function codeOf(gateway: Gateway, delivery: LeasedDelivery): Promise<string> {
  const [row] = await gateway.sql<{ payment_code: string }[]>`
    select payment_code
    from payments
    where merchant_id = ${delivery.merchant_id}
      and payment_number = ${delivery.payment_number}
  `;
  if (!row) throw new Mismatch(`the delivery ${delivery.delivery_id} belongs to no payment`);
  return row.payment_code;
}

const state = ({ status, due, lease }: ModelDelivery) => JSON.stringify({ status, due, lease });

const isLeasable = (delivery: ModelDelivery, at: number): boolean =>
  delivery.due !== null && delivery.due.from <= at && isFree(delivery, at);

const isFree = (delivery: ModelDelivery, at: number): boolean =>
  delivery.lease === null || delivery.lease.until <= at;

/** Returns the smallest and the largest number of deliveries that a lone sender leases. */
function bounds(model: Model, wish: Leasing, at: number): { least: number; most: number } {
  const count = (isDue: (delivery: ModelDelivery) => boolean) =>
    Math.min(
      wish.limit,
      model.reduce((sum, shop) => {
        const due = [...shop.deliveries.values()].filter(
          (delivery) => isLeasable(delivery, at) && isDue(delivery),
        );
        return sum + Math.min(wish.per_merchant, due.length);
      }, 0),
    );
  return {
    least: count(({ due }) => due !== null && due.to <= at),
    most: count(() => true),
  };
}

function expectBetween(
  what: string,
  seen: number,
  { least, most }: { least: number; most: number },
): void {
  must(seen >= least && seen <= most, `${what}: expected ${least} to ${most}, but it is ${seen}`);
}

function deliveryOf(
  model: Model,
  { merchant_id, code, event }: { merchant_id: string; code: string; event: string },
): { shop: ModelShop; delivery: ModelDelivery } {
  const shop = model.find((one) => one.merchant_id === merchant_id);
  const delivery = shop?.deliveries.get(keyOfDelivery(code, event));
  if (!shop || !delivery) throw new Mismatch(`the model has no delivery of ${event} of ${code}`);
  return { shop, delivery };
}

/** Lets a receiver respond, perhaps long after its sender's lease has expired. */
export function answer(
  attempt: OpenAttempt,
  result: AttemptResult,
  schedule: readonly number[],
): Action<DeliveryStatus | null> {
  return {
    kind: result.error_code === "aborted" ? "stop a sender" : "answer a webhook",
    details: { code: attempt.code, event: attempt.event, result },
    perform: () => attempt.answer(result),
    follow(model, outcome, { at }) {
      const { delivery } = deliveryOf(model, attempt);
      const name = `attempt of ${attempt.event} of ${attempt.code}`;
      // The fencing token: a sender that has lost the lease records nothing.
      if (delivery.lease?.token !== attempt.lease_token) {
        expectSame(name, outcome, null);
        return;
      }
      delivery.lease = null;
      if (result.error_code === "aborted") {
        expectSame(name, outcome, null);
        return;
      }
      delivery.attempts += 1;
      const wait = waitAfter(result, schedule, delivery.scheduled);
      delivery.scheduled += 1;
      delivery.status =
        result.outcome === "success" ? "SUCCESS" : wait === null ? "FAILED" : "RETRYING";
      delivery.due = wait && {
        from: at + wait.least * 1000 - slackMilliseconds,
        to: at + wait.most * 1000 + slackMilliseconds,
      };
      expectSame(name, outcome, delivery.status);
    },
  };
}

const jitter = 0.2;
const retryAfterSeconds = 3600;

/** Returns the wait after a failed attempt, or null if no attempt follows. */
function waitAfter(
  { outcome, http_status, retry_after_seconds }: AttemptResult,
  schedule: readonly number[],
  scheduled: number,
): { least: number; most: number } | null {
  const wait = schedule[scheduled];
  if (outcome === "success" || wait === undefined || http_status === 410) return null;
  const isHeard = retry_after_seconds !== null && [408, 429, 503].includes(http_status ?? 0);
  const asked = isHeard ? Math.max(wait, Math.min(retry_after_seconds, retryAfterSeconds)) : 0;
  return {
    least: Math.max(wait * (1 - jitter), asked),
    most: Math.max(wait * (1 + jitter), asked),
  };
}

interface Resending {
  merchant_id: string;
  code: string;
  event: string;
}

/** Resends a delivery manually, in any state. */
export function resend(
  wish: Resending,
  result: AttemptResult,
): Action<Awaited<ReturnType<typeof sendByHand>>> {
  return {
    kind: "send a webhook again",
    details: { ...wish, result },
    async perform(gateway) {
      const [row] = await gateway.sql<{ delivery_id: string }[]>`
        select delivery.delivery_id
        from webhook_deliveries delivery
        join payments payment using (merchant_id, payment_number)
        where payment.merchant_id = ${wish.merchant_id}
          and payment.payment_code = ${wish.code}
          and delivery.event_type = ${wish.event}
      `;
      if (!row) throw new Mismatch(`there is no delivery of ${wish.event} of ${wish.code}`);
      return sendByHand(gateway, row.delivery_id, result);
    },
    follow(model, outcome, { at }) {
      const { shop, delivery } = deliveryOf(model, wish);
      if (!isFree(delivery, at) || outcome === "busy") {
        expectSame(`resending ${wish.code}`, outcome, isFree(delivery, at) ? "sent" : "busy");
        return;
      }
      receive(shop, delivery, { request: outcome.request, at });
      delivery.attempts += 1;
      delivery.lease = null;
      if (result.outcome === "success") {
        delivery.status = "SUCCESS";
        delivery.due = null;
      }
      expectSame(`status after resending ${wish.code}`, outcome.status, delivery.status);
    },
  };
}
