import { randomUUIDv7 } from "node:crypto";
import type { Sql } from "../../db/client.ts";
import type { Device } from "../sources/devices.ts";

/** The notification that would pay a payment, and the device that must report it. */
export interface ExpectedTransfer {
  payment_total: number;
  account_id: string;
  app_package: string;
  channel_name: string;
  /** The only device whose notifications count; null if every device's notifications count. */
  bound_device_id: string | null;
}

export async function selectExpectedTransfer(
  sql: Sql,
  payment: { merchant_id: string; payment_code: string },
): Promise<ExpectedTransfer | undefined> {
  const [row] = await sql<ExpectedTransfer[]>`
    select
      payment.payment_total,
      payment.account_id,
      -- An account of test mode follows its merchant's to another app while totals are taken, and the pool stays.
      case when lower(account.app_package) = pool.package_name then account.app_package else pool.package_name end as app_package,
      channel.channel_name,
      pool.device_id as bound_device_id
    from payments payment
    join accounts account using (merchant_id, account_id)
    join channels channel using (channel_id)
    join matching_pools pool
      on pool.merchant_id = payment.merchant_id
      and pool.pool_id = payment.pool_id
    where payment.merchant_id = ${payment.merchant_id}
      and payment.payment_code = ${payment.payment_code}
  `;
  return row;
}

const installation_id = "simulated";

/**
 * Gives the merchant's simulated phone another token, and creates the phone if there is none. Returns undefined if
 * the phone was revoked.
 */
export async function upsertSimulatedDevice(
  sql: Sql,
  device: { merchant_id: string; token_hash: Buffer },
): Promise<Device | undefined> {
  const [row] = await sql<Device[]>`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, token_hash, device_status, is_simulated, created_at, approved_at
    )
    values (
      ${device.merchant_id}, ${randomUUIDv7()}, ${installation_id}, 'Simulated Worker', ${device.token_hash}, 'ACTIVE',
      true, now(), now()
    )
    on conflict (merchant_id, installation_id) do update
    set token_hash = excluded.token_hash,
      device_status = 'ACTIVE',
      is_simulated = true
    where devices.device_status <> 'REVOKED'
    returning merchant_id, device_id, device_name, device_status
  `;
  return row;
}

export async function selectSimulatedDevice(
  sql: Sql,
  merchant_id: string,
): Promise<{ device_id: string } | undefined> {
  const [row] = await sql<{ device_id: string }[]>`
    select device_id from devices
    where merchant_id = ${merchant_id}
      and installation_id = ${installation_id}
  `;
  return row;
}
