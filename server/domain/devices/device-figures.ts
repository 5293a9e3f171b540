import type { DeviceFinding } from "../../contract/devices.ts";
import { diagnose } from "./device-health.ts";
import { selectConditions } from "./devices.sql.ts";
import type { Gateway } from "../gateway/gateway.ts";

/** All merchants' devices in a few numbers, for monitoring. */
export interface DeviceFigures {
  /** `health` is "none" for devices that may not report. */
  devices: { status: string; health: string; count: number }[];
  /** How many ACTIVE devices have each problem. */
  problems: Partial<Record<DeviceFinding["problem"], number>>;
  /** Notifications that wait on ACTIVE devices. */
  queue_length: number;
  /** For the ACTIVE device with heartbeats that was heard longest ago; null when there is none. */
  quietest_seconds: number | null;
}

/** Reads them by one query. The words for health are those of the API, because the same function decides them. */
export async function readDeviceFigures(
  gateway: Pick<Gateway, "sql" | "now">,
): Promise<DeviceFigures> {
  const counts = new Map<string, DeviceFigures["devices"][number]>();
  const figures: DeviceFigures = {
    devices: [],
    problems: {},
    queue_length: 0,
    quietest_seconds: null,
  };
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
    if (device.last_heartbeat_at && device.last_seen_at) {
      const seconds = (device.read_at.getTime() - device.last_seen_at.getTime()) / 1000;
      figures.quietest_seconds = Math.max(figures.quietest_seconds ?? 0, seconds);
    }
  }
  return { ...figures, devices: [...counts.values()] };
}
