import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  hasPreviousRelease,
  previousReleaseReason,
  unpackPreviousRelease,
} from "../testing/previous-release.ts";
import type { Sql } from "./client.ts";
import { listDueMigrations, migrate } from "./migrate.ts";
import { readSchemaText } from "./schema-text.ts";

/**
 * While processes are replaced one by one, the previous release works beside this one, on a schema that this one has
 * changed. So a release only adds; what is no longer used is dropped one release later.
 */

let database: TestDatabase;
let directory: string;
let before: Schema;
let after: Schema;

/** Functions that only the release before the previous one called. */
const uncalled = ["record_reports", "refuse_sixth_api_key"];

describe.skipIf(!hasPreviousRelease)(`an upgrade${previousReleaseReason}`, () => {
  beforeAll(async () => {
    database = await createEmptyDatabase();
    directory = await unpackPreviousRelease("server/db/migrations");
    await migrate(database.url, path.join(directory, "server/db/migrations"));
    before = await readSchema(database.sql);
    await migrate(database.url);
    after = await readSchema(database.sql);
  });
  afterAll(async () => {
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  test("makes the schema that a new database has", async () => {
    const committed = readFileSync(path.join(import.meta.dirname, "schema.sql"), "utf8");
    expect(await readSchemaText(database.sql)).toBe(committed);
    expect(await listDueMigrations(database.sql)).toEqual([]);
  });

  test("the built-in channels and their steps become those of a new database", async () => {
    const fresh = await createTestDatabase();
    try {
      const rows = await selectChannels(database.sql);
      expect(rows).toEqual(await selectChannels(fresh.sql));
      expect(JSON.stringify(rows)).toContain("Halaman ini berubah otomatis");
    } finally {
      await fresh.drop();
    }
  });

  test("every function of the previous release keeps its arguments and its result", () => {
    const called = before.functions.filter(
      (text) => !uncalled.some((name) => text.startsWith(`${name}(`)),
    );
    expect(called.length).toBeGreaterThan(5);
    expect(missing(called, after.functions)).toEqual([]);
  });

  test("every table of the previous release keeps its columns and their types", () => {
    expect(before.columns.length).toBeGreaterThan(50);
    expect(missing(before.columns, after.columns)).toEqual([]);
  });

  test("a column that is new in an old table can be left out of an insert", () => {
    const oldTables = new Set(before.columns.map((column) => column.split(".")[0]));
    const demanding = after.demandingColumns.filter(
      (column) => oldTables.has(column.split(".")[0]) && !before.demandingColumns.includes(column),
    );
    expect(demanding).toEqual([]);
  });

  test("every index that an insert of the previous release names in a conflict is kept", () => {
    expect(before.uniqueIndexes.length).toBeGreaterThan(10);
    const needed = before.uniqueIndexes.filter((index) => !ofDays.test(index));
    expect(needed).toHaveLength(before.uniqueIndexes.length - 2);
    expect(missing(needed, after.uniqueIndexes)).toEqual([]);
  });

  const tables = ["merchants", "payments", "webhook_deliveries"] as const;

  test.each(tables)(
    "gives way to a statement of the previous release that has %s and asks for other tables",
    async (first) => {
      const old = await createEmptyDatabase();
      onTestFinished(() => old.drop());
      await migrate(old.url, path.join(directory, "server/db/migrations"));
      const { upgrading } = await old.sql.begin(async (tx) => {
        await tx`lock table ${tx(first)} in row exclusive mode`;
        const begun = migrate(old.url);
        // PostgreSQL looks for a deadlock when a statement has waited for a second: the upgrade's comes too early to see it.
        await wait(1_500);
        for (const other of tables) await tx`lock table ${tx(other)} in access share mode`;
        return { upgrading: begun };
      });
      await upgrading;
      expect(await listDueMigrations(old.sql)).toEqual([]);
    },
  );
});

/**
 * Days are counted by count_ended_payments alone, which an upgrade replaces in the transaction in which it changes the
 * keys. The previous release only calls it.
 */
const ofDays = / ON public\.payment_(?:days|day_waits) /;

const selectChannels = (sql: Sql) => sql`select * from channels order by channel_id`;

interface Schema {
  functions: string[];
  columns: string[];
  /** Columns that an insert must name, because they are not null and have no default. */
  demandingColumns: string[];
  uniqueIndexes: string[];
}

const missing = (wanted: readonly string[], present: readonly string[]): string[] =>
  wanted.filter((one) => !present.includes(one));

async function readSchema(sql: Sql): Promise<Schema> {
  const functions = await sql<{ text: string }[]>`
    select format(
      '%s(%s) returns %s', proname, pg_get_function_identity_arguments(oid), pg_get_function_result(oid)
    ) as text
    from pg_proc
    where pronamespace = 'public'::regnamespace
  `;
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
  const textsOf = (rows: readonly { text: string }[]) => rows.map(({ text }) => text);
  return {
    functions: textsOf(functions),
    columns: columns.map(({ name, type }) => `${name} ${type}`),
    demandingColumns: columns.filter(({ is_demanding }) => is_demanding).map(({ name }) => name),
    uniqueIndexes: textsOf(indexes),
  };
}
