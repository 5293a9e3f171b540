import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { counterOperations } from "../../contract/dashboard/counter.ts";
import { limits } from "../../contract/limits.ts";
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
import { listAuditEntries } from "../access/audit.ts";
import { changeAccount } from "../accounts/accounts.ts";
import { GatewayError } from "../../contract/errors.ts";
import { drawQrSvg } from "../base/qr-code.ts";
import { DomainError } from "../base/domain-error.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { tieTransfer } from "../mutations/ledgers.ts";
import { readCheckoutPage } from "../payments/checkout.ts";
import { makeSale } from "./sales.ts";
import {
  cancelCounterSale,
  changeCounterItems,
  makeCounterSale,
  readCounter,
  readCounterSale,
  type CounterRequest,
} from "./counter.ts";

const today = drawnDay("counter");
const { vectors } = JSON.parse(
  readFileSync(new URL("../../testing/data/qris.json", import.meta.url), "utf8"),
) as { vectors: { id: string; static: string }[] };
const qris = vectors.find(({ id }) => id === "Q12")?.static ?? "";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;
let phone: Awaited<ReturnType<typeof approvedDevice>>;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(today());
  shop = await shopWithAccount(gateway);
  phone = await approvedDevice(gateway, shop);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

const charge = (request: Partial<CounterRequest> = {}) =>
  makeCounterSale(gateway, {
    merchant_id: shop.merchant_id,
    form_key: randomUUID(),
    account_id: shop.account_id,
    payment_amount: 25_000,
    items: [],
    made_by: person.session.person.person_id,
    ...request,
  });
const silence = () => database.sql`
  update devices set offline_since = ${today()}, last_seen_at = ${today()} where merchant_id = ${shop.merchant_id}`;
const counter = () => readCounter(gateway, shop.merchant_id);
const saleOf = (sale_id: string, merchant_id = shop.merchant_id) =>
  readCounterSale(gateway, { merchant_id, sale_id });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) =>
      cause instanceof DomainError
        ? cause.reason
        : cause instanceof GatewayError
          ? cause.code
          : cause,
  );

describe("a sale at the counter", () => {
  test("waits for exactly its total for ten minutes, and needs no name", async () => {
    const sale = await charge();
    expect(sale).toMatchObject({
      payment_amount: 25_000,
      payment_status: "PENDING",
      account_number: "1234567890",
      qris_svg: null,
    });
    expect(sale.payment_total).toBe(25_000 + sale.payment_unique);
    const waits = Date.parse(sale.payment_expired_at) - Date.parse(sale.server_time);
    expect(waits).toBe(limits.counterSaleSeconds * 1_000);
    expect(await saleOf(sale.sale_id)).toEqual(sale);
  });

  test("with QRIS shows a code of this total, and none after its end", async () => {
    const { account_id } = await addAccount(gateway, shop, { channel: "QRIS", qris });
    const sale = await charge({ account_id });
    expect(sale.qris_svg).toContain("<svg");
    expect(sale.account_number).toBeNull();
    await cancelCounterSale(gateway, person.actor, { ...shop, sale_id: sale.sale_id });
    expect(await saleOf(sale.sale_id)).toMatchObject({
      payment_status: "CANCELLED",
      qris_svg: null,
    });
  });

  test("is PAID by its transfer, and EXPIRED for every reader after its deadline", async () => {
    const [paid, late] = [await charge(), await charge()];
    await reportTransfer(gateway, phone, paid.payment_total);
    expect(await saleOf(paid.sale_id)).toMatchObject({
      payment_status: "PAID",
      account_number: null,
    });
    gateway.setClock(today("00:10"));
    expect(await saleOf(late.sale_id)).toMatchObject({ payment_status: "EXPIRED" });
    expect(await counter()).toMatchObject({
      paid_count: 1,
      sales: [{ payment_status: "EXPIRED" }, { payment_status: "PAID" }],
    });
  });

  test("is one sale for a repeated form, also sent simultaneously", async () => {
    const form_key = randomUUID();
    const sales = await Promise.all(Array.from({ length: 5 }, () => charge({ form_key })));
    expect(new Set(sales.map(({ sale_id }) => sale_id)).size).toBe(1);
    expect(await refusalOf(charge({ form_key, payment_amount: 26_000 }))).toMatchObject({
      code: "form_sent_before",
    });
    expect(await counter()).toMatchObject({ sale_count: 1 });
  });

  test("has a different total from the same amount at another till", async () => {
    const [one, other] = await Promise.all([charge(), charge()]);
    expect(one.payment_total).not.toBe(other.payment_total);
    await reportTransfer(gateway, phone, other.payment_total);
    expect((await saleOf(one.sale_id)).payment_status).toBe("PENDING");
    expect((await saleOf(other.sale_id)).payment_status).toBe("PAID");
  });

  test("has an address of its receipt, also as a code, once it is paid", async () => {
    const { sale_id, payment_total, ...waiting } = await charge();
    expect(waiting).toMatchObject({ receipt_address: null, receipt_qr: null });
    await reportTransfer(gateway, phone, payment_total);
    const { receipt_address, receipt_qr } = await saleOf(sale_id);
    expect(receipt_address).toMatch(/^https:\/\/pay\.example\/pay\/[\da-f-]{36}$/u);
    expect(receipt_qr).toBe(drawQrSvg(receipt_address ?? ""));
  });

  test("requests the missing amount after a part, and nothing once all has arrived", async () => {
    // The customer at the counter has already asked the seller.
    await changeMerchant(gateway, shop.merchant_id, { asks_for_rest: false });
    const { account_id } = await addAccount(gateway, shop, { channel: "QRIS", qris });
    const sales = [await charge(), await charge({ account_id })];
    for (const [index, { sale_id, payment_code, payment_total, qris_svg }] of sales.entries()) {
      const book = async (amount: number) => {
        const { mutation_id } = await reportTransfer(gateway, phone, amount);
        await tieTransfer(gateway, {
          merchant_id: shop.merchant_id,
          mutation_id: mutation_id ?? "",
          payment_code,
          outcome: "part",
          refund: null,
        });
      };
      const part = 10_000 + index;
      const missing = payment_total - part;
      await book(part);
      const partlyPaid = await saleOf(sale_id);
      expect(partlyPaid.rest).toEqual({ amount: missing, is_payable: true });
      expect(partlyPaid.account_number === null).toBe(qris_svg !== null);
      expect(partlyPaid.qris_svg === null).toBe(qris_svg === null);
      if (qris_svg !== null) expect(partlyPaid.qris_svg).not.toBe(qris_svg);
      await book(missing);
      expect(await saleOf(sale_id)).toMatchObject({
        payment_status: "PENDING",
        rest: { amount: 0, is_payable: false },
        account_number: null,
        qris_svg: null,
      });
    }
  });

  test("can be cancelled only while pending", async () => {
    const { sale_id, payment_total } = await charge();
    await reportTransfer(gateway, phone, payment_total);
    const cancel = cancelCounterSale(gateway, person.actor, { ...shop, sale_id });
    expect(await refusalOf(cancel)).toBe("payment_not_cancellable");
  });
});

describe("the items of the counter", () => {
  const items = [
    { name: "Kopi susu", price: 18_000 },
    { name: "Roti bakar", price: 25_000 },
  ];

  const change = (list: typeof items, of = shop) =>
    changeCounterItems(gateway, person.actor, { merchant_id: of.merchant_id, items: list });

  test("are kept in order, replaced as a whole, and the shop's own", async () => {
    expect((await counter()).items).toEqual([]);
    expect(await change(items)).toEqual(items);
    expect((await counter()).items).toEqual(items);
    const other = await shopWithAccount(gateway);
    expect((await readCounter(gateway, other.merchant_id)).items).toEqual([]);
    await change(items.toReversed());
    expect((await counter()).items).toEqual(items.toReversed());
    await change([]);
    expect((await counter()).items).toEqual([]);
    const { items: entries } = await listAuditEntries(gateway, { ...shop, per_page: 1 });
    expect(entries).toMatchObject([
      { action: "counter_items.changed", details: { item_count: 0 } },
    ]);
  });

  test("one whole list stays if two people change the items simultaneously", async () => {
    const lists = Array.from({ length: 20 }, (_, index) =>
      Array.from({ length: index + 1 }, () => ({ name: `List ${index}`, price: index + 1 })),
    );
    await Promise.all(lists.map((list) => change(list)));
    expect(lists).toContainEqual((await counter()).items);
  });

  test("become lines of the receipt when sold, with the note, at the price of the sale", async () => {
    await change(items);
    const lines = [{ name: "Kopi susu", price: 18_000, quantity: 2 }];
    const { sale_id } = await charge({ payment_amount: 36_000, items: lines, note: "Meja 4" });
    await change([{ name: "Kopi susu", price: 20_000 }]);
    const [sold] = await database.sql<{ payment_id: string }[]>`
      select payment_id from payments join sales using (merchant_id, payment_number)
      where sale_id = ${sale_id}`;
    const { view, note } = await readCheckoutPage(gateway, sold?.payment_id ?? "");
    expect(note).toBe("Meja 4");
    expect(JSON.parse(view.order_items)).toMatchObject([
      { name: "Kopi susu", price: 18_000, quantity: 2, subtotal: 36_000 },
    ]);
  });

  test.each([
    ["sum to another amount", { payment_amount: 36_001 }, ["payment_amount"]],
    ["have no name", { items: [{ name: " ", price: 18_000, quantity: 2 }] }, ["items.0.name"]],
    ["cost nothing", { items: [{ name: "Kopi", price: 0, quantity: 1 }] }, ["items.0.price"]],
    [
      "are counted in halves",
      { items: [{ name: "Kopi", price: 2, quantity: 0.5 }] },
      ["items.0.quantity"],
    ],
    [
      "sum to more than an amount can be",
      {
        items: [{ name: "Kopi", price: limits.paymentAmountMax, quantity: 2 }],
      },
      ["payment_amount"],
    ],
  ])("that %s are refused", (_, changes, fields) => {
    const body = {
      form_key: randomUUID(),
      account_id: shop.account_id,
      payment_amount: 36_000,
      items: [{ name: "Kopi susu", price: 18_000, quantity: 2 }],
    };
    const { input } = counterOperations.makeCounterSale;
    expect(input.safeParse(body).success).toBe(true);
    const paths = input
      .safeParse({ ...body, ...changes })
      .error?.issues.map(({ path }) => path.join("."));
    expect([...new Set(paths)]).toEqual(fields);
  });

  test("are limited to sixty", async () => {
    const list = (length: number) => ({ items: Array.from({ length }, () => items[0]) });
    const { input } = counterOperations.changeCounterItems;
    expect(input.safeParse(list(limits.counterItems)).success).toBe(true);
    expect(input.safeParse(list(limits.counterItems + 1)).success).toBe(false);
    const [one] = items;
    const many = Array.from(
      { length: limits.counterItems + 1 },
      () => one as (typeof items)[number],
    );
    await expect(change(many)).rejects.toThrow("counter_catalogues_are_small");
  });
});

describe("without a source that watches the account", () => {
  test("a sale is made, says so, and waits a day for a person to look for the money", async () => {
    const { merchant_id, account_id } = await shopWithAccount(gateway);
    const sale = await charge({ merchant_id, account_id });
    expect(sale).toMatchObject({ payment_status: "PENDING", is_watched: false });
    const waits = Date.parse(sale.payment_expired_at) - Date.parse(sale.server_time);
    expect(waits).toBe(limits.counterSaleUnwatchedSeconds * 1_000);
    expect((await readCounter(gateway, merchant_id)).accounts).toMatchObject([
      { obstacle: null, is_watched: false },
    ]);
  });

  test("a sale whose phone is silent is still paid by the phone's late report", async () => {
    await silence();
    const sale = await charge();
    expect(sale.is_watched).toBe(false);
    gateway.setClock(today("01:00"));
    await reportTransfer(gateway, phone, sale.payment_total);
    expect((await saleOf(sale.sale_id)).payment_status).toBe("PAID");
  });

  test("a repeated form makes no second sale after the source is back", async () => {
    await silence();
    const form_key = randomUUID();
    const { sale_id, payment_expired_at } = await charge({ form_key });
    await database.sql`update devices set offline_since = null where merchant_id = ${shop.merchant_id}`;
    expect(await charge({ form_key })).toMatchObject({
      sale_id,
      payment_expired_at,
      is_watched: true,
    });
  });
});

describe("a sale is refused with the reason for", () => {
  test.each([
    ["a small amount", { account_min_amount: 50_000 }, "account_amount_too_small"],
    ["a large amount", { account_max_amount: 20_000 }, "account_amount_too_large"],
    ["no quota", { account_quota: 0 }, "account_without_quota"],
    ["an account that is off", { account_active: false }, "account_inactive"],
  ] as const)("%s", async (_, change, code) => {
    await changeAccount(gateway, shop.account_id, change);
    expect(await refusalOf(charge())).toMatchObject({ code });
    const sales = await database.sql`select from sales where merchant_id = ${shop.merchant_id}`;
    expect(sales).toHaveLength(0);
  });

  test("no source, if the shop refuses invoices without one", async () => {
    await silence();
    await changeMerchant(gateway, shop.merchant_id, { refuse_offline_accounts: true });
    expect(await refusalOf(charge())).toMatchObject({ code: "account_not_watched" });
    expect((await counter()).accounts).toMatchObject([
      { obstacle: "account_not_watched", is_watched: false },
    ]);
  });

  test("all totals of the amount in use, with the time to return", async () => {
    await database.sql`
      insert into payments (
        merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
        payment_total, payment_expired_at, created_at, payment_updated_at, customer_name
      )
      select
        merchant_id, n, gen_random_uuid(), 'P' || n, account_id, pool_id, 25000, n, 25000 + n,
        ${today("00:30")}, ${today()}, ${today()}, 'Siti'
      from accounts, generate_series(1, ${limits.uniqueAmountMax}::integer) n
      where merchant_id = ${shop.merchant_id}`;
    await database.sql`
      update payment_counters set payment_count = ${limits.uniqueAmountMax}
      where merchant_id = ${shop.merchant_id}`;
    expect(await refusalOf(charge())).toEqual({
      code: "totals_used_up",
      params: { at: today("00:30").toISOString() },
    });
  });

  test("another merchant's account and sale", async () => {
    const other = await shopWithAccount(gateway);
    expect(await refusalOf(charge({ account_id: other.account_id }))).toBe("not_found");
    const { sale_id } = await charge();
    const stranger = await visitor(gateway, other);
    expect(await refusalOf(saleOf(sale_id, other.merchant_id))).toBe("not_found");
    const cancel = cancelCounterSale(gateway, stranger.actor, { ...other, sale_id });
    expect(await refusalOf(cancel)).toBe("not_found");
    expect((await saleOf(sale_id)).payment_status).toBe("PENDING");
  });
});

describe("the counter's day", () => {
  test("begins at local midnight, and has the total amount paid", async () => {
    gateway.setClock(today("16:58"));
    const yesterday = await charge();
    await reportTransfer(gateway, phone, yesterday.payment_total);
    gateway.setClock(today("17:01"));
    expect(await counter()).toMatchObject({ sale_count: 0, paid_total: 0, sales: [] });
    const [first, second] = [await charge(), await charge({ payment_amount: 9_000 })];
    await reportTransfer(gateway, phone, first.payment_total);
    expect(await counter()).toMatchObject({
      day: dateOf(today("00:00", 1)),
      time_zone: "Asia/Jakarta",
      sale_count: 2,
      paid_count: 1,
      paid_total: first.payment_total,
      sales: [{ sale_id: second.sale_id }, { sale_id: first.sale_id }],
    });
  });

  test("has only sales of the counter with a payment", async () => {
    await pendingPayment(gateway, shop);
    await makeSale(gateway, {
      merchant_id: shop.merchant_id,
      source: "invoice",
      form_key: randomUUID(),
      link_id: null,
      payment_amount: 25_000,
      customer_name: "Siti",
      customer_email: null,
      customer_phone: null,
      customer_orders: null,
      note: null,
      deadline_seconds: 60,
      deadline_at: null,
      made_by: null,
    });
    expect(await counter()).toMatchObject({ sale_count: 0, sales: [] });
  });

  test("counts every sale, and lists the latest", async () => {
    const more = limits.counterSalesShown + 1;
    for (let n = 0; n < more; n += 1) await charge({ payment_amount: 1_000 + n });
    const { sale_count, sales } = await counter();
    expect([sale_count, sales.length]).toEqual([more, limits.counterSalesShown]);
    expect(sales[0]?.payment_amount).toBe(1_000 + more - 1);
  });

  test("offers the active accounts, QRIS first", async () => {
    await addAccount(gateway, shop, { channel: "QRIS", qris });
    const { account_id } = await addAccount(gateway, shop, { channel: "BRI" });
    await changeAccount(gateway, account_id, { account_active: false });
    const { accounts } = await counter();
    expect(accounts.map(({ channel_type, obstacle }) => [channel_type, obstacle])).toEqual([
      ["QRIS", null],
      ["TRANSFER", null],
    ]);
  });
});
