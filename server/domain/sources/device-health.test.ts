import { describe, expect, test } from "vitest";
import { diagnose, isUnheard, type DeviceCondition } from "./device-health.ts";

const at = new Date("2026-11-21T10:00:00.000Z");
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000);

const healthyDevice: DeviceCondition = {
  device_status: "ACTIVE",
  last_seen_at: ago(10),
  last_heartbeat_at: ago(10),
  offline_since: null,
  sequence_gap_at: null,
  hidden_text_at: null,
  refused_count: 0,
  refused_since: null,
  refused_at: null,
  refused_because: null,
  queue_length: 0,
  queue_growing_since: null,
  listener_error: null,
  listener_error_since: null,
  battery: 87,
  battery_low_since: null,
  queue_damaged_at: null,
  queue_damage_told_at: null,
  restarted_at: null,
  heard_again_at: null,
  restart_told_at: null,
};

const refused = {
  refused_count: 12,
  refused_since: ago(90_000),
  refused_because: "unreadable",
} as const;

const damagedDaysAgo = { queue_damaged_at: ago(200_000) };
const lockedDaysAgo = { restarted_at: ago(200_000), heard_again_at: ago(190_000) };

const diagnosisOf = (condition: Partial<DeviceCondition>) => {
  const { health, findings } = diagnose({ ...healthyDevice, ...condition }, at);
  return { health, problems: findings.map(({ problem, since }) => [problem, since]) };
};

const healthy = { health: "ok", problems: [] };

describe("a device is healthy if", () => {
  test.each<[string, Partial<DeviceCondition>]>([
    ["that was heard a moment ago", {}],
    ["that was heard just under two minutes ago", { last_seen_at: ago(119.999) }],
    ["whose clock seems to run ahead of ours", { last_seen_at: ago(-5) }],
    [
      "that only forwards and has been silent for days",
      { last_seen_at: ago(1e6), last_heartbeat_at: null },
    ],
    ["that was approved and never heard", { last_seen_at: null, last_heartbeat_at: null }],
    [
      "whose queue has been waiting for less than two minutes",
      { queue_length: 5, queue_growing_since: ago(119) },
    ],
    ["whose last refused report is a day old", { ...refused, refused_at: ago(24 * 3600) }],
    ["whose last gap is a day old", { sequence_gap_at: ago(24 * 3600) }],
    [
      "that told a day ago that its queue was damaged",
      { ...damagedDaysAgo, queue_damage_told_at: ago(24 * 3600) },
    ],
    ["that told a day ago of a restart", { ...lockedDaysAgo, restart_told_at: ago(24 * 3600) }],
  ])("%s", (_, condition) => {
    expect(diagnosisOf(condition)).toEqual(healthy);
  });
});

describe("a device is unheard if", () => {
  const approved_at = new Date("2026-11-21T10:00:00.000Z");
  test.each([
    ["that never sent anything", "ACTIVE", null, true],
    ["that was heard before it registered anew", "ACTIVE", "2026-11-20T10:00:00.000Z", true],
    ["that was heard since", "ACTIVE", "2026-11-21T10:00:00.001Z", false],
    ["but not one that may not report", "REVOKED", null, false],
  ] as const)("%s", (_, device_status, last_seen_at, expected) => {
    const heardAt = last_seen_at === null ? null : new Date(last_seen_at);
    expect(isUnheard({ device_status, approved_at, last_seen_at: heardAt })).toBe(expected);
  });
});

describe("a device is offline", () => {
  test("if its last heartbeat or report is two minutes old", () => {
    expect(diagnosisOf({ last_seen_at: ago(120) })).toEqual({
      health: "offline",
      problems: [["silent", ago(120).toISOString()]],
    });
  });

  test("if it was found offline, registered again and has not reported since", () => {
    const condition = { last_seen_at: ago(900), last_heartbeat_at: null, offline_since: ago(780) };
    expect(diagnosisOf(condition).health).toBe("offline");
  });
});

describe("a device has a warning", () => {
  test.each<[string, Partial<DeviceCondition>]>([
    ["sequence_gap", { sequence_gap_at: ago(60) }],
    ["hidden_texts", { hidden_text_at: ago(60) }],
    ["refused_reports", { ...refused, refused_at: ago(24 * 3600 - 1) }],
    ["growing_queue", { queue_length: 5, queue_growing_since: ago(120) }],
    ["listener_error", { listener_error: "no access", listener_error_since: ago(60) }],
    ["damaged_queue", { ...damagedDaysAgo, queue_damage_told_at: ago(24 * 3600 - 1) }],
    ["restart_gap", { ...lockedDaysAgo, restart_told_at: ago(24 * 3600 - 1) }],
    ["low_battery", { battery: 4, battery_low_since: ago(60) }],
  ])("about %s", (problem, condition) => {
    const { health, problems } = diagnosisOf(condition);
    expect(health).toBe("warning");
    expect(problems.map(([name]) => name)).toEqual([problem]);
  });

  test("with the next step", () => {
    const { findings } = diagnose(
      {
        ...healthyDevice,
        last_seen_at: ago(300),
        hidden_text_at: ago(60),
        listener_error: "termux-notification-list is not installed",
        listener_error_since: ago(60),
        queue_length: 12,
        queue_growing_since: ago(300),
        battery: 3,
        battery_low_since: ago(60),
      },
      at,
    );
    const advice = findings.map(({ what_to_do }) => what_to_do).join("\n");
    expect(findings[0]?.problem).toBe("silent");
    expect(advice).toContain("RECEIVE_SENSITIVE_NOTIFICATIONS");
    expect(advice).toContain("Enhanced notifications");
    expect(advice).toContain("off and on");
    expect(advice).toContain("After a restart, unlock the phone.");
    expect(advice).toContain("termux-notification-list is not installed");
    expect(advice).toContain("12 notifications wait");
    expect(advice).toContain("3 per cent");
  });
});

test.each(["PENDING", "REVOKED"] as const)("a %s device needs no heartbeats", (device_status) => {
  const condition = {
    device_status,
    last_seen_at: ago(1e6),
    hidden_text_at: ago(5),
    battery_low_since: ago(5),
  };
  expect(diagnosisOf(condition)).toEqual({ health: null, problems: [] });
});
