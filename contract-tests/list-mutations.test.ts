import { describe, expect, test } from "vitest";
import { approvedDevice, bcaNotification, spending, transfer } from "./support/device.ts";
import { dataOf, expectInvalid, expectRefusal, merchantWith } from "./support/http.ts";
import type { Mutation } from "./support/resources.ts";
import { openShop, pendingPayment } from "./support/shop.ts";

/** Tests specification 4.8 and 2.5; faults B1, B11, B12 and E16. */

const shop = await openShop();
const device = await approvedDevice(shop, { device_name: "Phone beside the till" });
const otherShop = await openShop();

const list = async (query = "") => {
  const { status, body } = await shop.get(`/gateway/mutations${query}`);
  return { status, ...body };
};
const listedIds = async (query: string) =>
  ((await list(query)).data as Mutation[]).map(({ id }) => id);

const app = { app_name: "BCA mobile", app_version: "5.1.0" };
const payment = await pendingPayment(shop);
const paying = transfer(payment.payment_total, app);
const [paid] = await device.report(paying);
const [unmatched] = await device.report(transfer(42_000, { posted_at: paying.posted_at }));
const [outgoing] = await device.report(spending(6_500));
const newestFirst = [outgoing, unmatched, paid].map((outcome) => outcome?.mutation_id);

test("a transfer that paid a payment is listed with the fields of the specification", async () => {
  const { data } = await list();
  expect((data as Mutation[]).find(({ id }) => id === paid?.mutation_id)).toEqual({
    id: paid?.mutation_id,
    device_id: device.device_id,
    title: paying.title,
    body: paying.body,
    posted_at: paying.posted_at,
    amount_parsed: payment.payment_total,
    sender_parsed: "SITI RAHAYU",
    type_parsed: "CREDIT",
    currency_parsed: "IDR",
    is_matched: true,
    matched_payment_id: payment.payment_id,
    matched_payment_code: payment.payment_code,
    created_at: expect.stringMatching(/Z$/),
    device_name: "Phone beside the till",
    package_name: "com.bca",
    ...app,
    account_number: shop.account.account_number,
    account_name: shop.account.account_name,
    bank_name: "BCA",
    bank_type: "TRANSFER",
  });
});

test("mutations are listed newest first, with the page's position", async () => {
  expect(await list()).toMatchObject({
    status: 200,
    message: "ok",
    data: newestFirst.map((id) => ({ id })),
    pagination: { total: 3, count: 3, per_page: 20, current_page: 1, total_pages: 1 },
  });
});

test.each([
  ["?per_page=2", 0, 2, { total: 3, count: 2, per_page: 2, current_page: 1, total_pages: 2 }],
  ["?per_page=2&page=2", 2, 3, { total: 3, count: 1, current_page: 2, total_pages: 2 }],
  ["?per_page=2&page=3", 3, 3, { total: 3, count: 0, current_page: 3, total_pages: 2 }],
  ["?per_page=101", 0, 3, { total: 3, count: 3, per_page: 100, total_pages: 1 }],
  ["?only_unmatched=false", 0, 3, { total: 3 }],
])("%s is the part from %i to %i", async (query, from, to, pagination) => {
  expect(await listedIds(query)).toEqual(newestFirst.slice(from, to));
  expect((await list(query)).pagination).toMatchObject(pagination);
});

test("only_unmatched=true leaves out and does not count mutations that paid a payment", async () => {
  expect(await listedIds("?only_unmatched=true")).toEqual(newestFirst.slice(0, 2));
  expect((await list("?only_unmatched=true&per_page=1")).pagination).toEqual({
    total: 2,
    count: 1,
    per_page: 1,
    current_page: 1,
    total_pages: 2,
  });
});

test.each([
  [["true", "True", "TRUE", "tRuE", "1"], 2],
  [["false", "False", "FALSE", "0"], 3],
])("only_unmatched accepts %j", async (values, total) => {
  for (const value of values) {
    const page = await list(`?only_unmatched=${value}`);
    expect(page.pagination, value).toMatchObject({ total });
  }
});

test("outgoing money is listed as DEBIT and pays nothing", async () => {
  const pending = await pendingPayment(otherShop);
  const otherDevice = await approvedDevice(otherShop);
  const [outcome] = await otherDevice.report(spending(pending.payment_total));
  expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
  const mutations = dataOf<Mutation[]>(await otherShop.get("/gateway/mutations"));
  expect(mutations).toMatchObject([
    { type_parsed: "DEBIT", amount_parsed: pending.payment_total, is_matched: false },
  ]);
});

test("another merchant's mutations are not listed", async () => {
  const ids = await listedIds("");
  const others = dataOf<Mutation[]>(await otherShop.get("/gateway/mutations?per_page=100"));
  for (const { id } of others) expect(ids).not.toContain(id);
});

test("a text that is not a transaction is not listed", async () => {
  await device.report(bcaNotification("Promo akhir pekan: diskon 50% di merchant pilihan."));
  await device.report(bcaNotification("Kode OTP Anda 123456. Jangan berikan kepada siapa pun."));
  expect(await listedIds("")).toEqual(newestFirst);
});

describe("the query", () => {
  test.each([
    ["page", ["0", "-1", "1.5", "abc", "9e15", "9007199254740993"]],
    ["per_page", ["0", "-1", "1.5", "abc", "1e9"]],
    ["only_unmatched", ["yes", "null", "%00", "true,true", "2", "01", "true%20", "wahr"]],
  ])("%s must have its type, and appear once", async (name, values) => {
    for (const value of [...values, `1&${name}=1`]) {
      expectInvalid(await shop.get(`/gateway/mutations?${name}=${value}`), name);
    }
  });

  test("counts as missing if empty", async () => {
    const asked = await shop.get("/gateway/mutations?page=&per_page=&only_unmatched=");
    expect(asked.body).toEqual((await shop.get("/gateway/mutations")).body);
  });

  test("is checked after the key", async () => {
    const answer = await merchantWith("x").get("/gateway/mutations?page=0");
    expectRefusal(answer, 403, "tenant_api_key_required");
  });
});
