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

/** Restores a backup into a database: all of it, or nothing is changed. */

/** Reads the whole file first, so that nothing is changed for a damaged one. */
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

/** Lists the backup's migrations that this release does not know; empty when it can be restored. */
export function unknownMigrations(header: BackupHeader): string[] {
  const known = listMigrationFiles();
  return migrationsOf(header).filter((name, index) => `${name}.sql` !== known[index]);
}

/** Every column of version 0.1.0 is in the schema of the first migration, and the new columns are filled afterwards. */
const migrationsOf = ({ migrations }: BackupHeader): string[] =>
  isOf010(migrations) ? [baseline] : migrations;

/**
 * Moves the existing tables into a schema of their own and returns its name, or null when there were none. Then makes
 * the schema of the backup's release, fills it in one transaction, and migrates it to this release.
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
    // Its jobs are recurring ones, which every start creates again.
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

/** Rows are inserted as they were, so triggers are off; foreign keys and checks stay on. */
async function fill(tx: Tx, file: string): Promise<void> {
  await tx`set local idle_in_transaction_session_timeout = 0`;
  const names: string[] = [];
  await readBackup(file, {
    async header(header) {
      const { tables } = header;
      for (const { name } of tables) await tx`alter table ${tx(name)} disable trigger user`;
      // The backup also contains the rows that migrations insert. A table that version 0.1.0 did not have, and that
      // refers to one of its tables, is still empty; the cascade only allows the others to be emptied.
      await tx`truncate ${tx(tables.map(({ name }) => name))} cascade`;
      // The tables are locked now, so a server that starts from here on waits.
      await requireUntouched(tx, migrationsOf(header));
      names.push(...tables.map(({ name }) => name));
    },
    table: (table, rows) => copyRows(tx, table, rows),
  });
  for (const name of names) await tx`alter table ${tx(name)} enable trigger user`;
}

/** A server that was started meanwhile may have changed the schema of the rows, or worked on the emptied tables. */
async function requireUntouched(tx: Tx, migrations: readonly string[]): Promise<void> {
  const isSame = String(await listRecordedMigrations(tx)) === String(migrations);
  if (isSame && (await countServers(tx)) === 0) return;
  throw new Error("a server was started meanwhile: stop it, then restore again");
}

async function copyRows(tx: Tx, { name, columns }: BackupTable, rows: Rows): Promise<void> {
  const copying = await tx`copy ${tx(name)} (${tx(columns)}) from stdin`.writable();
  await pipeline(Readable.from(rows), copying);
}
