import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readBackup, type BackupHeader, type BackupTable, type Rows } from "./backup-file.ts";
import { countServers } from "./backup-tables.sql.ts";
import type { Sql, Tx } from "./client.ts";
import { connectPatiently } from "./connect-patiently.ts";
import { baseline, fillNewColumns, isOf010 } from "./from-0.1.0.ts";
import {
  listMigrationFiles,
  listRecordedMigrations,
  migrate,
  migrationsDirectory,
} from "./migrate.ts";

/** Brings a backup into a database: all of it, or what was there before stays. */

/** Reads the whole file, so that nothing is touched for one that is damaged. */
export async function verifyBackup(file: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  await readBackup(file, {
    header(read) {
      header = read;
    },
    async table(_, rows) {
      for await (const piece of rows) void piece;
    },
  });
  return header as BackupHeader;
}

/** What this release does not know of the backup's schema; empty when it can be restored. */
export function unknownMigrations(header: BackupHeader): string[] {
  const known = listMigrationFiles();
  return migrationsOf(header).filter((name, index) => `${name}.sql` !== known[index]);
}

/** Every column of version 0.1.0 is in the schema that the first migration makes, and its new ones fill themselves. */
const migrationsOf = ({ migrations }: BackupHeader): string[] =>
  isOf010(migrations) ? [baseline] : migrations;

/**
 * The tables that are there are set aside whole, in a schema of their own, whose name is answered: null when there were
 * none. The schema of the backup's release is made, filled in one transaction, and brought to this release's.
 */
export async function restoreBackup(
  url: string,
  file: string,
  header: BackupHeader,
): Promise<{ former_schema: string | null }> {
  await using database = connectPatiently(url, "tepat restore");
  const { sql } = database;
  const former_schema = await setAside(sql);
  try {
    await migrate(url, migrationsDirectory, migrationsOf(header).length);
    await sql.begin((tx) => fill(tx, file));
    await migrate(url);
    if (isOf010(header.migrations)) await sql.begin(fillNewColumns);
  } catch (cause) {
    await takeBack(sql, former_schema).catch((second: unknown) => {
      const both = [cause, new Error(notTakenBack(former_schema)), second];
      throw new AggregateError(both, "", { cause });
    });
    throw cause;
  }
  await sql`analyze`;
  return { former_schema };
}

async function setAside(sql: Sql): Promise<string | null> {
  if ((await listRecordedMigrations(sql)).length === 0) {
    const [stranger] = await sql`
      select from pg_class where relnamespace = to_regnamespace('public') limit 1
    `;
    if (stranger) throw new Error("it holds something that is not Tepat's");
    return null;
  }
  const name = `tepat_before_${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}`;
  await sql.begin(async (tx) => {
    await tx`alter schema public rename to ${tx(name)}`;
    await tx`create schema public`;
    // Its jobs are recurring ones, which every start makes anew.
    await tx`drop schema if exists pgboss cascade`;
  });
  return name;
}

async function takeBack(sql: Sql, former_schema: string | null): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`drop schema public cascade`;
    if (former_schema === null) await tx`create schema public`;
    else await tx`alter schema ${tx(former_schema)} rename to public`;
  });
}

const notTakenBack = (former_schema: string | null): string =>
  former_schema === null
    ? "what was made so far could not be removed"
    : `what was there before could not be put back, and is in the schema ${former_schema}`;

/** Rows come as they were, so triggers stay silent; foreign keys and checks do not. */
async function fill(tx: Tx, file: string): Promise<void> {
  await tx`set local idle_in_transaction_session_timeout = 0`;
  const names: string[] = [];
  await readBackup(file, {
    async header(header) {
      const { tables } = header;
      for (const { name } of tables) await tx`alter table ${tx(name)} disable trigger user`;
      // What the migrations put in is in the backup too. A table that version 0.1.0 had not, and that refers to one it had,
      // is as empty as it was made: the cascade only lets the others be emptied.
      await tx`truncate ${tx(tables.map(({ name }) => name))} cascade`;
      // The tables are locked by now: whoever starts from here on waits.
      await requireUntouched(tx, migrationsOf(header));
      names.push(...tables.map(({ name }) => name));
    },
    table: (table, rows) => copyRows(tx, table, rows),
  });
  for (const name of names) await tx`alter table ${tx(name)} enable trigger user`;
}

/** A server that was started meanwhile has changed the schema that the rows are of, or worked on what was emptied. */
async function requireUntouched(tx: Tx, migrations: readonly string[]): Promise<void> {
  const isSame = String(await listRecordedMigrations(tx)) === String(migrations);
  if (isSame && (await countServers(tx)) === 0) return;
  throw new Error("a server was started meanwhile: stop it, then restore again");
}

async function copyRows(tx: Tx, { name, columns }: BackupTable, rows: Rows): Promise<void> {
  const copying = await tx`copy ${tx(name)} (${tx(columns)}) from stdin`.writable();
  await pipeline(Readable.from(rows), copying);
}
