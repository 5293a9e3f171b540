/**
 * Migrates a database to this release's schema. First come the numbered migrations, forward only, in one transaction
 * for each file and one process at a time. Then come the functions that have changed (see functions.ts).
 */

import { readdirSync } from "node:fs";
import path from "node:path";

import type { RunnerOption } from "node-pg-migrate";
import postgres from "postgres";

import { connect, type Sql, type Tx } from "./client.ts";
import { connectPatiently } from "./connect-patiently.ts";
import { applyDueFunctions, applyDueFunctionsIn, listDueFunctions } from "./functions.ts";
import { DatabaseProblem } from "./problem.ts";

export const migrationsDirectory = path.join(import.meta.dirname, "migrations");

export const migrationsTable = "schema_migrations";
const undefinedTable = "42P01";

export async function migrate(url: string, directory = migrationsDirectory): Promise<void> {
  const sql = connect(url, { connections: 1, applicationName: "tepat migrate" });
  try {
    const recorded = await listRecordedMigrations(sql);
    if (missingMigrations(recorded, directory).length > 0) {
      await requireUtf8(sql);
      await applyDueMigrations(url, directory);
    }
    if (directory === migrationsDirectory) await applyDueFunctions(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Throws unless the database uses UTF-8. On a system without a locale, PostgreSQL creates databases in ASCII, where
 * the first non-ASCII name would be an error.
 */
async function requireUtf8(sql: Sql): Promise<void> {
  const [{ server_encoding: encoding } = {}] = await sql<{ server_encoding: string }[]>`
    show server_encoding`;
  if (encoding === "UTF8") return;
  throw new DatabaseProblem(
    `The database has the encoding ${encoding}, but Tepat needs UTF8. Create it again: create database tepat owner tepat encoding UTF8 template template0`,
  );
}

/**
 * Throws if the database has no tables of Tepat. For a command that needs an existing database: a wrong address must
 * not become another database of Tepat.
 */
export async function requireTables(url: string): Promise<void> {
  const sql = connect(url, { connections: 1, applicationName: "tepat migrate" });
  try {
    if ((await listRecordedMigrations(sql)).length > 0) return;
  } finally {
    await sql.end({ timeout: 1 });
  }
  throw new DatabaseProblem(
    "The database has no tables of Tepat yet. To create them, run npx tepat migrate. If this is the wrong database, correct DATABASE_URL.",
  );
}

/**
 * Lists the steps of `migrate` by name. The list is empty if the schema is this release's. Throws for a database that
 * a newer release has changed.
 */
export async function listDueMigrations(
  sql: Sql,
  directory = migrationsDirectory,
): Promise<string[]> {
  const recorded = await listRecordedMigrations(sql);
  const missing = missingMigrations(recorded, directory);
  if (directory !== migrationsDirectory) return missing;
  const functions = await listDueFunctions(sql);
  return [...missing, ...functions.map(({ name }) => `function ${name}`)];
}

function missingMigrations(recorded: readonly string[], directory: string): string[] {
  const names = listMigrationFiles(directory).map((file) => path.basename(file, ".sql"));
  const unknown = recorded.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new DatabaseProblem(
      `A newer release of Tepat has changed this database (migration ${unknown} is unknown here). ` +
        "Start that release, or restore a backup from before it.",
    );
  }
  return names.filter((name) => !recorded.includes(name));
}

export function listMigrationFiles(directory = migrationsDirectory): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
}

/** Lists migrations in the order of their application; empty for a database that is not Tepat's. */
export async function listRecordedMigrations(sql: Sql | Tx): Promise<string[]> {
  try {
    const rows = await sql<{ name: string }[]>`
      select name
      from ${sql(migrationsTable)}
      order by id`;
    return rows.map((row) => row.name);
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === undefinedTable) return [];
    throw error;
  }
}

/**
 * Migrates in the caller's transaction. Other processes wait for its end. With a count, applies at most that number
 * of due migrations, and no functions.
 */
export async function migrateIn(tx: Tx, count = Infinity): Promise<void> {
  await lockMigrations(tx);
  const ofTransaction = new Set(["BEGIN", "COMMIT", "ROLLBACK"]);
  const query = async (statement: Statement, values?: string[]) =>
    typeof statement === "string" && ofTransaction.has(statement)
      ? { rows: [] }
      : ask(tx, statement, values);
  await applyWith({ query }, migrationsDirectory, {
    count,
    noLock: true,
    singleTransaction: true,
  });
  if (count === Infinity) await applyDueFunctionsIn(tx);
}

/** Waits until no other process migrates. The lock is the runner's, and lasts until the transaction ends. */
export async function lockMigrations(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${migrationsLock}::bigint)`;
}

/** The lock of node-pg-migrate, which processes of earlier releases know too. */
const migrationsLock = 7_241_865_325_823_964;

/**
 * Applies the due migrations. The runner takes an advisory lock and then reads its table again, so that of two
 * processes one applies the migrations and the other finds nothing due. The runner's own client is not used, because
 * it would end the process if the session is lost, and knows only one host.
 */
async function applyDueMigrations(url: string, directory: string): Promise<void> {
  await using session = connectPatiently(url, "tepat migrate");
  const query: Query = (statement, values) => ask(session.sql, statement, values);
  await applyWith({ query }, directory, {
    advisoryLockMode: "wait",
    lockValue: migrationsLock,
    singleTransaction: false,
  });
}

/** Runs the runner, which is imported only here. The import costs 100 ms, and most starts have nothing to apply. */
async function applyWith(
  client: { query: Query },
  dir: string,
  how: Partial<RunnerOption>,
): Promise<void> {
  const { runner } = await import("node-pg-migrate");
  let progress = "";
  const note = (message: string): void => {
    progress = message;
  };
  try {
    await runner({
      dbClient: client as unknown as RunnerClient,
      dir,
      ignorePattern: String.raw`(?!.*\.sql$).*`,
      migrationsTable,
      direction: "up",
      logger: { info: note, warn: () => {}, error: () => {} },
      ...how,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration failed (${progress}): ${reason}`, { cause });
  }
}

type RunnerClient = Extract<RunnerOption, { dbClient: unknown }>["dbClient"];
type Statement = string | { text: string; values?: string[] };
type Query = (statement: Statement, values?: string[]) => Promise<{ rows: unknown[] }>;

async function ask(sql: Sql | Tx, statement: Statement, values?: string[]) {
  const asked = typeof statement === "string" ? { text: statement, values } : statement;
  return { rows: await sql.unsafe(asked.text, asked.values) };
}
