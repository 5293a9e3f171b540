import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../testing/database.ts";
import {
  applyDueFunctions,
  listDueFunctions,
  readFunctionFiles,
  type FunctionFile,
} from "./functions.ts";
import { connect } from "./client.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const answering = (answer: number, name = "answer"): FunctionFile => ({
  name,
  text: `create or replace function ${name}() returns integer language sql as $$ select ${answer} $$;`,
  checksum: `answers ${answer}`,
});

async function answer(): Promise<number> {
  const [row] = await database.sql<{ answer: number }[]>`select answer() as answer`;
  return row?.answer ?? Number.NaN;
}

test("a function is applied once, and again after a change of its text", async () => {
  const [first, second] = [answering(1), answering(2)];
  await applyDueFunctions(database.sql, { files: [first] });
  expect(await answer()).toBe(1);
  expect(await listDueFunctions(database.sql, { files: [first] })).toEqual([]);
  expect(await listDueFunctions(database.sql, { files: [second] })).toEqual([second]);
  await applyDueFunctions(database.sql, { files: [second] });
  expect(await answer()).toBe(2);
});

test("a newer release's functions stay when an older release starts", async () => {
  await applyDueFunctions(database.sql, { files: [answering(10)], release: "0.10.0" });
  const older = { files: [answering(9)], release: "0.9.0" };
  expect(await listDueFunctions(database.sql, older)).toEqual([]);
  await applyDueFunctions(database.sql, older);
  expect(await answer()).toBe(10);
});

test("either all functions are applied or none, and the failed one is named", async () => {
  const broken = {
    name: "broken",
    text: "create or replace function broken() nonsense",
    checksum: "x",
  };
  await expect(applyDueFunctions(database.sql, { files: [answering(1), broken] })).rejects.toThrow(
    /The function broken could not be applied: syntax error/,
  );
  const [row] = await database.sql`select to_regproc('answer') is null as is_missing`;
  expect(row).toEqual({ is_missing: true });
});

test("two processes that start simultaneously apply the functions once", async () => {
  const other = connect(database.url, { connections: 1 });
  const files = [answering(1), answering(2, "another")];
  await Promise.all([
    applyDueFunctions(database.sql, { files }),
    applyDueFunctions(other, { files }),
  ]);
  await other.end({ timeout: 1 });
  const rows = await database.sql`select function_name from schema_functions order by 1`;
  expect(rows.map((row) => row["function_name"])).toEqual(["another", "answer"]);
});

test("every function is called by another function, by a trigger, or by the server", () => {
  const files = readFunctionFiles();
  const server = path.join(import.meta.dirname, "..");
  const statements = globSync("{db,domain,jobs,http,start,cli}/**/*.ts", { cwd: server })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(path.join(server, file), "utf8"));
  const triggers = readFileSync(path.join(import.meta.dirname, "schema.sql"), "utf8");
  const outside = [...statements, triggers.match(/^CREATE TRIGGER.*$/gm)?.join("\n") ?? ""];
  const isDead = ({ name }: FunctionFile): boolean => {
    const callers = files.filter((file) => file.name !== name).map(({ text }) => text);
    const call = new RegExp(`\\b${name}\\(`);
    return ![...outside, ...callers].some((text) => call.test(withoutComments(text)));
  };
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter(isDead).map(({ name }) => name)).toEqual([]);
});

/** A comment that names a function is not a call. */
const withoutComments = (text: string): string =>
  text.replace(/--.*$|^\s*\/?\*.*$|\s\/\/ .*$/gm, "");
