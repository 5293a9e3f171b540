import type {
  DeviceFinding,
  DeviceHealth,
  DeviceStatus,
  ListedDevice,
  ReportRefusal,
} from "../../contract/devices.ts";
import { limits } from "../../contract/limits.ts";

/** Computes a phone's health from its stored columns and the time. */

/** The columns of a device that decide its health. */
export interface DeviceCondition {
  device_status: DeviceStatus;
  last_seen_at: Date | null;
  /** null for an app that only forwards notifications, and until the first heartbeat after a registration. */
  last_heartbeat_at: Date | null;
  offline_since: Date | null;
  sequence_gap_at: Date | null;
  hidden_text_at: Date | null;
  refused_count: number;
  refused_since: Date | null;
  refused_at: Date | null;
  refused_because: ReportRefusal | null;
  queue_length: number | null;
  queue_growing_since: Date | null;
  listener_error: string | null;
  listener_error_since: Date | null;
  battery: number | null;
  battery_low_since: Date | null;
  queue_damaged_at: Date | null;
  queue_damage_told_at: Date | null;
  restarted_at: Date | null;
  heard_again_at: Date | null;
  restart_told_at: Date | null;
}

export interface Diagnosis {
  /** null for a device that is not allowed to report, because no report is expected of it. */
  health: DeviceHealth | null;
  /** The findings, worst first. */
  findings: DeviceFinding[];
}

export function diagnose(device: DeviceCondition, at: Date): Diagnosis {
  if (device.device_status !== "ACTIVE") return { health: null, findings: [] };
  const findings = checks.flatMap((check) => check(device, at) ?? []);
  const isSilent = findings.some(({ problem }) => problem === "silent");
  return { health: isSilent ? "offline" : findings.length > 0 ? "warning" : "ok", findings };
}

/**
 * Returns true for a device that was approved and has not been heard since. Its health is `ok`, because an app that
 * only forwards need not report.
 */
export function isUnheard(
  device: Pick<DeviceCondition, "device_status" | "last_seen_at"> & { approved_at: Date | null },
): boolean {
  const { device_status, approved_at, last_seen_at } = device;
  if (device_status !== "ACTIVE") return false;
  return last_seen_at === null || (approved_at !== null && last_seen_at < approved_at);
}

type Check = (device: DeviceCondition, at: Date) => DeviceFinding | null;

const secondsBetween = (since: Date, at: Date) => (at.getTime() - since.getTime()) / 1000;

/** An app that only forwards sends nothing between two transfers, so its silence means nothing. */
const silent: Check = ({ last_seen_at, last_heartbeat_at, offline_since }, at) => {
  if (!last_seen_at) return null;
  const isOverdue =
    last_heartbeat_at !== null && secondsBetween(last_seen_at, at) >= limits.deviceSilentSeconds;
  if (!offline_since && !isOverdue) return null;
  return {
    problem: "silent",
    since: last_seen_at.toISOString(),
    what_to_do:
      "See whether the phone is on and has network, and whether the Tepat app or tepat-worker runs (tepat-worker status). After a restart, unlock the phone. Until then, the phone reads no notifications. Switch battery optimisation off for the Tepat app, or for Termux and Termux:API.",
  };
};

const unreadable: Check = ({ listener_error, listener_error_since }) =>
  listener_error === null || !listener_error_since
    ? null
    : {
        problem: "listener_error",
        since: listener_error_since.toISOString(),
        what_to_do: `The Worker cannot read notifications, so it sees no transfer. Allow it to read notifications, then start it again. The phone reports: ${listener_error}`,
      };

const hidden: Check = ({ hidden_text_at }) =>
  hidden_text_at && {
    problem: "hidden_texts",
    since: hidden_text_at.toISOString(),
    what_to_do:
      "Android 15 and later can hide texts that look sensitive. Allow the app that reads notifications to see these texts: adb shell appops set id.tepat.worker RECEIVE_SENSITIVE_NOTIFICATIONS allow (or the package of your build, of Termux:API or of your forwarder app), then switch its access to notifications off and on. Or switch off Settings → Notifications → Enhanced notifications. Then run the self-test of the Tepat app, or tepat-worker self-test.",
  };

/** Returns the recently refused reports, or null if there are none. */
export function refusedReports(
  { refused_count, refused_since, refused_at, refused_because }: DeviceCondition,
  at: Date,
): ListedDevice["refused_reports"] {
  if (!refused_since || !refused_at || !refused_because) return null;
  if (secondsBetween(refused_at, at) >= limits.refusedReportHours * 3600) return null;
  return {
    count: refused_count,
    since: refused_since.toISOString(),
    last_at: refused_at.toISOString(),
    reason: refused_because,
  };
}

const refusals: Readonly<Record<ReportRefusal, string>> = {
  unreadable: "it was neither JSON nor an encoded form",
  invalid_fields: "a field was missing, unknown or wrong",
  too_large: "it was too large",
  compressed: "it was compressed",
};

const refused: Check = (device, at) => {
  const found = refusedReports(device, at);
  return (
    found && {
      problem: "refused_reports",
      since: found.since,
      what_to_do: `Refused reports: ${found.count}. Tepat did not see their transfers. The last report was refused because ${refusals[found.reason]}. Set up the forwarder app as docs/forwarders.md describes. Compare the bank's statement with the mutations since then.`,
    }
  );
};

const gap: Check = ({ sequence_gap_at }, at) =>
  sequence_gap_at && secondsBetween(sequence_gap_at, at) < limits.sequenceGapHours * 3600
    ? {
        problem: "sequence_gap",
        since: sequence_gap_at.toISOString(),
        what_to_do:
          "Some reports of the phone did not arrive. The Tepat app or tepat-worker status shows whether the phone set reports aside, and why. Compare the bank's statement with the mutations around that time.",
      }
    : null;

/**
 * Returns whether the phone reported the event recently. A phone without network reports late, so the hours count
 * from the heartbeat that reported it.
 */
const isReportedRecently = (reported_at: Date, at: Date) =>
  secondsBetween(reported_at, at) < limits.missedByPhoneHours * 3600;

const damaged: Check = ({ queue_damaged_at, queue_damage_told_at }, at) =>
  queue_damaged_at && queue_damage_told_at && isReportedRecently(queue_damage_told_at, at)
    ? {
        problem: "damaged_queue",
        since: queue_damaged_at.toISOString(),
        what_to_do:
          "The queue of the Tepat app was damaged, for example because the phone lost power. The app kept the damaged file and sends the reports that it could still read. Compare the bank's statement with the mutations before that time.",
      }
    : null;

/** Returns the last restart if the phone reported it recently, or null if there was none. */
export function restartGap(
  { restarted_at, heard_again_at, restart_told_at }: DeviceCondition,
  at: Date,
): ListedDevice["restart_gap"] {
  if (!restarted_at || !heard_again_at || !restart_told_at) return null;
  if (!isReportedRecently(restart_told_at, at)) return null;
  return {
    restarted_at: restarted_at.toISOString(),
    heard_again_at: heard_again_at.toISOString(),
  };
}

const restarted: Check = (device, at) => {
  const found = restartGap(device, at);
  return (
    found && {
      problem: "restart_gap",
      since: found.restarted_at,
      what_to_do: `The phone was restarted, and read no notifications until ${found.heard_again_at}. Until its first unlock after a restart, Android starts neither the bank's app nor the Tepat app. Unlock the phone right after a restart. Compare the bank's statement with the mutations of that time.`,
    }
  );
};

const growing: Check = ({ queue_length, queue_growing_since }, at) =>
  queue_growing_since && secondsBetween(queue_growing_since, at) >= limits.queueGrowingSeconds
    ? {
        problem: "growing_queue",
        since: queue_growing_since.toISOString(),
        what_to_do: `${queue_length} notifications wait on the phone although its heartbeats arrive. The Tepat app or tepat-worker's log shows the server's responses. To check the server, run npx tepat doctor.`,
      }
    : null;

const lowBattery: Check = ({ battery, battery_low_since }) =>
  battery_low_since && {
    problem: "low_battery",
    since: battery_low_since.toISOString(),
    what_to_do: `The battery is at ${battery} per cent. Connect the charger.`,
  };

const checks: readonly Check[] = [
  silent,
  unreadable,
  hidden,
  refused,
  damaged,
  gap,
  restarted,
  growing,
  lowBattery,
];
