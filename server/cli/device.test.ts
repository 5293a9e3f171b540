import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashCredential } from "../domain/security/credentials.ts";
import { findDevicesByTokens, registerDevice } from "../domain/sources/devices.ts";
import { pairingCode } from "../domain/sources/pairing-code.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
  type Cli,
} from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount, type Shop } from "../testing/fixtures.ts";

let database: TestDatabase;
let cli: Cli;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  cli = cliWith(settingsOf(database));
  shop = await shopWithAccount(gatewayOfCli(database));
});
afterAll(() => database.drop());

const registration = () => ({
  merchant_id: shop.merchant_id,
  device_name: "Till",
  installation_id: randomUUID(),
  model: "Pixel",
  app_version: null,
});

const register = () => registerDevice(database.sql, registration());

test("device approve allows a device to report, and prints it", async () => {
  const { device_id, device_token } = await register();
  const approved = {
    merchant_id: shop.merchant_id,
    device_id,
    device_name: "Till",
    device_status: "ACTIVE",
    pairing_code: pairingCode({ device_id, token_hash: hashCredential(device_token) }),
    model: "Pixel",
    app_version: null,
    last_seen_at: null,
  };
  expect(await jsonOf(cli, "device", "approve", "--device", device_id)).toEqual(approved);
  expect((await findDevicesByTokens(database.sql, [device_token]))[0]).toMatchObject({
    device_status: "ACTIVE",
  });
  expect(await jsonOf(cli, "device", "approve", "--device", device_id)).toEqual(approved);
});

test("device approve with a pairing code approves only that code's token", async () => {
  const phone = registration();
  const { device_id, device_token } = await registerDevice(database.sql, phone);
  const shownCode = pairingCode({ device_id, token_hash: hashCredential(device_token) });
  const approve = ["device", "approve", "--device", device_id, "--code"];
  expect(await refusalOf(cli, ...approve, "000-000")).toContain("does not have the pairing code");
  expect((await cli(...approve, "12345")).stderr).toContain("must be a pairing code");
  expect(await jsonOf(cli, ...approve, shownCode.toLowerCase().replace("-", ""))).toMatchObject({
    device_status: "ACTIVE",
  });

  const { device_token: strangersToken } = await registerDevice(database.sql, phone);
  // The first phone's code approves the first phone, because the database already had that phone.
  expect(await jsonOf(cli, ...approve, shownCode)).toMatchObject({ pairing_code: shownCode });
  expect((await findDevicesByTokens(database.sql, [strangersToken]))[0]).toMatchObject({
    device_status: "PENDING",
  });
});

test("device revoke ends the device's access until a new registration", async () => {
  const { device_id, device_token } = await register();
  const revoked = await jsonOf(cli, "device", "revoke", "--device", device_id);
  expect(revoked).toMatchObject({ device_id, device_status: "REVOKED" });
  expect(await findDevicesByTokens(database.sql, [device_token])).toEqual([null]);
  expect(await refusalOf(cli, "device", "approve", "--device", device_id)).toContain(
    "Register a revoked device again",
  );
});

const unknown = "018f0000-0000-7000-8000-000000000000";
test.each([
  ["approve", `Device ${unknown} is not waiting`],
  ["revoke", `There is no device ${unknown}`],
])("device %s refuses an unknown device", async (verb, words) => {
  expect(await refusalOf(cli, "device", verb, "--device", unknown)).toContain(words);
});

test("device list shows each device's health, and the pairing code of a waiting one", async () => {
  const waiting = await register();
  const working = await register();
  await jsonOf(cli, "device", "approve", "--device", working.device_id);
  const args = ["device", "list", "--merchant", shop.merchant_id, "--limit", "2"];
  const listed = await jsonOf<Record<string, unknown>[]>(cli, ...args);
  expect(listed).toMatchObject([
    { device_id: working.device_id, device_status: "ACTIVE", health: "ok", pairing_code: null },
    {
      device_id: waiting.device_id,
      merchant_id: shop.merchant_id,
      health: null,
      pairing_code: pairingCode({
        device_id: waiting.device_id,
        token_hash: hashCredential(waiting.device_token),
      }),
    },
  ]);
  const { stdout } = await cli("device", "list", "--limit", "2");
  expect(stdout.split("\n")[0]).toMatch(/^device_id +device_name +device_status +pairing_code/);
  expect(stdout).toMatch(new RegExp(`${working.device_id} .* ACTIVE .* not heard yet `));
});

test("device list refuses an unknown merchant", async () => {
  const id = "018f0000-0000-7000-8000-000000000000";
  expect(await refusalOf(cli, "device", "list", "--merchant", id)).toContain("no merchant");
});
