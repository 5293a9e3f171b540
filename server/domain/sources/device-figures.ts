import type { DeviceFinding } from "../../contract/devices.ts";
import { limits } from "../../contract/limits.ts";
import { diagnose } from "./device-health.ts";
import { selectConditions } from "./devices.sql.ts";
import type { Gateway } from "../gateway/gateway.ts";

/** All merchants' devices in a few numbers, for monitoring. */
export interface DeviceFigures {
  /** `health` is "none" for devices that are not allowed to report. */
  devices: { status: string; health: string; count: number }[];
  /** The number of ACTIVE devices with each problem. */
  problems: Partial<Record<DeviceFinding["problem"], number>>;
  /** The number of notifications that wait on ACTIVE devices. */
  queue_length: number;
  /** The silence of the ACTIVE device with heartbeats that was heard longest ago; null if there is no such device. */
  quietest_seconds: number | null;
  /** The ACTIVE devices that send heartbeats. Devices that are `long_silent` are no longer expected to report. */
  watched: Record<Watched, number>;
  /**
   * Merchants without an online device, and the length of the silence. If there are many, those whose devices fell
   * silent last.
   */
  silent_merchants: { merchant_id: string; silent_seconds: number }[];
}

export type Watched = "heard" | "silent" | "long_silent";

/**
 * Reads the figures with one query. The words for health are those of the API, because the same function decides
 * them.
 */
export async function readDeviceFigures(
  gateway: Pick<Gateway, "sql" | "now">,
): Promise<DeviceFigures> {
  const counts = new Map<string, DeviceFigures["devices"][number]>();
  const figures: DeviceFigures = {
    devices: [],
    problems: {},
    queue_length: 0,
    quietest_seconds: null,
    watched: { heard: 0, silent: 0, long_silent: 0 },
    silent_merchants: [],
  };
  /** The seconds since the last sign of life of each merchant's devices; null if one of them is heard. */
  const silences = new Map<string, number | null>();
  for (const device of await selectConditions(gateway.sql, gateway.now())) {
    const { health, findings } = diagnose(device, device.read_at);
    const group = { status: device.device_status, health: health ?? "none", count: 0 };
    const key = `${group.status} ${group.health}`;
    counts.set(key, { ...group, count: (counts.get(key)?.count ?? 0) + 1 });
    for (const { problem } of findings) {
      figures.problems[problem] = (figures.problems[problem] ?? 0) + 1;
    }
    if (device.device_status !== "ACTIVE") continue;
    figures.queue_length += device.queue_length ?? 0;
    if (!device.last_seen_at) continue;
    const seconds = (device.read_at.getTime() - device.last_seen_at.getTime()) / 1000;
    if (device.last_heartbeat_at) {
      figures.quietest_seconds = Math.max(figures.quietest_seconds ?? 0, seconds);
    }
    const isSilent = health === "offline";
    if (!isSilent && !device.last_heartbeat_at) continue;
    const isExpected = seconds < limits.silentPhoneExpectedHours * 3600;
    figures.watched[isSilent ? (isExpected ? "silent" : "long_silent") : "heard"] += 1;
    if (!isExpected) continue;
    const shortest = silences.get(device.merchant_id);
    silences.set(
      device.merchant_id,
      shortest === null || !isSilent ? null : Math.min(shortest ?? Infinity, seconds),
    );
  }
  const silent_merchants = [...silences]
    .flatMap(([merchant_id, silent_seconds]) =>
      silent_seconds === null ? [] : [{ merchant_id, silent_seconds }],
    )
    .toSorted((one, other) => one.silent_seconds - other.silent_seconds)
    .slice(0, limits.silentMerchantsNamed);
  return { ...figures, devices: [...counts.values()], silent_merchants };
}
