import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bankModules } from "../../scripts/bank-modules.ts";
import { migrationOf, rowsOfBanks, rowsOfDatabase } from "../../testing/channel-rows.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { numberDoubt } from "../accounts/account-number.ts";
import { defaultPackageFor } from "../accounts/qris.ts";
import { isForeignAccount } from "../notifications/formats/engine/doubtful-words.ts";
import { createNotificationReader } from "../notifications/notification-text.ts";
import { findReader } from "../statements/statement-layouts.ts";
import type { Bank } from "./bank.ts";
import { banks } from "./index.ts";

/**
 * Tests the recipe "a bank" of the map: a file, its name in the list, and the migration that the test of the rows
 * prints.
 */

vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

vi.mock("./index.ts", async (importOriginal) => {
  const original = await importOriginal<{ banks: readonly Bank[] }>();
  const { nusa } = await import("../../testing/made-up-bank.ts");
  return { ...original, banks: [...original.banks, nusa] };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const reader = createNotificationReader();
const readAt = (package_name: string, body: string) =>
  reader.read({ package_name, title: "", body });

test("the new bank's notifications are read", () => {
  const sample = reader.sampleOf("id.co.nusa", { amount: 150_123, sender: "BUDI CONTOH" });
  expect(readAt("id.co.nusa", sample?.body ?? "")).toMatchObject({
    rule: "nusa.nusa_in",
    amount: 150_123,
    sender: "BUDI CONTOH",
  });
});

test("the new bank's name is recognised in another bank's text, unlike an unknown one", () => {
  const inBca = (bank: string) =>
    readAt("com.bca", `Uang Rp150.123 sudah masuk ke rekening ${bank} kamu dari BUDI CONTOH`);
  expect(inBca("Nusa")).toMatchObject({ outcome: "transaction", amount: 150_123 });
  expect(inBca("Entah")).toMatchObject({ outcome: "unread" });
  expect(isForeignAccount("rekening Nusa")).toBe(false);
  expect(isForeignAccount("rekening Entah")).toBe(true);
});

test("the new bank's accounts have its number lengths", () => {
  expect(numberDoubt("NUSA", "1234567890123456")).toBeNull();
  expect(numberDoubt("NUSA", "1234567890")).toMatchObject({ params: { digits: 10, usual: "16" } });
});

test("the new bank's QRIS codes use its app", () => {
  expect(defaultPackageFor("ID.CO.NUSA.WWW")).toBe("id.co.nusa");
});

test("the new bank's statements are read", () => {
  const found = findReader([{ row: 1, cells: ["Hari", "Perihal", "Uang Masuk"] }]);
  expect(found?.layout).toMatchObject({ name: "nusa_csv", channels: ["NUSA"], bank: "Bank Nusa" });
});

test("pages have the new bank's mark and the source of its statements", () => {
  const modules = [...bankModules().values()].join("\n");
  expect(modules).toContain(`"NUSA":{"letters":"NUSA","ground":"#123456"}`);
  expect(modules).toContain(`["Bank Nusa","Nusa Bisnis: mutasi, CSV."]`);
  expect(modules).toContain(`"nusa_csv":"Nusa transactions"`);
});

test("the printed migration adds the new bank's rows and no others", async () => {
  const { sql } = database;
  const wanted = rowsOfBanks(banks);
  const migration = migrationOf(wanted, await rowsOfDatabase(sql));
  expect(migration.match(/^ {2}\('/gmu)).toHaveLength(2);
  await sql.unsafe(migration).simple();
  expect(await rowsOfDatabase(sql)).toEqual(wanted);
  expect(migrationOf(wanted, await rowsOfDatabase(sql))).toBe("");
});
