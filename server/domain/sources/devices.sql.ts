import type { DeviceStatus, ListedDevice, ReportRefusal } from "../../contract/devices.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import type { DeviceCondition } from "./device-health.ts";
import { presentMillisecond, presentTime, transactionTime } from "../base/clock.sql.ts";

/** The stored columns of a device, and the time of the read. */
export interface DeviceRow extends DeviceCondition {
  merchant_id: string;
  device_id: string;
  device_name: string;
  token_hash: Buffer;
  /** The token hash of a registration that waits beside an approved device. */
  waiting_token_hash: Buffer | null;
  model: string | null;
  app_version: string | null;
  is_simulated: boolean;
  created_at: Date;
  approved_at: Date | null;
  last_notification_at: Date | null;
  last_sequence: number | null;
  missing_sequences: ListedDevice["missing_sequences"];
  read_at: Date;
}

/** Counts a merchant's phones, and those that wait for approval. */
export const countedDevices = (tx: Tx, merchant_id: string) => tx`
  (
    select count(*) as all_count, count(*) filter (where device_status = 'PENDING') as waiting_count
    from devices
    where merchant_id = ${merchant_id}
      and source_kind = 'phone'
  )
`;

/** If the limit is reached, deletes revoked devices that never reported and that no account names. */
export async function forgetUnusedDevices(tx: Tx, merchant_id: string): Promise<void> {
  await tx`
    delete from devices device
    using ${countedDevices(tx, merchant_id)} present
    where present.all_count >= ${limits.devicesPerMerchant}
      and device.merchant_id = ${merchant_id}
      and device.source_kind = 'phone'
      and device.device_status = 'REVOKED'
      and device.last_seen_at is null
      and not exists (
        select from matching_pools named
        where named.merchant_id = device.merchant_id
          and named.device_id = device.device_id
      )
      and not exists (
        select from mutations told
        where told.merchant_id = device.merchant_id
          and told.device_id = device.device_id
      )
      and not exists (
        select from unread_notifications told
        where told.merchant_id = device.merchant_id
          and told.device_id = device.device_id
      )
  `;
}

const conditionColumns = (sql: Sql) => sql`
  device_status, last_seen_at, last_heartbeat_at, offline_since, sequence_gap_at, hidden_text_at, refused_count,
  refused_since, refused_at, refused_because, queue_length,
  queue_growing_since, listener_error, listener_error_since, battery, battery_low_since,
  queue_damaged_at, queue_damage_told_at, restarted_at, heard_again_at, restart_told_at
`;

const deviceColumns = (sql: Sql, at: Date | null) => sql`
  merchant_id, device_id, device_name, token_hash,
  (
    select waiting.token_hash
    from waiting_registrations waiting
    where waiting.merchant_id = devices.merchant_id
      and waiting.device_id = devices.device_id
  ) as waiting_token_hash,
  model, app_version, is_simulated, created_at, approved_at,
  last_notification_at, last_sequence,
  (
    select coalesce(
      json_agg(json_build_object('first', lower(missing), 'last', upper(missing) - 1) order by missing), '[]'
    )
    from unnest(missing_sequences) missing
  ) as missing_sequences,
  ${presentMillisecond(sql, at)} as read_at,
  ${conditionColumns(sql)}
`;

export async function selectDevicePage(
  sql: Sql,
  options: { merchant_id: string; page: number; per_page: number; at: Date | null },
): Promise<{ total: number; rows: DeviceRow[] }> {
  const [counter] = await sql<{ total: number }[]>`
    select count(*) as total
    from devices
    where merchant_id = ${options.merchant_id}
      and source_kind = 'phone'
  `;
  const rows = await sql<DeviceRow[]>`
    select ${deviceColumns(sql, options.at)}
    from devices
    where merchant_id = ${options.merchant_id}
      and source_kind = 'phone'
    order by device_id desc
    limit ${options.per_page}
    offset ${(options.page - 1) * options.per_page}::bigint
  `;
  return { total: counter?.total ?? 0, rows };
}

/** Selects a merchant's approved phones, newest first: all, or the one with this id. */
export function selectApprovedPhones(
  sql: Sql,
  {
    merchant_id,
    device_id,
    at,
  }: { merchant_id: string; device_id: string | null; at: Date | null },
): Promise<DeviceRow[]> {
  return sql<DeviceRow[]>`
    select ${deviceColumns(sql, at)}
    from devices
    where merchant_id = ${merchant_id}
      and (${device_id}::uuid is null or device_id = ${device_id})
      and device_status = 'ACTIVE'
      and source_kind = 'phone'
      and not is_simulated
    order by device_id desc
    limit ${limits.devicesPerMerchant}
  `;
}

/** Lists the phones of all merchants, newest first. */
export function selectNewestDevices(
  sql: Sql,
  options: { limit: number; at: Date | null },
): Promise<DeviceRow[]> {
  return sql<DeviceRow[]>`
    select ${deviceColumns(sql, options.at)}
    from devices
    where source_kind = 'phone'
    order by device_id desc
    limit ${options.limit}
  `;
}

export async function selectDeviceById(
  sql: Sql,
  device: { merchant_id: string; device_id: string },
  at: Date | null,
): Promise<DeviceRow | undefined> {
  const [row] = await sql<DeviceRow[]>`
    select ${deviceColumns(sql, at)}
    from devices
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
  `;
  return row;
}

/** Returns the health columns of every phone. Revoked phones are only counted. */
export function selectConditions(
  sql: Sql,
  at: Date | null,
): Promise<(DeviceCondition & { merchant_id: string; read_at: Date })[]> {
  return sql<(DeviceCondition & { merchant_id: string; read_at: Date })[]>`
    select merchant_id, ${conditionColumns(sql)}, ${presentMillisecond(sql, at)} as read_at
    from devices
    where source_kind = 'phone'
  `;
}

export interface Heartbeat {
  battery: number | null;
  queue_length: number | null;
  app_version: string | null;
  last_notification_at: Date | null;
  /** null: notifications can be read. undefined: the Worker reports nothing about it. */
  listener_error: string | null | undefined;
  /** The result of a self-test since the last heartbeat, if there was one. */
  texts_hidden?: boolean | null | undefined;
  /** The Worker repeats these times until a heartbeat with them gets a response. */
  queue_damaged_at?: Date | null | undefined;
  restarted_at?: Date | null | undefined;
  heard_again_at?: Date | null | undefined;
}

/**
 * Records a heartbeat with one probe of the key. A device that was revoked or registered again in the meantime stays
 * unchanged.
 */
export async function noteHeartbeat(
  sql: Sql,
  device: { merchant_id: string; device_id: string },
  heartbeat: Heartbeat,
  at: Date | null,
): Promise<void> {
  const { battery, queue_length, app_version, last_notification_at, listener_error, texts_hidden } =
    heartbeat;
  const { queue_damaged_at = null, restarted_at = null, heard_again_at = null } = heartbeat;
  // A phone's clock can be wrong, so an end before its beginning or in the future is ignored.
  const has_restart_gap = sql`
    coalesce(
      ${restarted_at}::timestamptz + make_interval(secs => ${limits.restartGapSeconds}) < ${heard_again_at}::timestamptz
        and ${heard_again_at}::timestamptz <= clock.at + make_interval(secs => ${limits.restartGapSeconds}),
      false
    )
  `;
  const listener_error_after = sql`
    case when ${listener_error === undefined} then listener_error else ${listener_error ?? null}::text end
  `;
  await sql`
    update devices
    set battery = coalesce(${battery}::integer, battery),
      battery_low_since = case
        when coalesce(${battery}::integer, battery) <= ${limits.batteryLowPercent}::integer
          then coalesce(battery_low_since, clock.at)
      end,
      queue_length = coalesce(${queue_length}::integer, queue_length),
      queue_growing_since = case
        when ${queue_length}::integer is null then queue_growing_since
        -- The queue became shorter, so notifications are being sent.
        when ${queue_length}::integer = 0 or ${queue_length}::integer < queue_length then null
        else coalesce(queue_growing_since, clock.at)
      end,
      app_version = coalesce(${app_version}, app_version),
      last_notification_at = coalesce(${last_notification_at}::timestamptz, last_notification_at),
      listener_error = ${listener_error_after},
      listener_error_since = case
        when ${listener_error_after} is not null then coalesce(listener_error_since, clock.at)
      end,
      hidden_text_at = case ${texts_hidden ?? null}::boolean
        when true then clock.at
        when false then null
        else hidden_text_at
      end,
      queue_damaged_at = case
        when ${queue_damaged_at}::timestamptz is null then queue_damaged_at
        else least(${queue_damaged_at}::timestamptz, clock.at)
      end,
      queue_damage_told_at = case
        when ${queue_damaged_at}::timestamptz is null then queue_damage_told_at
        else clock.at
      end,
      restarted_at = case when ${has_restart_gap} then ${restarted_at}::timestamptz else restarted_at end,
      heard_again_at = case when ${has_restart_gap} then ${heard_again_at}::timestamptz else heard_again_at end,
      restart_told_at = case when ${has_restart_gap} then clock.at else restart_told_at end,
      last_seen_at = greatest(last_seen_at, clock.at),
      last_heartbeat_at = greatest(last_heartbeat_at, clock.at),
      offline_since = null
    from (select ${presentMillisecond(sql, at)} as at) clock
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
      and device_status = 'ACTIVE'
  `;
}

/**
 * Records a report. Parallel reports of one device take turns on its row, so that each sees the numbers of the
 * earlier ones. A report without numbers is only a sign of life.
 */
export async function noteReport(
  sql: Sql,
  device: { merchant_id: string; device_id: string },
  report: {
    sequences: readonly number[];
    /** The posting time of the newest readable text of a watched app. */
    readable_at: Date | null;
  },
  at: Date | null,
): Promise<void> {
  const ranges = report.sequences.map((sequence) => `[${sequence},${sequence}]`);
  const missing_after = sql`
    missing_after_report(missing_sequences, last_sequence, reported, ${limits.missingSequenceRanges})
  `;
  await sql`
    update devices
    set last_seen_at = greatest(last_seen_at, clock.at),
      offline_since = null,
      last_sequence = greatest(last_sequence, upper(reported) - 1),
      missing_sequences = ${missing_after},
      sequence_gap_at = case
        when isempty(${missing_after}) then null
        when ${missing_after} <@ missing_sequences then sequence_gap_at
        else clock.at
      end,
      hidden_text_at = case
        when hidden_text_at < ${report.readable_at}::timestamptz then null
        else hidden_text_at
      end
    from (
      select ${presentMillisecond(sql, at)} as at, ${`{${ranges.join(",")}}`}::text::int8multirange as reported
    ) clock
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
      and device_status = 'ACTIVE'
  `;
}

/**
 * Counts a refused report together with the earlier ones. After a pause of hours, a new series begins. Returns the
 * count of the series, or undefined if the device is not allowed to report.
 */
export async function noteRefusal(
  sql: Sql,
  device: { merchant_id: string; device_id: string },
  reason: ReportRefusal,
  at: Date | null,
): Promise<number | undefined> {
  const goesOn = sql`
    coalesce(refused_at > clock.at - make_interval(hours => ${limits.refusedReportHours}::integer), false)
  `;
  const [row] = await sql<{ refused_count: number }[]>`
    update devices
    set refused_count = case
        when ${goesOn} then least(refused_count + 1, ${limits.refusedReportsCounted}::integer)
        else 1
      end,
      refused_since = case when ${goesOn} then refused_since else clock.at end,
      refused_at = clock.at,
      refused_because = ${reason}
    from (select ${presentMillisecond(sql, at)} as at) clock
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
      and device_status = 'ACTIVE'
    returning refused_count
  `;
  return row?.refused_count;
}

/**
 * Records that devices can be heard now. Returns the number of seconds without a gap of more than `gap_seconds`. All
 * processes share the row, so any of them keeps the watch.
 */
export async function noteListening(
  sql: Sql,
  options: { gap_seconds: number; at: Date | null },
): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    insert into device_watch as watch (listening_since, listened_at)
    select clock.at, clock.at
    from (select ${presentMillisecond(sql, options.at)} as at) clock
    on conflict (is_only) do update
    set listening_since = case
        when watch.listened_at < excluded.listened_at - make_interval(secs => ${options.gap_seconds})
          then excluded.listened_at
        else watch.listening_since
      end,
      listened_at = greatest(watch.listened_at, excluded.listened_at)
    returning extract(epoch from listened_at - listening_since)::float as seconds
  `;
  return (row as { seconds: number }).seconds;
}

/**
 * Marks up to `limit` silent devices as offline and returns their number. Several callers share the work. The guard
 * skips a device that is heard at the same moment. The trigger `owe_device_webhook`
 * (db/functions/webhooks/owe_device_webhook.sql) writes the deliveries.
 */
export async function markSilentDevices(
  sql: Sql,
  options: { silent_seconds: number; limit: number; at: Date | null },
): Promise<number> {
  const result = await sql`
    with clock as materialized (
      select ${presentMillisecond(sql, options.at)} as at
    ),
    silent as (
      select device.merchant_id, device.device_id
      from devices device, clock
      where device.device_status = 'ACTIVE'
        and device.source_kind = 'phone'
        and device.offline_since is null
        and device.last_heartbeat_at is not null
        and device.last_seen_at <= clock.at - make_interval(secs => ${options.silent_seconds})
      limit ${options.limit}
      for update of device skip locked
    )
    update devices device
    set offline_since = clock.at
    from silent, clock
    where device.merchant_id = silent.merchant_id
      and device.device_id = silent.device_id
  `;
  return result.count;
}

/**
 * Stores a new registration beside an approved device of this installation, which keeps working until the new
 * registration is approved. Returns the device's id, or undefined if there is no such device. `tx` must hold the
 * merchant's lock.
 */
export async function putBesideApproved(
  tx: Tx,
  device: {
    merchant_id: string;
    installation_id: string;
    token_hash: Buffer;
    device_name: string;
    model: string | null;
    app_version: string | null;
    at: Date | null;
  },
): Promise<string | undefined> {
  const [row] = await tx<{ device_id: string }[]>`
    with approved as (
      select merchant_id, device_id
      from devices
      where merchant_id = ${device.merchant_id}
        and installation_id = ${device.installation_id}
        and source_kind = 'phone'
        and device_status = 'ACTIVE'
    )
    insert into waiting_registrations (
      merchant_id, device_id, token_hash, device_name, model, app_version, registered_at
    )
    select
      merchant_id, device_id, ${device.token_hash}, ${device.device_name}, ${device.model}::text,
      ${device.app_version}::text, ${transactionTime(tx, device.at)}
    from approved
    on conflict (merchant_id, device_id) do update
    set token_hash = excluded.token_hash,
      device_name = excluded.device_name,
      model = excluded.model,
      app_version = excluded.app_version,
      registered_at = excluded.registered_at
    returning device_id
  `;
  return row?.device_id;
}

export interface StoredRecord {
  merchant_id: string;
  device_id: string;
  device_name: string;
  device_status: DeviceStatus;
  token_hash: Buffer;
  model: string | null;
  app_version: string | null;
  last_seen_at: Date | null;
}

const recordColumns = (sql: Sql) => sql`
  device.merchant_id, device.device_id, device.device_name, device.device_status, device.token_hash, device.model,
  device.app_version, device.last_seen_at
`;

/** Returns the token hashes. A registration that waits beside an approved device comes first. */
export async function selectTokenHashes(sql: Sql, device_id: string): Promise<Buffer[]> {
  const rows = await sql<{ token_hash: Buffer }[]>`
    select waiting.token_hash, 1 as place
    from waiting_registrations waiting
    join devices device using (merchant_id, device_id)
    where waiting.device_id = ${device_id}
      and device.device_status = 'ACTIVE'
    union all
    select token_hash, 2 from devices where device_id = ${device_id}
    order by place
  `;
  return rows.map(({ token_hash }) => token_hash);
}

export async function approveRegistered(
  sql: Sql,
  { device_id, token_hash }: { device_id: string; token_hash: Buffer },
): Promise<StoredRecord | undefined> {
  const [row] = await sql<StoredRecord[]>`
    update devices device
    set device_status = 'ACTIVE',
      approved_at = coalesce(approved_at, now())
    where device_id = ${device_id}
      and token_hash = ${token_hash}
      -- A simulated phone gets a new token each time, so the revoked one cannot come back.
      and (device_status <> 'REVOKED' or is_simulated)
    returning ${recordColumns(sql)}
  `;
  return row;
}

/**
 * Deletes the facts that the previous registration's program reported. The new program might send no heartbeats, and
 * would then never withdraw them.
 */
export const ofFormerProgram = (sql: Sql | Tx) => sql`
  last_heartbeat_at = null,
  last_sequence = null,
  missing_sequences = '{}',
  sequence_gap_at = null,
  queue_length = null,
  queue_growing_since = null,
  listener_error = null,
  listener_error_since = null,
  battery = null,
  battery_low_since = null,
  refused_count = 0,
  refused_since = null,
  refused_at = null,
  refused_because = null
`;

/**
 * Approves the waiting registration. The phone starts again with this token, like a phone that registers after it was
 * revoked.
 */
export async function approveWaiting(
  sql: Sql,
  { device_id, token_hash }: { device_id: string; token_hash: Buffer },
): Promise<StoredRecord | undefined> {
  const [row] = await sql<StoredRecord[]>`
    with approved as (
      delete from waiting_registrations
      where device_id = ${device_id}
        and token_hash = ${token_hash}
      returning merchant_id, device_id, token_hash, device_name, model, app_version, registered_at
    )
    update devices device
    set token_hash = approved.token_hash,
      device_name = approved.device_name,
      model = approved.model,
      app_version = approved.app_version,
      ${ofFormerProgram(sql)},
      is_simulated = false,
      registration_changed_at = approved.registered_at,
      approved_at = now()
    from approved
    where device.merchant_id = approved.merchant_id
      and device.device_id = approved.device_id
      and device.device_status = 'ACTIVE'
    returning ${recordColumns(sql)}
  `;
  return row;
}

/** Revokes a phone and deletes its waiting registration. */
export async function markRevoked(
  sql: Sql,
  { device_id, at }: { device_id: string; at: Date | null },
): Promise<StoredRecord | undefined> {
  const [row] = await sql<StoredRecord[]>`
    with forgotten as (
      delete from waiting_registrations where device_id = ${device_id}
    )
    update devices device
    set device_status = 'REVOKED',
      registration_changed_at = ${presentTime(sql, at)}
    where device_id = ${device_id}
      and source_kind = 'phone'
    returning ${recordColumns(sql)}
  `;
  return row;
}
