import { afterAll, beforeAll, expect, test } from "vitest";
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
import { exportPayments } from "../payments/payment-export.ts";
import type { SearchBound } from "../mutations/mutation-search.ts";
import { exportMutations } from "./mutation-export.ts";

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
afterAll(() => database.drop());

async function linesOf(shop: Shop, filter: object = {}, bound?: SearchBound): Promise<string[]> {
  let text = "";
  const table = await exportMutations(gateway, { merchant_id: shop.merchant_id, ...filter }, bound);
  for await (const part of csvOf(table)) text += part;
  expect(text.startsWith("\uFEFFposted_at,")).toBe(true);
  expect(text.endsWith("\r\n")).toBe(true);
  return text.slice(1, -2).split("\r\n");
}

test("a table has a line for each transfer, the newest first, with the invoice that it paid", async () => {
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const payment = await pendingPayment(gateway, shop);
  await reportTransfer(gateway, device, payment.payment_total, { sender: "SITI" });
  await reportTransfer(gateway, device, 75_500, { sender: "=HYPERLINK(1)" });
  const [names = "", ...lines] = await linesOf(shop);
  const cell = (line: string | undefined, name: string) =>
    line?.split(",")[names.split(",").indexOf(name)];
  expect(lines).toHaveLength(2);
  const [unmatched, matched] = lines;
  expect(cell(unmatched, "sender_parsed")).toBe("'=HYPERLINK(1)");
  expect(cell(unmatched, "payment_code")).toBe("");
  expect(cell(unmatched, "match_reason")).toBe("no_such_total");
  expect(cell(matched, "payment_code")).toBe(payment.payment_code);
  expect(cell(matched, "amount_parsed")).toBe(String(payment.payment_total));
  expect(cell(matched, "posted_at")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/u);
});

test("the table has the filters of the list, and no other merchant's transfers", async () => {
  const shop = await shopWithAccount(gateway);
  const stranger = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  await reportTransfer(gateway, await approvedDevice(gateway, stranger), 33_333);
  const payment = await pendingPayment(gateway, shop);
  await reportTransfer(gateway, device, payment.payment_total, { sender: "SITI" });
  await reportTransfer(gateway, device, 75_500, { sender: "BUDI" });
  expect(await linesOf(shop)).toHaveLength(3);
  for (const filter of [{ state: "unmatched" }, { search: "budi" }, { search: "75.500" }]) {
    const [, ...lines] = await linesOf(shop, filter);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(",75500,");
  }
  expect(await linesOf(shop, { created_from: "2099-01-01T00:00:00Z" })).toHaveLength(1);
});

test("a long table arrives in parts, each transfer once", async () => {
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  await reportTransfer(gateway, device, 75_500, { sender: "BUDI" });
  const count = 2 * limits.mutationsPerExportedPart + 1;
  await database.sql`
    insert into mutations (
      merchant_id, mutation_number, mutation_id, device_id, identity, package_name, posted_at, amount_parsed,
      sender_parsed, type_parsed, rule, created_at, match_reason, window_ends_at, judged_at
    )
    select
      merchant_id, number, gen_random_uuid(), device_id, sha256(number::text::bytea), package_name, posted_at,
      amount_parsed, sender_parsed, type_parsed, rule, created_at, match_reason, window_ends_at, judged_at
    from mutations
    cross join generate_series(2, ${count}::integer) number
    where merchant_id = ${shop.merchant_id}
  `;
  for (const filter of [{}, { search: "budi" }]) {
    const [, ...lines] = await linesOf(shop, filter);
    expect(new Set(lines).size).toBe(count);
    expect(lines).toHaveLength(count);
  }
});

test.each([
  ["in the first and the last part", ["BUDI", "SITI", "SITI", "SITI", "SITI", "SITI", "BUDI"], 2],
  ["only in a middle part", ["SITI", "SITI", "BUDI", "BUDI", "SITI", "SITI"], 2],
  ["in a part that is whole", ["BUDI", "BUDI", "BUDI", "BUDI"], 4],
  ["in no part", ["SITI", "SITI", "SITI", "SITI"], 0],
])("a search whose bound ends its parts finds transfers %s", async (_, senders, count) => {
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  for (const [n, sender] of senders.entries())
    await reportTransfer(gateway, device, 60_001 + n, { sender });
  const [, ...lines] = await linesOf(shop, { search: "budi" }, { looked: 2 });
  expect(lines).toHaveLength(count);
  const amounts = lines.map((line) => Number(/,(6\d{4}),/u.exec(line)?.[1]));
  expect(amounts).toEqual(
    senders.flatMap((sender, n) => (sender === "BUDI" ? [60_001 + n] : [])).toReversed(),
  );
});

test("of ten simultaneous tables, only the allowed number begins", async () => {
  const { merchant_id } = await shopWithAccount(gateway);
  const begun = await Promise.allSettled(
    Array.from({ length: 10 }, () => exportMutations(gateway, { merchant_id })),
  );
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(limits.exportsUnderWay);
});

test("tables of transfers and of payments count together while they are saved", async () => {
  const { merchant_id } = await shopWithAccount(gateway);
  const begin = async (write: typeof exportPayments | typeof exportMutations) => {
    const table = await write(gateway, { merchant_id });
    await table[Symbol.asyncIterator]().next();
  };
  await begin(exportPayments);
  for (let n = 1; n < limits.exportsUnderWay; n += 1) await begin(exportMutations);
  await expect(begin(exportPayments)).rejects.toThrow("already being downloaded");
  await expect(begin(exportMutations)).rejects.toThrow("already being downloaded");
});
