import { randomUUID, randomUUIDv7 } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { StatementMeaning } from "../../contract/dashboard/statements.ts";
import { bankFormats, sourceOf, type BankRow } from "../../testing/bank-files.ts";
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
import { operatorCli } from "../access/audit.ts";
import { refundPayment } from "../mutations/ledgers.ts";
import { closeStatementMonth } from "./statement-closings.ts";
import { importStatement } from "./statement-import.ts";
import { confirmStatementReversal } from "./statement-reversals.ts";
import { explainStatementRow } from "./statement-rows.ts";
import { createStatementRule } from "./statement-rules.ts";
import { withdrawStatement } from "./statement-withdrawal.ts";

/** Tests that later facts change neither a closed month nor what a person said of a row. */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

const bca = bankFormats[0] as (typeof bankFormats)[number];
const { account_number } = bca;
const closed = { reason: { code: "statement_month_closed" } };

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock("2020-09-01T01:00:00Z");
  shop = await shopWithAccount(gateway, { account_number });
  gateway.setClock("2020-11-03T05:00:00Z");
});
afterAll(() => database.drop());

const row = (day: string, amount: number, description: string): BankRow => ({
  day,
  time: "10:00:00",
  description,
  sen: amount * 100,
});

const daysOf = { "2020-09": "2020-09-30", "2020-10": "2020-10-31" } as const;
type Month = keyof typeof daysOf;

async function read(month: Month, rows: BankRow[], opening = 1_000_000): Promise<string> {
  const days = { first_day: `${month}-01`, last_day: daysOf[month] };
  const { import_id } = await importStatement(gateway, operatorCli, {
    merchant_id: shop.merchant_id,
    account_id: shop.account_id,
    source: sourceOf(
      bca.write({ account_number, rows, ...days, opening_sen: opening * 100 }),
      `${randomUUID()}.csv`,
    ),
    mapping: null,
  });
  return import_id;
}

const close = (month: Month) => closeStatementMonth(gateway, operatorCli, { ...shop, month });

const rowsNow = () => database.sql<{ row_id: string; meaning: string }[]>`
  select row_id, meaning from statement_rows
  where merchant_id = ${shop.merchant_id}
  order by day, file_row
`;
const meanings = async () => (await rowsNow()).map(({ meaning }) => meaning);
const idOf = async (place: number) => (await rowsNow())[place]?.row_id ?? "";

const explain = async (place: number, meaning: StatementMeaning) =>
  explainStatementRow(gateway, operatorCli, { ...shop, row_id: await idOf(place), meaning });

const reverse = async (place: number, reversed: number) =>
  confirmStatementReversal(gateway, operatorCli, {
    ...shop,
    row_id: await idOf(place),
    reversed_row_id: await idOf(reversed),
  });

/** Records that 50,000 of a paid invoice went back on a day. */
async function sendBack(day: string): Promise<void> {
  gateway.setClock("2020-08-31T01:00:00Z");
  const { payment_code, payment_total } = await pendingPayment(gateway, shop);
  await reportTransfer(gateway, await approvedDevice(gateway, shop), payment_total);
  gateway.setClock("2020-11-03T05:00:00Z");
  const refund = {
    refund_id: randomUUIDv7(),
    form_key: randomUUID(),
    amount: 50_000,
    refunded_at: new Date(`${day}T05:00:00Z`),
    recipient: "Budi",
    reason: "It was returned",
    made_by: null,
  };
  await refundPayment(gateway, { merchant_id: shop.merchant_id, payment_code, refund });
}

const provedRefunds = async () =>
  (
    await database.sql`
      select from refunds where merchant_id = ${shop.merchant_id} and proved_by is not null
    `
  ).length;

test("a debit that the bank took back proves no refund, and the next import goes on", async () => {
  const rows = [
    row("2020-09-03", 50_000, "SALAH KREDIT"),
    row("2020-09-04", -50_000, "KOREKSI SALAH KREDIT"),
  ];
  await read("2020-09", rows);
  await reverse(1, 0);
  await sendBack("2020-09-04");
  await read("2020-09", rows);
  expect((await meanings())[1]).toBe("reversal");
  expect(await provedRefunds()).toBe(0);
});

test("a debit proves a refund, and what a person said of it stays", async () => {
  const rows = [row("2020-09-04", -50_000, "TRANSFER KE BUDI")];
  await read("2020-09", rows);
  await explain(0, "other");
  await sendBack("2020-09-04");
  await read("2020-09", rows);
  expect(await meanings()).toEqual(["other"]);
  expect(await provedRefunds()).toBe(1);
});

test("a debit of a closed month proves a refund, and its booking stays", async () => {
  const rows = [row("2020-09-04", -50_000, "BIAYA ADM")];
  await read("2020-09", rows);
  const [before] = await meanings();
  await explain(0, "fee");
  await database.sql`update statement_rows set explained_at = null where merchant_id = ${shop.merchant_id}`;
  await close("2020-09");
  await sendBack("2020-09-04");
  await read("2020-09", rows);
  expect(before).not.toBe("refund");
  expect(await meanings()).toEqual(["fee"]);
});

test("a row whose correction is in a closed month is not explained anew, also not by a rule or a withdrawal", async () => {
  const import_id = await read("2020-09", [row("2020-09-30", -15_000, "BIAYA LAIN")]);
  await read("2020-10", [row("2020-10-02", 15_000, "REV BIAYA LAIN")], 985_000);
  await reverse(1, 0);
  await close("2020-10");
  await expect(explain(0, "other")).rejects.toMatchObject(closed);
  const rule = { direction: "DEBIT", words: "BIAYA LAIN", meaning: "tax" } as const;
  const { merchant_id } = shop;
  expect(await createStatementRule(gateway, operatorCli, { merchant_id, ...rule })).toMatchObject({
    row_count: 0,
  });
  await expect(
    withdrawStatement(gateway, operatorCli, { merchant_id, import_id }),
  ).rejects.toMatchObject(closed);
  expect((await meanings())[1]).toBe("reversal");
});
