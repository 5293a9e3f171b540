import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bankFormats, sourceOf } from "../../testing/bank-files.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  shopWithAccount,
  testGateway,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { operatorCli } from "../access/audit.ts";
import { csvOf } from "../base/csv.ts";
import { exportBooks, exportBooksText } from "./books.ts";
import { readChart, saveChart } from "./chart.ts";
import { importStatement } from "./statement-import.ts";

/** Tests the names of accounts in the chart and in exports. */

const [bca] = bankFormats as [(typeof bankFormats)[number]];
const { account_number } = bca;

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
afterAll(() => database.drop());

async function wholeOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

test("accounts with the same bank and number keep separate names and entry numbers in every export", async () => {
  const { merchant_id, account_id: older } = await shopWithAccount(gateway, { account_number });
  const { account_id: younger } = await addAccount(gateway, { merchant_id }, { account_number });
  const read = (account_id: string, description: string) => {
    const rows = [{ day: "2020-09-10", time: "10:00:00", description, sen: -15_000_00 }];
    const days = { first_day: "2020-09-01", last_day: "2020-09-30" };
    const source = sourceOf(bca.write({ account_number, rows, ...days, opening_sen: 90_000_00 }));
    return importStatement(gateway, operatorCli, {
      merchant_id,
      account_id,
      source,
      mapping: null,
    });
  };
  const exported = async () => {
    const name = { merchant_id, period: "2020" };
    const text = await wholeOf(await exportBooksText(gateway, { ...name, language: "hledger" }));
    const table = await exportBooks(gateway, {
      ...name,
      program: "jurnal",
      language: "en",
      grouping: "row",
    });
    const lines = parse(await wholeOf(csvOf(table)), { bom: true }).slice(1);
    return {
      /** The bank's account, and the number of the entry with these words. */
      text: (words: string) =>
        new RegExp(`\\((\\S+)\\) ${words}\\n.*\\n +(\\S+)`).exec(text)?.slice(1),
      table: (words: string) =>
        lines.filter((cells) => cells.includes(words)).map(([, number]) => number),
    };
  };
  await read(younger, "YOUNGER");
  const before = await exported();
  await read(older, "OLDER");
  const after = await exported();
  expect(after.text("YOUNGER")).toEqual(before.text("YOUNGER"));
  expect(after.table("YOUNGER")).toEqual(before.table("YOUNGER"));
  expect(after.text("YOUNGER")).toEqual([
    `BCA${account_number}-2-202009-00001`,
    `Assets:BCA-${account_number}-2`,
  ]);
  expect(after.text("OLDER")).toEqual([
    `BCA${account_number}-202009-00001`,
    `Assets:BCA-${account_number}`,
  ]);
  expect(after.table("YOUNGER")).not.toEqual(after.table("OLDER"));
  expect(after.table("OLDER")).not.toEqual([]);
});

test("standard accounts of a saved chart have names in the requested language, and other names stay", async () => {
  const { merchant_id } = await shopWithAccount(gateway);
  const name = { merchant_id, program: "jurnal" as const };
  const { accounts } = await readChart(gateway.sql, { ...name, language: "id" });
  const renamed = accounts.map(({ key, code, kind, name: standard }) => ({
    key,
    code,
    kind,
    name: key === "taxes" ? "PPh bank" : standard,
  }));
  await saveChart(gateway, operatorCli, { ...name, accounts: renamed });
  const namesIn = async (language: "en" | "id") => {
    const chart = await readChart(gateway.sql, { ...name, language });
    return chart.accounts.map(({ name: each }) => each);
  };
  expect(await namesIn("en")).toContain("Bank fees");
  expect(await namesIn("id")).toContain("Biaya bank");
  for (const language of ["en", "id"] as const)
    expect(await namesIn(language)).toContain("PPh bank");
});

test.each([
  ["en", ["2 rows", "1 row"]],
  ["id", ["2 baris", "1 baris"]],
] as const)(
  "a day's entry states the number of its rows in the file's language (%s)",
  async (language, counts) => {
    const { merchant_id, account_id } = await shopWithAccount(gateway, { account_number });
    const rows = ["2020-09-10", "2020-09-10", "2020-09-11"].map((day) => ({
      day,
      time: "10:00:00",
      description: "BIAYA ADM",
      sen: -15_000_00,
    }));
    const days = { first_day: "2020-09-01", last_day: "2020-09-30" };
    const source = sourceOf(bca.write({ account_number, rows, ...days, opening_sen: 90_000_00 }));
    await importStatement(gateway, operatorCli, { merchant_id, account_id, source, mapping: null });
    const table = await exportBooks(gateway, {
      merchant_id,
      period: "2020-09",
      program: "jurnal",
      language,
      grouping: "day",
    });
    const texts = parse(await wholeOf(csvOf(table)), { bom: true })
      .slice(1)
      .map(([, , , , text]) => text);
    expect([...new Set(texts)]).toEqual(counts.map((count) => `BCA ${account_number}, ${count}`));
  },
);
