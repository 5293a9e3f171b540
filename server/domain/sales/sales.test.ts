import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
import { changeAccount } from "../accounts/accounts.ts";
import { DomainError } from "../base/domain-error.ts";
import { readPayment } from "../payments/payments.ts";
import { makeSale, sellOnAccount, settleOnAccount } from "./sales.ts";
import type { SaleContents, SaleRow } from "./sales.sql.ts";

const today = drawnDay("sales");
const year = dateOf(today()).slice(0, 4);

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(today());
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const contents = (sale: Partial<SaleContents> = {}): SaleContents => ({
  merchant_id: shop.merchant_id,
  source: "invoice",
  form_key: randomUUID(),
  link_id: null,
  payment_amount: 25_000,
  customer_name: "Siti",
  customer_email: null,
  customer_phone: "081234567890",
  customer_orders: null,
  note: null,
  deadline_seconds: 3600,
  deadline_at: null,
  made_by: null,
  ...sale,
});

const make = (sale: Partial<SaleContents> = {}) => makeSale(gateway, contents(sale));
const choice = (account: { account_id?: string; must_be_watched?: boolean } = {}) => ({
  account_id: shop.account_id,
  must_be_watched: false,
  ...account,
});
const settle = ({ sale_id }: SaleRow, account = {}) =>
  settleOnAccount(gateway, { merchant_id: shop.merchant_id, sale_id, ...choice(account) });
const sell = (sale: Partial<SaleContents> = {}, account = {}) =>
  sellOnAccount(gateway, contents(sale), choice(account));

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => (cause instanceof DomainError ? cause.reason : cause),
  );
const salesOf = () => database.sql`select from sales where merchant_id = ${shop.merchant_id}`;
const useCode = (payment_code: string) => pendingPayment(gateway, shop, { payment_code });
/** Creates payments of one amount with these codes from 11:00 on, each with the next total and one second later. */
const usedCodes = async (code: string, count: number) => {
  await database.sql`
    insert into payments (
      merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
      payment_total, payment_expired_at, created_at, payment_updated_at, customer_name
    )
    select
      merchant_id, n, gen_random_uuid(), ${database.sql.unsafe(code)}, account_id, pool_id, 25000, n, 25000 + n,
      ${today("11:00")}::timestamptz + make_interval(secs => n - 1), ${today()}, ${today()}, 'Siti'
    from accounts, generate_series(1, ${count}::integer) n
    where merchant_id = ${shop.merchant_id}`;
  await database.sql`
    update payment_counters set payment_count = ${count} where merchant_id = ${shop.merchant_id}`;
};
const usePattern = (pattern: string) => database.sql`
  update merchants set sale_code_pattern = ${pattern} where merchant_id = ${shop.merchant_id}`;

describe("a sale", () => {
  test("gets the next code of the merchant's series, and reserves nothing", async () => {
    expect(await make()).toMatchObject({ payment_code: `INV-${year}-0001`, payment_number: null });
    expect(await make()).toMatchObject({ payment_code: `INV-${year}-0002`, account_id: null });
    const [counter] = await database.sql`
      select payment_count from payment_counters where merchant_id = ${shop.merchant_id}`;
    expect(counter).toEqual({ payment_count: 0 });
  });

  test("begins at 1 in the merchant's own series, regardless of other merchants", async () => {
    await make();
    shop = await shopWithAccount(gateway);
    expect(await make()).toMatchObject({ payment_code: `INV-${year}-0001` });
  });

  test("skips codes of payments from the API", async () => {
    await useCode(`INV-${year}-0001`);
    await useCode(`INV-${year}-0002`);
    await useCode(`INV-${year}-0004`);
    const codes = [await make(), await make()].map(({ payment_code }) => payment_code);
    expect(codes).toEqual([`INV-${year}-0003`, `INV-${year}-0005`]);
  });

  test("continues after a program's highest code among hundreds", async () => {
    await usedCodes(`'INV-${year}-' || lpad(n::text, 4, '0')`, 250);
    expect(await make()).toMatchObject({ payment_code: `INV-${year}-0251` });
  });

  test("has as many digits as it needs after 9999", async () => {
    await database.sql`
      insert into sale_series (merchant_id, series, last_number)
      values (${shop.merchant_id}, ${`INV-${year}-{number}`}, 9998)`;
    const codes = [await make(), await make()].map(({ payment_code }) => payment_code);
    expect(codes).toEqual([`INV-${year}-9999`, `INV-${year}-10000`]);
  });

  test("is dated in the gateway's zone, and a new day begins a new series", async () => {
    await usePattern("{day}{month}{year}/{number}/A");
    gateway.setClock(today("16:59:59"));
    const before = await make();
    gateway.setClock(today("17:00:00"));
    const after = await make();
    const dated = (at: Date) => {
      const [y, m, d] = dateOf(at).split("-");
      return `${d}${m}${y}/0001/A`;
    };
    expect(before.payment_code).toBe(dated(today()));
    expect(after.payment_code).toBe(dated(today("00:00", 1)));
  });

  test("continues a series when the pattern returns to it", async () => {
    await make();
    await usePattern("B{number}");
    expect(await make()).toMatchObject({ payment_code: "B0001" });
    await usePattern("INV-{year}-{number}");
    expect(await make()).toMatchObject({ payment_code: `INV-${year}-0002` });
  });

  test("is refused with a text if the pattern has no free code", async () => {
    await usePattern("B{number}");
    await usedCodes("'B' || 999999999999999 + n", 100);
    await useCode("B999999999999999");
    expect(await make()).toMatchObject({ payment_code: "B0001" });
    await database.sql`
      update sale_series set last_number = 999999999999998 where merchant_id = ${shop.merchant_id}`;
    expect(await reasonOf(make())).toEqual({ code: "sale_codes_used_up", params: {} });
  });

  test("is the same sale for a repeated form, and refused with other contents", async () => {
    const form_key = randomUUID();
    const made = await make({ form_key });
    expect((await make({ form_key })).sale_id).toBe(made.sale_id);
    expect(await reasonOf(make({ form_key, payment_amount: 26_000 }))).toEqual({
      code: "form_sent_before",
      params: { payment_code: made.payment_code },
    });
    expect(await salesOf()).toHaveLength(1);
  });

  test("can have the form key of another merchant's sale", async () => {
    const form_key = randomUUID();
    const made = await make({ form_key });
    shop = await shopWithAccount(gateway);
    expect((await make({ form_key })).sale_id).not.toBe(made.sale_id);
  });
});

describe("settling a sale", () => {
  test("creates one payment with its code, amount, customer and deadline", async () => {
    const customer_orders = [{ name: "Kemeja", price: 12_500, quantity: 2, subtotal: 25_000 }];
    const sale = await make({ customer_orders });
    gateway.setClock(today("15:00"));
    const payment = await settle(sale);
    expect(payment).toMatchObject({
      payment_code: sale.payment_code,
      payment_amount: 25_000,
      payment_status: "PENDING",
      payment_expired_at: today("16:00").toISOString(),
      customer_name: "Siti",
      customer_phone: "081234567890",
      customer_orders: [{ name: "Kemeja", subtotal: 25_000 }],
      account_id: shop.account_id,
    });
    const name = { merchant_id: shop.merchant_id, payment_code: sale.payment_code };
    expect(await readPayment(gateway, name)).toEqual(payment);
  });

  test("keeps a fixed deadline", async () => {
    const deadline_at = today("10:00", 3).toISOString();
    const sale = await make({ deadline_seconds: null, deadline_at });
    expect(await settle(sale)).toMatchObject({ payment_expired_at: deadline_at });
  });

  test("can be repeated with any account, and leads to the first payment", async () => {
    const other = await addAccount(gateway, shop, { channel: "BRI" });
    const sale = await make();
    const payment = await settle(sale);
    expect(await settle(sale, { account_id: other.account_id })).toEqual(payment);
  });

  test("is paid by a transfer like any payment", async () => {
    const { payment } = await sell();
    const phone = await approvedDevice(gateway, shop);
    await reportTransfer(gateway, phone, payment.payment_total);
    const name = { merchant_id: shop.merchant_id, payment_code: payment.payment_code };
    expect(await readPayment(gateway, name)).toMatchObject({ payment_status: "PAID" });
  });

  test("takes the next code if an API payment has taken its code", async () => {
    const sale = await make();
    const stolen = await useCode(sale.payment_code);
    const payment = await settle(sale);
    expect(payment.payment_id).not.toBe(stolen.payment_id);
    expect(payment.payment_code).toBe(`INV-${year}-0002`);
    expect(await settle(sale)).toEqual(payment);
  });

  test("of a sale or on an account of another merchant is refused as unknown", async () => {
    const sale = await make();
    const stranger = await shopWithAccount(gateway);
    await expect(settle(sale, { account_id: stranger.account_id })).rejects.toThrow(
      "Account not found",
    );
    shop = stranger;
    await expect(settle(sale)).rejects.toThrow("Sale not found");
  });
});

describe("an account is refused by name, and another can be chosen, for", () => {
  const refusedUntilChanged = async (
    change: Parameters<typeof changeAccount>[2],
    repair: Parameters<typeof changeAccount>[2],
  ) => {
    await changeAccount(gateway, shop.account_id, change);
    const sale = await make();
    const reason = await reasonOf(settle(sale));
    await changeAccount(gateway, shop.account_id, repair);
    expect(await settle(sale)).toMatchObject({ payment_status: "PENDING" });
    return reason;
  };

  test("too small an amount", async () => {
    const reason = await refusedUntilChanged(
      { account_min_amount: 25_001 },
      { account_min_amount: 25_000 },
    );
    expect(reason).toEqual({ code: "account_amount_too_small", params: { minimum: 25_001 } });
  });

  test("too large an amount", async () => {
    const reason = await refusedUntilChanged(
      { account_max_amount: 24_999 },
      { account_max_amount: 25_000 },
    );
    expect(reason).toEqual({ code: "account_amount_too_large", params: { maximum: 24_999 } });
  });

  test("an inactive account", async () => {
    const reason = await refusedUntilChanged({ account_active: false }, { account_active: true });
    expect(reason).toEqual({ code: "account_inactive", params: {} });
  });

  test("an account without quota", async () => {
    const reason = await refusedUntilChanged({ account_quota: 0 }, { account_quota: 1 });
    expect(reason).toEqual({ code: "account_without_quota", params: {} });
  });

  test("an account without a watching phone, if required", async () => {
    const sale = await make();
    const watched = { must_be_watched: true };
    expect(await reasonOf(settle(sale, watched))).toEqual({
      code: "account_not_watched",
      params: {},
    });
    await approvedDevice(gateway, shop);
    expect(await settle(sale, watched)).toMatchObject({ payment_status: "PENDING" });
  });

  test("an account without free totals of this amount, with the time of the next one", async () => {
    const first = today("11:00");
    await usedCodes("'used-' || n", 999);
    gateway.setClock(today("10:00"));
    expect(await reasonOf(sell())).toEqual({
      code: "totals_used_up",
      params: { at: first.toISOString() },
    });
    expect(await salesOf()).toHaveLength(0);
    gateway.setClock(today("11:00:01"));
    expect(await sell()).toMatchObject({ payment: { payment_status: "PENDING" } });
  });

  test("a fixed deadline that has passed", async () => {
    const deadline_at = today("10:00", 1).toISOString();
    const sale = await make({ deadline_seconds: null, deadline_at });
    gateway.setClock(deadline_at);
    expect(await reasonOf(settle(sale))).toEqual({ code: "sale_ended", params: {} });
  });
});

test("a sale on a refusing account leaves no sale and no gap in the codes", async () => {
  await changeAccount(gateway, shop.account_id, { account_active: false });
  const form_key = randomUUID();
  expect(await reasonOf(sell({ form_key }))).toMatchObject({ code: "account_inactive" });
  expect(await salesOf()).toHaveLength(0);
  await changeAccount(gateway, shop.account_id, { account_active: true });
  const { payment } = await sell({ form_key });
  expect(payment.payment_code).toBe(`INV-${year}-0001`);
});
