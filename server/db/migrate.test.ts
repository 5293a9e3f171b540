import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { readFunctionFiles } from "./functions.ts";
import { listDueMigrations, listMigrationFiles, migrate, migrationsDirectory } from "./migrate.ts";
import { findEditedMigrations } from "./migration-checksums.ts";

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = mkdtempSync(path.join(tmpdir(), "tepat-migrations-"));
});
afterEach(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

test("an empty database gets every migration, and a second run adds none", async () => {
  const files = listMigrationFiles();
  expect(await listDueMigrations(database.sql)).toHaveLength(
    files.length + readFunctionFiles().length,
  );
  await migrate(database.url);
  expect(await listDueMigrations(database.sql)).toEqual([]);
  const before = await listApplied();
  await migrate(database.url);
  expect(await listApplied()).toEqual(before);
  expect(before.map((name) => `${name}.sql`)).toEqual(files);
});

test("a database without UTF-8, PostgreSQL's default without a locale, is refused", async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_ascii`;
  const url = Object.assign(new URL(database.url), { pathname: name }).href;
  const { sql } = database;
  await sql`create database ${sql(name)} encoding 'SQL_ASCII' locale 'C' template template0`;
  try {
    await expect(migrate(url)).rejects.toThrow("the encoding SQL_ASCII, but Tepat needs UTF8");
  } finally {
    await sql`drop database ${sql(name)}`;
  }
});

test("of two simultaneous runs one migrates and the other finds nothing due", async () => {
  writeMigration("0001_create_first.sql", "select pg_sleep(0.2); create table first (id int);");
  writeMigration("0002_create_second.sql", "create table second (id int);");
  await Promise.all([migrate(database.url, directory), migrate(database.url, directory)]);
  expect(await listApplied()).toEqual(["0001_create_first", "0002_create_second"]);
});

test("a failed migration is rolled back as a whole and named, and earlier ones stay", async () => {
  writeMigration("0001_create_first.sql", "create table first (id int);");
  writeMigration("0002_break.sql", "create table half (id int); select 1 / 0;");
  await expect(migrate(database.url, directory)).rejects.toThrow(/0002_break.*division by zero/);
  expect(await listApplied()).toEqual(["0001_create_first"]);
  expect(await exists("half")).toBe(false);

  writeMigration("0002_break.sql", "create table half (id int);");
  await migrate(database.url, directory);
  expect(await listApplied()).toEqual(["0001_create_first", "0002_break"]);
});

test("a run with a lost connection fails with the reason, and the next one completes it", async () => {
  writeMigration(
    "0001_be_slow.sql",
    "create table slow (id int); select pg_sleep(case to_regclass('fast') is null when true then 60 else 0 end);",
  );
  const network = await startTcpProxy(database.url);
  const lost = migrate(network.through(database.url), directory).catch((error: unknown) => error);
  const sleepers = () => database.sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'
  `;
  await expect.poll(async () => (await sleepers()).length).toBe(1);
  network.cut();
  expect(await lost).toMatchObject({
    message: expect.stringMatching(/^Migration failed .*CONNECTION_CLOSED/s),
    cause: { code: "CONNECTION_CLOSED" },
  });
  network.close();
  await database.sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'
  `;
  await database.sql`create table fast (id int)`;
  await migrate(database.url, directory);
  expect(await listApplied()).toEqual(["0001_be_slow"]);
});

test("a run completes a killed one", async () => {
  writeMigration("0001_create_first.sql", "create table first (id int);");
  writeMigration("0002_be_slow.sql", "create table slow (id int); select pg_sleep(1);");
  const child = spawn(process.execPath, [
    "--input-type=module",
    "-e",
    `import { migrate } from ${JSON.stringify(import.meta.resolve("./migrate.ts"))};
     await migrate(process.argv[1], process.argv[2]);`,
    database.url,
    directory,
  ]);
  await expect.poll(isSleeping, { interval: 20 }).toBe(true);
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
  expect(await exists("slow")).toBe(false);

  await migrate(database.url, directory);
  expect(await listApplied()).toEqual(["0001_create_first", "0002_be_slow"]);
  expect(await exists("slow")).toBe(true);
});

test("a database of a newer release is refused", async () => {
  const migrated = await createTestDatabase();
  await migrated.sql`
    insert into schema_migrations (name, run_on)
    values ('9999_come_from_the_future', now())`;
  await expect(migrate(migrated.url)).rejects.toThrow(/newer release.*9999_come_from_the_future/);
  await migrated.drop();
});

test("a migration with a lower number than an applied one is refused", async () => {
  writeMigration("0002_create_second.sql", "create table second (id int);");
  await migrate(database.url, directory);
  writeMigration("0001_create_first.sql", "create table first (id int);");
  await expect(migrate(database.url, directory)).rejects.toThrow("0001_create_first");
  expect(await exists("first")).toBe(false);
});

test("an unreachable database is reported as such", async () => {
  const nowhere = new URL(database.url);
  nowhere.port = "1";
  await expect(migrate(nowhere.href, directory)).rejects.toThrow("ECONNREFUSED");
});

test("no released migration was edited, renamed or removed", async () => {
  expect(findEditedMigrations()).toEqual([]);
});

/** With the comment "-- down migration" in a file, the runner would apply only the part before the comment. */
test("no migration has a comment that the runner reads as a section", async () => {
  for (const file of listMigrationFiles()) {
    const content = readFileSync(path.join(migrationsDirectory, file), "utf8");
    expect(content, file).not.toMatch(/^\s*--[\s-]*(up|down)\s+migration/im);
  }
});

function writeMigration(name: string, content: string): void {
  writeFileSync(path.join(directory, name), content);
}

async function listApplied(): Promise<string[]> {
  const rows = await database.sql<{ name: string }[]>`
    select name
    from schema_migrations
    order by id`;
  return rows.map((row) => row.name);
}

async function exists(table: string): Promise<boolean> {
  const [row] = await database.sql`select to_regclass(${table}) is not null as found`;
  return row?.["found"] === true;
}

async function isSleeping(): Promise<boolean> {
  const rows = await database.sql`
    select
    from pg_stat_activity
    where datname = current_database()
      and wait_event = 'PgSleep'`;
  return rows.length > 0;
}
