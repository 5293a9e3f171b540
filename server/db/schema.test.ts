import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { readSchemaFiles } from "./baseline.ts";
import { applyDueFunctions, readFunctionFiles } from "./functions.ts";
import { readSchemaText } from "./schema-text.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("schema.sql says what a migrated database has", async () => {
  const committed = readFileSync(path.join(import.meta.dirname, "schema.sql"), "utf8");
  expect(await readSchemaText(database.sql), "run npm run generate").toBe(committed);
});

test("schema/ and functions/ make what the migrations make", async () => {
  const made = await createEmptyDatabase();
  await made.sql.unsafe(readSchemaFiles()).simple();
  await applyDueFunctions(made.sql);
  expect(await readSchemaText(made.sql)).toBe(await readSchemaText(database.sql));
  await made.drop();
});

test("each file in functions/ defines the one function of its name", () => {
  for (const { name, text } of readFunctionFiles()) {
    const defined = [...text.matchAll(/^create or replace function (\w+)/gm)].map(([, one]) => one);
    expect(defined, `${name}.sql`).toEqual([name]);
  }
});

test("every function of the database has its file, and is called", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`;
  const files = readFunctionFiles();
  expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
});

test("numbers that SQL and TypeScript share are the same", async () => {
  const [numbers] = await database.sql`
    select
      unique_amount_max()::integer as unique_amount_max,
      qris_amount_max() as qris_amount_max,
      extract(epoch from posting_tolerance())::integer as posting_tolerance_seconds,
      extract(epoch from announcement_window())::integer as announcement_seconds,
      announcements_max() as announcements_max,
      extract(epoch from late_payment_window())::integer / 86400 as late_payment_days,
      active_api_keys_max() as active_api_keys`;
  expect(numbers).toEqual({
    unique_amount_max: limits.uniqueAmountMax,
    qris_amount_max: limits.qrisAmountMax,
    posting_tolerance_seconds: limits.postingToleranceSeconds,
    announcement_seconds: limits.announcementSeconds,
    announcements_max: limits.announcementsMax,
    late_payment_days: limits.latePaymentDays,
    active_api_keys: limits.activeApiKeys,
  });
});

test("the checks of the tables have the limits of the contract", async () => {
  const rows = await database.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'payments'::regclass and contype = 'c'`;
  const text = rows.map((row) => row.text).join("\n");
  expect(text).toContain(`payment_unique >= ${limits.uniqueAmountMin}`);
  expect(text).toContain(`payment_unique <= ${limits.uniqueAmountMax}`);
  expect(text).toContain(`payment_total <= '${limits.paymentTotalMax}'::bigint`);
});
