import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GatewayError } from "../../contract/errors.ts";
import type { CreatePaymentInput } from "../../contract/payments.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  paymentInput,
  shopWithAccount,
  testGateway,
  tryCreate,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { changeAccount } from "../accounts/accounts.ts";
import { noteHeartbeat } from "./devices.sql.ts";
import { findSilentDevices } from "./device-watch.ts";
import { registerDevice, revokeDevice, type Device } from "./devices.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { createPayments } from "../payments/payments.ts";

/** Tests the merchant's setting that refuses invoices whose payment no phone would see. */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
  await changeMerchant(gateway, shop.merchant_id, { refuse_offline_accounts: true });
});

const beat = (device: Device) =>
  noteHeartbeat(
    database.sql,
    device,
    {
      battery: null,
      queue_length: null,
      app_version: null,
      last_notification_at: null,
      listener_error: undefined,
    },
    gateway.now(),
  );

async function offlineDevice(): Promise<Device> {
  const device = await approvedDevice(gateway, shop);
  gateway.setClock(new Date(Date.now() - 600_000));
  await beat(device);
  gateway.setClock(null);
  await findSilentDevices(gateway);
  return device;
}

const outcome = async (input: Partial<CreatePaymentInput> = {}) => {
  const created = await tryCreate(gateway, shop, input);
  return typeof created === "string" ? created : created.payment_status;
};

test("create is refused with a reason while the merchant has no approved phone", async () => {
  const [refusal] = await createPayments(gateway, [
    { merchant_id: shop.merchant_id, input: paymentInput(shop) },
  ]);
  expect(refusal).toBeInstanceOf(GatewayError);
  expect(refusal).toMatchObject({
    code: "no_active_quota",
    status: 403,
    message: expect.stringMatching(/^No source watches this account now\. .*connect a source/),
  });
});

test("create is refused while every phone is offline, and succeeds after a heartbeat", async () => {
  const device = await offlineDevice();
  await offlineDevice();
  expect(await outcome()).toBe("no_active_quota");
  await beat(device);
  expect(await outcome()).toBe("PENDING");
});

test("any listening phone is enough for an account without a bound phone", async () => {
  await offlineDevice();
  await approvedDevice(gateway, shop);
  expect(await outcome()).toBe("PENDING");
});

test("a phone that is waiting, revoked, or another merchant's does not count", async () => {
  await registerDevice(database.sql, {
    merchant_id: shop.merchant_id,
    device_name: "Phone",
    installation_id: randomUUID(),
    model: null,
    app_version: null,
  });
  await revokeDevice(database.sql, (await approvedDevice(gateway, shop)).device_id);
  await approvedDevice(gateway, await shopWithAccount(gateway));
  expect(await outcome()).toBe("no_active_quota");
});

test("an account bound to a phone requires that phone", async () => {
  const device = await offlineDevice();
  await approvedDevice(gateway, shop);
  await changeAccount(gateway, shop.account_id, { device_id: device.device_id });
  const { account_id: unbound } = await addAccount(gateway, shop, { channel: "BRI" });
  expect(await outcome()).toBe("no_active_quota");
  expect(await outcome({ account_id: unbound })).toBe("PENDING");
  await beat(device);
  expect(await outcome()).toBe("PENDING");
});

test("merchants without this setting can create invoices", async () => {
  await offlineDevice();
  await changeMerchant(gateway, shop.merchant_id, { refuse_offline_accounts: false });
  expect(await outcome()).toBe("PENDING");
});

test("a refused create takes no quota, number or code", async () => {
  const input = { payment_code: `INV-${randomUUID()}` };
  expect(await outcome(input)).toBe("no_active_quota");
  const [row] = await database.sql`
    select payment_count, account_quota
    from payment_counters
    join accounts using (merchant_id)
    where merchant_id = ${shop.merchant_id}
  `;
  expect(row).toEqual({ payment_count: 0, account_quota: 30 });
  await approvedDevice(gateway, shop);
  expect(await outcome(input)).toBe("PENDING");
});

test("invalid fields are reported before the offline phone, and a used code after it", async () => {
  const device = await approvedDevice(gateway, shop);
  const used = { payment_code: `INV-${randomUUID()}` };
  expect(await outcome(used)).toBe("PENDING");
  await revokeDevice(database.sql, device.device_id);
  expect(await outcome(used)).toBe("no_active_quota");
  expect(await outcome({ payment_expired_at: "2000-01-01T00:00:00Z" })).toBe("invalid_expired_at");
  expect(await outcome({ account_id: randomUUID() })).toBe("account_not_owned");
});
