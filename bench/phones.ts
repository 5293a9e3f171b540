import type { Payment } from "../server/contract/payments.ts";
import { approveDevice, registerDevice } from "../server/domain/sources/devices.ts";
import { createNotificationReader } from "../server/domain/notifications/notification-text.ts";
import type { Shop } from "../server/testing/fixtures.ts";
import type { Fixture } from "./fixture.ts";
import { reportRequest } from "./requests.ts";

/** The device tokens, by merchant id. */
export type Devices = ReadonlyMap<string, string>;

export async function approvedDevices({ sql, shops }: Fixture): Promise<Devices> {
  const devices = new Map<string, string>();
  for (const { merchant_id } of shops) {
    const { device_id, device_token } = await registerDevice(sql, {
      merchant_id,
      device_name: "Phone",
      installation_id: "bench",
      model: null,
      app_version: null,
    });
    await approveDevice(sql, device_id);
    devices.set(merchant_id, device_token);
  }
  return devices;
}

const reader = createNotificationReader();
let reports = 0;

/** Returns a phone's report that a customer has paid the invoice. */
export function transferOf({ payment_total }: Pick<Payment, "payment_total">): object {
  const text = reader.sampleOf("com.bca", { amount: payment_total, sender: "BUDI" });
  reports += 1;
  return {
    key: `0|com.bca|${reports}`,
    package_name: "com.bca",
    ...text,
    posted_at: new Date(Date.now() + reports).toISOString(),
  };
}

export function transferReport(
  devices: Devices,
  { shop, payment }: { shop: Shop; payment: Payment },
): Buffer {
  return reportRequest(devices.get(shop.merchant_id) ?? "", transferOf(payment));
}
