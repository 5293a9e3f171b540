import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListedDevice } from "../../contract/devices.ts";
import { limits } from "../../contract/limits.ts";
import type { Notification } from "../../contract/worker.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  transferNotification,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { readDeviceFigures } from "./device-figures.ts";
import { findSilentDevices, recordHeartbeat, recordReport, watchDevices } from "./device-watch.ts";
import type { Heartbeat } from "./devices.sql.ts";
import {
  approveDevice,
  findDevicesByTokens,
  listDevices,
  registerDevice,
  revokeDevice,
  type CallingDevice,
} from "./devices.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import { selectDeliveries } from "../webhooks/webhooks.sql.ts";

const today = drawnDay("watched devices");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let phone: Phone;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
  phone = await approvedPhone();
});
afterAll(() => database.drop());

const start = today("05:00");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const clock = (seconds: number) => gateway.setClock(after(seconds));

interface Phone {
  device_id: string;
  installation_id: string;
  beat(heartbeat?: Partial<Heartbeat>): Promise<void>;
  report(...notifications: Notification[]): Promise<void>;
  shown(): Promise<ListedDevice>;
}

async function approvedPhone(installation_id: string = randomUUID()): Promise<Phone> {
  const { device_id, device_token } = await registerDevice(database.sql, {
    merchant_id: shop.merchant_id,
    device_name: "Phone beside the till",
    installation_id,
    model: null,
    app_version: null,
  });
  await approveDevice(database.sql, device_id);
  const calling = async () =>
    (await findDevicesByTokens(database.sql, [device_token]))[0] as CallingDevice;
  return {
    device_id,
    installation_id,
    beat: async (heartbeat = {}) =>
      recordHeartbeat(gateway, await calling(), {
        battery: null,
        queue_length: null,
        app_version: null,
        last_notification_at: null,
        listener_error: undefined,
        ...heartbeat,
      }),
    async report(...notifications) {
      const device = await calling();
      const outcomes = await reportNotifications(gateway, device, notifications);
      await recordReport(gateway, device, notifications, outcomes);
    },
    async shown() {
      const { items } = await listDevices(gateway, { ...shop, page: 1, per_page: 100 });
      return items.find((item) => item.device_id === device_id) as ListedDevice;
    },
  };
}

const numbered = (sequence: number, fields: Partial<Notification> = {}): Notification => ({
  ...transferNotification(1_000 + (sequence % 100_000)),
  sequence,
  ...fields,
});
const promotion = (sequence: number) => numbered(sequence, { body: "Promo akhir pekan" });
const problems = async () => (await phone.shown()).findings.map(({ problem }) => problem);
const missing = async () => (await phone.shown()).missing_sequences;

describe("a heartbeat", () => {
  test("is stored, and values that it leaves out stay", async () => {
    clock(0);
    await phone.beat({
      battery: 87,
      queue_length: 0,
      app_version: "1.0.0",
      last_notification_at: after(-60),
      listener_error: "no access",
    });
    clock(30);
    await phone.beat();
    expect(await phone.shown()).toMatchObject({
      battery: 87,
      queue_length: 0,
      app_version: "1.0.0",
      last_notification_at: after(-60).toISOString(),
      listener_error: "no access",
      last_seen_at: after(30).toISOString(),
      last_heartbeat_at: after(30).toISOString(),
      findings: [{ problem: "listener_error", since: after(0).toISOString() }],
    });
    await phone.beat({ listener_error: null });
    expect(await phone.shown()).toMatchObject({ listener_error: null, health: "ok", findings: [] });
  });

  test("records the start of a low battery", async () => {
    for (const [seconds, battery] of [
      [0, 16],
      [30, 15],
      [60, 14],
    ] as const) {
      clock(seconds);
      await phone.beat({ battery });
    }
    expect((await phone.shown()).findings).toMatchObject([
      { problem: "low_battery", since: after(30).toISOString() },
    ]);
    await phone.beat({ battery: 20 });
    expect(await problems()).toEqual([]);
  });

  test("reports a queue that does not become shorter for two minutes", async () => {
    for (const [seconds, queue_length] of [
      [0, 0],
      [30, 4],
      [60, 4],
      [90, 9],
      [120, 9],
      [149, 12],
    ] as const) {
      clock(seconds);
      await phone.beat({ queue_length });
    }
    expect(await problems()).toEqual([]);
    clock(150);
    await phone.beat();
    expect((await phone.shown()).findings).toMatchObject([
      { problem: "growing_queue", since: after(30).toISOString() },
    ]);
    await phone.beat({ queue_length: 11 });
    expect(await problems()).toEqual([]);
  });

  test("of a device revoked at the same moment changes nothing", async () => {
    clock(0);
    await phone.beat();
    await revokeDevice(database.sql, phone.device_id);
    const device = { merchant_id: shop.merchant_id, device_id: phone.device_id } as CallingDevice;
    clock(600);
    await recordHeartbeat(gateway, device, {
      battery: 1,
      queue_length: null,
      app_version: null,
      last_notification_at: null,
      listener_error: null,
    });
    expect(await phone.shown()).toMatchObject({
      last_seen_at: after(0).toISOString(),
      health: null,
    });
  });
});

describe("the numbers of reports", () => {
  test("without a gap cause no event, ignored notifications included", async () => {
    await phone.report(numbered(7), promotion(8));
    await phone.report(numbered(9));
    expect(await phone.shown()).toMatchObject({
      last_sequence: 9,
      missing_sequences: [],
      health: "ok",
    });
  });

  test("show the missing ones until a late report arrives", async () => {
    clock(0);
    await phone.report(numbered(1));
    clock(10);
    await phone.report(numbered(4), numbered(6));
    expect(await missing()).toEqual([
      { first: 2, last: 3 },
      { first: 5, last: 5 },
    ]);
    expect((await phone.shown()).findings).toMatchObject([
      { problem: "sequence_gap", since: after(10).toISOString() },
    ]);
    clock(20);
    await phone.report(numbered(3), promotion(5));
    expect(await missing()).toEqual([{ first: 2, last: 2 }]);
    expect((await phone.shown()).findings).toMatchObject([{ since: after(10).toISOString() }]);
    await phone.report(numbered(2));
    expect(await phone.shown()).toMatchObject({ missing_sequences: [], health: "ok" });
  });

  test("leave no gap when repeated or reordered", async () => {
    await phone.report(numbered(5), numbered(3), numbered(4), numbered(3));
    await phone.report(numbered(4), numbered(5));
    await phone.report(numbered(2));
    expect(await phone.shown()).toMatchObject({ last_sequence: 5, missing_sequences: [] });
  });

  test("can restart after a new registration, which forgets the old gaps", async () => {
    await phone.report(numbered(100), numbered(103));
    phone = await approvedPhone(phone.installation_id);
    expect(await phone.shown()).toMatchObject({ last_sequence: null, missing_sequences: [] });
    await phone.report(numbered(1));
    await phone.report(numbered(2));
    expect(await phone.shown()).toMatchObject({ last_sequence: 2, missing_sequences: [] });
  });

  test("are no longer a warning after a day, but stay listed", async () => {
    clock(0);
    await phone.report(numbered(1), numbered(3));
    clock(limits.sequenceGapHours * 3600);
    expect(await phone.shown()).toMatchObject({
      health: "ok",
      missing_sequences: [{ first: 2, last: 2 }],
    });
  });

  test("are stored only for the newest ranges if every second one is missing", async () => {
    const odd = Array.from({ length: 150 }, (_, index) => promotion(2 * index + 1));
    await phone.report(...odd.slice(0, 100));
    await phone.report(...odd.slice(100));
    const ranges = await missing();
    expect(ranges).toHaveLength(limits.missingSequenceRanges);
    expect(ranges.at(-1)).toEqual({ first: 298, last: 298 });
  });

  test("can be as large as the largest exact integer", async () => {
    await phone.report(promotion(0), promotion(Number.MAX_SAFE_INTEGER));
    expect(await missing()).toEqual([{ first: 1, last: Number.MAX_SAFE_INTEGER - 1 }]);
  });

  test("are not recorded if reports have none", async () => {
    await phone.beat();
    const before = await phone.shown();
    await phone.report(transferNotification(1_234));
    expect(await phone.shown()).toEqual(before);
  });
});

describe("hidden texts", () => {
  const hidden = () =>
    numbered(1, {
      body: "Konten notifikasi sensitif disembunyikan",
      posted_at: after(0).toISOString(),
    });

  test("are a problem after a failed self-test, until the next one passes", async () => {
    clock(0);
    await phone.beat({ texts_hidden: true });
    expect(await phone.shown()).toMatchObject({ hidden_text_at: after(0).toISOString() });
    expect(await problems()).toEqual(["hidden_texts"]);
    clock(30);
    await phone.beat();
    expect(await phone.shown()).toMatchObject({ hidden_text_at: after(0).toISOString() });
    await phone.beat({ texts_hidden: false });
    expect(await phone.shown()).toMatchObject({ hidden_text_at: null, findings: [] });
  });

  test("are a problem until a later transfer of a watched app can be read", async () => {
    clock(0);
    await phone.report(hidden());
    expect(await problems()).toEqual(["hidden_texts"]);
    clock(60);
    await phone.report(numbered(2, { posted_at: after(-30).toISOString() }));
    await phone.report({ ...promotion(3), posted_at: after(30).toISOString() });
    await phone.report(
      numbered(4, { package_name: "id.dana", posted_at: after(30).toISOString() }),
    );
    expect(await problems()).toEqual(["hidden_texts"]);
    await phone.report(transferNotification(5_000, { posted_at: after(30) }));
    expect(await problems()).toEqual([]);
  });
});

describe("notifications that a phone missed", () => {
  test("a damaged queue is a problem for a day", async () => {
    clock(60);
    await phone.beat({ queue_damaged_at: after(30) });
    expect((await phone.shown()).findings).toEqual([
      expect.objectContaining({ problem: "damaged_queue", since: after(30).toISOString() }),
    ]);
    clock(24 * 3600 + 60);
    await phone.beat();
    expect(await problems()).toEqual([]);
  });

  test("a late report of the phone is a problem for a day from then on", async () => {
    const day = 24 * 3600;
    clock(day + 3600);
    await phone.beat({
      queue_damaged_at: start,
      restarted_at: start,
      heard_again_at: after(3600),
    });
    await phone.beat();
    const { findings, restart_gap } = await phone.shown();
    expect(findings).toEqual([
      expect.objectContaining({ problem: "damaged_queue", since: start.toISOString() }),
      expect.objectContaining({ problem: "restart_gap", since: start.toISOString() }),
    ]);
    expect(restart_gap?.heard_again_at).toBe(after(3600).toISOString());
    clock(2 * day + 3599);
    await phone.beat();
    expect(await problems()).toEqual(["damaged_queue", "restart_gap"]);
    clock(2 * day + 3600);
    await phone.beat();
    expect(await problems()).toEqual([]);
  });

  test("a clock that runs ahead does not make a damaged queue last longer", async () => {
    clock(60);
    await phone.beat({ queue_damaged_at: after(1e7) });
    expect((await phone.shown()).findings[0]?.since).toBe(after(60).toISOString());
  });

  test("the time between a restart and the first unlock is a problem with both ends", async () => {
    clock(600);
    await phone.beat({ restarted_at: start, heard_again_at: after(599) });
    const { findings, restart_gap, health } = await phone.shown();
    expect(health).toBe("warning");
    expect(restart_gap).toEqual({
      restarted_at: start.toISOString(),
      heard_again_at: after(599).toISOString(),
    });
    expect(findings).toEqual([
      expect.objectContaining({ problem: "restart_gap", since: start.toISOString() }),
    ]);
    expect(findings[0]?.what_to_do).toContain(after(599).toISOString());
    await phone.beat();
    expect(await problems()).toEqual(["restart_gap"]);
  });

  test.each([
    ["a phone that is unlocked at once", start, after(limits.restartGapSeconds)],
    ["an end before its beginning", after(600), start],
    ["an end in the time to come", start, after(1e6)],
    ["a beginning without an end", start, null],
    ["an end without a beginning", null, after(590)],
  ])("%s is not a problem", async (_, restarted_at, heard_again_at) => {
    clock(600);
    await phone.beat({ restarted_at, heard_again_at });
    const { findings, restart_gap } = await phone.shown();
    expect([findings, restart_gap]).toEqual([[], null]);
  });

  test("a short restart does not hide a long one of the same day", async () => {
    clock(1000);
    await phone.beat({ restarted_at: start, heard_again_at: after(900) });
    await phone.beat({ restarted_at: after(950), heard_again_at: after(960) });
    expect((await phone.shown()).restart_gap?.heard_again_at).toBe(after(900).toISOString());
  });
});

describe("a silent device", () => {
  const target = "https://shop.example/hook";
  const events = async () =>
    (await selectDeliveries(database.sql, { ...shop, limit: 20 }))
      .filter(({ device_name }) => device_name !== null)
      .map(({ event_type, created_at }) => [event_type, created_at.toISOString()])
      .toReversed();

  beforeEach(async () => {
    await changeMerchant(gateway, shop.merchant_id, {
      webhook_url: target,
      sends_device_events: true,
    });
  });

  test("is found offline after two minutes, once, and a heartbeat brings it back, once", async () => {
    clock(0);
    await phone.beat();
    clock(119);
    await findSilentDevices(gateway);
    expect(await events()).toEqual([]);
    for (const seconds of [120, 130]) {
      clock(seconds);
      await findSilentDevices(gateway);
    }
    const wentOffline = ["device.offline", after(120).toISOString()];
    expect(await events()).toEqual([wentOffline]);
    expect(await phone.shown()).toMatchObject({
      health: "offline",
      offline_since: after(120).toISOString(),
      last_seen_at: after(0).toISOString(),
    });
    clock(200);
    const wakes = gateway.wakes;
    await phone.beat();
    expect(gateway.wakes).toBe(wakes + 1);
    await phone.beat();
    expect(await events()).toEqual([wentOffline, ["device.online", after(200).toISOString()]]);
    expect(await phone.shown()).toMatchObject({ health: "ok", offline_since: null });
  });

  describe("during pauses of the watch", () => {
    /** Runs the watch every ten seconds. If the phone is heard, it sends heartbeats. */
    const watch = async ({ from, to, isHeard }: { from: number; to: number; isHeard: boolean }) => {
      for (let seconds = from; seconds <= to; seconds += 10) {
        clock(seconds);
        if (isHeard && seconds % 30 === 0) await phone.beat();
        await watchDevices(gateway);
      }
    };

    beforeEach(async () => {
      await database.sql`delete from device_watch`;
      await watch({ from: 0, to: 300, isHeard: true });
    });

    test.each([
      ["minutes", 600],
      ["a minute", 360],
    ])("after an outage of %s a phone has time for its next heartbeat", async (_, back) => {
      await watch({ from: back, to: back + 20, isHeard: false });
      await watch({ from: back + 30, to: back + 300, isHeard: true });
      expect(await events()).toEqual([]);
    });

    test.each([
      ["an outage, after two minutes", { back: 600, found: 720 }],
      ["a pause of seconds, in its time", { back: 350, found: 420 }],
    ])("a device that stays silent is found after %s", async (_, { back, found }) => {
      await watch({ from: back, to: found - 10, isHeard: false });
      expect(await events()).toEqual([]);
      await watch({ from: found, to: found + 10, isHeard: false });
      expect(await events()).toEqual([["device.offline", after(found).toISOString()]]);
    });

    test("a clock that steps back and two processes do not interrupt it", async () => {
      clock(280);
      await Promise.all([watchDevices(gateway), watchDevices(gateway)]);
      await watch({ from: 310, to: 420, isHeard: false });
      expect(await events()).toEqual([["device.offline", after(420).toISOString()]]);
    });
  });

  test.each([
    ["with a number", 1],
    ["without one", null],
  ])("is brought back by a report %s", async (_, sequence) => {
    clock(0);
    await phone.beat();
    clock(300);
    await findSilentDevices(gateway);
    clock(301);
    await phone.report({ ...transferNotification(1_000), sequence });
    expect((await events()).map(([type]) => type)).toEqual(["device.offline", "device.online"]);
  });

  test("counts as offline only if it is approved and sends heartbeats", async () => {
    clock(0);
    const forwarder = await approvedPhone();
    await forwarder.report(transferNotification(1_000));
    const revoked = await approvedPhone();
    await revoked.beat();
    await revokeDevice(database.sql, revoked.device_id);
    await phone.beat();
    await revokeDevice(database.sql, phone.device_id);
    await registerDevice(database.sql, {
      ...phone,
      merchant_id: shop.merchant_id,
      device_name: "Phone",
      model: null,
      app_version: null,
    });
    clock(3600);
    await findSilentDevices(gateway);
    expect(await events()).toEqual([]);
  });

  test("returns with its first heartbeat after a new registration, not before", async () => {
    clock(0);
    await phone.beat();
    clock(300);
    await findSilentDevices(gateway);
    phone = await approvedPhone(phone.installation_id);
    expect(await phone.shown()).toMatchObject({ health: "offline" });
    clock(301);
    await phone.beat();
    expect((await events()).map(([type]) => type)).toEqual(["device.offline", "device.online"]);
  });

  test.each([
    ["the merchant did not switch the events on", { sends_device_events: false }],
    ["the merchant has no address", { webhook_url: null }],
  ])("causes no webhook if %s", async (_, change) => {
    await changeMerchant(gateway, shop.merchant_id, change);
    clock(0);
    await phone.beat();
    clock(300);
    await findSilentDevices(gateway);
    expect((await phone.shown()).health).toBe("offline");
    await phone.beat();
    expect(await events()).toEqual([]);
  });
});

test("the figures count devices by status, health and problem", async () => {
  await database.sql`delete from webhook_deliveries where device_id is not null`;
  await database.sql`update devices set device_status = 'REVOKED'`;
  shop = await shopWithAccount(gateway);
  const [quiet, busy, waiting] = [await approvedPhone(), await approvedPhone(), randomUUID()];
  await registerDevice(database.sql, {
    merchant_id: shop.merchant_id,
    device_name: "Phone",
    installation_id: waiting,
    model: null,
    app_version: null,
  });
  clock(0);
  await quiet.beat({ queue_length: 3 });
  clock(130);
  await busy.beat({ queue_length: 4, battery: 5 });
  await busy.report(promotion(1), promotion(3));
  const figures = await readDeviceFigures(gateway);
  expect(figures).toMatchObject({
    problems: { silent: 1, growing_queue: 1, low_battery: 1, sequence_gap: 1 },
    queue_length: 7,
    quietest_seconds: 130,
    watched: { heard: 1, silent: 1, long_silent: 0 },
    // The merchant's other phone is heard.
    silent_merchants: [],
  });
  expect(figures.devices).toEqual(
    expect.arrayContaining([
      { status: "ACTIVE", health: "offline", count: 1 },
      { status: "ACTIVE", health: "warning", count: 1 },
      { status: "PENDING", health: "none", count: 1 },
    ]),
  );

  clock(400);
  const { merchant_id } = shop;
  expect(await readDeviceFigures(gateway)).toMatchObject({
    watched: { heard: 0, silent: 2, long_silent: 0 },
    silent_merchants: [{ merchant_id, silent_seconds: 270 }],
  });
  // A revoked phone is no longer expected to report.
  clock(73 * 3600);
  expect(await readDeviceFigures(gateway)).toMatchObject({
    watched: { heard: 0, silent: 0, long_silent: 2 },
    silent_merchants: [],
  });
});
