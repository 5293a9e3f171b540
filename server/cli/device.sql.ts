import type { Sql } from "../db/client.ts";
import type { Device } from "../domain/sources/devices.ts";

export async function selectDevice(sql: Sql, device_id: string): Promise<Device | undefined> {
  const [row] = await sql<Device[]>`
    select merchant_id, device_id, device_name, device_status
    from devices
    where device_id = ${device_id}
  `;
  return row;
}
