import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readBackup, type BackupHeader, type BackupTable, type Rows } from "./backup-file.ts";
import { countServers } from "./backup-tables.sql.ts";
import type { Tx } from "./client.ts";
import { connectPatiently } from "./connect-patiently.ts";
import {
  listMigrationFiles,
  listRecordedMigrations,
  lockMigrations,
  migrateIn,
  migrationsTable,
} from "./migrate.ts";

/** Restores a backup into a database: completely, or without any change. */

/** Reads the whole file first, so that a damaged file changes nothing. */
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

/**
 * Lists the backup's migrations that this release does not know. An empty list means that the backup can be restored.
 */
export function unknownMigrations({ migrations }: BackupHeader): string[] {
  const known = listMigrationFiles();
  return migrations.filter((name, index) => `${name}.sql` !== known[index]);
}

/**
 * Moves the existing tables into a separate schema and returns its name, or null if there were none. Then creates the
 * schema of the backup's release, fills it, and migrates it to this release. All steps share one transaction, so any
 * interruption leaves the database unchanged.
 */
export async function restoreBackup(
  url: string,
  file: string,
  header: BackupHeader,
): Promise<{ former_schema: string | null }> {
  await using database = connectPatiently(url, "tepat restore");
  const { sql } = database;
  const former_schema = await sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const name = await setAside(tx);
    await migrateIn(tx, header.migrations.length);
    await fill(tx, file);
    await migrateIn(tx);
    await tx`analyze`;
    await requireNoServer(tx);
    return name;
  });
  return { former_schema };
}

/**
 * Moves the existing tables aside. A server that starts from now on waits for the lock of migrations, or for their
 * list.
 */
async function setAside(tx: Tx): Promise<string | null> {
  await lockMigrations(tx);
  const list = tx(migrationsTable);
  const isListed = await holdsMigrations(tx);
  if (isListed) await tx`lock table ${list} in access exclusive mode`;
  await requireNoServer(tx);
  if (!isListed || (await listRecordedMigrations(tx)).length === 0) {
    // An interrupted first start leaves only the list, without an entry.
    if (isListed) await tx`drop table ${list}`;
    const [stranger] = await tx`
      select from pg_class where relnamespace = to_regnamespace('public') limit 1
    `;
    if (stranger) throw new Error("it holds something that is not Tepat's");
    return null;
  }
  const name = `tepat_before_${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 17)}`;
  await tx`alter schema public rename to ${tx(name)}`;
  await tx`create schema public`;
  // pg-boss holds only recurring jobs, which every start creates again.
  await tx`drop schema if exists pgboss cascade`;
  return name;
}

/**
 * Returns whether the table is Tepat's list of migrations. Other programs have a table of this name with other
 * columns.
 */
async function holdsMigrations(tx: Tx): Promise<boolean> {
  const [column] = await tx`
    select
    from pg_attribute
    where attrelid = to_regclass(${`public.${migrationsTable}`})
      and attname = 'name'
  `;
  return column !== undefined;
}

/** Throws if a server is running, because rows that it writes would be moved aside with the previous tables. */
async function requireNoServer(tx: Tx): Promise<void> {
  // Without this call, PostgreSQL would show every later look the sessions of the first one.
  await tx`select pg_stat_clear_snapshot()`;
  if ((await countServers(tx)) === 0) return;
  throw new Error("a server was started meanwhile. Stop it, then restore again");
}

/** Fills the tables. Rows are inserted as they were, so triggers are off. Foreign keys and checks stay on. */
async function fill(tx: Tx, file: string): Promise<void> {
  const names: string[] = [];
  await readBackup(file, {
    async header(header) {
      const { tables } = header;
      for (const { name } of tables) await tx`alter table ${tx(name)} disable trigger user`;
      // The backup also contains the rows that migrations insert, so the tables are emptied first. A table that the
      // backup's release did not have, and that refers to one of its tables, is still empty. The cascade only makes
      // the truncate possible.
      await tx`truncate ${tx(tables.map(({ name }) => name))} cascade`;
      names.push(...tables.map(({ name }) => name));
    },
    table: (table, rows) => copyRows(tx, table, rows),
  });
  for (const name of names) await tx`alter table ${tx(name)} enable trigger user`;
}

async function copyRows(tx: Tx, { name, columns }: BackupTable, rows: Rows): Promise<void> {
  const copying = await tx`copy ${tx(name)} (${tx(columns)}) from stdin`.writable();
  await pipeline(Readable.from(rows), copying);
}
