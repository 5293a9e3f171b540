import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { readSchemaFiles } from "./schema-files.ts";
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
      registrations_kept() as registrations_kept,
      webhook_failing_attempts() as webhook_failing_attempts,
      customer_mails_per_day() as customer_mails_per_day,
      extract(epoch from webhook_failing_pause())::integer / 3600 as webhook_failing_hours,
      quota_low_days() as quota_low_days,
      extract(epoch from late_payment_window())::integer / 86400 as late_payment_days,
      active_api_keys_max() as active_api_keys,
      payment_parts_max() as payment_parts,
      sale_codes_tried() as sale_codes_tried`;
  expect(numbers).toEqual({
    unique_amount_max: limits.uniqueAmountMax,
    qris_amount_max: limits.qrisAmountMax,
    posting_tolerance_seconds: limits.postingToleranceSeconds,
    announcement_seconds: limits.announcementSeconds,
    announcements_max: limits.announcementsMax,
    registrations_kept: limits.registrationsKept,
    webhook_failing_attempts: limits.webhookFailingAttempts,
    customer_mails_per_day: limits.customerMailsPerDay,
    webhook_failing_hours: limits.webhookFailingHours,
    quota_low_days: limits.quotaLowDays,
    late_payment_days: limits.latePaymentDays,
    payment_parts: limits.paymentParts,
    active_api_keys: limits.activeApiKeys,
    sale_codes_tried: limits.saleCodesTried,
  });
});

test("the checks of the tables have the limits of the contract", async () => {
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
