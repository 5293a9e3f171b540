import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { paymentStatus } from "../contract/payments.ts";
import { sqlLimits } from "../scripts/sql-limits.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { readSchemaFiles } from "./schema-files.ts";
import { applyDueFunctions, readFunctionFiles } from "./functions.ts";
import { readSchemaText } from "./schema-text.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("schema.sql equals the schema of a migrated database", async () => {
  const committed = readFileSync(path.join(import.meta.dirname, "schema.sql"), "utf8");
  expect(await readSchemaText(database.sql), "run npm run generate").toBe(committed);
});

test("schema/ and functions/ create the same schema as the migrations", async () => {
  const made = await createEmptyDatabase();
  await made.sql.unsafe(readSchemaFiles()).simple();
  await applyDueFunctions(made.sql);
  expect(await readSchemaText(made.sql)).toBe(await readSchemaText(database.sql));
  await made.drop();
});

test("each file in functions/ defines only the function that it is named after", () => {
  for (const { name, text } of readFunctionFiles()) {
    const defined = [...text.matchAll(/^create or replace function (\w+)/gm)].map(([, one]) => one);
    expect(defined, `${name}.sql`).toEqual([name]);
  }
});

test("the database has exactly the functions that have a file", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`;
  const files = readFunctionFiles();
  expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
});

test("numbers shared by SQL and TypeScript are equal", async () => {
  const functions = Object.entries(sqlLimits);
  const calls = functions.map(([name, [unit]]) =>
    unit === "integer" || unit === "bigint"
      ? `${name}()::text`
      : `(extract(epoch from ${name}()) / extract(epoch from interval '1 ${unit}'))::bigint::text`,
  );
  const [numbers] = await database.sql.unsafe(`select ${calls.join(", ")}`).values();
  expect(numbers).toEqual(functions.map(([, [, value]]) => String(value)));
});

test("the check constraints use the limits of the contract", async () => {
  const rows = await database.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'c' and conrelid in (
      'payments'::regclass, 'merchants'::regclass, 'refunds'::regclass, 'mutation_notes'::regclass
    )`;
  const text = rows.map((row) => row.text).join("\n");
  expect(text).toContain(`payment_unique >= ${limits.uniqueAmountMin}`);
  expect(text).toContain(`payment_unique <= ${limits.uniqueAmountMax}`);
  expect(text).toContain(`payment_total <= '${limits.paymentTotalMax}'::bigint`);
  expect(text).toContain(`length(sale_code_pattern) <= ${limits.saleCodePatternCharacters}`);
  expect(text).toContain(`length(note) <= ${limits.transferNoteCharacters}`);
  expect(text).toContain(`length(reason) <= ${limits.refundReasonCharacters}`);
  expect(text).toContain(`length(recipient) <= ${limits.textCharacters}`);
});

test("the payments table allows exactly the states of the contract", async () => {
  const [row] = await database.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'payments'::regclass and conname = 'payments_payment_status_check'`;
  const states = [...(row?.text.matchAll(/'(\w+)'/g) ?? [])].map(([, state]) => state);
  expect(states).toEqual(paymentStatus.options);
});
