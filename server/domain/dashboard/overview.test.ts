import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { dateOf, drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { findMerchantsByApiKeys } from "../merchants/api-keys.ts";
import type { Device } from "../devices/devices.ts";
import { noteReport } from "../devices/devices.sql.ts";
import { changeMerchant, createMerchant } from "../merchants/merchants.ts";
import { countEndedPayments, readChecklist, readOverview } from "./overview.ts";
import { cancelPayment, expirePayments } from "../payments/payments.ts";
import { enableTotp } from "../access/totp.ts";

const today = drawnDay("the overview");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let phone: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(null);
  shop = await shopWithAccount(gateway);
  phone = await approvedDevice(gateway, shop);
});
afterAll(() => database.drop());

const overview = (days = 3, merchant = shop) =>
  readOverview(gateway, { merchant_id: merchant.merchant_id, days });

async function payAfter(created: Date, seconds: number): Promise<number> {
  gateway.setClock(created);
  const { payment_total } = await pendingPayment(gateway, shop);
  const paid = new Date(created.getTime() + seconds * 1000);
  gateway.setClock(paid);
  const { matched_payment_code } = await reportTransfer(gateway, phone, payment_total, {
    posted_at: paid,
  });
  expect(matched_payment_code).not.toBeNull();
  return payment_total;
}

async function threeDays(): Promise<{ paid: number[] }> {
  const paid = [
    await payAfter(today("20:00", -2), 60), // this was yesterday in Jakarta
    await payAfter(today("16:59", -1), 120), // this is today in Jakarta
    await payAfter(today("03:00"), 600),
  ];
  gateway.setClock(today("04:00"));
  const cancelled = await pendingPayment(gateway, shop);
  await cancelPayment(gateway, { merchant_id: shop.merchant_id, ...cancelled });
  await pendingPayment(gateway, shop, { payment_expired_at: today("18:00").toISOString() });
  gateway.setClock(today("19:00")); // this is tomorrow in Jakarta
  await expirePayments(gateway, 100);
  await pendingPayment(gateway, shop);
  return { paid };
}

test("a day has what was created and what ended on it, in the local zone", async () => {
  const { paid } = await threeDays();
  const [first = 0, second = 0, third = 0] = paid;
  const { days, ...whole } = await overview();
  expect(days).toMatchObject([
    {
      day: dateOf(today("00:00", -1)),
      created_count: 2,
      paid_count: 1,
      paid_total: first,
      conversion: 1,
    },
    {
      day: dateOf(today()),
      created_count: 3,
      paid_count: 2,
      paid_total: second + third,
      cancelled_count: 1,
      expired_count: 0,
      match_rate: 1,
    },
    {
      day: dateOf(today("00:00", 1)),
      created_count: 1,
      paid_count: 0,
      expired_count: 1,
      conversion: 0,
    },
  ]);
  expect(days[2]).toMatchObject({ match_rate: null, median_seconds_to_pay: null });
  expect(whole).toMatchObject({
    time_zone: "Asia/Jakarta",
    created_count: 6,
    paid_count: 3,
    conversion: 0.6,
    waiting_count: 1,
  });
  expect(whole.median_seconds_to_pay).toBeGreaterThan(108);
  expect(whole.median_seconds_to_pay).toBeLessThan(132);
});

test("a phone that was approved is one to look at until it is heard", async () => {
  expect((await overview()).devices).toEqual({ ok: 0, warning: 1, offline: 0, pending: 0 });
  await noteReport(database.sql, phone, { sequences: [], readable_at: null }, null);
  expect((await overview()).devices).toEqual({ ok: 1, warning: 0, offline: 0, pending: 0 });
});

test("counting changes nothing that anybody sees, however many count", async () => {
  await threeDays();
  const before = await overview();
  await Promise.all(Array.from({ length: 5 }, () => countEndedPayments(gateway)));
  expect(await database.sql`select from ended_payments`).toHaveLength(0);
  expect(await overview()).toEqual(before);
  await countEndedPayments(gateway);
  expect(await overview()).toEqual(before);
  await payAfter(today("19:30"), 60);
  const after = await overview();
  expect(after.paid_count).toBe(before.paid_count + 1);
  await countEndedPayments(gateway);
  expect(await overview()).toEqual(after);
});

test("another merchant's payments are not among them", async () => {
  await threeDays();
  const stranger = await shopWithAccount(gateway);
  expect(await overview(3, stranger)).toMatchObject({
    created_count: 0,
    paid_count: 0,
    paid_total: 0,
    waiting_count: 0,
    conversion: null,
  });
});

test("every day of the period is there, also one without anything", async () => {
  gateway.setClock(today("19:00"));
  const { days } = await overview(90);
  expect(days).toHaveLength(90);
  expect([days[0]?.day, days.at(-1)?.day]).toEqual([
    dateOf(today("00:00", -88)),
    dateOf(today("00:00", 1)),
  ]);
});

test("the checklist follows a merchant from nothing to the first paid invoice", async () => {
  const { merchant_id, api_key } = await createMerchant(gateway, {
    name: "Warung",
    email: "warung@example.com",
  });
  const done = async (of = merchant_id) =>
    (await readChecklist(gateway, of)).steps.filter((one) => one.is_done).map(({ step }) => step);
  expect(await done()).toEqual([]);
  await findMerchantsByApiKeys(database.sql, [api_key]);
  await changeMerchant(gateway, merchant_id, { webhook_url: "https://shop.example/hook" });
  await enableTotp(gateway, merchant_id);
  await expect.poll(() => done()).toEqual(["api_key_used", "webhook_url", "two_factor"]);
  await payAfter(today("03:00"), 60);
  expect(await done(shop.merchant_id)).toEqual([
    "account",
    "device",
    "first_payment",
    "first_paid_payment",
  ]);
});
