import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentOperations } from "../../contract/dashboard/payments.ts";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { csvOf } from "../base/csv.ts";
import { tieTransfer } from "../mutations/ledgers.ts";
import { exportPayments } from "./payment-export.ts";
import { cancelPayment } from "./payments.ts";

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
afterAll(() => database.drop());

async function linesOf(shop: Shop, filter: object = {}): Promise<string[]> {
  let text = "";
  const table = await exportPayments(gateway, { merchant_id: shop.merchant_id, ...filter });
  for await (const part of csvOf(table)) text += part;
  expect(text.startsWith("\uFEFFpayment_code,")).toBe(true);
  expect(text.endsWith("\r\n")).toBe(true);
  return text.slice(1, -2).split("\r\n");
}

test("a table has a line of names and one for each payment, the newest first", async () => {
  const shop = await shopWithAccount(gateway);
  const first = await pendingPayment(gateway, shop, { customer_name: '=1+1, "Budi"' });
  const second = await pendingPayment(gateway, shop, {
    customer_phone: "+62 812",
    metadata: { order_id: "A-17" },
  });
  const [names, ...lines] = await linesOf(shop);
  expect(names?.split(",")).toContain("customer_phone");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(second.payment_code);
  expect(lines[0]).toContain(",'+62 812,");
  expect(lines[0]).toContain(`,"{""order_id"":""A-17""}"`);
  expect(lines[1]).toContain(`${first.payment_code},PENDING,150000,${first.payment_total},`);
  expect(lines[1]).toContain(`"'=1+1, ""Budi"""`);
});

test("the export has each payment's sender and its local time with the offset", async () => {
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const payment = await pendingPayment(gateway, shop);
  await reportTransfer(gateway, device, payment.payment_total, { sender: "=HYPERLINK(1)" });
  const [names = "", line = ""] = await linesOf(shop);
  const cells = line.split(",");
  const cell = (name: string) => cells[names.split(",").indexOf(name)];
  expect(cell("payment_status")).toBe("PAID");
  expect(cell("paid_at")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/u);
  expect(cell("paid_at")).toBe(cell("payment_updated_at"));
  expect(Date.parse(cell("created_at") ?? "")).toBeGreaterThan(0);
  expect(cell("account_name")).not.toBe("");
  expect(cell("sender_name")).toBe("'=HYPERLINK(1)");
});

test("the export has the sum of a pending payment's parts", async () => {
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const payment = await pendingPayment(gateway, shop);
  const { mutation_id } = await reportTransfer(gateway, device, 50_000);
  await tieTransfer(gateway, {
    merchant_id: shop.merchant_id,
    mutation_id: mutation_id as string,
    payment_code: payment.payment_code,
    outcome: "part",
    refund: null,
  });
  const [names, line] = await linesOf(shop);
  expect(names?.split(",").at(-1)).toBe("received_in_parts");
  expect(line?.split(",").at(-1)).toBe("50000");
  expect(line).toContain(",PENDING,");
});

test("the export of chosen payments has only these, no other merchant's", async () => {
  const shop = await shopWithAccount(gateway);
  const stranger = await shopWithAccount(gateway);
  const [first, , third, foreign] = [
    await pendingPayment(gateway, shop),
    await pendingPayment(gateway, shop),
    await pendingPayment(gateway, shop),
    await pendingPayment(gateway, stranger),
  ];
  const payment_ids = [first, third, foreign].map(({ payment_id }) => payment_id).join(",");
  const [, ...lines] = await linesOf(shop, { payment_ids });
  expect(lines.map((line) => line.split(",")[0])).toEqual([third.payment_code, first.payment_code]);
});

test("a list of ids that is malformed or too long is refused", () => {
  const { input } = paymentOperations.exportPayments;
  const id = randomUUID();
  const isTaken = (payment_ids: string) => input.safeParse({ payment_ids }).success;
  const most = Array<string>(limits.rowsSelected).fill(id);
  expect(isTaken(most.join(","))).toBe(true);
  for (const wrong of [[...most, id].join(","), `${id},`, "x", `${id} ${id}`]) {
    expect(isTaken(wrong), wrong).toBe(false);
  }
});

test("the export has the filters of the list, and no other merchant's payments", async () => {
  const shop = await shopWithAccount(gateway);
  const stranger = await shopWithAccount(gateway);
  await pendingPayment(gateway, stranger);
  const cancelled = await pendingPayment(gateway, shop, { customer_name: "Siti" });
  await pendingPayment(gateway, shop);
  await cancelPayment(gateway, { merchant_id: shop.merchant_id, ...cancelled });
  expect(await linesOf(shop)).toHaveLength(3);
  for (const filter of [{ payment_status: "CANCELLED" }, { search: "siti" }]) {
    const [, ...lines] = await linesOf(shop, filter);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(cancelled.payment_code);
  }
  expect(await linesOf(shop, { payment_status: "PAID" })).toHaveLength(1);
});

test("a long table arrives in parts, each payment once", async () => {
  const shop = await shopWithAccount(gateway);
  const count = 2 * limits.paymentsPerExportedPart + 1;
  await pendingPayment(gateway, shop);
  await database.sql`
    insert into payments (
      merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
      payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at, customer_name
    )
    select
      merchant_id, number, gen_random_uuid(), 'C' || number, account_id, pool_id, 1000, 1, 1001, 'EXPIRED',
      now(), now(), now(), now(), 'Other'
    from payments
    cross join generate_series(2, ${count}::integer) number
    where merchant_id = ${shop.merchant_id}`;
  await database.sql`
    update payment_counters set payment_count = ${count} where merchant_id = ${shop.merchant_id}`;
  for (const filter of [{}, { search: "other" }]) {
    const [, ...lines] = await linesOf(shop, filter);
    const isAll = Object.keys(filter).length === 0;
    expect(new Set(lines).size).toBe(isAll ? count : count - 1);
    expect(lines).toHaveLength(isAll ? count : count - 1);
  }
});

test("an invalid request is refused before the table begins", async () => {
  const shop = await shopWithAccount(gateway);
  const filter = { merchant_id: shop.merchant_id, account_id: "no uuid" };
  await expect(exportPayments(gateway, filter)).rejects.toThrow("invalid input syntax");
});
