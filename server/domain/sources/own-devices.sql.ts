import type { Sql } from "../../db/client.ts";

/** Locks the phone until the transaction `sql` ends. Returns false if the merchant has no such phone. */
export async function lockDevice(
  sql: Sql,
  device: { merchant_id: string; device_id: string },
): Promise<boolean> {
  const rows = await sql`
    select from devices
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
      and source_kind = 'phone'
    for update
  `;
  return rows.length === 1;
}

/** Returns false if the merchant has no such phone. */
export async function updateDeviceName(
  sql: Sql,
  device: { merchant_id: string; device_id: string; device_name: string },
): Promise<boolean> {
  const result = await sql`
    update devices
    set device_name = ${device.device_name}
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
      and source_kind = 'phone'
  `;
  return result.count === 1;
}
