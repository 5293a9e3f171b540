import { expect, test } from "vitest";
import { createHeart } from "./heartbeat.ts";
import { note, noted, openOutbox } from "./outbox.sql.ts";
import type { Heartbeat } from "./server.ts";

test("the server gets battery, queue, last notification and listener every 30 seconds", async () => {
  const outbox = openOutbox(":memory:");
  note(outbox, "listener_error", "no access");
  note(outbox, "last_notification_at", "2026-11-21T03:15:30.000Z");
  const beats: Heartbeat[] = [];
  let now = new Date("2026-11-21T03:15:32Z");
  const beat = createHeart({
    outbox,
    phone: { batteryPercent: async () => 87 },
    async send(heartbeat) {
      beats.push(heartbeat);
      now = new Date(now.getTime() + 4_000);
      return { kind: "ok", data: null };
    },
    now: () => now,
  });
  expect(await beat()).toBe(26_000);
  expect(beats).toEqual([
    {
      app_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      battery: 87,
      queue_length: 0,
      last_notification_at: "2026-11-21T03:15:30.000Z",
      listener_error: "no access",
    },
  ]);
  expect(noted(outbox, "heartbeat_at")).toBe("2026-11-21T03:15:36.000Z");
});

test.each([
  ["a minute", 60_000, 0],
  ["backwards", -60_000, 30_000],
])(
  "a clock that moves %s during a beat keeps the wait within its limits",
  async (_, change, wait) => {
    let now = new Date("2026-11-21T03:15:32Z");
    const outbox = openOutbox(":memory:");
    const beat = createHeart({
      outbox,
      phone: { batteryPercent: async () => null },
      async send() {
        now = new Date(now.getTime() + change);
        return { kind: "later", reason: "HTTP 503", waitSeconds: 0 };
      },
      now: () => now,
    });
    expect(await beat()).toBe(wait);
    expect(noted(outbox, "heartbeat_at")).toBeNull();
  },
);

test("a long error is shortened so that the server accepts the heartbeat", async () => {
  const outbox = openOutbox(":memory:");
  note(outbox, "listener_error", `${"x".repeat(999)}\u{1f4b8}`);
  let told: string | null = null;
  const beat = createHeart({
    outbox,
    phone: { batteryPercent: async () => null },
    async send({ listener_error }) {
      told = listener_error;
      return { kind: "ok", data: null };
    },
    now: () => new Date("2026-11-21T03:15:32Z"),
  });
  await beat();
  expect(told).toBe(`${"x".repeat(999)}\u{fffd}`);
});
