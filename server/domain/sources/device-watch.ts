import type { ReportRefusal } from "../../contract/devices.ts";
import { limits } from "../../contract/limits.ts";
import type { Notification, ReportOutcome } from "../../contract/worker.ts";
import {
  markSilentDevices,
  noteHeartbeat,
  noteListening,
  noteRefusal,
  noteReport,
  type Heartbeat,
} from "./devices.sql.ts";
import { watchedPackages, type CallingDevice } from "./devices.ts";
import type { Gateway } from "../gateway/gateway.ts";

/** Records the devices' reports about themselves, and detects their silence. */

export async function recordHeartbeat(
  gateway: Gateway,
  device: CallingDevice,
  heartbeat: Heartbeat,
): Promise<void> {
  await noteHeartbeat(gateway.sql, device, heartbeat, gateway.now());
  if (device.is_offline) gateway.wakeWebhookSender();
}

/**
 * Records the sequence numbers of a report, which ignored notifications have too. Call this after the report is
 * recorded: if the recording fails, the numbers must not count as arrived. Without numbers, nothing is written while
 * the device is known to be online.
 */
export async function recordReport(
  gateway: Gateway,
  device: CallingDevice,
  notifications: readonly Notification[],
  outcomes: readonly ReportOutcome[],
): Promise<void> {
  const sequences = notifications.flatMap(({ sequence }) => sequence ?? []);
  const readable_at = device.hides_texts
    ? await newestReadable(gateway, device, notifications, outcomes)
    : null;
  const isNews = sequences.length > 0 || readable_at !== null;
  if (!isNews && device.was_seen_lately && !device.is_offline) return;
  await noteReport(gateway.sql, device, { sequences, readable_at }, gateway.now());
  if (device.is_offline) gateway.wakeWebhookSender();
}

/**
 * Records on the phone that one of its reports was refused. A forwarder app shows no error, so its owner would not
 * learn of the refusal. Returns true for the first refusal in a row, and the caller logs only that one.
 */
export async function recordRefusal(
  gateway: Gateway,
  device: CallingDevice,
  reason: ReportRefusal,
): Promise<boolean> {
  return (await noteRefusal(gateway.sql, device, reason, gateway.now())) === 1;
}

/**
 * Returns the newest readable transfer. Only a transfer shows that transfers can be read, because Android hides some
 * texts and not others.
 */
async function newestReadable(
  gateway: Gateway,
  device: CallingDevice,
  notifications: readonly Notification[],
  outcomes: readonly ReportOutcome[],
): Promise<Date | null> {
  const packages = await watchedPackages(gateway.sql, device.merchant_id);
  const watched = new Set(packages.map((name) => name.toLowerCase()));
  const times = notifications
    .filter((_, index) => outcomes[index]?.outcome !== "ignored")
    .filter(({ package_name }) => watched.has(package_name.toLowerCase()))
    .map(({ posted_at }) => Date.parse(posted_at));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/**
 * Runs one round of the watch. A device counts as silent only if it could have been heard all the time. After a stop
 * of our process or an outage of the database, each device gets its full time again.
 */
export async function watchDevices(gateway: Gateway): Promise<number> {
  const seconds = await noteListening(gateway.sql, {
    gap_seconds: limits.deviceWatchGapSeconds,
    at: gateway.now(),
  });
  return seconds < limits.deviceSilentSeconds ? 0 : findSilentDevices(gateway);
}

const silentBatch = 500;

/** Marks silent devices as offline, which also writes their webhooks. Returns their number. */
export async function findSilentDevices(gateway: Gateway): Promise<number> {
  let count = 0;
  let found: number;
  do {
    found = await markSilentDevices(gateway.sql, {
      silent_seconds: limits.deviceSilentSeconds,
      limit: silentBatch,
      at: gateway.now(),
    });
    count += found;
  } while (found === silentBatch);
  if (count > 0) gateway.wakeWebhookSender();
  return count;
}
