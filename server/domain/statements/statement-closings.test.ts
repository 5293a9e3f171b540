import { randomUUID, randomUUIDv7 } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { StatementMeaning } from "../../contract/dashboard/statements.ts";
import { limits } from "../../contract/limits.ts";
import { bankFormats, sourceOf, type BankRow } from "../../testing/bank-files.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
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
import { randomFrom } from "../../testing/random.ts";
import { operatorCli } from "../access/audit.ts";
import { refundPayment } from "../mutations/ledgers.ts";
import { closeStatementMonth, reopenStatementMonth } from "./statement-closings.ts";
import { importStatement } from "./statement-import.ts";
import { readStatementMonth } from "./statement-months.ts";
import { confirmStatementReversal } from "./statement-reversals.ts";
import { explainStatementRow } from "./statement-rows.ts";
import { createStatementRule } from "./statement-rules.ts";
import { inTurn, takeTurn } from "./statement-turns.ts";
import { withdrawStatement } from "./statement-withdrawal.ts";

/** Tests that nothing changes a closed month, and that later facts do not change a person's explanation of a row. */

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

async function read(
  month: Month,
  rows: BankRow[],
  opening = 1_000_000,
  onWhich: TestGateway = gateway,
): Promise<string> {
  const days = { first_day: `${month}-01`, last_day: daysOf[month] };
  const { import_id } = await importStatement(onWhich, operatorCli, {
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

/** Records that 50,000 of a paid invoice was refunded on a day. */
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

test("a reversed debit proves no refund, and the next import works", async () => {
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

test("a debit proves a refund, and a person's explanation stays", async () => {
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

test("a row with a correction in a closed month is not explained again, by a rule or a withdrawal either", async () => {
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

/** Reads a fee, and a correction that can reverse it. All rows are explained. */
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

/** Runs a change that another transaction holds up midway, and `meanwhile` during that time. */
async function during(change: () => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
  const { merchant_id } = shop;
  let changing: Promise<void> | undefined;
  await database.sql.begin(async (tx) => {
    await tx`select from statement_rows where merchant_id = ${merchant_id} for update`;
    changing = change();
    await untilSomebodyWaits();
    await meanwhile();
  });
  await changing;
}

/**
 * Returns the gateway, and a promise that resolves when a second transaction begins because the first was refused its
 * turn.
 */
function refusedOnce(): { onWhich: TestGateway; again: Promise<void> } {
  const { promise: again, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const sql = new Proxy(gateway.sql, {
    get(target, name) {
      if (name === "begin" && (begun += 1) === 2) resolve();
      return Reflect.get(target, name) as unknown;
    },
  });
  return { onWhich: { ...gateway, sql }, again };
}

test.each(Object.entries(changes))(
  "closing a month waits for a running %s of its rows",
  async (_, change) => {
    await readExplained();
    const { merchant_id } = shop;
    await database.sql`update statement_rows set explained_at = null where merchant_id = ${merchant_id}`;
    const before = await meanings();
    const { onWhich, again } = refusedOnce();
    let closing: Promise<void> | undefined;
    await during(change, async () => {
      closing = closeStatementMonth(onWhich, operatorCli, { ...shop, month: "2020-10" });
      await Promise.race([closing, again]);
      expect((await stateNow()).isClosed).toBe(false);
    });
    await closing;
    expect(await meanings()).not.toEqual(before);
    expect((await stateNow()).isClosed).toBe(true);
  },
);

test("an import waits for a running explanation", async () => {
  const rows = [row("2020-10-05", -15_000, "BIAYA LAIN")];
  await read("2020-10", rows);
  const { onWhich, again } = refusedOnce();
  let importing: Promise<string> | undefined;
  await during(
    () => explain(0, "tax"),
    async () => {
      importing = read(
        "2020-10",
        [...rows, row("2020-10-06", -7000, "BIAYA BARU")],
        1_000_000,
        onWhich,
      );
      await Promise.race([importing, again]);
    },
  );
  await importing;
  expect(await rowsNow()).toMatchObject([{ meaning: "tax" }, {}]);
});

test("an explanation waits for a running import", async () => {
  await read("2020-10", [row("2020-10-05", -15_000, "BIAYA LAIN")]);
  const { onWhich, again } = refusedOnce();
  const row_id = await idOf(0);
  let explaining: Promise<void> | undefined;
  await database.sql.begin(async (tx) => {
    await tx`select from statement_accounts where merchant_id = ${shop.merchant_id} for update`;
    explaining = explainStatementRow(onWhich, operatorCli, { ...shop, row_id, meaning: "tax" });
    await Promise.race([explaining, again]);
  });
  await explaining;
  expect(await meanings()).toEqual(["tax"]);
});

test("a change that waits too long for its turn is refused as busy", async () => {
  await read("2020-10", [row("2020-10-05", -15_000, "BIAYA LAIN")]);
  const taken = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const importing = database.sql.begin(async (tx) => {
    await takeTurn(tx, shop, "alone");
    taken.resolve();
    await over.promise;
  });
  await taken.promise;
  let time = 0;
  let tries = 0;
  const explaining = inTurn(
    () => {
      tries += 1;
      return database.sql.begin((tx) => takeTurn(tx, shop, "shared"));
    },
    () => (time += limits.statementTurnMilliseconds / 2),
  );
  await expect(explaining).rejects.toMatchObject({ reason: { code: "statement_busy" } });
  expect(tries).toBe(2);
  over.resolve();
  await importing;
});

test("a rule created during an account's first import explains the rows of that import", async () => {
  await read("2020-10", [row("2020-10-05", -15_000, "BIAYA LAIN")]);
  const first = shop;
  const second = await addAccount(gateway, first, { account_number });
  let importing: Promise<string> | undefined;
  await during(changes["a rule"], async () => {
    shop = { ...first, account_id: second.account_id };
    importing = read("2020-10", [row("2020-10-07", -9000, "BIAYA LAIN")]);
    await Promise.race([importing, untilSomebodyWaits(2)]);
  });
  await importing;
  expect(await meanings()).toEqual(["tax", "tax"]);
});

async function untilSomebodyWaits(many = 1): Promise<void> {
  const waiting = await database.sql`
    select from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'
  `;
  if (waiting.length < many) await untilSomebodyWaits(many);
}

test("closing a month during changes of its rows leaves it open or all rows explained", async () => {
  await readExplained();
  const random = randomFrom("closing at once with changes");
  const rounds = 40;
  let closings = 0;
  for (let round = 0; round < rounds; round += 1) {
    const closing = async () => {
      // The close comes before, between or after the others.
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

test("two corrections that reverse each other simultaneously are not both booked", async () => {
  await readExplained();
  for (let round = 0; round < 20; round += 1) {
    await Promise.allSettled([reverse(1, 0), reverse(0, 1)]);
    const reversals = (await meanings()).filter((meaning) => meaning === "reversal");
    expect(reversals.length, `round ${round}`).toBeLessThan(2);
    await explain(0, "fee");
    await explain(1, "other");
  }
});
