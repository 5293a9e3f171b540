import { randomUUID } from "node:crypto";
import { tepat } from "./command-line.ts";
import { callerWith, dataOf, type Caller } from "./http.ts";
import type { Notification, RegisteredDevice, ReportOutcome } from "./resources.ts";

/** A phone with its token, which can send requests. */
export interface Device extends Caller, RegisteredDevice {
  report(...notifications: Notification[]): Promise<ReportOutcome[]>;
}

export async function registeredDevice(merchant: Caller, fields: object = {}): Promise<Device> {
  const device = dataOf<RegisteredDevice>(
    await merchant.post("/worker/devices", {
      device_name: "Counter phone",
      installation_id: randomUUID(),
      ...fields,
    }),
  );
  const caller = callerWith({ "x-device-token": device.device_token });
  return {
    ...device,
    ...caller,
    report: async (...notifications) =>
      dataOf(await caller.post("/worker/mutations", { notifications })),
  };
}

export async function approvedDevice(merchant: Caller, fields: object = {}): Promise<Device> {
  const device = await registeredDevice(merchant, fields);
  await approve(device);
  return device;
}

export const approve = ({ device_id }: RegisteredDevice): Promise<unknown> =>
  tepat("device approve", "--device", device_id);

export const revoke = ({ device_id }: RegisteredDevice): Promise<unknown> =>
  tepat("device revoke", "--device", device_id);

/** Returns the notification of an incoming transfer in BCA mobile's words. */
export function transfer(amount: number, fields: Partial<Notification> = {}): Notification {
  return bcaNotification(
    `Pemasukan sebesar IDR ${amount.toLocaleString("en-US")}.00 dari SITI RAHAYU di kategori Transfer Rekening.`,
    fields,
  );
}

/** Returns the notification of an outgoing payment in BCA mobile's words. */
export function spending(amount: number, fields: Partial<Notification> = {}): Notification {
  return bcaNotification(
    `Pengeluaran sebesar IDR ${amount.toLocaleString("en-US")}.00 di kategori Biaya Admin.`,
    fields,
  );
}

export function bcaNotification(body: string, fields: Partial<Notification> = {}): Notification {
  return {
    key: "0|com.bca|1|null|10234",
    package_name: "com.bca",
    title: "Catatan Finansial",
    body,
    posted_at: new Date().toISOString(),
    ...fields,
  };
}
