import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../testing/database.ts";
import { migrateToFormerRelease } from "../testing/former-release.ts";
import type { Sql } from "./client.ts";
import { migrate } from "./migrate.ts";

/**
 * Tests that a release only adds to the schema. While processes are replaced one by one, the previous release works
 * beside this one, on a schema that this one has changed. Unused objects are dropped one release later.
 */

let database: TestDatabase;
let before: Schema;
let after: Schema;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrateToFormerRelease(database.sql);
  before = await readSchema(database.sql);
  await migrate(database.url);
  after = await readSchema(database.sql);
});
afterAll(() => database.drop());

test("every table of the previous release keeps its columns and their types", () => {
  expect(before.columns.length).toBeGreaterThan(200);
  expect(missing(before.columns, after.columns)).toEqual([]);
});

test("a new column of an old table can be left out of an insert", () => {
  const oldTables = new Set(before.columns.map((column) => column.split(".")[0]));
  const demanding = after.demandingColumns.filter(
    (column) => oldTables.has(column.split(".")[0]) && !before.demandingColumns.includes(column),
  );
  expect(demanding).toEqual([]);
});

test("every index named by an insert of the previous release is kept", () => {
  expect(before.uniqueIndexes.length).toBeGreaterThan(50);
  expect(missing(before.uniqueIndexes, after.uniqueIndexes)).toEqual([]);
});

test("every type that a call of the previous release fills by position is unchanged", () => {
  expect(missing(before.types, after.types)).toEqual([]);
});

interface Schema {
  columns: string[];
  /** Columns that an insert must name, because they are not null and have no default. */
  demandingColumns: string[];
  uniqueIndexes: string[];
  types: string[];
}

const missing = (wanted: readonly string[], present: readonly string[]): string[] =>
  wanted.filter((one) => !present.includes(one));

async function readSchema(sql: Sql): Promise<Schema> {
  const columns = await sql<{ name: string; type: string; is_demanding: boolean }[]>`
    select
      format('%s.%s', attrelid::regclass, attname) as name,
      format_type(atttypid, atttypmod) as type,
      attnotnull and not atthasdef and attidentity = '' as is_demanding
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'v')
      and attnum > 0
      and not attisdropped
  `;
  const indexes = await sql<{ text: string }[]>`
    select indexdef as text
    from pg_indexes
    where schemaname = 'public'
      and indexdef like 'CREATE UNIQUE%'
  `;
  // Two of the types are filled from JSON by name, and the others by position.
  const types = await sql<{ text: string }[]>`
    select format('%s (%s)', relname, string_agg(attname || ' ' || atttypid::regtype, ', ' order by attnum)) as text
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace
      and relkind = 'c'
      and relname not in ('payment_request', 'reported_transfer')
      and attnum > 0
      and not attisdropped
    group by relname
  `;
  return {
    columns: columns.map(({ name, type }) => `${name} ${type}`),
    demandingColumns: columns.filter(({ is_demanding }) => is_demanding).map(({ name }) => name),
    uniqueIndexes: indexes.map(({ text }) => text),
    types: types.map(({ text }) => text),
  };
}
