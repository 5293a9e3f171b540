import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  approve,
  approvedDevice,
  bcaNotification,
  registeredDevice,
  revoke,
  transfer,
  type Device,
} from "./support/device.ts";
import { tepat } from "./support/command-line.ts";
import type { Answer } from "./support/exchange.ts";
import { dataOf, expectInvalid, expectRefusal, merchantWith } from "./support/http.ts";
import type { ListedDevice } from "./support/resources.ts";
import { newMerchant, openShop } from "./support/shop.ts";

/** Tests the health of devices as the dashboard shows it (faults B13 and F15). */

const shop = await openShop();
const list = (query = "") => shop.get(`/worker/devices${query}`);
const listed = (answer: Answer) => dataOf<ListedDevice[]>(answer);
const shown = async ({ device_id }: Device) =>
  listed(await list("?per_page=100")).find((device) => device.device_id === device_id);
const problemsOf = async (device: Device) =>
  (await shown(device))?.findings.map(({ problem }) => problem);

describe("a listed device", () => {
  test("has a pairing code and no expected heartbeats while waiting for approval", async () => {
    const device = await registeredDevice(shop, { device_name: "Kasir 1", model: "Pixel 8a" });
    expect(await shown(device)).toEqual({
      device_id: device.device_id,
      device_name: "Kasir 1",
      device_status: "PENDING",
      pairing_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}$/),
      model: "Pixel 8a",
      app_version: null,
      created_at: expect.stringMatching(/Z$/),
      approved_at: null,
      last_seen_at: null,
      last_heartbeat_at: null,
      last_notification_at: null,
      offline_since: null,
      battery: null,
      queue_length: null,
      listener_error: null,
      hidden_text_at: null,
      last_sequence: null,
      missing_sequences: [],
      health: null,
      is_simulated: false,
      is_unheard: false,
      refused_reports: null,
      restart_gap: null,
      findings: [],
    });
  });

  test("has a new pairing code after each registration, which approving prints", async () => {
    const installation_id = randomUUID();
    const first = await shown(await registeredDevice(shop, { installation_id }));
    const device = await registeredDevice(shop, { installation_id });
    const second = await shown(device);
    expect(second?.pairing_code).not.toBe(first?.pairing_code);
    const approved = (await approve(device)) as ListedDevice;
    expect(approved.pairing_code).toBe(second?.pairing_code);
    expect(await shown(device)).toMatchObject({
      pairing_code: null,
      health: "ok",
      is_unheard: true,
    });
  });

  test("has the pairing code of a new registration that waits beside its approval", async () => {
    const installation_id = randomUUID();
    const approved = await approvedDevice(shop, { installation_id });
    expect(await shown(approved)).toMatchObject({ device_status: "ACTIVE", pairing_code: null });
    const waiting = await registeredDevice(shop, { installation_id });
    const listedThen = await shown(approved);
    expect(listedThen).toMatchObject({
      device_status: "ACTIVE",
      pairing_code: expect.stringMatching(/^.{3}-.{3}$/),
    });
    expect(((await approve(waiting)) as ListedDevice).pairing_code).toBe(listedThen?.pairing_code);
    expect(await shown(waiting)).toMatchObject({ device_status: "ACTIVE", pairing_code: null });
  });

  test("shows the values of its heartbeats", async () => {
    const device = await approvedDevice(shop);
    const said = {
      battery: 14,
      queue_length: 2,
      app_version: "1.2.3",
      last_notification_at: new Date(Date.now() - 60_000).toISOString(),
      listener_error: "termux-notification-list did not end in time",
    };
    dataOf(await device.post("/worker/heartbeat", said));
    expect(await shown(device)).toMatchObject({ ...said, health: "warning" });
    expect(await problemsOf(device)).toEqual(["listener_error", "low_battery"]);
    dataOf(await device.post("/worker/heartbeat", { battery: 80, listener_error: null }));
    expect(await shown(device)).toMatchObject({
      last_notification_at: said.last_notification_at,
      listener_error: null,
      health: "ok",
      is_simulated: false,
      is_unheard: false,
      findings: [],
    });
  });

  test("shows missing report numbers until they arrive", async () => {
    const device = await approvedDevice(shop);
    const promotion = (sequence: number) => bcaNotification(`Promo ${sequence}`, { sequence });
    await device.report(promotion(1), { ...transfer(81_000), sequence: 5 });
    expect(await shown(device)).toMatchObject({
      last_sequence: 5,
      missing_sequences: [{ first: 2, last: 4 }],
      health: "warning",
      findings: [{ problem: "sequence_gap", what_to_do: expect.stringMatching(/./) }],
    });
    await Promise.all([4, 2, 3].map((sequence) => device.report(promotion(sequence))));
    expect(await shown(device)).toMatchObject({ missing_sequences: [], health: "ok" });
  });

  test("shows hidden texts until a transfer can be read", async () => {
    const device = await approvedDevice(shop);
    await device.report(bcaNotification("Sensitive notification content hidden"));
    expect(await problemsOf(device)).toEqual(["hidden_texts"]);
    await device.report(transfer(82_000, { posted_at: new Date(Date.now() + 5000).toISOString() }));
    expect(await problemsOf(device)).toEqual([]);
  });

  test("stays listed without health after its revocation", async () => {
    const device = await approvedDevice(shop);
    await revoke(device);
    expect(await shown(device)).toMatchObject({ device_status: "REVOKED", health: null });
  });
});

describe("the list", () => {
  test("is newest first, in pages", async () => {
    const owner = await newMerchant();
    const devices = [
      await registeredDevice(owner),
      await registeredDevice(owner),
      await registeredDevice(owner),
    ];
    const ids = devices.map(({ device_id }) => device_id).toReversed();
    const first = await owner.get("/worker/devices?per_page=2");
    const second = await owner.get("/worker/devices?per_page=2&page=2");
    expect([...listed(first), ...listed(second)].map(({ device_id }) => device_id)).toEqual(ids);
    expect(second.body.pagination).toEqual({
      total: 3,
      count: 1,
      per_page: 2,
      current_page: 2,
      total_pages: 2,
    });
    expect((await owner.get("/worker/devices?per_page=1000")).body.pagination?.per_page).toBe(100);
    expect(listed(await owner.get("/worker/devices?page=9007199254740991"))).toEqual([]);
  });

  test("has no other merchant's devices", async () => {
    await approvedDevice(shop);
    const stranger = await newMerchant();
    const answer = await stranger.get("/worker/devices");
    expect(answer.body).toMatchObject({ data: [], pagination: { total: 0, total_pages: 0 } });
  });

  test.each([
    "page=0",
    "page=-1",
    "per_page=0",
    "per_page=x",
    "page=1.5",
    "page=%20",
    "page=1&page=2",
  ])("refuses %s", async (query) => {
    expectInvalid(await list(`?${query}`), query.split("=")[0] as string);
  });

  test("requires the merchant's key", async () => {
    const device = await approvedDevice(shop);
    for (const caller of [device, merchantWith("x"), merchantWith(device.device_token)]) {
      expectRefusal(await caller.get("/worker/devices"), 403, "tenant_api_key_required");
    }
  });
});

describe("validation_error names", () => {
  test.each<[string, unknown[]]>([
    ["last_notification_at", ["now", 1, "2026-02-30T00:00:00Z", "1969-12-31T23:59:59Z", "x"]],
    ["listener_error", [1, {}, "x".repeat(1001), "\u0000", "\ud800"]],
  ])("%s of a heartbeat, and none of its values is stored", async (field, values) => {
    const device = await approvedDevice(shop);
    for (const value of values) {
      const heartbeat = { battery: 3, [field]: value };
      expectInvalid(await device.post("/worker/heartbeat", heartbeat), field);
    }
    expect(await shown(device)).toMatchObject({ battery: null, last_seen_at: null });
  });
});

test("a merchant can refuse invoices while no source watches the account", async () => {
  const careful = await openShop();
  const create = async () =>
    careful.post("/gateway/payments", {
      account_id: careful.account.account_id,
      payment_code: randomUUID(),
      payment_amount: 50_000,
      payment_expired_at: new Date(Date.now() + 3_600_000).toISOString(),
      customer_name: "Siti Rahayu",
      customer_email: "siti@shop.example",
    });
  dataOf(await create());
  const merchant = ["--merchant", careful.merchant_id];
  await tepat("merchant update", ...merchant, "--refuse-offline-accounts", "true");
  const offline = expect.stringContaining("No source watches this account now");
  expectRefusal(await create(), 403, "no_active_quota", offline);
  await approvedDevice(careful);
  dataOf(await create());
});
