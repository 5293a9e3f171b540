import { randomUUID } from "node:crypto";
import { paymentCode, uuid } from "../contract/fields.ts";
import type { Payment } from "../contract/payments.ts";
import type { Notification, ReportOutcome } from "../contract/worker.ts";
import { hashCredential, newDeviceToken } from "../domain/security/credentials.ts";
import type { Device } from "../domain/devices/devices.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { reportNotifications } from "../domain/mutations/mutations.ts";
import { readPayment } from "../domain/payments/payments.ts";
import { command, shown, type Output } from "./command.ts";
import { withGateway } from "./database.ts";
import { option } from "./option.ts";
import { reportToServer } from "./report-to-server.ts";
import {
  selectExpectedTransfer,
  selectSimulatedDevice,
  upsertSimulatedDevice,
  type ExpectedTransfer,
} from "./simulate.sql.ts";

const transfer = command({
  name: "simulate transfer",
  summary: "Lets a simulated phone report the bank's notification of exactly this invoice's total.",
  options: {
    payment: option(paymentCode(), "CODE", "payment_code of the invoice"),
    merchant: option(uuid(), "ID", "the merchant"),
  },
  run: ({ payment: payment_code, merchant: merchant_id }) =>
    withGateway((gateway) => simulateTransfer(gateway, { merchant_id, payment_code })),
});

type PaymentName = { merchant_id: string; payment_code: string };

/** Lets the merchant's simulated phone report the transfer that pays an invoice. */
export async function simulateTransfer(gateway: Gateway, name: PaymentName): Promise<Output> {
  const expected = await findExpectedTransfer(gateway, name);
  const notification = bankNotification(gateway, expected);
  const phone = await simulatedPhone(gateway, name.merchant_id);
  // On another phone the total may belong to another invoice, so nothing is sent.
  if (expected.bound_device_id !== null && expected.bound_device_id !== phone.device.device_id) {
    throw new DomainError(
      `Only the device ${expected.bound_device_id} can pay this invoice. To unbind its account: npx tepat account update --account ${expected.account_id} --device none`,
    );
  }

  const server = gateway.settings.publicUrl;
  const answer = await reportToServer(server, phone.device_token, notification);
  const outcome = answer ?? (await reportToDatabase(gateway, phone.device, notification));
  const payment = await readPayment(gateway, name);
  const { key: _, ...sent } = notification;
  const output = shown({
    ...sent,
    reported_to: answer ? server : "the database, as no server of it answered",
    outcome: outcome.outcome,
    mutation_id: outcome.mutation_id,
    matched_payment_code: outcome.matched_payment_code,
    payment_status: payment.payment_status,
  });
  if (outcome.matched_payment_code === payment.payment_code) return output;
  return { ...output, problem: whyNotMatched(payment, outcome) };
}

async function findExpectedTransfer(
  { sql }: Gateway,
  name: PaymentName,
): Promise<ExpectedTransfer> {
  const { merchant_name } = await requireMerchant(sql, name.merchant_id);
  const expected = await selectExpectedTransfer(sql, name);
  if (!expected) throw new DomainError(`${merchant_name} has no invoice ${name.payment_code}.`);
  return expected;
}

function bankNotification(
  { notificationReader }: Gateway,
  { app_package, payment_total }: ExpectedTransfer,
): Notification {
  const reader = notificationReader();
  const text = reader.sampleOf(app_package, { amount: payment_total, sender: "BUDI CONTOH" });
  if (!text) {
    throw new DomainError(
      `Tepat does not know how ${app_package} announces a transfer. Accounts with another --package can be simulated.`,
    );
  }
  return {
    key: randomUUID(),
    package_name: app_package,
    app_name: reader.appNameOf(app_package),
    ...text,
    posted_at: new Date().toISOString(),
  };
}

/** Each merchant has one. Every run gives it a new token, because only the token's hash is kept. */
export async function simulatedPhone(
  { sql }: Gateway,
  merchant_id: string,
): Promise<{ device: Device; device_token: string }> {
  const device_token = newDeviceToken();
  const token_hash = hashCredential(device_token);
  const device = await upsertSimulatedDevice(sql, { merchant_id, token_hash });
  if (device) return { device, device_token };
  const revoked = await selectSimulatedDevice(sql, merchant_id);
  throw new DomainError(
    `The merchant's simulated phone is revoked. To let it report again: npx tepat device approve --device ${revoked?.device_id}`,
  );
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
    return `Not matched: the transfer has paid ${outcome.matched_payment_code}, which waits for the same total.`;
  }
  if (payment_status !== "PENDING") {
    return `Not matched: ${payment_code} is ${payment_status}, and only a PENDING invoice can be paid.`;
  }
  if (outcome.outcome === "ignored")
    return "Not matched: Tepat did not read the text as a transfer.";
  return "Not matched: this machine's clock is more than two minutes behind the database's (see npx tepat doctor).";
}

export const commands = [transfer];
