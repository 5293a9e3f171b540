import { randomUUID, randomUUIDv7 } from "node:crypto";
import { setTimeout } from "node:timers/promises";
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
import { randomFrom } from "../../testing/random.ts";
import { operatorCli } from "../access/audit.ts";
import { refundPayment } from "../mutations/ledgers.ts";
import { closeStatementMonth, reopenStatementMonth } from "./statement-closings.ts";
import { importStatement } from "./statement-import.ts";
import { readStatementMonth } from "./statement-months.ts";
import { confirmStatementReversal } from "./statement-reversals.ts";
import { explainStatementRow } from "./statement-rows.ts";
import { createStatementRule } from "./statement-rules.ts";
import { withdrawStatement } from "./statement-withdrawal.ts";

/** Tests that nothing changes a closed month, and that later facts do not change what a person said of a row. */

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

/** A fee, and a correction that can take it back. All is explained. */
async function readExplained(): Promise<void> {
  await read("2020-10", [
    row("2020-10-05", -15_000, "BIAYA LAIN"),
    row("2020-10-06", 15_000, "REV BIAYA LAIN"),
  ]);
  await explain(0, "fee");
  await explain(1, "other");
}

const stateNow = async () => {
  const { merchant_id, account_id } = shop;
  const name = { merchant_id, account_id, month: "2020-10" };
  const { closed_at, unexplained_count } = await readStatementMonth(gateway, name);
  return { isClosed: closed_at !== null, unexplained_count };
};

const changes = {
  "an explanation": () => explain(0, "tax"),
  "a correction": () => reverse(1, 0),
  "a rule": async () => {
    // A rule can explain a row that no person has explained.
    await createStatementRule(gateway, operatorCli, {
      merchant_id: shop.merchant_id,
      direction: "DEBIT",
      words: "BIAYA LAIN",
      meaning: "tax",
    });
  },
};

test.each(Object.entries(changes))(
  "a month is not closed while %s of its rows is under way",
  async (_, change) => {
    await readExplained();
    const { merchant_id } = shop;
    await database.sql`update statement_rows set explained_at = null where merchant_id = ${merchant_id}`;
    const before = await meanings();
    let changing: Promise<void> | undefined;
    let closing: PromiseSettledResult<void> | undefined;
    await database.sql.begin(async (tx) => {
      await tx`select from statement_rows where merchant_id = ${merchant_id} for update`;
      changing = change();
      await untilSomebodyWaits();
      [closing] = await Promise.allSettled([close("2020-10")]);
    });
    await changing;
    expect(await meanings()).not.toEqual(before);
    expect(closing).toMatchObject({ reason: { reason: { code: "statement_busy" } } });
    await close("2020-10");
  },
);

async function untilSomebodyWaits(): Promise<void> {
  const [waiting] = await database.sql`
    select from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'
  `;
  if (!waiting) await untilSomebodyWaits();
}

test("a month that is closed at once with changes of its rows is open, or all its rows are explained", async () => {
  await readExplained();
  const random = randomFrom("closing at once with changes");
  const rounds = 40;
  let closings = 0;
  for (let round = 0; round < rounds; round += 1) {
    const closing = async () => {
      // Before, amid or after the others.
      await setTimeout(random() * 20);
      await close("2020-10");
    };
    const [ended] = await Promise.allSettled([
      closing(),
      explain(1, "missed"),
      reverse(1, 0),
      explain(0, "tax"),
    ]);
    const { isClosed, unexplained_count } = await stateNow();
    expect(isClosed, `round ${round}`).toBe(ended.status === "fulfilled");
    if (isClosed) {
      closings += 1;
      expect(unexplained_count, `round ${round}`).toBe(0);
      await reopenStatementMonth(gateway, operatorCli, { ...shop, month: "2020-10" });
    }
    await explain(0, "fee");
    await explain(1, "other");
  }
  console.log(`${closings} of ${rounds} rounds closed the month`);
});

test("two corrections that take each other back at once are not both booked", async () => {
  await readExplained();
  for (let round = 0; round < 20; round += 1) {
    await Promise.allSettled([reverse(1, 0), reverse(0, 1)]);
    const reversals = (await meanings()).filter((meaning) => meaning === "reversal");
    expect(reversals.length, `round ${round}`).toBeLessThan(2);
    await explain(0, "fee");
    await explain(1, "other");
  }
});
