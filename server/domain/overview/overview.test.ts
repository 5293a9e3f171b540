import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { overviewOperations } from "../../contract/dashboard/overview.ts";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { dateOf, drawnDay } from "../../testing/drawn-day.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { csvOf } from "../base/csv.ts";
import { changeAccount } from "../accounts/accounts.ts";
import type { Device } from "../sources/devices.ts";
import { changeMerchant, createMerchant } from "../merchants/merchants.ts";
import { merchantInMode } from "../merchants/test-mode.ts";
import { changeOwnSettings } from "../access/own-settings.ts";
import { visitor } from "../../testing/dashboard.ts";
import { countEndedPayments, exportOverview, readChecklist, readOverview } from "./overview.ts";
import { endChecklist, selectLastPaid } from "./overview.sql.ts";
import { cancelPayment, expirePayments } from "../payments/payments.ts";
import { enableTotp } from "../access/totp.ts";
import { matchConfirmedPayment } from "../mutations/matching.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import { createTestPayment, payTestPayment } from "../mutations/test-payments.ts";
import { expectedTransfer } from "../mutations/simulated-transfers.ts";

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

test("a day counts its created and ended invoices, in the local time zone", async () => {
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
  });
  expect(whole.median_seconds_to_pay).toBeGreaterThan(108);
  expect(whole.median_seconds_to_pay).toBeLessThan(132);
});

test("counting changes no visible figure, even in parallel", async () => {
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

test("another merchant's payments are not counted", async () => {
  await threeDays();
  const stranger = await shopWithAccount(gateway);
  expect(await overview(3, stranger)).toMatchObject({
    created_count: 0,
    paid_count: 0,
    paid_total: 0,
    conversion: null,
  });
});

test("every day of the period is listed, also an empty one", async () => {
  gateway.setClock(today("19:00"));
  const { days } = await overview(90);
  expect(days).toHaveLength(90);
  expect([days[0]?.day, days.at(-1)?.day]).toEqual([
    dateOf(today("00:00", -88)),
    dateOf(today("00:00", 1)),
  ]);
});

/** The payments of a day, as the job counted them. */
const paidOn = async (day: string, paid_total: number, account_id = shop.account_id) => {
  const { merchant_id } = shop;
  await database.sql`
    insert into payment_days (merchant_id, account_id, day, paid_count, paid_total)
    values (${merchant_id}, ${account_id}, ${day}, 1, ${paid_total})
  `;
};

const asked = (period: { days?: number; month?: string; account_id?: string }, of = gateway) =>
  readOverview(of, { merchant_id: shop.merchant_id, days: 30, ...period });

test("a period is compared with the same number of days directly before it", async () => {
  gateway.setClock(new Date("2020-03-05T12:00:00Z"));
  for (const day of ["2020-02-20", "2020-02-21", "2020-02-27", "2020-02-28", "2020-03-05"]) {
    await paidOn(day, Number(day.replaceAll("-", "")));
  }
  const week = await asked({ days: 7 });
  expect(week).toMatchObject({ from: "2020-02-28", until: "2020-03-05", today: "2020-03-05" });
  expect(week.days.map(({ day, paid_total }) => [day, paid_total])).toEqual([
    ["2020-02-28", 20200228],
    ["2020-02-29", 0],
    ["2020-03-01", 0],
    ["2020-03-02", 0],
    ["2020-03-03", 0],
    ["2020-03-04", 0],
    ["2020-03-05", 20200305],
  ]);
  expect(week.paid_total).toBe(20200228 + 20200305);
  expect(week.previous_days.map(({ day, paid_total }) => [day, paid_total])).toEqual([
    ["2020-02-21", 20200221],
    ["2020-02-22", 0],
    ["2020-02-23", 0],
    ["2020-02-24", 0],
    ["2020-02-25", 0],
    ["2020-02-26", 0],
    ["2020-02-27", 20200227],
  ]);
});

test("a month has its own days and is compared with the previous month of any length", async () => {
  gateway.setClock(new Date("2020-04-15T12:00:00Z"));
  for (const day of ["2020-01-31", "2020-02-01", "2020-02-29", "2020-03-01", "2020-03-31"]) {
    await paidOn(day, 1_000);
  }
  await paidOn("2020-04-01", 5);
  const march = await asked({ month: "2020-03" });
  expect(march).toMatchObject({ from: "2020-03-01", until: "2020-03-31", paid_total: 2_000 });
  expect(march.days).toHaveLength(31);
  expect(march.previous_days).toHaveLength(29);
  expect(march.previous_days[0]).toMatchObject({ day: "2020-02-01", paid_total: 1_000 });
  expect(march.previous_days.at(-1)).toMatchObject({ day: "2020-02-29", paid_total: 1_000 });
});

test("a future day is missing, and today is the last day", async () => {
  gateway.setClock(new Date("2020-04-15T16:59:59Z"));
  const april = await asked({ month: "2020-04" });
  expect(april).toMatchObject({ until: "2020-04-30", today: "2020-04-15" });
  expect(april.days.at(-1)?.day).toBe("2020-04-15");
  gateway.setClock(new Date("2020-04-15T17:00:00Z"));
  expect((await asked({ month: "2020-04" })).days.at(-1)?.day).toBe("2020-04-16");
  const later = await asked({ month: "9999-12" });
  expect(later).toMatchObject({ days: [], previous_days: [], paid_total: 0, created_count: 0 });
});

test("a month counts only its own created invoices", async () => {
  for (const at of [
    "2020-02-29T16:59:59Z",
    "2020-02-29T17:00:00Z",
    "2020-03-31T16:59:59Z",
    "2020-03-31T17:00:00Z",
  ]) {
    gateway.setClock(new Date(at));
    await pendingPayment(gateway, shop);
  }
  const march = await asked({ month: "2020-03" });
  expect(march.created_count).toBe(2);
  expect(march.days.map(({ created_count }) => created_count)).toEqual([
    1,
    ...Array<number>(29).fill(0),
    1,
  ]);
});

test("each day has its own offset, also at a clock change", async () => {
  const elsewhere = testGateway(database.sql, { quotaTimeZone: "America/St_Johns" });
  elsewhere.setClock(new Date("2020-03-20T12:00:00Z"));
  const { days, time_zone } = await asked({ month: "2020-03" }, elsewhere);
  expect(time_zone).toBe("America/St_Johns");
  expect(days.slice(7, 9).map(({ begins_at }) => begins_at)).toEqual([
    "2020-03-08T00:00:00-03:30",
    "2020-03-09T00:00:00-02:30",
  ]);
  gateway.setClock(new Date("2020-03-20T12:00:00Z"));
  expect((await asked({ days: 1 })).days[0]?.begins_at).toBe("2020-03-20T00:00:00+07:00");
});

test("a simulated phone's payments are marked, before and after they are counted", async () => {
  gateway.setClock(today("03:00"));
  const { payment_code, payment_total } = await pendingPayment(gateway, shop);
  const { notification, phone: simulated } = await expectedTransfer(gateway, {
    merchant_id: shop.merchant_id,
    payment_code,
  });
  const posted_at = today("03:01").toISOString();
  gateway.setClock(today("03:01"));
  const [outcome] = await reportNotifications(gateway, simulated.device, [
    { ...notification, posted_at },
  ]);
  expect(outcome?.matched_payment_code).toBe(payment_code);
  const real = await payAfter(today("03:02"), 60);
  const unpaid = await pendingPayment(gateway, shop);
  await cancelPayment(gateway, { merchant_id: shop.merchant_id, ...unpaid });
  const check = async () =>
    expect(await overview()).toMatchObject({
      paid_count: 1,
      paid_total: real,
      simulated_count: 1,
      simulated_total: payment_total,
      match_rate: 1,
      // The share of the two that ended without the simulated phone.
      conversion: 0.5,
      last_paid: [{ payment_total: real }],
    });
  await check();
  await countEndedPayments(gateway);
  await check();
});

test("the latest paid invoices are in the order of payment, at any age", async () => {
  gateway.setClock(today("01:00"));
  const old = await pendingPayment(gateway, shop);
  const byHand = await pendingPayment(gateway, shop);
  const totals: number[] = [];
  for (const minute of ["02", "03", "04", "05", "06", "07", "08"]) {
    totals.unshift(await payAfter(today(`01:${minute}`), 10));
  }
  const { merchant_id } = shop;
  gateway.setClock(today("01:30"));
  // Matched without a transfer.
  const { payment_code } = byHand;
  await matchConfirmedPayment(gateway, { merchant_id, payment_code, mutation_id: null });
  gateway.setClock(today("01:40"));
  await reportTransfer(gateway, phone, old.payment_total);
  const { last_paid } = await overview();
  expect(last_paid.map(({ payment_total }) => payment_total)).toEqual([
    old.payment_total,
    byHand.payment_total,
    ...totals.slice(0, limits.overviewLastPaid - 2),
  ]);
  expect(last_paid[0]).toMatchObject({ paid_at: today("01:40").toISOString() });
  const other = await addAccount(gateway, shop, { account_number: "9876543210" });
  expect((await asked({ account_id: other.account_id })).last_paid).toEqual([]);
  expect((await overview(3, await shopWithAccount(gateway))).last_paid).toEqual([]);
});

test("the number of examined transfers is limited", async () => {
  const paid = await payAfter(today("01:00"), 10);
  const newest = { ...shop, account_id: null, newest: [], limit: 8 };
  const found = (looked: number) => selectLastPaid(gateway.sql, { ...newest, looked });
  await reportTransfer(gateway, phone, 987_654, { posted_at: today("01:01") });
  expect([await found(1), await found(2)]).toEqual([[], [1]]);
  expect((await overview()).last_paid).toMatchObject([{ payment_total: paid }]);
});

test("one account's figures have its money and no count of created invoices", async () => {
  const second = await addAccount(gateway, shop, { account_number: "9876543210" });
  gateway.setClock(new Date("2020-03-05T12:00:00Z"));
  await paidOn("2020-03-04", 1_000);
  await paidOn("2020-03-04", 20, second.account_id);
  await paidOn("2020-02-03", 3, second.account_id);
  expect(await asked({})).toMatchObject({ paid_total: 1_020, created_count: 0 });
  const ofSecond = await asked({ account_id: second.account_id });
  expect(ofSecond).toMatchObject({ paid_total: 20, paid_count: 1, created_count: null });
  expect(ofSecond.previous_days.map(({ paid_total }) => paid_total)).toContain(3);
});

test("the figures of all accounts say how much each received in the period", async () => {
  const second = await addAccount(gateway, shop, { account_number: "9876543210" });
  gateway.setClock(new Date("2020-03-05T12:00:00Z"));
  await paidOn("2020-03-04", 20, second.account_id);
  await paidOn("2020-02-03", 5_000, second.account_id);
  await paidOn("2020-03-04", 1_000);
  const { account_totals } = await asked({});
  expect(account_totals).toEqual([
    { account_id: shop.account_id, paid_total: 1_000 },
    { account_id: second.account_id, paid_total: 20 },
  ]);
  expect((await asked({ account_id: second.account_id })).account_totals).toEqual([]);
});

test("one account's figures include uncounted payments too", async () => {
  const second = await addAccount(gateway, shop, { account_number: "9876543210" });
  const total = await payAfter(today("03:00"), 60);
  expect(await asked({ account_id: shop.account_id })).toMatchObject({ paid_total: total });
  expect((await asked({})).account_totals).toEqual([
    { account_id: shop.account_id, paid_total: total },
  ]);
  expect(await asked({ account_id: second.account_id })).toMatchObject({ paid_total: 0 });
});

test("an unknown account, or another merchant's, is not found", async () => {
  const stranger = await shopWithAccount(gateway);
  for (const account_id of [randomUUID(), stranger.account_id]) {
    await expect(asked({ account_id })).rejects.toMatchObject({ code: "not_found" });
    const { merchant_id } = shop;
    const table = exportOverview(gateway, { merchant_id, days: 7, account_id });
    await expect(table).rejects.toMatchObject({ code: "not_found" });
  }
});

test.each([
  "2020-13",
  "2020-00",
  "2020-1",
  "1999-12",
  "26-11",
  "2020-11-01",
  " 2020-11",
  "10000-01",
  "",
])("%j is not a month", (month) => {
  for (const { input } of [overviewOperations.getOverview, overviewOperations.exportOverview]) {
    expect(input.safeParse({ month }).success).toBe(false);
    expect(input.safeParse({ month: "2020-11" }).success).toBe(true);
  }
});

test("the first month is the first invoice's, counted or not", async () => {
  await payAfter(new Date("2020-02-29T12:00:00Z"), 60);
  gateway.setClock(new Date("2020-03-01T12:00:00Z"));
  expect(await asked({})).toMatchObject({ today: "2020-03-01", first_month: "2020-02" });
  await countEndedPayments(gateway);
  expect((await asked({})).first_month).toBe("2020-02");
});

test("a shop without payments has days of zero and null ratios", async () => {
  const { merchant_id } = await createMerchant(gateway, {
    name: "Warung",
    email: `${randomUUID()}@example.com`,
  });
  const empty = await readOverview(gateway, { merchant_id, days: 7 });
  expect(empty.days).toHaveLength(7);
  expect(empty).toMatchObject({ paid_total: 0, conversion: null, match_rate: null });
  expect(empty.first_month).toBe(empty.today.slice(0, 7));
});

test("the table has the chart's days, each beside its compared day", async () => {
  gateway.setClock(new Date("2020-03-02T12:00:00Z"));
  await paidOn("2020-03-01", 150_347);
  await paidOn("2020-02-28", 20_000);
  const { merchant_id } = shop;
  const table = await text(csvOf(await exportOverview(gateway, { merchant_id, days: 2 })));
  expect(table).toBe(
    [
      "\uFEFFday,begins_at,time_zone,paid_count,paid_total,is_over,previous_day,previous_begins_at,previous_paid_count,previous_paid_total",
      "2020-03-01,2020-03-01T00:00:00+07:00,Asia/Jakarta,1,150347,true,2020-02-28,2020-02-28T00:00:00+07:00,1,20000",
      "2020-03-02,2020-03-02T00:00:00+07:00,Asia/Jakarta,0,0,false,2020-02-29,2020-02-29T00:00:00+07:00,0,0",
      "",
    ].join("\r\n"),
  );
  const month = await text(
    csvOf(await exportOverview(gateway, { merchant_id, days: 2, month: "2020-03" })),
  );
  // Two days have begun; the month before had 29.
  expect(month.trimEnd().split("\r\n")).toHaveLength(1 + 29);
  expect(month).toContain("\r\n,,Asia/Jakarta,,,,2020-02-03,");
});

test("a sample account does not complete a step until it has its own number", async () => {
  const { merchant_id } = await createMerchant(gateway, {
    name: "Warung",
    email: `${randomUUID()}@example.com`,
  });
  const hasAccount = async () =>
    (await readChecklist(gateway, { merchant_id, ownsServer: true })).steps.find(
      ({ step }) => step === "account",
    )?.is_done;
  const { account_id } = await addAccount(gateway, { merchant_id }, { isExample: true });
  await changeAccount(gateway, account_id, { account_min_amount: 2 });
  expect(await hasAccount()).toBe(false);
  await changeAccount(gateway, account_id, { account_number: "0123456789" });
  expect(await hasAccount()).toBe(true);
});

const stepsDone = async (merchant_id: string) =>
  (await readChecklist(gateway, { merchant_id, ownsServer: true })).steps
    .filter((one) => one.is_done)
    .map(({ step }) => step);

test.each([
  { contact_phone: "0812 3456 7890" },
  { contact_email: "warung@example.com" },
  { accent_color: "#8a2be2" },
])("a shop that customers can recognise or reach is a step done: %j", async (change) => {
  const { merchant_id } = await createMerchant(gateway, {
    name: "Warung",
    email: `${randomUUID()}@example.com`,
  });
  expect(await stepsDone(merchant_id)).not.toContain("shop");
  await changeMerchant(gateway, merchant_id, change);
  expect(await stepsDone(merchant_id)).toContain("shop");
});

test("the step of the shop is done once its form is saved, even unchanged, and not by other settings", async () => {
  const fresh = await shopWithAccount(gateway);
  const { actor, session } = await visitor(gateway, fresh);
  await changeOwnSettings(gateway, actor, { session, change: { sends_receipts: false } });
  expect(await stepsDone(fresh.merchant_id)).not.toContain("shop");
  await changeOwnSettings(gateway, actor, { session, change: {} });
  expect(await stepsDone(fresh.merchant_id)).toContain("shop");
});

test("the checklist follows a merchant from nothing to the first paid invoice", async () => {
  const { merchant_id } = await createMerchant(gateway, {
    name: "Warung",
    email: "warung@example.com",
  });
  expect(await stepsDone(merchant_id)).toEqual(["public_address"]);
  await changeMerchant(gateway, merchant_id, { contact_phone: "0812 3456 7890" });
  await enableTotp(gateway, merchant_id);
  expect(await stepsDone(merchant_id)).toEqual(["shop", "public_address", "two_factor"]);
  await payAfter(today("03:00"), 60);
  expect(await stepsDone(shop.merchant_id)).toEqual([
    "account",
    "payment",
    "public_address",
    "source",
  ]);
});

test.each([
  ["http://localhost:8080", false],
  ["http://127.0.0.1:8080", false],
  ["http://192.168.1.5:8080", true],
  ["https://pay.example", true],
])("links with %s: the checklist's step of the address is done: %s", async (publicUrl, isDone) => {
  const { settings } = gateway;
  const { merchant_id } = shop;
  const stepsOf = async (ownsServer: boolean) =>
    (
      await readChecklist(
        { ...gateway, settings: { ...settings, publicUrl } },
        { merchant_id, ownsServer },
      )
    ).steps;
  const steps = await stepsOf(true);
  const at = steps.findIndex(({ step }) => step === "public_address");
  expect(steps[at]).toEqual({ step: "public_address", is_done: isDone });
  // A phone needs the address.
  expect(steps[at + 1]?.step).toBe("source");
  // Another person cannot take the step.
  expect(await stepsOf(false)).toEqual(steps.toSpliced(at, 1));
});

test("a paid test invoice is the first payment, and another shop's is not", async () => {
  const fresh = await shopWithAccount(gateway);
  const stranger = await shopWithAccount(gateway);
  const session = { ...fresh, merchant_name: "Warung", email: "warung@example.com" };
  const { payment_code, payment_total } = await createTestPayment(gateway, session);
  expect(payment_total).toBeGreaterThan(limits.testPaymentAmount);
  expect(await stepsDone(fresh.merchant_id)).not.toContain("payment");
  const name = { merchant_id: fresh.merchant_id, is_test: true };
  const merchant_id = await merchantInMode(database.sql, name);
  await payTestPayment(gateway, { merchant_id, payment_code });
  expect(await stepsDone(fresh.merchant_id)).toContain("payment");
  expect(await stepsDone(stranger.merchant_id)).not.toContain("payment");
});

test("without an account that takes payments no test invoice is created", async () => {
  const fresh = await shopWithAccount(gateway);
  await changeAccount(gateway, fresh.account_id, { account_active: false });
  const session = { ...fresh, merchant_name: "Warung", email: "warung@example.com" };
  await expect(createTestPayment(gateway, session)).rejects.toMatchObject({
    reason: { code: "account_inactive" },
  });
});

test("the guide ends once, for one merchant", async () => {
  const [fresh, stranger] = [await shopWithAccount(gateway), await shopWithAccount(gateway)];
  const isEnded = async ({ merchant_id }: Shop) =>
    (await readChecklist(gateway, { merchant_id, ownsServer: true })).is_ended;
  expect(await isEnded(fresh)).toBe(false);
  const { merchant_id } = fresh;
  await endChecklist(database.sql, { merchant_id, at: today("03:00") });
  await endChecklist(database.sql, { merchant_id, at: today("04:00") });
  expect(
    await database.sql`
    select guide_ended_at from merchants where merchant_id = ${merchant_id}
  `,
  ).toEqual([{ guide_ended_at: today("03:00") }]);
  expect([await isEnded(fresh), await isEnded(stranger)]).toEqual([true, false]);
});
