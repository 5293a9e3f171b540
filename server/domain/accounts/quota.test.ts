import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GatewayError } from "../../contract/errors.ts";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
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
import { changeAccount } from "./accounts.ts";
import { listAuditEntries, operatorCli } from "../access/audit.ts";
import { signUp } from "../access/sign-in.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { listOwnAccounts } from "./own-accounts.ts";
import { cancelPayment, createPayments } from "../payments/payments.ts";
import { grantQuota, listQuotaOrders, orderQuota, readQuota, renewQuota } from "./quota.ts";

const today = drawnDay("quota");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;
let operator: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(null);
  shop = await shopWithAccount(gateway, { account_quota: 3 });
  person = await visitor(gateway, shop);
  operator = await shopWithAccount(gateway);
  await changeMerchant(gateway, operator.merchant_id, { is_operator: true, quota_price: 1000 });
});
afterEach(() => changeMerchant(gateway, operator.merchant_id, { quota_price: null }));
afterAll(() => database.drop());

const createPayment: Parameters<typeof orderQuota>[2]["createPayment"] = async (request) => {
  const [outcome] = await createPayments(gateway, [request]);
  if (!outcome || outcome instanceof GatewayError) throw outcome ?? new Error("no outcome");
  return outcome;
};

const order = (days = 30, account_id = shop.account_id) =>
  orderQuota(gateway, person.actor, { session: person.session, account_id, days, createPayment });

const quota = () =>
  readQuota(gateway, { merchant_id: shop.merchant_id, account_id: shop.account_id });

const ordersOf = async ({ merchant_id }: Shop) =>
  (await listQuotaOrders(gateway, { merchant_id, page: 1, per_page: 100 })).items;
const orders = () => ordersOf(shop);

describe("an account's quota", () => {
  test("shows the days left, the days used and the days added", async () => {
    gateway.setClock(today("18:00", -1)); // this is today in Jakarta
    await pendingPayment(gateway, shop);
    await pendingPayment(gateway, shop);
    gateway.setClock(today("10:00", 1));
    await pendingPayment(gateway, shop);
    await grantQuota(gateway, operatorCli, { account_id: shop.account_id, days: 7 });
    expect(await quota()).toEqual({
      account_quota: 8,
      is_day_paid: true,
      day_price: 1000,
      can_renew: false,
      used_days: [dateOf(today("00:00", 1)), dateOf(today())],
      grants: [{ days: 7, granted_at: today("10:00", 1).toISOString(), order_id: null }],
    });
    gateway.setClock(today("17:00", 1));
    expect(await quota()).toMatchObject({ is_day_paid: false });
  });

  test("cannot be increased for an unknown account", async () => {
    const grant = grantQuota(gateway, operatorCli, { account_id: randomUUID(), days: 7 });
    await expect(grant).rejects.toThrow("Account not found");
  });
});

describe("a renewal of the days", () => {
  beforeEach(() => changeMerchant(gateway, operator.merchant_id, { quota_price: null }));

  const renew = (account_id = shop.account_id, on = gateway) =>
    renewQuota(on, person.actor, { merchant_id: shop.merchant_id, account_id });

  test("by an owner of the gateway reactivates the account, and is recorded once", async () => {
    gateway.setClock(today());
    await pendingPayment(gateway, shop);
    const renewed = await Promise.all([renew(), renew(), renew()]);
    const grants = [{ days: 36_498, granted_at: today().toISOString(), order_id: null }];
    for (const each of renewed) {
      expect(each).toMatchObject({ account_quota: 36_500, is_day_paid: true, can_renew: true });
    }
    expect(await quota()).toMatchObject({ account_quota: 36_500, grants });
    const { items } = await listAuditEntries(gateway, { ...shop, per_page: 100 });
    expect(items.filter(({ action }) => action === "quota.renewed")).toMatchObject([
      { object_id: shop.account_id, details: { days: 36_500 } },
    ]);
  });

  test("reopens an account closed by a quota of 0", async () => {
    await changeAccount(gateway, shop.account_id, { account_quota: 0 });
    await expect(pendingPayment(gateway, shop)).rejects.toThrow("no_active_quota");
    await renew();
    await pendingPayment(gateway, shop);
    expect(await quota()).toMatchObject({ account_quota: 36_499 });
  });

  test("takes no days from an account with more", async () => {
    await changeAccount(gateway, shop.account_id, { account_quota: 40_000 });
    expect(await renew()).toMatchObject({ account_quota: 40_000, grants: [] });
  });

  test("is refused if days are sold or strangers can sign up, and changes nothing", async () => {
    await changeMerchant(gateway, operator.merchant_id, { quota_price: 1000 });
    await expect(renew()).rejects.toThrow("Order days");
    await changeMerchant(gateway, operator.merchant_id, { quota_price: null });
    const open = testGateway(database.sql, { allowSignUp: true });
    await expect(renew(shop.account_id, open)).rejects.toThrow("ask the operator");
    expect(await quota()).toMatchObject({ account_quota: 3, grants: [], can_renew: true });
  });

  test("of another merchant's account is refused as unknown", async () => {
    for (const account_id of [operator.account_id, randomUUID()]) {
      await expect(renew(account_id)).rejects.toThrow("Account not found");
    }
  });
});

describe("the upgrade", () => {
  const migration = () =>
    readFileSync(
      new URL("../../db/migrations/0024_renew_days_of_use.sql", import.meta.url),
      "utf8",
    );
  const upgrade = async () => database.sql.unsafe(migration());
  const daysOf = async ({ merchant_id, account_id }: Shop) =>
    (await readQuota(gateway, { merchant_id, account_id })).account_quota;

  test("gives accounts of a merchant's own gateway the days of new ones, except those that a person closed", async () => {
    await changeMerchant(gateway, operator.merchant_id, { quota_price: null });
    const used = await shopWithAccount(gateway, { account_quota: 1 });
    await pendingPayment(gateway, used);
    const closed = await shopWithAccount(gateway, { account_quota: 9 });
    await changeAccount(gateway, closed.account_id, { account_quota: 0 });
    await upgrade();
    await upgrade();
    expect(await Promise.all([shop, used, closed].map(daysOf))).toEqual([36_500, 36_500, 0]);
  });

  test("changes nothing if days are sold", async () => {
    await upgrade();
    expect(await daysOf(shop)).toBe(3);
  });

  test("changes nothing if a stranger has signed up", async () => {
    const own = await createTestDatabase();
    const open = testGateway(own.sql, { allowSignUp: true });
    const first = await shopWithAccount(open, { account_quota: 5 });
    const client = { client_address: "203.0.113.9", user_agent: "" };
    await signUp(
      open,
      { merchant_name: "Toko", email: "toko@example.com", password: "a calm lake at dawn" },
      client,
    );
    await own.sql.unsafe(migration());
    expect(await readQuota(open, first)).toMatchObject({ account_quota: 5 });
    await own.drop();
  });
});

describe("an order of days", () => {
  test("is the operator's invoice, and is credited at the moment of payment", async () => {
    const ordered = await order(30);
    expect(ordered).toMatchObject({
      days: 30,
      credited_at: null,
      payment_status: "PENDING",
      payment_checkout_url: expect.stringContaining("https://pay.example/pay/"),
    });
    expect(ordered.payment_total).toBeGreaterThan(30_000);
    expect(ordered.payment_total).toBeLessThan(31_000);
    expect(await quota()).toMatchObject({ account_quota: 3 });

    const phone = await approvedDevice(gateway, operator);
    await reportTransfer(gateway, phone, ordered.payment_total);
    expect(await quota()).toMatchObject({
      account_quota: 33,
      grants: [{ days: 30, order_id: ordered.order_id }],
    });
    expect(await orders()).toMatchObject([
      { payment_status: "PAID", credited_at: expect.any(String) },
    ]);
  });

  test("is credited once, despite repeated reports and other payments at once", async () => {
    const ordered = await Promise.all([order(1), order(2), order(4)]);
    const phone = await approvedDevice(gateway, operator);
    await Promise.all(
      [...ordered, ...ordered].map((one) => reportTransfer(gateway, phone, one.payment_total)),
    );
    expect(await quota()).toMatchObject({ account_quota: 3 + 7 });
    expect((await quota()).grants).toHaveLength(3);
  });

  test("credits nothing if unpaid", async () => {
    const cancelled = await order();
    const [row] = await database.sql<{ payment_code: string }[]>`
      select payment_code from quota_orders where order_id = ${cancelled.order_id}`;
    await cancelPayment(gateway, {
      merchant_id: operator.merchant_id,
      payment_code: row?.payment_code ?? "",
    });
    expect(await orders()).toMatchObject([{ payment_status: "CANCELLED", credited_at: null }]);
    expect(await quota()).toMatchObject({ account_quota: 3 });
  });

  test("is refused if no merchant sells days, and new accounts then begin with free days", async () => {
    await changeMerchant(gateway, operator.merchant_id, { quota_price: null });
    await expect(order()).rejects.toThrow("does not sell days");
    expect(await quota()).toMatchObject({ day_price: null });
  });

  test("is refused when the operator's account cannot take it, and leaves no trace", async () => {
    await changeAccount(gateway, operator.account_id, { account_active: false });
    await expect(order()).rejects.toThrow("No account of the operator");
    await changeAccount(gateway, operator.account_id, { account_active: true, account_quota: 0 });
    await expect(order()).rejects.toThrow("could not create the operator's invoice");
    expect(await orders()).toEqual([]);
    const rows =
      await database.sql`select from quota_orders where merchant_id = ${shop.merchant_id}`;
    expect(rows).toHaveLength(0);
  });

  test("beyond ten unpaid orders is refused for a day, also in parallel", async () => {
    gateway.setClock(today("10:00"));
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => order(1)));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.map(String)).toEqual(
      Array.from({ length: 4 }, () => expect.stringContaining("10 unpaid orders")),
    );
    const [paid] = await orders();
    const phone = await approvedDevice(gateway, operator);
    await reportTransfer(gateway, phone, paid?.payment_total ?? 0);
    await order(1);
    await expect(order(1)).rejects.toThrow("unpaid orders");
    gateway.setClock(today("10:00:01", 1));
    await order(1);
  });

  test("for another merchant's account is refused", async () => {
    await expect(order(1, operator.account_id)).rejects.toThrow("Account not found");
  });

  test("is visible only to its merchant", async () => {
    await order();
    const stranger = await shopWithAccount(gateway);
    expect(await ordersOf(stranger)).toEqual([]);
  });

  test("goes to an account that can take it", async () => {
    await changeAccount(gateway, operator.account_id, { account_max_amount: 100 });
    await expect(order(1)).rejects.toThrow("No account of the operator");
    await addAccount(gateway, operator, { channel: "BRI" });
    expect(await order(1)).toMatchObject({ payment_status: "PENDING" });
  });
});

test("only one merchant, an operator, can sell quota", async () => {
  await expect(changeMerchant(gateway, shop.merchant_id, { quota_price: 5 })).rejects.toThrow(
    "Only an operator sells quota",
  );
  await expect(
    changeMerchant(gateway, shop.merchant_id, { is_operator: true, quota_price: 5 }),
  ).rejects.toThrow("Another merchant already sells quota");
  await expect(
    changeMerchant(gateway, operator.merchant_id, { is_operator: false }),
  ).rejects.toThrow("Only an operator sells quota");
  const { items } = await listOwnAccounts(gateway, { ...shop, page: 1, per_page: 100 });
  expect(items).toHaveLength(1);
});
