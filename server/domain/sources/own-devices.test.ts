import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listAuditEntries } from "../access/audit.ts";
import { findDevicesByTokens, listDevices, registerDevice } from "./devices.ts";
import { approveOwnDevice, renameOwnDevice, revokeOwnDevice } from "./own-devices.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;
const installation_id = "the phone beside the till";

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

const register = ({ merchant_id } = shop) =>
  registerDevice(database.sql, {
    merchant_id,
    device_name: "Phone",
    installation_id,
    model: null,
    app_version: null,
  });

const deviceOf = async (token: string) =>
  (await findDevicesByTokens(database.sql, [token]))[0] ?? null;

async function shownCode(): Promise<string> {
  const { items } = await listDevices(gateway, {
    merchant_id: shop.merchant_id,
    page: 1,
    per_page: 20,
  });
  return items[0]?.pairing_code ?? "";
}

const approve = (device_id: string, pairing_code: string) =>
  approveOwnDevice(gateway, person.actor, {
    session: person.session,
    device_id,
    pairing_code,
  });

describe("approving a device", () => {
  test("allows the phone with the compared code to report", async () => {
    const { device_id, device_token } = await register();
    const approved = await approve(device_id, (await shownCode()).toLowerCase());
    expect(approved).toMatchObject({ device_status: "ACTIVE", pairing_code: null });
    expect(await deviceOf(device_token)).toMatchObject({
      device_status: "ACTIVE",
    });
  });

  test("does not approve a phone that has registered again meanwhile", async () => {
    const { device_id } = await register();
    const code = await shownCode();
    await register();
    await expect(approve(device_id, code)).rejects.toThrow("does not have the pairing code");
    await expect(approve(device_id, "")).rejects.toMatchObject({ code: "validation_error" });
    expect(await shownCode()).not.toBe("");
  });

  test("after a new registration ends the previous tokens, and an older pairing code approves nothing", async () => {
    const { device_id, device_token } = await register();
    const firstCode = await shownCode();
    await approve(device_id, firstCode);
    const { device_token: discarded } = await register();
    const oldCode = await shownCode();
    const { device_token: waiting } = await register();
    await expect(approve(device_id, oldCode)).rejects.toThrow("does not have the pairing code");
    // A repetition of the first approval changes nothing.
    expect(await approve(device_id, firstCode)).toMatchObject({ pairing_code: await shownCode() });
    expect(await deviceOf(device_token)).toMatchObject({ device_status: "ACTIVE" });
    expect(await deviceOf(waiting)).toMatchObject({ device_status: "PENDING" });

    const approved = await approve(device_id, await shownCode());
    expect(approved).toMatchObject({ device_status: "ACTIVE", pairing_code: null });
    expect([await deviceOf(device_token), await deviceOf(discarded)]).toEqual([null, null]);
    expect(await deviceOf(waiting)).toMatchObject({ device_id, device_status: "ACTIVE" });
  });

  test("and a simultaneous registration leave one working token, and at most one waiting", async () => {
    for (let round = 0; round < 10; round++) {
      const { device_id, device_token } = await register();
      const code = await shownCode();
      const [registered] = await Promise.all([
        register(),
        approve(device_id, code).catch(() => undefined),
      ]);
      const statuses = [await deviceOf(device_token), await deviceOf(registered.device_token)].map(
        (device) => device?.device_status ?? null,
      );
      // Depending on which came first, the approved phone continues, or the new one has replaced it.
      expect([
        ["ACTIVE", "PENDING"],
        [null, "PENDING"],
      ]).toContainEqual(statuses);
      await revokeOwnDevice(gateway, person.actor, { merchant_id: shop.merchant_id, device_id });
    }
  });

  test("does not restore a revoked device", async () => {
    const { device_id } = await register();
    const code = await shownCode();
    await revokeOwnDevice(gateway, person.actor, { merchant_id: shop.merchant_id, device_id });
    await expect(approve(device_id, code)).rejects.toThrow("Register a revoked device again");
  });
});

test("renaming and revoking a device appear in the audit log", async () => {
  const { device_id, device_token } = await register();
  const device = { merchant_id: shop.merchant_id, device_id };
  const renamed = await renameOwnDevice(gateway, person.actor, {
    ...device,
    device_name: "Till 2",
  });
  expect(renamed).toMatchObject({ device_name: "Till 2", device_status: "PENDING" });
  await revokeOwnDevice(gateway, person.actor, device);
  expect(await deviceOf(device_token)).toBeNull();
  const { items } = await listAuditEntries(gateway, { ...device, per_page: 2 });
  expect(items).toMatchObject([
    { action: "device.revoked", object_id: device_id },
    { action: "device.renamed", details: { device_name: "Till 2" } },
  ]);
});

test("another merchant's device is unknown", async () => {
  const stranger = await shopWithAccount(gateway);
  const foreign = await register(stranger);
  for (const device_id of [foreign.device_id, randomUUID()]) {
    const device = { merchant_id: shop.merchant_id, device_id };
    await expect(approve(device_id, "7DD-DV0")).rejects.toThrow("Device not found");
    await expect(
      renameOwnDevice(gateway, person.actor, { ...device, device_name: "x" }),
    ).rejects.toThrow("Device not found");
    await expect(revokeOwnDevice(gateway, person.actor, device)).rejects.toThrow(
      "Device not found",
    );
  }
  expect(await deviceOf(foreign.device_token)).toMatchObject({
    device_name: "Phone",
  });
});
