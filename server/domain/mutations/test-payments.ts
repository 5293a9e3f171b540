import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PaymentName } from "../gateway/payment-row.ts";
import { expectedTransfer, reportSimulated } from "./simulated-transfers.ts";
import { readPayment } from "../payments/payments.ts";

/** The refusal of a test payment for an invoice that is no longer PENDING. */
export const hasEndedText = (payment_status: string): string =>
  `The invoice is ${payment_status}. Only a PENDING invoice can be paid.`;

/**
 * Pays a payment of a test mode as a real one is paid: a simulated phone reports the bank's notification. `name` must be
 * in a test mode. A repetition changes nothing. Two at once pay once; the second transfer stays unmatched.
 */
export async function payTestPayment(gateway: Gateway, name: PaymentName): Promise<void> {
  if ((await readPayment(gateway, name)).payment_status === "PENDING") {
    await reportSimulated(gateway, await expectedTransfer(gateway, name));
  }
  const { payment_status } = await readPayment(gateway, name);
  if (payment_status === "PAID") return;
  throw new DomainError(
    payment_status === "PENDING"
      ? "The simulated transfer did not pay the invoice, because the clocks of this process and of its database differ by more than two minutes. To check the clocks, run npx tepat doctor"
      : hasEndedText(payment_status),
  );
}
