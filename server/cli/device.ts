import { z } from "zod";
import { uuid } from "../contract/fields.ts";
import {
  selectDevicePage,
  selectNewestDevices,
  type DeviceRow,
} from "../domain/sources/devices.sql.ts";
import { approveDevice, presentDevice, revokeDevice } from "../domain/sources/devices.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { readPairingCode } from "../domain/sources/pairing-code.ts";
import { command, shown } from "./command.ts";
import { changing, withGateway } from "./database.ts";
import { option } from "./option.ts";
import { table } from "./print.ts";
import { wholeNumber } from "./values.ts";

const pairingCodeText = z.string().transform((text, context) => {
  const code = readPairingCode(text);
  if (code === null) context.addIssue("must be a pairing code such as 7DD-DV0");
  return code ?? z.NEVER;
});

const device = option(uuid(), "ID", "the device_id that the registration returned");

const approve = command({
  name: "device approve",
  summary:
    "Lets a registered device report notifications. Give the pairing code that the phone shows, or compare it with the code in device list.",
  options: {
    device,
    code: option(
      pairingCodeText.optional(),
      "CODE",
      "the pairing code; approves only the phone that shows it",
    ),
  },
  run: async ({ device, code }) =>
    shown(
      await changing(
        ({ sql }) => approveDevice(sql, device, { pairing_code: code }),
        ({ merchant_id }) => ({ merchant_id, action: "device.approved", object_id: device }),
      ),
    ),
});

const revoke = command({
  name: "device revoke",
  summary: "Ends a device's access at once. To report again, the device must register again.",
  options: { device },
  run: async ({ device }) =>
    shown(
      await changing(
        ({ sql }) => revokeDevice(sql, device),
        ({ merchant_id }) => ({ merchant_id, action: "device.revoked", object_id: device }),
      ),
    ),
});

const list = command({
  name: "device list",
  summary: "Lists devices and their health, newest first.",
  options: {
    merchant: option(uuid().optional(), "ID", "only devices of this merchant"),
    limit: option(
      wholeNumber({ min: 1, max: 1000 }).default(100),
      "N",
      "the number of devices (default 100)",
    ),
  },
  run: (options) =>
    withGateway(async (gateway) => {
      const rows = await devicesOf(gateway, options);
      const devices = rows.map((row) => ({
        merchant_id: row.merchant_id,
        ...presentDevice(row),
      }));
      return { data: devices, text: table(devices.map(summaryOf)) };
    }),
});

async function devicesOf(
  gateway: Gateway,
  { merchant: merchant_id, limit }: { merchant?: string | undefined; limit: number },
): Promise<DeviceRow[]> {
  const at = gateway.now();
  if (merchant_id === undefined) return selectNewestDevices(gateway.sql, { limit, at });
  await requireMerchant(gateway.sql, merchant_id);
  const page = { merchant_id, page: 1, per_page: limit, at };
  return (await selectDevicePage(gateway.sql, page)).rows;
}

/** The columns that fit on a line. `--json` shows all fields. */
function summaryOf(device: ReturnType<typeof presentDevice>) {
  return {
    device_id: device.device_id,
    device_name: device.device_name,
    device_status: device.device_status,
    pairing_code: device.pairing_code,
    health: device.health === "ok" && device.is_unheard ? "not heard yet" : device.health,
    findings: device.findings.map(({ problem }) => problem).join(", ") || null,
    last_seen_at: device.last_seen_at,
  };
}

export const commands = [list, approve, revoke];
