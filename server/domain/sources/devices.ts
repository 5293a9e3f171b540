import type { DeviceStatus, EventDevice, ListedDevice } from "../../contract/devices.ts";
import { paginate, type Page } from "../../contract/envelope.ts";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { hashCredential, isDeviceToken, newDeviceToken } from "../security/credentials.ts";
import { diagnose, isUnheard, refusedReports, restartGap } from "./device-health.ts";
import {
  approveRegistered,
  approveWaiting,
  countedDevices,
  forgetUnusedDevices,
  markRevoked,
  ofFormerProgram,
  putBesideApproved,
  selectDeviceById,
  selectDevicePage,
  selectTokenHashes,
  type StoredRecord,
  type DeviceRow,
} from "./devices.sql.ts";
import { DomainError } from "../base/domain-error.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { pairingCode } from "./pairing-code.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { orderedId } from "../base/ordered-id.ts";

/** The phones that report notifications (specification, 3.4). */

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

/** Registers a phone that is new to the merchant, or one that registers again. */
export function registerDevice(
  sql: Sql,
  device: DeviceRegistration,
  at: Date | null = null,
): ReturnType<typeof registerHeld> {
  return sql
    .begin(async (tx) => {
      await holdMerchant(tx, device.merchant_id);
      return registerHeld(tx, device, at);
    })
    .catch((cause: unknown) => {
      if (violatedConstraint(cause) !== "devices_of_test_mode_are_simulated") throw cause;
      throw new GatewayError("conflict", {
        message:
          "A test key cannot pair a phone, because only a simulated phone pays test payments. Use a live key.",
        cause,
      });
    });
}

interface Registered {
  device_id: string;
  device_token: string;
  device_status: DeviceStatus;
}

/**
 * Registers an installation. An installation that registers again keeps its device_id, gets a new token and must be
 * approved again. Its numbers can then begin anywhere, and its program might send no heartbeats. An approved phone
 * keeps working with its token until then, because anyone with the merchant's key can register any installation. A
 * new installation is accepted while the merchant has room. The merchant's row must be locked.
 */
async function registerHeld(
  sql: Tx,
  device: DeviceRegistration,
  at: Date | null,
): Promise<Registered> {
  const device_token = newDeviceToken();
  const token_hash = hashCredential(device_token);
  await forgetUnusedDevices(sql, device.merchant_id);
  const [row] = await sql<{ device_id: string; device_status: DeviceStatus }[]>`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, model, app_version, token_hash, device_status, created_at
    )
    select
      ${device.merchant_id}, ${orderedId()}, ${device.installation_id}, ${device.device_name},
      ${device.model}::text, ${device.app_version}::text, ${token_hash}, 'PENDING',
      ${transactionTime(sql, at)}
    from ${countedDevices(sql, device.merchant_id)} present
    where (
        present.all_count < ${limits.devicesPerMerchant}
        and present.waiting_count < ${limits.devicesWaitingForApproval}
      )
      or exists (
        select from devices known
        where known.merchant_id = ${device.merchant_id}
          and known.installation_id = ${device.installation_id}
      )
    on conflict (merchant_id, installation_id) do update
    set device_name = excluded.device_name,
      ${ofFormerProgram(sql)},
      model = excluded.model,
      app_version = excluded.app_version,
      token_hash = excluded.token_hash,
      device_status = 'PENDING',
      registration_changed_at = excluded.created_at,
      is_simulated = false,
      approved_at = null
    -- Locked in any case, so that it stays approved, or waiting, until the commit.
    where devices.device_status <> 'ACTIVE'
      and devices.source_kind = 'phone'
    returning device_id, device_status
  `;
  if (row) return { ...row, device_token };
  const device_id = await putBesideApproved(sql, { ...device, token_hash, at });
  if (!device_id) throw await tooManyDevices(sql, device.merchant_id);
  return { device_id, device_token, device_status: "PENDING" };
}

async function tooManyDevices(tx: Tx, merchant_id: string): Promise<GatewayError> {
  const [row] = await tx<{ waiting_count: number }[]>`
    select waiting_count from ${countedDevices(tx, merchant_id)} present
  `;
  const isWaiting = (row?.waiting_count ?? 0) >= limits.devicesWaitingForApproval;
  return new GatewayError("conflict", {
    message: isWaiting
      ? `The limit of ${limits.devicesWaitingForApproval} devices waiting for approval is reached. Approve or revoke some of them, then register this one again.`
      : `The limit of ${limits.devicesPerMerchant} devices is reached. Register one of them again instead, or revoke those that have never reported.`,
  });
}

/** A device as read by its token for each of its calls. */
export interface CallingDevice extends Device {
  is_offline: boolean;
  hides_texts: boolean;
  was_seen_lately: boolean;
}

/** Returns true if the device's next calls will probably report the same state. */
export const isWell = (device: CallingDevice): boolean =>
  device.device_status === "ACTIVE" &&
  device.was_seen_lately &&
  !device.is_offline &&
  !device.hides_texts;

/** Returns the devices of these tokens, in the order of the tokens; null for a token that is unknown or revoked. */
export async function findDevicesByTokens(
  sql: Sql,
  tokens: readonly string[],
): Promise<(CallingDevice | null)[]> {
  const devices: (CallingDevice | null)[] = tokens.map(() => null);
  const hashes = tokens.map((token) =>
    isDeviceToken(token) ? hashCredential(token).toString("hex") : "",
  );
  if (hashes.every((hash) => hash === "")) return devices;
  const rows = await sql<(CallingDevice & { position: number })[]>`
    select
      given.position, merchant_id, device_id, device_name, device_status,
      offline_since is not null as is_offline,
      hidden_text_at is not null as hides_texts,
      coalesce(last_seen_at > now() - make_interval(secs => ${limits.deviceSeenLatelySeconds}), false)
        as was_seen_lately
    from unnest(${hashes}::text[]) with ordinality as given (token_hash, position)
    join devices device
      on device.token_hash = decode(given.token_hash, 'hex')
      and device_status <> 'REVOKED'
    union all
    select
      given.position, merchant_id, device_id, waiting.device_name, 'PENDING', false, false, false
    from unnest(${hashes}::text[]) with ordinality as given (token_hash, position)
    join waiting_registrations waiting
      on waiting.token_hash = decode(given.token_hash, 'hex')
    join devices device using (merchant_id, device_id)
    where device.device_status = 'ACTIVE'
  `;
  for (const { position, ...device } of rows) devices[position - 1] = device;
  return devices;
}

export function requireApproved(device: Device): void {
  if (device.device_status !== "ACTIVE") throw new GatewayError("device_not_approved");
}

/**
 * Returns the packages whose notifications the device must report: those of the merchant's active accounts, and apps
 * that no release knows and that the merchant has confirmed as a bank's.
 */
export async function watchedPackages(sql: Sql, merchant_id: string): Promise<string[]> {
  const rows = await sql<{ app_package: string }[]>`
    select app_package
    from accounts
    where merchant_id = ${merchant_id}
      and account_active
    union
    select package_name
    from merchant_apps app
    where merchant_id = ${merchant_id}
      and is_bank
      and not exists (
        select from accounts
        where accounts.merchant_id = app.merchant_id
          and lower(accounts.app_package) = app.package_name
      )
    order by app_package
  `;
  return rows.map((row) => row.app_package);
}

/** Returns the number of active accounts that the phone watches: those bound to it, and those bound to no phone. */
export async function guardedAccounts(sql: Sql, device: Device): Promise<number> {
  const [row] = await sql<{ account_count: number }[]>`
    select count(*)::integer as account_count
    from accounts as account
    join matching_pools as pool using (merchant_id, pool_id)
    where merchant_id = ${device.merchant_id}
      and account.account_active
      and (pool.device_id is null or pool.device_id = ${device.device_id})
  `;
  return row?.account_count ?? 0;
}

/**
 * Records that the phone hides the texts of a watched app. Until a person changes the phone's settings, Tepat sees no
 * transfers.
 */
export async function recordHiddenText(sql: Sql, device: Device, at: Date | null): Promise<void> {
  await sql`
    update devices
    set hidden_text_at = ${transactionTime(sql, at)}
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
  `;
}

export type DeviceRecord = Device & {
  /** The code to compare with the one on the phone. */
  pairing_code: string;
  model: string | null;
  app_version: string | null;
  last_seen_at: Date | null;
};

/**
 * Approves a waiting device. A revoked device must register again. A registration that waits beside an approved
 * device replaces it, and the old token ends. With a pairing code, only the code's own token is approved. Anyone with
 * the merchant's key can register the same installation again, also between the look at the code and the approval.
 */
export async function approveDevice(
  sql: Sql,
  device_id: string,
  { pairing_code }: { pairing_code?: string | undefined } = {},
): Promise<DeviceRecord> {
  const token_hash = await tokenToApprove(sql, { device_id, pairing_code });
  const row =
    token_hash &&
    ((await approveWaiting(sql, { device_id, token_hash })) ??
      (await approveRegistered(sql, { device_id, token_hash })));
  if (!row) {
    throw new DomainError({ code: "device_not_waiting", params: { device_id } });
  }
  return withPairingCode(row);
}

/** Returns undefined if there is no such device. Without a code, returns the newest registration's token. */
async function tokenToApprove(
  sql: Sql,
  { device_id, pairing_code }: { device_id: string; pairing_code: string | undefined },
): Promise<Buffer | undefined> {
  const hashes = await selectTokenHashes(sql, device_id);
  if (pairing_code === undefined) return hashes[0];
  const found = hashes.find(
    (token_hash) => pairingCode({ device_id, token_hash }) === pairing_code,
  );
  if (found) return found;
  throw new DomainError({ code: "pairing_code_differs", params: { device_id, pairing_code } });
}

export async function revokeDevice(
  sql: Sql,
  device_id: string,
  at: Date | null = null,
): Promise<DeviceRecord> {
  const row = await markRevoked(sql, { device_id, at });
  if (!row)
    throw new DomainError(
      `There is no device ${device_id}. To list the devices, run npx tepat device list`,
    );
  return withPairingCode(row);
}

function withPairingCode({ token_hash, ...device }: StoredRecord): DeviceRecord {
  return { ...device, pairing_code: pairingCode({ ...device, token_hash }) };
}

export async function listDevices(
  gateway: Gateway,
  options: { merchant_id: string; page: number; per_page: number },
): Promise<Page<ListedDevice>> {
  const per_page = pageSize(options);
  const { total, rows } = await selectDevicePage(gateway.sql, {
    ...options,
    per_page,
    at: gateway.now(),
  });
  return {
    items: rows.map(presentDevice),
    pagination: paginate(total, rows.length, options.page, per_page),
  };
}

/**
 * Returns the code of the token that waits for approval: the device's own token, or one that was registered beside
 * it.
 */
function codeOfWaiting({ device_id, device_status, token_hash, waiting_token_hash }: DeviceRow) {
  if (device_status === "PENDING") return pairingCode({ device_id, token_hash });
  if (device_status === "REVOKED" || !waiting_token_hash) return null;
  return pairingCode({ device_id, token_hash: waiting_token_hash });
}

export function presentDevice(row: DeviceRow): ListedDevice {
  return {
    device_id: row.device_id,
    device_name: row.device_name,
    device_status: row.device_status,
    pairing_code: codeOfWaiting(row),
    model: row.model,
    app_version: row.app_version,
    is_simulated: row.is_simulated,
    created_at: row.created_at.toISOString(),
    approved_at: text(row.approved_at),
    last_seen_at: text(row.last_seen_at),
    last_heartbeat_at: text(row.last_heartbeat_at),
    last_notification_at: text(row.last_notification_at),
    offline_since: text(row.offline_since),
    battery: row.battery,
    queue_length: row.queue_length,
    listener_error: row.listener_error,
    hidden_text_at: text(row.hidden_text_at),
    refused_reports: refusedReports(row, row.read_at),
    restart_gap: restartGap(row, row.read_at),
    last_sequence: row.last_sequence,
    missing_sequences: row.missing_sequences,
    is_unheard: isUnheard(row),
    ...diagnose(row, row.read_at),
  };
}

const text = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Returns the fields of a device for a webhook. */
export async function readEventDevice(
  gateway: Gateway,
  device: { merchant_id: string; device_id: string },
): Promise<EventDevice | null> {
  const row = await selectDeviceById(gateway.sql, device, gateway.now());
  if (!row) return null;
  const { device_id, device_name, model, last_seen_at } = row;
  return { device_id, device_name, model, last_seen_at: text(last_seen_at) };
}
