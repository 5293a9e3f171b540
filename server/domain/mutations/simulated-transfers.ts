import { randomUUID } from "node:crypto";
import type { Notification } from "../../contract/worker.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Device } from "../sources/devices.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PaymentName } from "../gateway/payment-row.ts";
import { requireMerchant } from "../merchants/merchants.ts";
import { findTestedMerchant } from "../merchants/test-mode.ts";
import { hashCredential, newDeviceToken } from "../security/credentials.ts";
import { confirmedMutation, recordReports, reportNotifications } from "./mutations.ts";
import {
  selectExpectedTransfer,
  selectSimulatedDevice,
  upsertSimulatedDevice,
  type ExpectedTransfer,
} from "./simulated-transfers.sql.ts";

export interface SimulatedTransfer {
  notification: Notification;
  amount: number;
  phone: { device: Device; device_token: string };
  /** False for a bank that the merchant added, whose texts count only with a taught wording. */
  is_readable: boolean;
}

/**
 * Returns the notification with which a bank would report the exact payment of an invoice, or another amount. Also
 * returns the merchant's simulated phone, which can report it.
 */
export async function expectedTransfer(
  gateway: Gateway,
  name: PaymentName,
  { amount }: { amount?: number } = {},
): Promise<SimulatedTransfer> {
  const expected = await findExpectedTransfer(gateway, name);
  const transfer = await announced(gateway, name, {
    ...expected,
    amount: amount ?? expected.payment_total,
  });
  const phone = await simulatedPhone(gateway, name.merchant_id);
  // On another phone the total might be another invoice's, so nothing is sent.
  if (expected.bound_device_id !== null && expected.bound_device_id !== phone.device.device_id) {
    throw new DomainError(
      `Only device ${expected.bound_device_id} can pay this invoice. Use an invoice on an account that is bound to no device.`,
    );
  }
  return { ...transfer, phone };
}

async function findExpectedTransfer(
  { sql }: Gateway,
  name: PaymentName,
): Promise<ExpectedTransfer> {
  const { merchant_name } = await requireMerchant(sql, name.merchant_id);
  const expected = await selectExpectedTransfer(sql, name);
  if (!expected)
    throw new DomainError(
      `${merchant_name} has no invoice ${name.payment_code}. Check the code, or add --test for an invoice of a test key.`,
    );
  return expected;
}

async function announced(
  { sql, notificationReader }: Gateway,
  { merchant_id }: PaymentName,
  { app_package, channel_name, amount }: ExpectedTransfer & { amount: number },
): Promise<Omit<SimulatedTransfer, "phone">> {
  const reader = notificationReader();
  const is_readable = reader.appOf(app_package) !== null;
  if (!is_readable && (await findTestedMerchant(sql, merchant_id)) === null) {
    throw new DomainError(
      `Tepat does not know how ${app_package} announces a transfer. Use an account with the --package of a known bank app.`,
    );
  }
  const withApp = reader.withApps([{ package_name: app_package, app_name: channel_name }]);
  const text = withApp.sampleOf(app_package, { amount, sender: "BUDI CONTOH" });
  if (text === null) throw new Error(`the app ${app_package} has no sample`);
  const notification = {
    key: randomUUID(),
    package_name: app_package,
    app_name: withApp.appNameOf(app_package),
    ...text,
    posted_at: new Date().toISOString(),
  };
  return { notification, amount, is_readable };
}

/** Reports the transfer as the simulated phone does. A transfer with an unreadable text is recorded directly. */
export async function reportSimulated(
  gateway: Gateway,
  { notification, amount, phone: { device }, is_readable }: SimulatedTransfer,
): Promise<void> {
  if (is_readable) {
    await reportNotifications(gateway, device, [notification]);
    return;
  }
  const { merchant_id, device_id } = device;
  const mutations = [confirmedMutation(notification, amount)];
  await recordReports(gateway, [{ merchant_id, device_id, mutations }]);
}

/**
 * Returns the merchant's only simulated phone. Each run gives the phone a new token, because only a token's hash is
 * stored.
 */
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
    `The merchant's simulated phone is revoked. To let it report again, run npx tepat device approve --device ${revoked?.device_id}`,
  );
}
