import { afterEach, beforeEach, expect, test } from "vitest";
import { shadeEntry, transfer } from "../testing/fake-phone.ts";
import {
  firstReports,
  note,
  noted,
  openOutbox,
  removeAcknowledged,
  type Outbox,
} from "./outbox.sql.ts";
import type { ShadeEntry } from "./shade.ts";
import { createWatcher } from "./watcher.ts";

const pollMilliseconds = 2_000;

let outbox: Outbox;
let shade: ShadeEntry[] | Error;
let now: Date;
let timeZone: string;
let logged: string[];
let rings: number;
let look: () => Promise<number>;

beforeEach(() => {
  outbox = openOutbox(":memory:");
  note(outbox, "packages", '["com.bca", "com.jago.digitalBanking"]');
  shade = [];
  now = new Date("2026-11-21T03:15:32Z");
  timeZone = "Asia/Jakarta";
  logged = [];
  rings = 0;
  look = createWatcher({
    outbox,
    phone: {
      async listShade() {
        if (shade instanceof Error) throw shade;
        return shade;
      },
      timeZone: async () => timeZone,
    },
    pollMilliseconds,
    now: () => now,
    random: () => 1,
    log: (message) => logged.push(message),
    onQueued: () => (rings += 1),
  });
});

afterEach(() => outbox.close());

const queue = () => firstReports(outbox, 100);

test("a notification is queued once while it is shown, with the phone's time in UTC", async () => {
  shade = [shadeEntry()];
  expect(await look()).toBe(pollMilliseconds);
  await look();
  expect(queue()).toMatchObject([{ sequence: 1, posted_at: "2026-11-21T03:15:30.000Z" }]);
  expect(rings).toBe(1);
  expect(noted(outbox, "last_notification_at")).toBe("2026-11-21T03:15:32.000Z");
});

test("older notifications are queued first, in any order of Android's list", async () => {
  shade = [
    transfer(3, { when: "2026-11-21 10:15:32" }),
    transfer(1, { when: "2026-11-21 10:15:30" }),
    transfer(2, { when: "2026-11-21 10:15:31" }),
  ];
  await look();
  expect(queue().map(({ body }) => /IDR (\d)/.exec(body)?.[1])).toEqual(["1", "2", "3"]);
});

test("apps that the merchant does not watch are neither queued nor remembered", async () => {
  shade = [shadeEntry({ packageName: "com.whatsapp" })];
  await look();
  expect(queue()).toEqual([]);
  note(outbox, "packages", '["com.whatsapp"]');
  await look();
  expect(queue()).toHaveLength(1);
});

test("notifications are queued only after the server names the packages, without loss", async () => {
  note(outbox, "packages", null);
  shade = [shadeEntry()];
  await look();
  expect(queue()).toEqual([]);
  note(outbox, "packages", '["com.bca"]');
  await look();
  expect(queue()).toHaveLength(1);
});

test("a package's letter case does not matter", async () => {
  shade = [shadeEntry({ packageName: "com.jago.digitalbanking" })];
  await look();
  expect(queue()).toHaveLength(1);
});

test("group summaries are left out", async () => {
  shade = [shadeEntry({ tag: "ranker_group" })];
  await look();
  expect(queue()).toEqual([]);
});

test("a notification that reappears with the same time counts once", async () => {
  shade = [shadeEntry()];
  await look();
  removeAcknowledged(outbox, [1]);
  shade = [];
  await look();
  shade = [shadeEntry()];
  await look();
  expect(queue()).toEqual([]);
});

test("a notification without a time gets the time of its first sight, once while shown", async () => {
  shade = [shadeEntry({ when: "1970-01-01 07:00:00" })];
  await look();
  now = new Date("2026-11-21T03:15:34Z");
  await look();
  expect(queue().map(({ posted_at }) => posted_at)).toEqual(["2026-11-21T03:15:32.000Z"]);
});

test("a later notification without a time is a new one after the first is gone", async () => {
  shade = [shadeEntry({ when: "1970-01-01 07:00:00" })];
  await look();
  shade = [];
  await look();
  shade = [shadeEntry({ when: "1970-01-01 07:00:00" })];
  now = new Date("2026-11-21T04:00:00Z");
  await look();
  expect(queue().map(({ posted_at }) => posted_at)).toEqual([
    "2026-11-21T03:15:32.000Z",
    "2026-11-21T04:00:00.000Z",
  ]);
});

test("a phone with a new time zone reports the same instant, which the server recognises", async () => {
  shade = [shadeEntry({ when: "2026-11-21 10:15:30" })];
  await look();
  timeZone = "Asia/Jayapura";
  shade = [shadeEntry({ when: "2026-11-21 12:15:30" })];
  await look();
  expect(new Set(queue().map(({ posted_at }) => posted_at)).size).toBe(1);
});

test("an unreadable list is logged once, read again at growing intervals, and logged again when it is readable", async () => {
  shade = new Error("termux-notification-list printed nothing");
  const waits = [];
  for (let failure = 1; failure <= 8; failure++) waits.push(await look());
  expect(waits).toEqual([2_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(noted(outbox, "listener_error")).toBe("termux-notification-list printed nothing");

  shade = [shadeEntry()];
  expect(await look()).toBe(pollMilliseconds);
  expect(queue()).toHaveLength(1);
  expect(noted(outbox, "listener_error")).toBeNull();
  expect(logged).toEqual([
    "Notifications cannot be read: termux-notification-list printed nothing",
    "Notifications can be read again.",
  ]);
});
