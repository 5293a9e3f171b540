import { parse } from "csv-parse/sync";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Books } from "../../contract/dashboard/books.ts";
import { accountingPrograms } from "../../contract/dashboard/books.ts";
import { statementMeaning } from "../../contract/dashboard/statements.ts";
import { ascending, missing, readers } from "../../testing/accounting-programs.ts";
import { addQrisAccount } from "../../testing/bank-month.ts";
import {
  drawMonth,
  formatOf,
  settlementFee,
  type DrawnMonth,
  type YearAccount,
} from "../../testing/bank-year.ts";
import { cliWith, gatewayOfCli, settingsOf } from "../../testing/cli-process.ts";
import { sourceOf } from "../../testing/bank-files.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { randomFrom } from "../../testing/random.ts";
import { operatorCli } from "../access/audit.ts";
import { countEndedPayments } from "../overview/overview.ts";
import { csvOf } from "../base/csv.ts";
import { exportBooks, exportBooksText, readBooks } from "./books.ts";
import { readChart, saveChart } from "./chart.ts";
import { closeStatementMonth } from "./statement-closings.ts";
import { importStatement } from "./statement-import.ts";
import {
  closeUnsupportedMutation,
  listStatementRows,
  readStatementMonth,
} from "./statement-months.ts";
import { confirmStatementReversal, listStatementReversals } from "./statement-reversals.ts";
import { explainStatementRow, recordMissedRow } from "./statement-rows.ts";
import { createStatementRule, tryStatementRule } from "./statement-rules.ts";

/**
 * A random year of two accounts is imported, explained and closed month by month, and read by accounting programs.
 * `BOOKS_INVOICES=20000` draws the year of a busy shop.
 */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
const folder = mkdtempSync(join(tmpdir(), "books-"));
const accounts: YearAccount[] = [];
const invoices = Number(process.env["BOOKS_INVOICES"] ?? 2000);
const perMonth = Math.round(invoices / 24);
const year = "2025";
const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")}`);
const drawn: (DrawnMonth & { month: string })[] = [];

const nameOf = ({ shop: { merchant_id, account_id } }: YearAccount, month: string) => ({
  merchant_id,
  account_id,
  month,
});

async function wholeOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

const importOf = (account: YearAccount, file: string) =>
  importStatement(gateway, operatorCli, {
    merchant_id: shop.merchant_id,
    account_id: account.shop.account_id,
    source: sourceOf(file),
    mapping: null,
  });

/** The session of an owner who has confirmed with a code. */
const session = () =>
  ({
    merchant_id: shop.merchant_id,
    is_two_factor_enabled: true,
    confirmed_until: new Date("2099-01-01T00:00:00Z"),
  }) as unknown as Parameters<typeof recordMissedRow>[2]["session"];

/** Explains the open rows of a month as its owner would, until none is left. */
async function explain(account: YearAccount, month: string): Promise<void> {
  const name = nameOf(account, month);
  const { merchant_id } = name;
  for (const { reversal, reversed } of await listStatementReversals(gateway, name)) {
    const pair = { merchant_id, row_id: reversal.row_id, reversed_row_id: reversed.row_id };
    await confirmStatementReversal(gateway, operatorCli, pair);
  }
  for (const meaning of ["missed", "ambiguous", "outgoing"] as const) {
    const { items } = await listStatementRows(gateway, {
      ...name,
      meaning,
      page: 1,
      per_page: 100,
    });
    for (const { row_id, description, account_key } of items) {
      // A rule has explained the row.
      if (!account_key.startsWith("unexplained")) continue;
      if (description === "SETORAN TUNAI") {
        await recordMissedRow(gateway, operatorCli, { session: session(), row_id });
        continue;
      }
      const fromCustomer = /^(?:TRSF|KR OTOMATIS)/.test(description);
      await explainStatementRow(gateway, operatorCli, {
        merchant_id,
        row_id,
        meaning: "other",
        account_key: fromCustomer ? "customer_payments" : null,
      });
    }
  }
  const { unsupported } = await readStatementMonth(gateway, name);
  for (const { mutation_id } of unsupported) {
    const found = { merchant_id, mutation_id, verdict: "forged" as const, note: "No such money." };
    await closeUnsupportedMutation(gateway, operatorCli, found);
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  const random = randomFrom("a year of books");
  const formats = [formatOf("bca_individual"), formatOf("bri_csv")] as const;
  gateway.setClock(`${Number(year) - 1}-12-31T03:00:00Z`);
  const opened = ({ channel, account_number }: (typeof formats)[number]) => ({
    channel,
    account_number,
    account_quota: 36_500,
  });
  shop = await shopWithAccount(gateway, opened(formats[0]));
  const second = await addAccount(gateway, shop, opened(formats[1]));
  const device = await approvedDevice(gateway, shop);
  const ids = [shop.account_id, second.account_id];
  for (const [at, format] of formats.entries()) {
    const account_id = ids[at] as string;
    const [row] = await database.sql<{ app_package: string }[]>`
      select app_package from accounts where account_id = ${account_id}
    `;
    accounts.push({
      shop: { ...shop, account_id },
      format,
      app_package: row?.app_package ?? "",
      other_number: (formats[1 - at] as (typeof formats)[number]).account_number,
      balance_sen: 10_000_000_00,
      hasQris: at === 0,
    });
  }
  await addQrisAccount(gateway, shop);
  for (const month of months) {
    const size = { month, device, invoices: perMonth };
    for (const each of await drawMonth(gateway, accounts, size, random)) {
      drawn.push({ month, ...each });
    }
  }
  gateway.setClock(`${Number(year) + 1}-01-10T03:00:00Z`);
}, 3_600_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

describe("a year of two accounts", () => {
  let books: Books;

  test("is imported, explained and closed month by month, with rules taught in January", async () => {
    const { merchant_id } = shop;
    const { accounts: standard } = await readChart(gateway.sql, { merchant_id, language: "en" });
    const chart = await saveChart(gateway, operatorCli, {
      merchant_id,
      program: "jurnal",
      accounts: [...standard, { code: "6-60500", name: "Sewa ruko", kind: "expense" as const }].map(
        (account) => ({ ...account, tax: undefined }),
      ),
    });
    const rent = chart.accounts.find(({ name }) => name === "Sewa ruko")?.key ?? "";
    const found = new Set<string>();
    for (const { month, account, file } of drawn) {
      const name = nameOf(account, month);
      const result = await importOf(account, file);
      // The owner's own numbers are known, so a transfer between them is already explained.
      expect(result.tied_count, month).toBeGreaterThanOrEqual(perMonth);
      for (const { meaning } of result.meanings) found.add(meaning);
      await expect(closeStatementMonth(gateway, operatorCli, name)).rejects.toMatchObject({
        reason: { code: "statement_month_open" },
      });
      if (month === months[0] && account === accounts[0]) {
        const rule = { merchant_id, direction: "DEBIT" as const, words: "sewa ruko" };
        const taught = { ...rule, meaning: "outgoing" as const, account_key: rent };
        const trial = await tryStatementRule(gateway, taught);
        expect(trial.rows.map(({ description }) => description)).toEqual([`SEWA RUKO ${month}`]);
        expect(await createStatementRule(gateway, operatorCli, taught)).toMatchObject({
          row_count: trial.row_count,
        });
      }
      expect(await listStatementReversals(gateway, name)).toMatchObject([
        { reversal: { description: "REV BIAYA TRANSFER" }, candidate_count: 1 },
        { reversal: { description: "KOREKSI TARIKAN TUNAI ATM" }, candidate_count: 1 },
      ]);
      await explain(account, month);
      expect(await readStatementMonth(gateway, name)).toMatchObject({
        unexplained_count: 0,
        unsupported_count: 0,
        is_complete: true,
      });
      await closeStatementMonth(gateway, operatorCli, name);
    }
    const left = await database.sql<{ meaning: string }[]>`
      select distinct meaning from statement_rows
    `;
    for (const { meaning } of left) found.add(meaning);
    expect([...found].toSorted()).toEqual(
      statementMeaning.options.filter((meaning) => meaning !== "open").toSorted(),
    );
    books = await readBooks(gateway, { merchant_id, period: year, language: "en" });
    const sum = (field: "debit_sen" | "credit_sen") =>
      books.balances.reduce((total, balance) => total + balance[field], 0);
    expect(sum("debit_sen")).toBe(sum("credit_sen"));
    const rented = books.balances.find(({ key }) => key === rent);
    expect(rented).toMatchObject({ debit_sen: 24 * 1_500_000_00, credit_sen: 0 });
    for (const { balance_sen, shop: own } of accounts) {
      const account = books.accounts.find(({ account_id }) => account_id === own.account_id);
      expect(account).toMatchObject({ opening_sen: 10_000_000_00, closing_sen: balance_sen });
      expect(account?.months).toHaveLength(12);
      expect(account?.months.every(({ is_closed }) => is_closed)).toBe(true);
    }
    // Corrected rows leave no balance.
    const balanceOf = (key: string) => {
      const found = books.balances.find((each) => each.key === key);
      return (found?.debit_sen ?? 0) - (found?.credit_sen ?? 0);
    };
    expect(balanceOf("bank_fees")).toBe(24 * 15_000_00 + 12 * settlementFee * 100);
    expect(balanceOf("taxes")).toBe(24 * 2_469);
    expect(balanceOf("interest")).toBe(-24 * 12_345);
    expect(balanceOf("unexplained_in")).toBe(0);
    expect(balanceOf("unexplained_out")).toBe(0);
  }, 3_600_000);

  test("accepts the same files again, and refuses a file that would change a closed month", async () => {
    const [{ account, file, changedFile }] = drawn as [(typeof drawn)[number]];
    expect(await importOf(account, file)).toMatchObject({ new_count: 0, tied_count: 0 });
    await expect(importOf(account, changedFile)).rejects.toMatchObject({
      reason: { code: "statement_month_closed", params: { month: months[0] } },
    });
  });

  test("has quarters that add up to the year", async () => {
    const quarters = await Promise.all(
      [1, 2, 3, 4].map((quarter) =>
        readBooks(gateway, {
          merchant_id: shop.merchant_id,
          period: `${year}-Q${quarter}`,
          language: "en",
        }),
      ),
    );
    for (const { key, debit_sen, credit_sen } of books.balances) {
      const parts = quarters.flatMap(({ balances }) => balances.filter((each) => each.key === key));
      expect(
        parts.reduce((sum, part) => sum + part.debit_sen, 0),
        key,
      ).toBe(debit_sen);
      expect(
        parts.reduce((sum, part) => sum + part.credit_sen, 0),
        key,
      ).toBe(credit_sen);
    }
  });

  test("keeps every rule of the books", async () => {
    expect(await brokenInvariants(database.sql)).toEqual([]);
    // This is recurring work, which no server has done here.
    await countEndedPayments(gateway);
    const { stdout } = await cliWith(settingsOf(database))("doctor", "--thorough", "--json");
    const { checks } = JSON.parse(stdout) as { checks: { check: string; is_ok: boolean }[] };
    // The tests' PostgreSQL runs without fsync.
    const wrong = checks.filter(({ check, is_ok }) => !is_ok && check !== "durability");
    expect(wrong).toEqual([]);
  });

  const journal = async (language: "hledger" | "beancount"): Promise<string> => {
    const file = join(folder, `journal.${language}`);
    const { merchant_id } = shop;
    const parts = await exportBooksText(gateway, { merchant_id, period: year, language });
    writeFileSync(file, await wholeOf(parts));
    return file;
  };

  /**
   * Returns the expected balance of each account in the text: the journal's movements, plus a bank's opening balance.
   */
  const expected = () => {
    const opening = 10_000_000_00;
    const held = books.balances.map(
      ({ key, debit_sen, credit_sen }) =>
        (debit_sen - credit_sen + (key.startsWith("bank:") ? opening : 0)) / 100,
    );
    return [...held, (-2 * opening) / 100].filter((amount) => amount !== 0).toSorted(ascending);
  };

  test.for(["hledger", "beancount"] as const)(
    "is read by %s, with the same balances as the pages",
    async (program, context) => {
      const file = await journal(program);
      const read = readers[program](file);
      if (read === null) return context.skip(missing[program]);
      expect(read).toEqual({ complaint: "", balances: expected() });
      // The program itself refuses a file in which a month's closing balance is wrong.
      const text = readFileSync(file, "utf8");
      const forged = text.replace(/\S+ \* [^\n]*BIAYA ADM[^\n]*\n(?: +\S[^\n]*\n)+/, "");
      expect(forged).not.toBe(text);
      writeFileSync(file, forged);
      expect(readers[program](file)?.complaint).not.toBe("");
    },
  );

  test.each(accountingPrograms)(
    "is a file for %s with equal debits and credits",
    async (program) => {
      const { merchant_id } = shop;
      for (const grouping of ["row", "day"] as const) {
        const given = {
          merchant_id,
          period: `${year}-01`,
          program,
          grouping,
          language: "en" as const,
        };
        const text = await wholeOf(csvOf(await exportBooks(gateway, given)));
        const [names = [], ...lines] = parse(text, { bom: true });
        const sum = (wanted: RegExp) => {
          const column = names.findIndex((name) => wanted.test(name));
          return lines.reduce((total, cells) => total + Math.round(Number(cells[column]) * 100), 0);
        };
        if (program === "xero") expect(sum(/Amount/)).toBe(0);
        else expect(sum(/debit/i)).toBe(sum(/credit|kredit/i));
        // Xero accepts at most 300 lines in a file.
        if (grouping === "day") expect(lines.length).toBeLessThan(300);
      }
    },
  );
});
