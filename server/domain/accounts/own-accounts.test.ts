import { randomInt, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
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
import { listAuditEntries } from "../access/audit.ts";
import { revokeDevice } from "../sources/devices.ts";
import {
  changeOwnAccount,
  createOwnAccount,
  listAccountChoices,
  listOwnAccounts,
  previewQris,
  type OwnAccountRequest,
} from "./own-accounts.ts";
import { createMerchant } from "../merchants/merchants.ts";
import { cancelPayment } from "../payments/payments.ts";

const today = drawnDay("own accounts");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;
let channels: Map<string, string>;

const vectors = (
  JSON.parse(readFileSync(new URL("../../testing/data/qris.json", import.meta.url), "utf8")) as {
    vectors: { id: string; static: string }[];
  }
).vectors;
const code = (id: string) => vectors.find((vector) => vector.id === id)?.static ?? "";

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  const choices = await listAccountChoices(gateway, await shopWithAccount(gateway));
  channels = new Map(choices.channels.map((one) => [one.channel_code, one.channel_id]));
});
beforeEach(async () => {
  gateway.setClock(null);
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

const freshNumber = () => String(randomInt(1e9, 1e10));

const request = (channel: string, fields: Partial<OwnAccountRequest> = {}): OwnAccountRequest => ({
  channel_id: channels.get(channel) ?? randomUUID(),
  account_number: freshNumber(),
  account_name: "TOKO",
  qris: null,
  app_package: null,
  device_id: null,
  account_min_amount: 1,
  account_max_amount: null,
  again: true,
  unusual_number: true,
  ...fields,
});

const create = (channel: string, fields: Partial<OwnAccountRequest> = {}) =>
  createOwnAccount(gateway, person.actor, {
    session: person.session,
    request: request(channel, fields),
  });

/** Returns a function with which a newly signed-up merchant adds an account. */
async function newcomer() {
  const open = testGateway(database.sql, { allowSignUp: true });
  const email = `${randomUUID()}@example.com`;
  const { session, actor } = await visitor(
    open,
    await createMerchant(open, { name: "Toko", email }),
  );
  return (channel: string, fields: Partial<OwnAccountRequest> = {}) =>
    createOwnAccount(open, actor, { session, request: request(channel, fields) });
}

test("a number that the merchant already has on the channel needs a confirmation", async () => {
  const { account_number, account_id } = await create("BCA");
  const refusal = create("BCA", { account_number, again: false });
  await expect(refusal).rejects.toMatchObject({
    code: "validation_error",
    errors: { again: "must be true, because you already have an account with this number" },
  });
  await create("BRI", { account_number });
  const second = await create("BCA", { account_number, again: true });
  expect(second.account_id).not.toBe(account_id);
});

const change = (
  fields: Parameters<typeof changeOwnAccount>[2]["change"],
  account_id = shop.account_id,
) =>
  changeOwnAccount(gateway, person.actor, {
    session: person.session,
    account_id,
    change: fields,
  });

const fieldsOf = async (attempt: Promise<unknown>) => {
  const refusal = await attempt.catch((cause: unknown) => cause);
  expect(refusal).toMatchObject({ code: "validation_error" });
  return Object.keys((refusal as { errors: object }).errors);
};

const accountsOf = async ({ merchant_id }: Shop) =>
  (await listOwnAccounts(gateway, { merchant_id, page: 1, per_page: 100 })).items;

test("accounts are listed page by page, oldest first, each once", async () => {
  const merchant = await shopWithAccount(gateway);
  for (const account_number of ["2", "3", "4", "5"]) {
    await addAccount(gateway, merchant, { account_number });
  }
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => listOwnAccounts(gateway, { ...merchant, page, per_page: 2 })),
  );
  const numbers = pages.map(({ items }) => items.map(({ account_number }) => account_number));
  expect(numbers).toEqual([["1234567890", "2"], ["3", "4"], ["5"], []]);
  expect(pages[2]?.pagination).toEqual({
    total: 5,
    count: 1,
    per_page: 2,
    current_page: 3,
    total_pages: 3,
  });
  const { pagination } = await listOwnAccounts(gateway, { ...merchant, page: 1, per_page: 1_000 });
  expect(pagination.per_page).toBe(100);
});

describe("adding an account", () => {
  test("of a bank uses the bank's app, with many days on a merchant's own gateway", async () => {
    const account = await create("BRI", { account_max_amount: 5_000_000 });
    expect(account).toMatchObject({
      channel_code: "BRI",
      app_package: "id.co.bri.brimo",
      account_quota: 36_500,
      account_max_amount: 5_000_000,
      can_be_read: true,
      is_day_paid: false,
      device_id: null,
    });
    expect(await accountsOf(shop)).toContainEqual(account);
  });

  test("of QRIS uses the code's contents", async () => {
    const request = { qris: code("Q12"), account_number: null, account_name: null };
    const preview = previewQris(code("Q12"));
    const account = await create("QRIS", { ...request, app_package: "com.gojek.gopaymerchant" });
    expect(account).toMatchObject({ channel_type: "QRIS", qris_id: preview.qris_id });
    expect(account.qris_name?.trim()).toBe(preview.qris_name);
    expect(JSON.stringify(account)).not.toContain(code("Q12").slice(0, 40));
  });

  test.each<[string, Partial<OwnAccountRequest>, string[]]>([
    ["BCA", { account_number: null, account_name: null }, ["account_number", "account_name"]],
    ["BCA", { account_min_amount: 10, account_max_amount: 9 }, ["account_max_amount"]],
    ["QRIS", {}, ["qris"]],
    ["QRIS", { qris: "000201" }, ["qris"]],
    ["NONE", {}, ["channel_id"]],
  ])("of %s with %j names the invalid fields", async (channel, request, fields) => {
    expect(await fieldsOf(create(channel, request))).toEqual(fields);
  });

  test("for a phone requires an approved phone of the merchant", async () => {
    const phone = await approvedDevice(gateway, shop);
    expect(await create("BCA", { device_id: phone.device_id })).toMatchObject({
      device_id: phone.device_id,
      device_name: "Phone beside the till",
    });
    const foreignPhone = await approvedDevice(gateway, await shopWithAccount(gateway));
    await revokeDevice(database.sql, phone.device_id);
    for (const device_id of [foreignPhone.device_id, phone.device_id, randomUUID()]) {
      await expect(create("BCA", { device_id })).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("on a merchant's own gateway gives each account its days, also with a known number", async () => {
    const account_number = freshNumber();
    for (const channel of ["BCA", "BCA", "BRI"]) {
      expect(await create(channel, { account_number })).toMatchObject({
        account_quota: 36_500,
        no_free_days: null,
      });
    }
  });

  test("with one number by twenty new merchants gives thirty free days in total, and states why", async () => {
    const account_number = freshNumber();
    const spellings = [account_number, ` ${account_number.slice(0, 3)}-${account_number.slice(3)}`];
    const newcomers = await Promise.all(Array.from({ length: 20 }, newcomer));
    const accounts = await Promise.all(
      newcomers.map((add, index) => add("BCA", { account_number: spellings[index % 2] ?? null })),
    );
    const withDays = accounts.filter(({ account_quota }) => account_quota > 0);
    expect(withDays).toMatchObject([{ account_quota: 30, no_free_days: null }]);
    const without = accounts.filter((account) => !withDays.includes(account));
    expect(new Set(without.map((account) => account.no_free_days))).toEqual(
      new Set(["known_number"]),
    );
    const add = await newcomer();
    expect(await add("BRI", { account_number })).toMatchObject({ account_quota: 30 });
  });

  test("with another merchant's earlier number, or in full-width digits, gives no free days", async () => {
    const account_number = freshNumber();
    const { account_id } = await create("BCA", { account_number });
    await change({ account_number: freshNumber() }, account_id);
    const wide = account_number.replaceAll(/\d/g, (digit) =>
      String.fromCodePoint(0xff10 + Number(digit)),
    );
    for (const each of [account_number, wide]) {
      const add = await newcomer();
      expect(await add("BCA", { account_number: each })).toMatchObject({
        account_quota: 0,
        no_free_days: "known_number",
      });
    }
  });

  test("questions a number that is unusual for the bank, and refuses an invalid one", async () => {
    const doubted = (fields: Partial<OwnAccountRequest>) =>
      fieldsOf(create("BCA", { unusual_number: false, ...fields }));
    expect(await doubted({ account_number: "123456789" })).toEqual(["unusual_number"]);
    expect(await doubted({ account_number: "12345678O9", account_name: "12" })).toEqual([
      "account_number",
      "account_name",
    ]);
    expect(await fieldsOf(create("BCA", { account_number: "12345678O9" }))).toEqual([
      "account_number",
    ]);
    const { account_id } = await create("BCA", { account_number: "123456789" });
    // An unchanged value that is sent again is not doubted again.
    await change({ account_number: "123456789", account_name: "SITI" }, account_id);
    expect(await fieldsOf(change({ account_number: "1234567" }, account_id))).toEqual([
      "unusual_number",
    ]);
  });

  test("of QRIS with a known code gives no free days, with any label", async () => {
    const request = { qris: code("Q02"), app_package: "com.gojek.gopaymerchant" };
    const labels = [freshNumber(), freshNumber()];
    const [one, other] = [await newcomer(), await newcomer()];
    const [first, second] = [
      await one("QRIS", { ...request, account_number: labels[0] ?? null }),
      await other("QRIS", { ...request, account_number: labels[1] ?? null }),
    ];
    expect([first, second]).toMatchObject([{ account_quota: 30 }, { account_quota: 0 }]);
  });

  test("with a number added by an operator gives no free days, and the operator's quota applies", async () => {
    const account_number = freshNumber();
    for (const account_quota of [30, 365]) {
      const account = await addAccount(gateway, shop, { account_number, account_quota });
      expect(account).toMatchObject({ account_quota });
    }
    const add = await newcomer();
    expect(await add("BCA", { account_number })).toMatchObject({
      account_quota: 0,
      no_free_days: "known_number",
    });
  });

  test("with the number of an example gives free days", async () => {
    const account_number = freshNumber();
    await addAccount(gateway, shop, { account_number, isExample: true });
    const add = await newcomer();
    expect(await add("BCA", { account_number })).toMatchObject({
      account_quota: 30,
      no_free_days: null,
    });
  });

  test("on a gateway with open sign-up gives each merchant free days once, with any number", async () => {
    const add = await newcomer();
    const accounts = await Promise.all(Array.from({ length: 10 }, () => add("BCA")));
    const days = accounts.map(({ account_quota }) => account_quota);
    expect(days.toSorted((a, b) => b - a)).toEqual([30, ...Array<number>(9).fill(0)]);
    const reasons = new Set(accounts.map(({ no_free_days }) => no_free_days));
    expect(reasons).toEqual(new Set([null, "one_account"]));
  });

  test("is in the audit log", async () => {
    const { account_id } = await create("BNI");
    const { items } = await listAuditEntries(gateway, {
      merchant_id: shop.merchant_id,
      per_page: 1,
    });
    expect(items).toMatchObject([{ action: "account.created", object_id: account_id }]);
  });
});

describe("changing an account", () => {
  test("changes only the named settings", async () => {
    const [before] = await accountsOf(shop);
    const after = await change({ account_active: false, account_name: "TOKO BARU" });
    expect(after).toEqual({ ...before, account_active: false, account_name: "TOKO BARU" });
    expect(await change({ account_max_amount: 100 })).toMatchObject({ account_max_amount: 100 });
    expect(await change({ account_max_amount: null })).toMatchObject({ account_max_amount: null });
  });

  test("refuses a minimum above the maximum", async () => {
    await change({ account_max_amount: 100 });
    await expect(change({ account_min_amount: 101 })).rejects.toThrow("must not be less");
  });

  test("of another merchant is refused as unknown", async () => {
    const stranger = await shopWithAccount(gateway);
    for (const id of [stranger.account_id, randomUUID()]) {
      await expect(change({ account_active: false }, id)).rejects.toThrow("Account not found");
    }
    expect(await accountsOf(stranger)).toMatchObject([{ account_active: true }]);
  });

  test("to another phone or app is refused until its totals are free", async () => {
    const phone = await approvedDevice(gateway, shop);
    gateway.setClock(today("10:00"));
    const payment = await pendingPayment(gateway, shop);
    for (const move of [
      { device_id: phone.device_id },
      { app_package: "com.bca.mybca.omni.android" },
    ]) {
      await expect(change(move)).rejects.toThrow("PENDING payments");
    }
    // A change that leaves the account in its pool is always possible.
    await change({ app_package: "COM.BCA", device_id: null });
    await cancelPayment(gateway, { merchant_id: shop.merchant_id, ...payment });
    gateway.setClock(today("09:59", 1));
    await expect(change({ device_id: phone.device_id })).rejects.toThrow("in the last 24 hours");
    gateway.setClock(today("10:00:01", 1));
    expect(await change({ device_id: phone.device_id })).toMatchObject({
      device_id: phone.device_id,
    });
    expect(await change({ app_package: "com.bca.mybca.omni.android" })).toMatchObject({
      device_id: phone.device_id,
      app_name: "myBCA",
    });
  });

  test("to a phone accepts only that phone's notifications", async () => {
    const [phone, otherPhone] = [
      await approvedDevice(gateway, shop),
      await approvedDevice(gateway, shop),
    ];
    await change({ device_id: phone.device_id });
    const payment = await pendingPayment(gateway, shop);
    const elsewhere = await reportTransfer(gateway, otherPhone, payment.payment_total);
    expect(elsewhere.matched_payment_code).toBeNull();
    const here = await reportTransfer(gateway, phone, payment.payment_total);
    expect(here.matched_payment_code).toBe(payment.payment_code);
  });
});

test.each(["", "00020101", code("Q12").slice(0, -1)])(
  "an invalid code is refused with the reason: %j",
  async (text) => {
    expect(await fieldsOf(Promise.resolve().then(() => previewQris(text)))).toEqual(["qris"]);
  },
);

test("banks and apps are listed by the alphabet, without regard to capital letters", async () => {
  const { channels, apps } = await listAccountChoices(gateway, shop);
  for (const names of [
    channels.map(({ channel_name }) => channel_name),
    apps.map(({ app_name }) => app_name),
  ]) {
    const small = names.map((name) => name.toLowerCase());
    expect(small).toEqual(small.toSorted());
    expect(names).not.toEqual(names.toSorted());
  }
});
