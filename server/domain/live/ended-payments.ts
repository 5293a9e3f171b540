import type { Sql } from "../../db/client.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { readPayments } from "../payments/payments.ts";
import { renderEvent } from "../webhooks/webhooks.ts";
import {
  endsPerLook,
  newerMax,
  selectWatched,
  selectWatchStart,
  type WatchedPayment,
} from "./ended-payments.sql.ts";

/** A payment that has ended, and its event. */
export type EndedPayment = WatchedPayment & {
  event_type: NonNullable<WatchedPayment["event_type"]>;
};

export interface EndedPaymentsWatch {
  /** Returns the payments that have ended since the last look, each once. A look that fails loses nothing. */
  look(): Promise<EndedPayment[]>;
  /** Returns whether the last look has read everything. */
  isUpToDate(): boolean;
}

/**
 * Sees the end of every payment of a merchant, from now on. Creates of a merchant wait for each other, so payment
 * numbers become visible in order. A payment ends once. The highest number and the list of PENDING payments are
 * therefore enough to miss none. A cursor on the time of the end would miss some, because commits do not follow these
 * times.
 */
export async function watchEndedPayments(
  sql: Sql,
  options: { merchant_id: string; since?: Date | null },
): Promise<EndedPaymentsWatch> {
  const { merchant_id, since = null } = options;
  const start = await selectWatchStart(sql, { merchant_id, since });
  const watched = new Set(start.payment_numbers);
  let newest = start.payment_count;
  let isUpToDate = false;

  async function look(): Promise<EndedPayment[]> {
    const before = new Set(watched);
    const seen = await selectWatched(sql, {
      merchant_id,
      payment_numbers: [...before],
      newer_than: newest,
    });
    for (const { payment_number, payment_status } of seen) {
      newest = Math.max(newest, payment_number);
      if (payment_status === "PENDING") watched.add(payment_number);
      else watched.delete(payment_number);
    }
    const newer = seen.filter(({ payment_number }) => !before.has(payment_number));
    isUpToDate = newer.length < newerMax && seen.length - newer.length < endsPerLook;
    return seen.filter(hasEnded);
  }

  return { look, isUpToDate: () => isUpToDate };
}

const hasEnded = (payment: WatchedPayment): payment is EndedPayment => payment.event_type !== null;

/** Returns the bytes of the merchant's webhook, even without a webhook URL. Returns null if the payment is gone. */
export async function bodyOfEnd(gateway: Gateway, payment: EndedPayment): Promise<string | null> {
  if (payment.body !== null) return payment.body;
  const [told = null] = await readPayments(gateway, [payment]);
  const event = {
    ...payment,
    device_id: null,
    delivery_id: webhookIdOf(payment),
    created_at: payment.payment_updated_at,
  };
  return renderEvent(gateway, event, told);
}

/**
 * Returns the webhook's id. Without a delivery, the id has the same form and never varies, because a payment ends
 * once.
 */
export const webhookIdOf = ({ delivery_id, payment_id, is_test }: EndedPayment): string =>
  delivery_id ?? `msg_${is_test ? "test_" : ""}${payment_id.replaceAll("-", "")}`;
