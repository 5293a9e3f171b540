import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayError } from "../../contract/errors.ts";
import type { Payment } from "../../contract/payments.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  addAccount,
  approvedDevice,
  paymentInput,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  tryCreate,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { changeAccount, listAccounts } from "../accounts/accounts.ts";
import { operatorCli } from "../access/audit.ts";
import { readCheckout } from "./checkout.ts";
import {
  cancelPayment,
  createPayments,
  expirePayments,
  readPayment,
  listPayments,
  readPages,
} from "./payments.ts";
import { grantQuota } from "../accounts/quota.ts";

const today = drawnDay("payments");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const get = (payment_code: string) =>
  readPayment(gateway, { merchant_id: shop.merchant_id, payment_code });

const list = ({ merchant_id }: Shop) =>
  listPayments(gateway, { merchant_id, page: 1, per_page: 1 });

const quotaOf = async (merchant: Shop) =>
  (await listAccounts(gateway, merchant.merchant_id)).find(
    ({ account_id }) => account_id === merchant.account_id,
  )?.account_quota;

async function refusalOf(merchant: Shop): Promise<GatewayError> {
  const [outcome] = await createPayments(gateway, [
    { merchant_id: merchant.merchant_id, input: paymentInput(merchant) },
  ]);
  if (outcome instanceof GatewayError) return outcome;
  throw new Error("the create was not refused");
}

describe("creating a payment", () => {
  test("returns exactly what get returns", async () => {
    const created = await pendingPayment(gateway, shop, {
      payment_amount: 30_000,
      payment_expired_at: "2099-05-01T10:00:00.1239+07:00",
      customer_orders: [{ name: "Kopi", price: 15_000, quantity: 2, subtotal: 1 }],
      payment_return_url: "https://shop.example/thanks",
      payment_webhook_url: "https://shop.example/hook",
    });
    expect(await get(created.payment_code)).toEqual(created);
    expect(created).toMatchObject({
      payment_status: "PENDING",
      payment_expired_at: "2099-05-01T03:00:00.123Z",
      payment_total: 30_000 + created.payment_unique,
      payment_checkout_url: `https://pay.example/pay/${created.payment_id}`,
      customer_orders: [{ subtotal: 30_000 }],
      channel_name: "BCA",
    });
    expect(created.payment_unique).toBeGreaterThanOrEqual(1);
    expect(created.payment_unique).toBeLessThanOrEqual(999);
  });

  test("omits a missing sku from every response, also one stored as null by an earlier release", async () => {
    const item = { name: "Kopi", price: 100_000, quantity: 1, subtotal: 100_000 };
    const created = await pendingPayment(gateway, shop, {
      payment_amount: 100_000,
      customer_orders: [item],
    });
    const shown = [{ ...item, product_url: null, image_url: null }];
    expect(created.customer_orders).toStrictEqual(shown);
    await database.sql`
      update payments
      set customer_orders = ${JSON.stringify([{ sku: null, ...shown[0] }])}::text::json
      where payment_id = ${created.payment_id}`;
    expect((await get(created.payment_code)).customer_orders).toStrictEqual(shown);
    const { order_items } = await readCheckout(gateway, created.payment_id);
    expect(JSON.parse(order_items)).toStrictEqual(shown);
  });

  test("treats an empty order as none", async () => {
    const created = await pendingPayment(gateway, shop, { customer_orders: [] });
    expect(created.customer_orders).toBeNull();
  });

  test("keeps metadata in its order, and never shows it on the checkout page", async () => {
    const metadata = { order_id: "A-17", "cost: centre": "", "10": "🧾", "2": "after ten" };
    const noted = await pendingPayment(gateway, shop, { metadata });
    const read = await get(noted.payment_code);
    const [listed] = (await list(shop)).items;
    for (const told of [noted, read, listed])
      expect(JSON.stringify(told?.metadata)).toBe(JSON.stringify(metadata));
    expect(JSON.stringify(await readCheckout(gateway, noted.payment_id))).not.toContain("A-17");
  });

  test.each([undefined, null, {}])("has no field for metadata that is %j", async (metadata) => {
    const created = await pendingPayment(gateway, shop, { metadata });
    const [listed] = (await list(shop)).items;
    for (const told of [created, await get(created.payment_code), listed])
      expect(told).not.toHaveProperty("metadata");
  });

  test("keeps codes that differ in case or normal form apart", async () => {
    for (const payment_code of ["Kode-é", "kode-é", "Kode-e\u0301", "%_\\' OR 1=1 --"]) {
      await pendingPayment(gateway, shop, { payment_code });
      expect((await get(payment_code)).payment_code).toBe(payment_code);
    }
  });

  test("refuses a used code, after any end of its payment", async () => {
    const cancelled = await pendingPayment(gateway, shop);
    await cancelPayment(gateway, { ...shop, payment_code: cancelled.payment_code });
    expect(await tryCreate(gateway, shop, { payment_code: cancelled.payment_code })).toBe(
      "payment_code_conflict",
    );
  });

  test("lets two merchants use the same code", async () => {
    const otherShop = await shopWithAccount(gateway);
    await pendingPayment(gateway, shop, { payment_code: "SAME" });
    await pendingPayment(gateway, otherShop, { payment_code: "SAME" });
  });

  test("gives every request of a list its own outcome", async () => {
    const otherShop = await shopWithAccount(gateway);
    const used = await pendingPayment(gateway, shop);
    const inputs = [
      paymentInput(shop, { payment_code: "BATCH-1" }),
      paymentInput(shop, { payment_code: "BATCH-1" }),
      paymentInput(shop, { payment_code: used.payment_code }),
      paymentInput(shop, { account_id: otherShop.account_id }),
      paymentInput(shop, { payment_expired_at: "2020-01-01T00:00:00Z" }),
      paymentInput(shop, { payment_code: "BATCH-2" }),
    ];
    const outcomes = await createPayments(
      gateway,
      inputs.map((input) => ({ merchant_id: shop.merchant_id, input })),
    );
    expect(outcomes.map((outcome) => ("code" in outcome ? outcome.code : "created"))).toEqual([
      "created",
      "payment_code_conflict",
      "payment_code_conflict",
      "account_not_owned",
      "invalid_expired_at",
      "created",
    ]);
  });

  test.each([
    [
      "a malformed deadline on an amount out of bounds",
      { payment_amount: 5, payment_expired_at: "soon" },
      "validation_error",
    ],
    [
      "a past deadline on somebody else's account",
      {
        account_id: "018f0000-0000-7000-8000-000000000000",
        payment_expired_at: "2020-01-01T00:00:00Z",
      },
      "invalid_expired_at",
    ],
    ["a used code on an inactive account", { payment_code: "USED" }, "no_active_quota"],
  ])("reports the first problem in the contract's order: %s", async (_, input, code) => {
    const strictShop = await shopWithAccount(gateway, { account_min_amount: 10, account_quota: 1 });
    await pendingPayment(gateway, strictShop, { payment_code: "USED" });
    if (code === "no_active_quota") {
      await changeAccount(gateway, strictShop.account_id, { account_active: false });
    }
    expect(await tryCreate(gateway, strictShop, input)).toBe(code);
  });

  test("keeps the amount within the account's bounds", async () => {
    const boundedShop = await shopWithAccount(gateway, {
      account_min_amount: 1000,
      account_max_amount: 2000,
    });
    const amounts = [999, 1000, 2000, 2001];
    const outcomes = [];
    for (const payment_amount of amounts) {
      const outcome = await tryCreate(gateway, boundedShop, { payment_amount });
      outcomes.push(typeof outcome === "string" ? outcome : "created");
    }
    expect(outcomes).toEqual(["validation_error", "created", "created", "validation_error"]);
  });
});

describe("the day quota", () => {
  test("falls by one on each local day of use, and the day stays paid for at 0", async () => {
    const quotaShop = await shopWithAccount(gateway, { account_quota: 2 });
    // Midnight in Jakarta is 17:00 UTC.
    gateway.setClock(today("16:59:59.900"));
    await pendingPayment(gateway, quotaShop);
    await pendingPayment(gateway, quotaShop);
    expect(await quotaOf(quotaShop)).toBe(1);
    gateway.setClock(today("17:00:00.100"));
    await pendingPayment(gateway, quotaShop);
    expect(await quotaOf(quotaShop)).toBe(0);
    await pendingPayment(gateway, quotaShop);
    gateway.setClock(today("17:00", 1));
    expect(await tryCreate(gateway, quotaShop)).toBe("no_active_quota");
    gateway.setClock(null);
  });

  test("takes nothing for a repeated day after the clock is set back", async () => {
    const quotaShop = await shopWithAccount(gateway, { account_quota: 5 });
    for (const days of [0, 1, 0]) {
      gateway.setClock(today("03:00", days));
      await pendingPayment(gateway, quotaShop);
    }
    expect(await quotaOf(quotaShop)).toBe(3);
    gateway.setClock(null);
  });

  test("of 0 closes the account at once, also on a paid day", async () => {
    const quotaShop = await shopWithAccount(gateway, { account_quota: 5 });
    await pendingPayment(gateway, quotaShop);
    await changeAccount(gateway, quotaShop.account_id, { account_quota: 0 });
    expect(await refusalOf(quotaShop)).toMatchObject({
      code: "no_active_quota",
      message: expect.stringContaining("set to 0"),
    });
  });

  test.each([
    [
      "is set anew",
      ({ account_id }: Shop) => changeAccount(gateway, account_id, { account_quota: 2 }),
    ],
    [
      "is granted",
      ({ account_id }: Shop) => grantQuota(gateway, operatorCli, { account_id, days: 2 }),
    ],
  ])("takes no second unit on the day of its closing when it %s", async (_, open) => {
    const quotaShop = await shopWithAccount(gateway, { account_quota: 5 });
    gateway.setClock(today("03:00"));
    await pendingPayment(gateway, quotaShop);
    await changeAccount(gateway, quotaShop.account_id, { account_quota: 0 });
    await open(quotaShop);
    await pendingPayment(gateway, quotaShop);
    expect(await quotaOf(quotaShop)).toBe(2);
    gateway.setClock(today("03:00", 1));
    await pendingPayment(gateway, quotaShop);
    expect(await quotaOf(quotaShop)).toBe(1);
    gateway.setClock(null);
  });

  test("states whether it is used up or was never granted, or the account is switched off", async () => {
    const used = await shopWithAccount(gateway, { account_quota: 1 });
    gateway.setClock(today("03:00"));
    await pendingPayment(gateway, used);
    gateway.setClock(today("03:00", 1));
    const message = async (refused: Shop) => (await refusalOf(refused)).message;
    expect(await message(used)).toContain("has no days of use left");
    const never = await shopWithAccount(gateway, { account_quota: 0 });
    expect(await message(never)).toContain("set to 0");
    await changeAccount(gateway, used.account_id, { account_active: false });
    expect(await message(used)).toContain("is switched off");
    gateway.setClock(null);
  });

  test("is not used by a refused create", async () => {
    const quotaShop = await shopWithAccount(gateway, { account_quota: 3 });
    await tryCreate(gateway, quotaShop, { payment_expired_at: "2020-01-01T00:00:00Z" });
    expect(await quotaOf(quotaShop)).toBe(3);
  });

  test("is used once in a batch by each account with a payment, and by no other", async () => {
    const [several, refused, contested, pending] = await Promise.all(
      Array.from({ length: 4 }, () => shopWithAccount(gateway, { account_quota: 3 })),
    );
    if (!several || !refused || !contested || !pending) throw new Error("a shop is missing");
    await pendingPayment(gateway, pending);
    const request = (merchant: Shop, fields: Parameters<typeof paymentInput>[1] = {}) => ({
      merchant_id: merchant.merchant_id,
      input: paymentInput(merchant, fields),
    });
    const batch = () =>
      createPayments(gateway, [
        request(several),
        request(refused, { payment_expired_at: "2020-01-01T00:00:00Z" }),
        request(contested, { payment_code: "TWICE" }),
        request(several),
        request(contested, { payment_code: "TWICE" }),
        request(pending),
      ]);
    const codes = (await batch()).map((outcome) =>
      outcome instanceof GatewayError ? outcome.code : null,
    );
    expect(codes).toEqual([null, "invalid_expired_at", null, null, "payment_code_conflict", null]);
    await batch();
    const shops = [several, refused, contested, pending];
    expect(await Promise.all(shops.map(quotaOf))).toEqual([2, 3, 2, 2]);
    const days = await database.sql<{ merchant_id: string }[]>`
      select merchant_id from quota_days
      where merchant_id in ${database.sql(shops.map(({ merchant_id }) => merchant_id))}
    `;
    expect(days.map(({ merchant_id }) => merchant_id).toSorted()).toEqual(
      [several, contested, pending].map(({ merchant_id }) => merchant_id).toSorted(),
    );
  });
});

describe("the unique amount", () => {
  test("differs between all pending payments of a pool, also of two accounts of one app", async () => {
    const poolShop = await shopWithAccount(gateway);
    const sibling = await addAccount(gateway, poolShop, { account_number: "222" });
    const totals = new Set<number>();
    for (let index = 0; index < 60; index++) {
      const { payment_total } = await pendingPayment(gateway, poolShop, {
        // Similar amounts compete for the same totals.
        payment_amount: 1000 + (index % 7),
        account_id: index % 2 === 0 ? poolShop.account_id : sibling.account_id,
      });
      totals.add(payment_total);
    }
    expect(totals.size).toBe(60);
  });

  test("avoids a released total during the quarantine, and then takes the longest released one", async () => {
    const fullShop = await shopWithAccount(gateway);
    gateway.setClock(today());
    const created = (await createPayments(
      gateway,
      Array.from({ length: 999 }, (_, index) => ({
        merchant_id: fullShop.merchant_id,
        input: paymentInput(fullShop, { payment_code: `FULL-${index}` }),
      })),
    )) as Payment[];
    expect(new Set(created.map(({ payment_unique }) => payment_unique)).size).toBe(999);
    expect(await tryCreate(gateway, fullShop)).toBe("unique_amount_conflict");

    const [first, second] = created as [Payment, Payment];
    await cancelPayment(gateway, { ...fullShop, payment_code: second.payment_code });
    gateway.setClock(today("01:00"));
    await cancelPayment(gateway, { ...fullShop, payment_code: first.payment_code });
    // Both totals are in quarantine and none is free, so the one released longest ago is used.
    expect((await pendingPayment(gateway, fullShop)).payment_unique).toBe(second.payment_unique);

    // A total that was released within 24 hours is avoided while another is free.
    const [third] = created.slice(2) as [Payment];
    gateway.setClock(today("01:00:01", 1));
    await cancelPayment(gateway, { ...fullShop, payment_code: third.payment_code });
    expect((await pendingPayment(gateway, fullShop)).payment_unique).toBe(first.payment_unique);
    gateway.setClock(null);
  });

  test("goes to one request of a batch if only one is free, and the others get the reason", async () => {
    const fullShop = await shopWithAccount(gateway);
    const createBatch = async (codes: readonly string[]) => {
      const outcomes = await createPayments(
        gateway,
        codes.map((payment_code) => ({
          merchant_id: fullShop.merchant_id,
          input: paymentInput(fullShop, { payment_code }),
        })),
      );
      return outcomes.map((outcome) => ("code" in outcome ? outcome.code : "created"));
    };
    const codes = Array.from({ length: 997 }, (_, index) => `FULL-${index}`);
    expect(new Set(await createBatch(codes))).toEqual(new Set(["created"]));
    expect(await createBatch(["SAME", "SAME", "SAME"])).toEqual([
      "created",
      "payment_code_conflict",
      "payment_code_conflict",
    ]);
    expect((await createBatch(["ONE", "TWO", "THREE"])).toSorted()).toEqual([
      "created",
      "unique_amount_conflict",
      "unique_amount_conflict",
    ]);
    const { pagination } = await listPayments(gateway, { ...fullShop, page: 1, per_page: 1 });
    expect(pagination.total).toBe(999);
  });

  test("becomes free for overdue payments before the sweep", async () => {
    const fullShop = await shopWithAccount(gateway);
    gateway.setClock(today());
    await createPayments(
      gateway,
      Array.from({ length: 999 }, () => ({
        merchant_id: fullShop.merchant_id,
        input: paymentInput(fullShop, { payment_expired_at: today("01:00").toISOString() }),
      })),
    );
    gateway.setClock(today("01:00"));
    await pendingPayment(gateway, fullShop);
    gateway.setClock(null);
  });
});

describe("the deadline", () => {
  test("is exact for every reader and every action, before and after the sweep", async () => {
    gateway.setClock(today());
    const device = await approvedDevice(gateway, shop);
    const overdue = await pendingPayment(gateway, shop, {
      payment_expired_at: today("00:10").toISOString(),
    });
    gateway.setClock(today("00:10"));
    const expired = { payment_status: "EXPIRED", payment_updated_at: today("00:10").toISOString() };
    expect(await get(overdue.payment_code)).toMatchObject(expired);
    await expect(
      cancelPayment(gateway, { ...shop, payment_code: overdue.payment_code }),
    ).rejects.toMatchObject({ code: "payment_not_cancellable" });
    const report = await reportTransfer(gateway, device, overdue.payment_total, {
      posted_at: today("00:09"),
    });
    expect(report).toMatchObject({ outcome: "recorded", matched_payment_code: null });
    expect(await expirePayments(gateway, 100)).toBe(1);
    expect(await get(overdue.payment_code)).toMatchObject(expired);
    gateway.setClock(null);
  });

  test("ends at most the requested number of payments per sweep", async () => {
    gateway.setClock(today("00:00", 1));
    const payment_expired_at = today("00:10", 1).toISOString();
    for (let index = 0; index < 3; index++)
      await pendingPayment(gateway, shop, { payment_expired_at });
    gateway.setClock(payment_expired_at);
    expect(await expirePayments(gateway, 1)).toBe(1);
    expect(await expirePayments(gateway, 100)).toBe(2);
    gateway.setClock(null);
  });

  test.each([
    "soon",
    "2099-02-30T00:00:00Z",
    "2099-11-21T10:00:00",
    "2099-11-21T10:00",
    "2099-11-21T10+07:00",
    "2099-11-21T10:00:00+7",
    "2099-11-21T10:00:00+2400",
    "2099-11-21T24:00Z",
    "2099-11-21",
    "2099-13-01T00:00:00Z",
    "2099-01-01T24:00:00Z",
    "2099-01-01T23:59:60Z",
    "2099-01-01T00:00:00+24:00",
    "300000-01-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59",
    "1",
    1,
    4_000_000_000_000,
    {},
    true,
    "2020-01-01T00:00:00Z",
  ])("refuses %j as invalid_expired_at", async (payment_expired_at) => {
    expect(await tryCreate(gateway, shop, { payment_expired_at })).toBe("invalid_expired_at");
  });
});

describe("listing payments", () => {
  test("returns the newest first, without gaps, on any page", async () => {
    const listShop = await shopWithAccount(gateway);
    const codes: string[] = [];
    for (let index = 0; index < 25; index++) {
      codes.unshift((await pendingPayment(gateway, listShop)).payment_code);
    }
    const page = (number: number, per_page: number) =>
      listPayments(gateway, { merchant_id: listShop.merchant_id, page: number, per_page });
    const pages = [await page(1, 10), await page(2, 10), await page(3, 10)];
    expect(pages.flatMap(({ items }) => items.map((item) => item.payment_code))).toEqual(codes);
    expect(pages[2]?.pagination).toEqual({
      total: 25,
      count: 5,
      per_page: 10,
      current_page: 3,
      total_pages: 3,
    });
    expect(await page(4, 10)).toMatchObject({ items: [], pagination: { count: 0, total: 25 } });
    expect(await page(Number.MAX_SAFE_INTEGER, 100)).toMatchObject({ items: [] });
    expect((await page(1, 1000)).pagination).toMatchObject({ per_page: 100, total_pages: 1 });
  });

  test("returns each payment as get does, with any neighbours", async () => {
    const first = await shopWithAccount(gateway);
    const { account_id: second } = await addAccount(gateway, first, { channel: "MANDIRI" });
    const other = await shopWithAccount(gateway);
    for (const account_id of [first.account_id, second, second, first.account_id, second])
      await pendingPayment(gateway, first, { account_id });
    await pendingPayment(gateway, other);
    const empty = await shopWithAccount(gateway);
    const pages = await readPages(
      gateway,
      [first, empty, other, first].map(({ merchant_id }, index) => ({
        merchant_id,
        page: index === 3 ? 2 : 1,
        per_page: index === 3 ? 3 : 20,
      })),
    );
    expect(pages.map(({ items }) => items.length)).toEqual([5, 0, 1, 2]);
    const names = pages[0]?.items.map(({ channel_name }) => channel_name);
    expect(names).toEqual(["Mandiri", "BCA", "Mandiri", "Mandiri", "BCA"]);
    for (const [index, { merchant_id }] of [first, empty, other, first].entries()) {
      for (const item of pages[index]?.items ?? []) {
        const { payment_code } = item;
        expect(item).toEqual(await readPayment(gateway, { merchant_id, payment_code }));
      }
    }
  });

  test("returns an empty list for a merchant without payments", async () => {
    const emptyShop = await shopWithAccount(gateway);
    const list = await listPayments(gateway, { ...emptyShop, page: 1, per_page: 20 });
    expect(list).toEqual({
      items: [],
      pagination: { total: 0, count: 0, per_page: 20, current_page: 1, total_pages: 0 },
    });
  });
});
