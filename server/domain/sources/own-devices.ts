import type { ListedDevice } from "../../contract/devices.ts";
import { invalidFields, notFound } from "../../contract/errors.ts";
import { audited, type Actor } from "../access/audit.ts";
import { approveDevice, presentDevice, revokeDevice } from "./devices.ts";
import { selectDeviceById } from "./devices.sql.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { lockDevice, updateDeviceName } from "./own-devices.sql.ts";
import { readPairingCode } from "./pairing-code.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";

/** Manages a merchant's own phones in the dashboard. Other merchants' phones are unknown here. */

interface DeviceName {
  merchant_id: string;
  device_id: string;
}

/**
 * Approves a phone. A person has compared the code with the phone's screen. The code belongs to the token of that
 * phone, so a phone that registers between the look and the click is not approved by mistake.
 */
export async function approveOwnDevice(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; device_id: string; pairing_code: string },
): Promise<ListedDevice> {
  const { session, device_id, pairing_code } = options;
  requireConfirmed(session);
  const device = { merchant_id: session.merchant_id, device_id };
  const code = readPairingCode(pairing_code);
  if (code === null) {
    throw invalidFields({ pairing_code: { code: "not_a_pairing_code", params: {} } });
  }
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      if (!(await lockDevice(sql, device))) throw unknownDevice();
      return approveDevice(sql, device.device_id, { pairing_code: code });
    },
    () => auditEvent(device, "device.approved"),
  );
  return readOwnDevice(gateway, device);
}

export async function renameOwnDevice(
  gateway: Gateway,
  actor: Actor,
  { device_name, ...device }: DeviceName & { device_name: string },
): Promise<ListedDevice> {
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      if (!(await updateDeviceName(sql, { ...device, device_name }))) throw unknownDevice();
    },
    () => auditEvent(device, "device.renamed", { device_name }),
  );
  return readOwnDevice(gateway, device);
}

export async function revokeOwnDevice(
  gateway: Gateway,
  actor: Actor,
  device: DeviceName,
): Promise<void> {
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      if (!(await lockDevice(sql, device))) throw unknownDevice();
      return revokeDevice(sql, device.device_id, gateway.now());
    },
    () => auditEvent(device, "device.revoked"),
  );
}

async function readOwnDevice(gateway: Gateway, device: DeviceName): Promise<ListedDevice> {
  const row = await selectDeviceById(gateway.sql, device, gateway.now());
  if (!row) throw unknownDevice();
  return presentDevice(row);
}

const unknownDevice = () => notFound("device");

const auditEvent = (
  { merchant_id, device_id }: DeviceName,
  action: "device.approved" | "device.renamed" | "device.revoked",
  details?: Record<string, unknown>,
) => ({ merchant_id, action, object_id: device_id, ...(details && { details }) });
