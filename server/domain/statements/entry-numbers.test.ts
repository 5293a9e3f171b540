import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bankFormats, sourceOf, type BankRow } from "../../testing/bank-files.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { operatorCli } from "../access/audit.ts";
import { changeAccount } from "../accounts/accounts.ts";
import { csvOf } from "../base/csv.ts";
import { exportBooks, exportBooksText } from "./books.ts";
import { importStatement } from "./statement-import.ts";

/** Tests that an accounting program never takes two entries for one: a number is one entry's, and stays that. */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

const bca = bankFormats[0] as (typeof bankFormats)[number];
const account_number = "1234567890";

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock("2020-11-03T05:00:00Z");
  shop = await shopWithAccount(gateway, { account_number });
});
afterAll(() => database.drop());

const row = (day: string, description: string): BankRow => ({
  day: `2020-10-${day}`,
  time: "10:00:00",
  description,
  sen: -15_000_00,
});

async function read(account_id: string, rows: BankRow[], days = ["01", "31"]): Promise<void> {
  const [first_day, last_day] = days.map((day) => `2020-10-${day}`) as [string, string];
  const file = bca.write({ account_number, rows, first_day, last_day, opening_sen: 1_000_000_00 });
  await importStatement(gateway, operatorCli, {
    merchant_id: shop.merchant_id,
    account_id,
    source: sourceOf(file, `${randomUUID()}.csv`),
    mapping: null,
  });
}

const secondAccount = async (): Promise<string> =>
  (await addAccount(gateway, shop, { account_number, account_name: "TOKO KEDUA" })).account_id;

async function wholeOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

/** The number of each entry, by its words. */
async function numbers(grouping: "row" | "day" = "row"): Promise<[text: string, number: string][]> {
  const { merchant_id } = shop;
  const options = { period: "2020", program: "jurnal", language: "en", grouping } as const;
  const text = await wholeOf(csvOf(await exportBooks(gateway, { merchant_id, ...options })));
  const lines = parse<Record<string, string>>(text, { bom: true, columns: true });
  const pairs = lines.map((line) => `${line["Description"]}=${line["*Transaction Number"]}`);
  return [...new Set(pairs)].map((pair) => pair.split("=") as [string, string]);
}

const distinct = (pairs: [string, string][]): number =>
  new Set(pairs.map(([, number]) => number)).size;

test("entries of two accounts with equal names have different numbers, which a third account does not change", async () => {
  const second = await secondAccount();
  await read(shop.account_id, [row("05", "ONE"), row("05", "TWO"), row("06", "THREE")]);
  await read(second, [row("05", "FOUR"), row("06", "FIVE")]);
  const before = await numbers();
  expect(before).toHaveLength(5);
  expect(distinct(before)).toBe(5);
  const days = await numbers("day");
  expect(distinct(days)).toBe(4);
  const text = await wholeOf(
    await exportBooksText(gateway, {
      merchant_id: shop.merchant_id,
      period: "2020",
      language: "hledger",
    }),
  );
  const written = [...text.matchAll(/^\S+ \* \((.*?)\)/gm)].map(([, number]) => number);
  // Each account's opening balance is an entry too.
  expect(new Set(written).size).toBe(7);
  expect(written).toHaveLength(7);

  await read(await secondAccount(), [row("05", "SIX")]);
  const after = await numbers();
  expect(after).toEqual(expect.arrayContaining(before));
  expect(distinct(after)).toBe(6);
});

test("a number stays when the account's number changes", async () => {
  await read(shop.account_id, [row("05", "ONE")]);
  const before = await numbers();
  await changeAccount(gateway, shop.account_id, { account_number: "9999999999" });
  expect(await numbers()).toEqual(before);
});

test("a row that a later file adds to a day takes no other row's number", async () => {
  await read(shop.account_id, [row("05", "ONE"), row("05", "THREE")], ["01", "05"]);
  const before = await numbers();
  await read(shop.account_id, [
    row("04", "ZERO"),
    row("05", "ONE"),
    row("05", "TWO"),
    row("05", "THREE"),
  ]);
  const after = await numbers();
  expect(after).toEqual(expect.arrayContaining(before));
  expect(distinct(after)).toBe(4);
});
