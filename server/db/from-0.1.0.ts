/**
 * Version 0.1.0 had another list of migrations. The first migration of this release makes their result at once. A
 * database of that version is brought to the same schema without losing or changing a payment or a transfer.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Sql, Tx } from "./client.ts";
import { waitedForLock } from "./constraints.ts";
import { applyDueFunctionsIn } from "./functions.ts";
import { DatabaseProblem } from "./problem.ts";

/** The migrations that version 0.1.0 had applied. */
export const migrationsOf010: readonly string[] = [
  "0001_create_merchants",
  "0002_create_channels",
  "0003_create_devices",
  "0004_create_accounts",
  "0005_create_payments",
  "0006_create_mutations",
  "0007_create_webhook_deliveries",
  "0008_create_payments_in_one_round_trip",
  "0009_record_and_match_mutations",
  "0010_match_payments_by_hand",
  "0011_note_devices_that_hide_texts",
  "0012_watch_device_health",
  "0013_tell_why_mutations_match",
  "0015_add_branding_to_merchants",
  "0016_sign_in_to_the_dashboard",
  "0017_serve_the_dashboard",
  "0019_record_reports_together",
  "0020_remember_since_when_devices_are_listened_to",
  "0021_slow_down_strangers",
  "0023_bound_what_grows",
  "0024_parse_creates_once",
  "0025_parse_reports_once",
  "0026_record_transfers",
];

/** The migration that makes what those migrations made together. */
export const baseline = "0001_create_schema";

export function isOf010(recorded: readonly string[]): boolean {
  if (recorded[0] !== migrationsOf010[0]) return false;
  if (String(recorded) === String(migrationsOf010)) return true;
  throw new Error(
    "This database was made by a development version before 0.1.0. Start version 0.1.0 on it once, then this one.",
  );
}

/**
 * How long it waits for a table. PostgreSQL lets a statement wait for a second before it looks for a deadlock, so this
 * gives way first, and no request to a process of 0.1.0 fails.
 */
const lockMilliseconds = 400;
const lockPauseMilliseconds = 200;
/** A backup of 0.1.0 holds its tables until it ends. It is waited for about ten minutes. */
const lockTriesMax = 1_000;

const tablesInUse =
  "The tables of version 0.1.0 stay in use: end what holds them, such as a backup or a psql, then start again.";

/** Runs in one transaction. If two processes try, one does it and the other finds it done. */
export async function bringFrom010(sql: Sql): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sql.begin(bringIn);
    } catch (cause) {
      if (!waitedForLock(cause)) throw cause;
      if (tries === lockTriesMax) throw new DatabaseProblem(tablesInUse, { cause });
      await wait(lockPauseMilliseconds);
    }
  }
}

async function bringIn(tx: Tx): Promise<void> {
  await tx`lock table schema_migrations in access exclusive mode`;
  const recorded = await tx<{ name: string }[]>`select name from schema_migrations order by id`;
  if (!isOf010(recorded.map(({ name }) => name))) return;
  await tx`set local statement_timeout = 0`;
  await lockAllTables(tx);
  await run(tx, "schema.sql");
  // In the same transaction, because processes of 0.1.0 may still be running and call them.
  await applyDueFunctionsIn(tx);
  await fillNewColumns(tx);
  await tx`delete from schema_migrations`;
  await tx`insert into schema_migrations (name, run_on) values (${baseline}, now())`;
}

/** Before anything is changed, because a lock that comes later could meet a statement that waits for an earlier one. */
async function lockAllTables(tx: Tx): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select quote_ident(tablename) as name
    from pg_tables
    where schemaname = current_schema()
  `;
  await tx.unsafe(`set local lock_timeout = ${lockMilliseconds}`);
  await tx.unsafe(
    `lock table ${tables.map(({ name }) => name).join(", ")} in access exclusive mode`,
  );
  await tx`set local lock_timeout = 0`;
}

/** Fills columns that are new since version 0.1.0, in this database or after a restored backup of that version. */
export const fillNewColumns = (tx: Tx): Promise<void> => run(tx, "rows.sql");

async function run(tx: Tx, file: string): Promise<void> {
  const text = readFileSync(path.join(import.meta.dirname, "from-0.1.0", file), "utf8");
  await tx.unsafe(text).simple();
}
