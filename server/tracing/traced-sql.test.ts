import { afterAll, beforeEach, expect, test } from "vitest";
import { asSql } from "../db/client.ts";
import { createTestDatabase } from "../testing/database.ts";
import { tracedSql } from "./traced-sql.ts";

const database = await createTestDatabase();
afterAll(() => database.drop());

const log: string[] = [];
beforeEach(() => void log.splice(0));

const sql = tracedSql(database.sql, (text) => {
  log.push(`begin ${text}`);
  return (failure) => void log.push(failure ? `failed ${text}` : `end ${text}`);
});

test("a statement reports its beginning and end, and returns its rows", async () => {
  const rows = await sql`select ${7}::integer as number`;
  expect(rows).toMatchObject([{ number: 7 }]);
  expect(log).toEqual(["begin select $1::integer as number", "end select $1::integer as number"]);
});

test("a fragment is not a statement, and an unawaited statement never begins", async () => {
  void sql`select 'nobody awaits this'`;
  await sql`select ${sql`1 + 1`} as two where ${true}`;
  expect(log).toEqual(["begin select $1 as two where $2", "end select $1 as two where $2"]);
});

test("a failure is recorded and thrown", async () => {
  await expect(sql`select * from nowhere`).rejects.toThrow("nowhere");
  expect(log).toEqual(["begin select * from nowhere", "failed select * from nowhere"]);
});

test("statements of transactions and savepoints are recorded once", async () => {
  const two = await sql.begin(async (tx) => {
    await tx`select 1`;
    return asSql(tx).begin(async (inner) => {
      await inner`select 2`;
      return 2;
    });
  });
  expect(two).toBe(2);
  expect(log).toEqual(["begin select 1", "end select 1", "begin select 2", "end select 2"]);
});

test("helpers for values and lists still work", async () => {
  const rows =
    await sql`select value from (values (1), (2)) as given (value) where value in ${sql([2, 3])}`;
  expect(rows).toMatchObject([{ value: 2 }]);
  expect(await sql`select ${sql.json({ a: 1 })}::json as value`).toMatchObject([
    { value: { a: 1 } },
  ]);
});
