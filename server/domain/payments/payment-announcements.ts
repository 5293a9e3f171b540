import type { Channel } from "../../db/notification-hub.ts";
import type { PaymentName } from "../gateway/payment-row.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { DueDelivery } from "../gateway/delivery.ts";

/** Announces a change of status to the processes that show the payment to a person. */

/** A payment code has no control characters, so it fits on one line. */
export const changedPayments: Channel<PaymentName> = {
  name: "tepat_changed_payments",
  encode: ({ merchant_id, payment_code }) => `${merchant_id}/${payment_code}`,
  decode(line) {
    const slash = line.indexOf("/");
    return { merchant_id: line.slice(0, slash), payment_code: line.slice(slash + 1) };
  },
};

/**
 * Call this after the transaction that ended these payments commits. `owed` lists the deliveries known so far. The
 * trigger `owe_messages` (db/functions/webhooks/owe_messages.sql) wrote them in that transaction.
 */
export function paymentsEnded(
  gateway: Gateway,
  payments: readonly PaymentName[],
  owed: readonly DueDelivery[] = [],
): void {
  if (payments.length === 0) return;
  // For a payment without a known delivery, only a query shows whether a delivery is owed.
  gateway.wakeWebhookSender(owed.length === payments.length ? owed : undefined);
  gateway.announcePayments(payments);
}
