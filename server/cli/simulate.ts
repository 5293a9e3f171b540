import { paymentCode, uuid } from "../contract/fields.ts";
import type { Payment } from "../contract/payments.ts";
import type { Notification, ReportOutcome } from "../contract/worker.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import type { PaymentName } from "../domain/gateway/payment-row.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { merchantInMode } from "../domain/merchants/test-mode.ts";
import { reportNotifications } from "../domain/mutations/mutations.ts";
import { expectedTransfer } from "../domain/mutations/simulated-transfers.ts";
import { readPayment } from "../domain/payments/payments.ts";
import { command, shown, type Output } from "./command.ts";
import { withGateway } from "./database.ts";
import { flag, option } from "./option.ts";
import { reportToServer } from "./report-to-server.ts";

const transfer = command({
  name: "simulate transfer",
  summary: "Lets a simulated phone report the bank's notification of exactly this invoice's total.",
  options: {
    payment: option(paymentCode(), "CODE", "the invoice's payment_code"),
    merchant: option(uuid(), "ID", "the merchant"),
    test: flag("the invoice was created with a test key"),
  },
  run: ({ payment: payment_code, merchant, test: is_test }) =>
    withGateway(async (gateway) => {
      const { merchant_id } = await requireMerchant(gateway.sql, merchant);
      return simulateTransfer(gateway, {
        merchant_id: await merchantInMode(gateway.sql, { merchant_id, is_test }),
        payment_code,
      });
    }),
});

/** Lets the merchant's simulated phone report the transfer that pays an invoice. */
export async function simulateTransfer(gateway: Gateway, name: PaymentName): Promise<Output> {
  const { notification, phone } = await expectedTransfer(gateway, name);
  const server = gateway.settings.publicUrl;
  const answer = await reportToServer(server, phone.device_token, notification);
  const outcome = answer ?? (await reportToDatabase(gateway, phone.device, notification));
  const payment = await readPayment(gateway, name);
  const { key: _, ...sent } = notification;
  const output = shown({
    ...sent,
    reported_to: answer ? server : "the database, because no server responded",
    outcome: outcome.outcome,
    mutation_id: outcome.mutation_id,
    matched_payment_code: outcome.matched_payment_code,
    payment_status: payment.payment_status,
  });
  if (outcome.matched_payment_code === payment.payment_code) return output;
  return { ...output, problem: whyNotMatched(payment, outcome) };
}

async function reportToDatabase(
  gateway: Gateway,
  device: Parameters<typeof reportNotifications>[1],
  notification: Notification,
): Promise<ReportOutcome> {
  const [outcome] = await reportNotifications(gateway, device, [notification]);
  if (!outcome) throw new Error("a report got no answer");
  return outcome;
}

function whyNotMatched(payment: Payment, outcome: ReportOutcome): string {
  const { payment_code, payment_status } = payment;
  if (outcome.matched_payment_code !== null) {
    return `The transfer paid ${outcome.matched_payment_code} instead, an invoice with the same total.`;
  }
  if (payment_status !== "PENDING") {
    return `The transfer did not pay ${payment_code}, because it is ${payment_status}. Only a PENDING invoice can be paid. Create another one.`;
  }
  if (outcome.outcome === "ignored")
    return `The transfer did not pay ${payment_code}, because Tepat did not read the notification as a transfer.`;
  return `The transfer did not pay ${payment_code}, because this machine's clock is more than two minutes behind the database's. To check the clocks, run npx tepat doctor`;
}

export const commands = [transfer];
