import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  approve,
  approvedDevice,
  bcaNotification,
  registeredDevice,
  revoke,
  transfer,
} from "./support/device.ts";
import { callerWith, dataOf, expectInvalid, expectRefusal, merchantWith } from "./support/http.ts";
import type { Mutation, RegisteredDevice } from "./support/resources.ts";
import { addAccount, openShop } from "./support/shop.ts";

/**
 * Tests devices and their requests (faults B13 and F15). reported-transfers.test.ts tests the
 * payments by their reports.
 */

const shop = await openShop();
const device = await approvedDevice(shop);
const otherShop = await openShop();
const tokenOf = (device_token: string) => callerWith({ "x-device-token": device_token });
const mutationCount = async () =>
  (await shop.get("/gateway/mutations")).body.pagination?.total as number;

describe("a device", () => {
  test("gets an id, a token and PENDING when it registers", async () => {
    const { status, body } = await shop.post("/worker/devices", {
      device_name: "Counter phone",
      installation_id: randomUUID(),
      model: "Pixel 8a",
      app_version: null,
    });
    expect({ status, ...body }).toEqual({
      status: 201,
      success: true,
      message: "created",
      data: {
        device_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        device_token: expect.stringMatching(/^\S{32,}$/),
        device_status: "PENDING",
      },
    });
  });

  test("reads its name, its status and the watched packages", async () => {
    await addAccount(otherShop, { channel: "BRI" });
    const pending = await registeredDevice(otherShop, { device_name: "Kasir 1" });
    const shown = {
      device_id: pending.device_id,
      device_name: "Kasir 1",
      device_status: "PENDING",
      packages: ["com.bca", "id.co.bri.brimo"],
      account_count: 2,
    };
    expect(dataOf(await pending.get("/worker/device"))).toEqual(shown);
    await approve(pending);
    const approved = { ...shown, device_status: "ACTIVE" };
    expect(dataOf(await pending.get("/worker/device"))).toEqual(approved);
    await addAccount(otherShop, { device: pending.device_id, number: "2234567890" });
    const other = await registeredDevice(otherShop, { device_name: "Kasir 2" });
    expect(dataOf(await pending.get("/worker/device"))).toMatchObject({ account_count: 3 });
    expect(dataOf(await other.get("/worker/device"))).toMatchObject({ account_count: 2 });
  });

  test("keeps its id after a repeated registration, and gets a token that needs approval", async () => {
    const installation_id = randomUUID();
    const first = await registeredDevice(shop, { installation_id });
    const second = await registeredDevice(shop, { installation_id, device_name: "Kasir 2" });
    expect(second.device_id).toBe(first.device_id);
    expect(second.device_status).toBe("PENDING");
    expectRefusal(await first.get("/worker/device"), 401, "unauthorized");
    expectRefusal(await second.post("/worker/heartbeat"), 403, "device_not_approved");
    await approve(second);
    dataOf(await second.post("/worker/heartbeat"));
  });

  test("keeps working while its new registration waits, until that one is approved", async () => {
    const installation_id = randomUUID();
    const approved = await approvedDevice(shop, { installation_id, device_name: "Kasir 1" });
    const discarded = await registeredDevice(shop, { installation_id });
    const waiting = await registeredDevice(shop, { installation_id, device_name: "Kasir 2" });
    expect(waiting).toMatchObject({ device_id: approved.device_id, device_status: "PENDING" });
    expectRefusal(await discarded.get("/worker/device"), 401, "unauthorized");

    dataOf(await approved.post("/worker/heartbeat"));
    expect((await approved.report(transfer(83_000)))[0]?.outcome).toBe("recorded");
    expect(dataOf(await approved.get("/worker/device"))).toMatchObject({
      device_name: "Kasir 1",
      device_status: "ACTIVE",
    });
    expect(dataOf(await waiting.get("/worker/device"))).toMatchObject({
      device_name: "Kasir 2",
      device_status: "PENDING",
    });
    for (const path of ["/worker/heartbeat", "/worker/mutations"]) {
      const body = path === "/worker/mutations" ? { notifications: [transfer(84_000)] } : undefined;
      expectRefusal(await waiting.post(path, body), 403, "device_not_approved");
    }

    await approve(waiting);
    dataOf(await waiting.post("/worker/heartbeat"));
    await expect
      .poll(async () => (await approved.get("/worker/device")).body.code)
      .toBe("unauthorized");
    expect(dataOf(await waiting.get("/worker/device"))).toMatchObject({
      device_name: "Kasir 2",
      device_status: "ACTIVE",
    });
  });

  test("ends with its waiting registration when it is revoked", async () => {
    const installation_id = randomUUID();
    const approved = await approvedDevice(shop, { installation_id });
    const waiting = await registeredDevice(shop, { installation_id });
    await revoke(approved);
    for (const device of [approved, waiting]) {
      await expect
        .poll(async () => (await device.get("/worker/device")).body.code)
        .toBe("unauthorized");
    }
    expect((await registeredDevice(shop, { installation_id })).device_id).toBe(approved.device_id);
  });

  test("of another merchant can have the same installation_id", async () => {
    const installation_id = randomUUID();
    const [own, other] = [
      await registeredDevice(shop, { installation_id }),
      await registeredDevice(otherShop, { installation_id }),
    ];
    expect(other.device_id).not.toBe(own.device_id);
    expect((await own.get("/worker/device")).status).toBe(200);
  });

  test("sends heartbeats with or without a body", async () => {
    for (const report of [undefined, {}, { battery: 0, queue_length: 0, app_version: "1" }]) {
      expect(dataOf(await device.post("/worker/heartbeat", report))).toBeNull();
    }
  });
});

describe("the Worker's interface refuses", () => {
  test("a missing, unknown or revoked token, and a merchant's key", async () => {
    const revoked = await approvedDevice(shop);
    await revoke(revoked);
    const tokens = ["", "x", shop.api_key, `${device.device_token}x`, revoked.device_token];
    const before = await mutationCount();
    for (const token of [...tokens, device.device_token.toUpperCase()]) {
      const caller = tokenOf(token);
      const answers = [
        await caller.get("/worker/device"),
        await caller.post("/worker/heartbeat", {}),
        await caller.post("/worker/mutations", { notifications: [transfer(50_000)] }),
        await caller.post(`/worker/notify/${encodeURIComponent(token || "x")}`, transfer(50_000)),
      ];
      for (const answer of answers) expectRefusal(answer, 401, "unauthorized");
    }
    for (const segment of ["%", "%FF", "%00", "%ED%A0%80"]) {
      const answer = await shop.post(`/worker/notify/${segment}`, transfer(50_000));
      expectRefusal(answer, 401, "unauthorized");
    }
    const withoutHeader = await callerWith({}).get("/worker/device");
    expectRefusal(withoutHeader, 401, "unauthorized");
    expect(await mutationCount()).toBe(before);
  });

  test("a merchant's call with a device's token", async () => {
    const { device_token } = device;
    for (const caller of [merchantWith(device_token), tokenOf(device_token)]) {
      expectRefusal(await caller.get("/gateway/mutations"), 403, "tenant_api_key_required");
      expectRefusal(await caller.post("/worker/devices", {}), 403, "tenant_api_key_required");
    }
  });

  test("a report of a device that waits for approval, and stores none of it", async () => {
    const pending = await registeredDevice(shop);
    const notification = transfer(61_000);
    const before = await mutationCount();
    const report = () => pending.post("/worker/mutations", { notifications: [notification] });
    expectRefusal(await report(), 403, "device_not_approved");
    const notify = await pending.post(`/worker/notify/${pending.device_token}`, notification);
    expectRefusal(notify, 403, "device_not_approved");
    expect(await mutationCount()).toBe(before);
    await approve(pending);
    expect(dataOf(await report())).toMatchObject([{ outcome: "recorded" }]);
    expect(await mutationCount()).toBe(before + 1);
  });

  test("a report with a repeated member, because readers differ on which one counts", async () => {
    const before = await mutationCount();
    const report = JSON.stringify({ notifications: [transfer(62_000)] });
    const second = report.replace('"body"', '"body": "x", "bod\\u0079"');
    const headers = { "content-type": "application/json" };
    const answer = await device.send({
      method: "POST",
      path: "/worker/mutations",
      headers,
      body: second,
    });
    expectRefusal(answer, 400, "bad_request");
    expect(await mutationCount()).toBe(before);
  });

  test("the credential before the body, and the body before the approval", async () => {
    const pending = await registeredDevice(shop);
    const broken = { method: "POST", path: "/worker/mutations", body: "{" };
    expectRefusal(await tokenOf("x").send(broken), 401, "unauthorized");
    expectRefusal(await pending.send(broken), 400, "bad_request");
    const empty = await pending.post("/worker/mutations", { notifications: [] });
    expectInvalid(empty, "notifications");
  });
});

describe("validation_error names", () => {
  test.each<[string, unknown[]]>([
    ["device_name", [undefined, null, "", 1, {}, "x".repeat(256), "\u0000", "\ud800"]],
    ["installation_id", [undefined, null, "", 1, "x".repeat(256), "\u0000"]],
    ["model", [1, "x".repeat(256)]],
    ["app_version", [1, [], "x".repeat(256)]],
  ])("%s of a registration", async (field, values) => {
    const input = { device_name: "Counter phone", installation_id: randomUUID() };
    for (const value of values) {
      expectInvalid(await shop.post("/worker/devices", { ...input, [field]: value }), field);
    }
  });

  test("but not empty texts, which count as missing", async () => {
    const device_name = "Counter phone";
    const texts = { model: "", app_version: "" };
    const registered = { device_name, installation_id: randomUUID(), ...texts };
    dataOf(await shop.post("/worker/devices", registered));
    const { data } = (await shop.get("/worker/devices?per_page=100")).body;
    expect(data).toContainEqual(
      expect.objectContaining({ device_name, model: null, app_version: null }),
    );
    const heartbeat = { battery: 50, app_version: "", last_notification_at: "" };
    dataOf(await device.post("/worker/heartbeat", heartbeat));
    const { posted_at, ...notification } = transfer(61_000, { big_text: "", app_name: "" });
    const { errors } = (await device.post("/worker/mutations", { notifications: [notification] }))
      .body;
    expect(errors).toEqual({ notifications: "item 1: posted_at is required" });
    const [outcome] = await device.report({ ...notification, posted_at });
    expect(outcome?.outcome).toBe("recorded");
  });

  test.each<[string, unknown[]]>([
    ["battery", [-1, 101, 0.5, "50", true]],
    ["queue_length", [-1, 0.5, "1", 2 ** 53]],
    ["app_version", [1, "x".repeat(256)]],
  ])("%s of a heartbeat", async (field, values) => {
    for (const value of values) {
      expectInvalid(await device.post("/worker/heartbeat", { [field]: value }), field);
    }
  });

  test.each<[string, unknown[]]>([
    ["key", [undefined, null, 1, "x".repeat(513)]],
    ["package_name", [undefined, null, "", 1, "x".repeat(256), "\u0000"]],
    ["title", [undefined, 1, "x".repeat(8193), "\ud800"]],
    ["body", [undefined, 1, {}, "x".repeat(8193), "\u0000"]],
    ["posted_at", [undefined, null, 1, "", "now", "2026-02-30T00:00:00Z", "2026-01-01T00:00:00"]],
    ["big_text", [1, "x".repeat(8193)]],
    ["app_name", [1, "x".repeat(256)]],
    ["sequence", [-1, 1.5, "1"]],
  ])("notifications with a bad %s, and stores none of the report", async (field, values) => {
    const before = await mutationCount();
    for (const value of values) {
      const notifications = [transfer(62_000), { ...transfer(63_000), [field]: value }];
      expectInvalid(await device.post("/worker/mutations", { notifications }), "notifications");
    }
    expect(await mutationCount()).toBe(before);
  });

  test("notifications that are missing, over 100, or not a list", async () => {
    const many = Array.from({ length: 101 }, () => bcaNotification("Promo"));
    for (const notifications of [undefined, null, [], {}, "x", [null], [[]], many]) {
      expectInvalid(await device.post("/worker/mutations", { notifications }), "notifications");
    }
    dataOf(await device.post("/worker/mutations", { notifications: many.slice(1) }));
  });
});

test("a registered device belongs to its merchant only", async () => {
  const otherDevice = await approvedDevice(otherShop);
  const { device_id } = dataOf<RegisteredDevice>(await otherDevice.get("/worker/device"));
  expect(device_id).toBe(otherDevice.device_id);
  await otherDevice.report(transfer(64_000));
  const mutations = dataOf<(Mutation & { device_id: string })[]>(
    await shop.get("/gateway/mutations?per_page=100"),
  );
  expect(mutations.map((mutation) => mutation.device_id)).not.toContain(device_id);
});
