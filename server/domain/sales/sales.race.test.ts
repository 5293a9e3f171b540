import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { connect } from "../../db/client.ts";
import { createTestDatabase, statementMilliseconds } from "../../testing/database.ts";
import {
  addAccount,
  shopWithAccount,
  testGateway,
  tryCreate,
  type Shop,
} from "../../testing/fixtures.ts";
import { invariants } from "../upkeep/invariants.sql.ts";
import { makeSale, sellOnAccount, settleOnAccount } from "./sales.ts";
import type { SaleContents } from "./sales.sql.ts";

const database = await createTestDatabase();
const otherProcess = connect(database.url, { statementMilliseconds });
const gateways = [testGateway(database.sql), testGateway(otherProcess)];
const gatewayOf = (index: number) => gateways[index % 2] as (typeof gateways)[number];
afterAll(async () => {
  await otherProcess.end({ timeout: 1 });
  await database.drop();
});

let shop: Shop;
beforeEach(async () => {
  shop = await shopWithAccount(gatewayOf(0));
});

const contents = (sale: Partial<SaleContents> = {}): SaleContents => ({
  merchant_id: shop.merchant_id,
  source: "invoice",
  form_key: randomUUID(),
  link_id: null,
  payment_amount: 40_000,
  customer_name: "Siti",
  customer_email: null,
  customer_phone: null,
  customer_orders: null,
  note: null,
  deadline_seconds: 3600,
  deadline_at: null,
  made_by: null,
  ...sale,
});

const choice = (account_id = shop.account_id) => ({ account_id, must_be_watched: false });

const many = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const paymentsOf = () => database.sql<{ payment_code: string; account_id: string }[]>`
  select payment_code, account_id from payments where merchant_id = ${shop.merchant_id} order by payment_code`;

const holds = async () => {
  for (const rule of Object.keys(invariants) as (keyof typeof invariants)[]) {
    const broken = await invariants[rule](database.sql, { quotaTimeZone: "Asia/Jakarta" });
    expect(broken, rule).toEqual([]);
  }
};

test("simultaneous sales get separate codes, also while the API creates payments with similar codes", async () => {
  const [example] = [await makeSale(gatewayOf(0), contents())];
  const codeOf = (number: number) =>
    example.payment_code.replace("0001", String(number).padStart(4, "0"));
  const [sold, waiting] = await Promise.all([
    many(40, (index) => sellOnAccount(gatewayOf(index), contents(), choice())),
    many(20, (index) => makeSale(gatewayOf(index), contents())),
    many(30, (index) => tryCreate(gatewayOf(index), shop, { payment_code: codeOf(2 * index + 3) })),
  ]);
  const settled = await many(waiting.length, (index) => {
    const { merchant_id, sale_id } = waiting[index] as (typeof waiting)[number];
    return settleOnAccount(gatewayOf(index), { merchant_id, sale_id, ...choice() });
  });
  const payments = [...sold.map(({ payment }) => payment), ...settled];
  expect(new Set(payments.map(({ payment_code }) => payment_code)).size).toBe(60);
  await holds();
});

test("one of 40 simultaneous clicks creates a sale and its payment, and all get it", async () => {
  const sale = contents();
  const outcomes = await many(40, (index) => sellOnAccount(gatewayOf(index), sale, choice()));
  expect(new Set(outcomes.map((one) => one.sale_id)).size).toBe(1);
  expect(new Set(outcomes.map((one) => one.payment.payment_id)).size).toBe(1);
  expect(await paymentsOf()).toHaveLength(1);
  await holds();
});

test("one of several simultaneous choices of accounts wins, and all lead to its payment", async () => {
  const accounts = [shop.account_id];
  for (const channel of ["BRI", "BNI", "MANDIRI"])
    accounts.push((await addAccount(gatewayOf(0), shop, { channel })).account_id);
  const { merchant_id, sale_id } = await makeSale(gatewayOf(0), contents());
  const outcomes = await many(40, (index) =>
    settleOnAccount(gatewayOf(index), {
      merchant_id,
      sale_id,
      ...choice(accounts[index % accounts.length]),
    }),
  );
  expect(new Set(outcomes.map(({ payment_id }) => payment_id)).size).toBe(1);
  const [bound] = await database.sql`select account_id from sales where sale_id = ${sale_id}`;
  expect(await paymentsOf()).toMatchObject([bound]);
  await holds();
});
