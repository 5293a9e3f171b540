import { randomUUIDv7 } from "node:crypto";
import { GatewayError } from "../contract/errors.ts";
import type { DeviceStatus } from "../contract/worker.ts";
import type { Sql } from "../db/client.ts";
import { hashCredential, isDeviceToken, newDeviceToken } from "./credentials.ts";
import { DomainError } from "./domain-error.ts";

/** The phones that report notifications (specification 3.4; decisions, section 3). */

export interface Device {
  merchant_id: string;
  device_id: string;
  device_name: string;
  device_status: DeviceStatus;
}

export interface DeviceRegistration {
  merchant_id: string;
  device_name: string;
  installation_id: string;
  model: string | null;
  app_version: string | null;
}

/** The same installation again keeps its device_id, gets a new token and must be approved anew. */
export async function registerDevice(
  sql: Sql,
  device: DeviceRegistration,
): Promise<{ device_id: string; device_token: string; device_status: DeviceStatus }> {
  const device_token = newDeviceToken();
  const [row] = await sql<{ device_id: string; device_status: DeviceStatus }[]>`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, model, app_version, token_hash, device_status, created_at
    )
    values (
      ${device.merchant_id}, ${randomUUIDv7()}, ${device.installation_id}, ${device.device_name}, ${device.model},
      ${device.app_version}, ${hashCredential(device_token)}, 'PENDING', now()
    )
    on conflict (merchant_id, installation_id) do update
    set device_name = excluded.device_name,
      model = excluded.model,
      app_version = excluded.app_version,
      token_hash = excluded.token_hash,
      device_status = 'PENDING',
      approved_at = null
    returning device_id, device_status
  `;
  return { ...(row as { device_id: string; device_status: DeviceStatus }), device_token };
}

/** The device of a token that was not revoked, else null. */
export async function findDeviceByToken(sql: Sql, token: string): Promise<Device | null> {
  if (!isDeviceToken(token)) return null;
  const [row] = await sql<Device[]>`
    select merchant_id, device_id, device_name, device_status
    from devices
    where token_hash = ${hashCredential(token)}
      and device_status <> 'REVOKED'
  `;
  return row ?? null;
}

export function requireApproved(device: Device): void {
  if (device.device_status !== "ACTIVE") throw new GatewayError("device_not_approved");
}

/** The packages whose notifications the device should report: those of the merchant's active accounts. */
export async function watchedPackages(sql: Sql, merchant_id: string): Promise<string[]> {
  const rows = await sql<{ app_package: string }[]>`
    select distinct app_package
    from accounts
    where merchant_id = ${merchant_id}
      and account_active
    order by app_package
  `;
  return rows.map((row) => row.app_package);
}

export async function recordHeartbeat(
  sql: Sql,
  device: Device,
  report: { battery: number | null; queue_length: number | null; app_version: string | null },
): Promise<void> {
  await sql`
    update devices
    set battery = coalesce(${report.battery}, battery),
      queue_length = coalesce(${report.queue_length}, queue_length),
      app_version = coalesce(${report.app_version}, app_version),
      last_seen_at = now()
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
  `;
}

/** The phone hides the texts of a watched app: until somebody changes its settings no transfer is seen. */
export async function recordHiddenText(sql: Sql, device: Device, at: Date | null): Promise<void> {
  await sql`
    update devices
    set hidden_text_at = coalesce(${at}::timestamptz, now())
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
  `;
}

export type DeviceRecord = Device & {
  model: string | null;
  app_version: string | null;
  last_seen_at: Date | null;
};

/** Only a device that waits becomes active: a revoked one must register again. */
export async function approveDevice(sql: Sql, device_id: string): Promise<DeviceRecord> {
  const [row] = await sql<DeviceRecord[]>`
    update devices
    set device_status = 'ACTIVE',
      approved_at = coalesce(approved_at, now())
    where device_id = ${device_id}
      and device_status <> 'REVOKED'
    returning merchant_id, device_id, device_name, device_status, model, app_version, last_seen_at
  `;
  if (!row) {
    throw new DomainError(
      `There is no device ${device_id} to approve: a revoked one must register again.`,
    );
  }
  return row;
}

export async function revokeDevice(sql: Sql, device_id: string): Promise<DeviceRecord> {
  const [row] = await sql<DeviceRecord[]>`
    update devices
    set device_status = 'REVOKED'
    where device_id = ${device_id}
    returning merchant_id, device_id, device_name, device_status, model, app_version, last_seen_at
  `;
  if (!row) throw new DomainError(`There is no device ${device_id}.`);
  return row;
}
