import { randomBytes } from "node:crypto";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import type { Session } from "../access/sessions.sql.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PaymentName } from "../gateway/payment-row.ts";
import { expectedTransfer, reportSimulated } from "./simulated-transfers.ts";
import { openTestMode } from "../merchants/test-mode.ts";
import { createPayments, readPayment, requirePayment } from "../payments/payments.ts";

/** The refusal of a test payment for an invoice that is no longer PENDING. */
export const hasEndedText = (payment_status: string): string =>
  `The invoice is ${payment_status}. Only a PENDING invoice can be paid. Create another one.`;

/** Creates a small payment in the merchant's test mode, on the first account that accepts payments. */
export async function createTestPayment(
  gateway: Gateway,
  { merchant_id, merchant_name, email }: Pick<Session, "merchant_id" | "merchant_name" | "email">,
): Promise<Pick<Payment, "payment_code" | "payment_total" | "payment_checkout_url">> {
  const mode = await openTestMode(gateway, merchant_id);
  const accounts = await listAccounts(gateway, mode.merchant_id);
  const account = accounts.find(({ account_active }) => account_active);
  if (!account) throw new DomainError({ code: "account_inactive", params: {} });
  const now = gateway.now()?.getTime() ?? Date.now();
  const input = {
    account_id: account.account_id,
    payment_code: `TEST-${randomBytes(8).toString("hex").toUpperCase()}`,
    payment_amount: testAmountFor(account),
    payment_expired_at: new Date(now + limits.testPaymentSeconds * 1000).toISOString(),
    customer_name: merchant_name,
    customer_email: email,
  };
  const [made] = await createPayments(gateway, [{ merchant_id: mode.merchant_id, input }]);
  if (made instanceof GatewayError) throw made;
  const { payment_code, payment_total, payment_checkout_url } = requirePayment(made);
  return { payment_code, payment_total, payment_checkout_url };
}

interface AccountBounds {
  account_min_amount: number;
  account_max_amount: number | null;
}

const testAmountFor = ({ account_min_amount: min, account_max_amount: max }: AccountBounds) =>
  Math.max(min, Math.min(limits.testPaymentAmount, max ?? limits.testPaymentAmount));

/**
 * Pays a payment of test mode as a real one is paid: a simulated phone reports the bank's notification. `name` must
 * belong to test mode. A repetition changes nothing. Two concurrent calls pay once, and the second transfer stays
 * unmatched.
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
