/**
 * The functions and triggers of the database, each in one file with its current definition, in a folder for each
 * subject. They are applied after the numbered migrations, and again when their text has changed.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import server from "../package.json" with { type: "json" };
import type { Sql, Tx } from "./client.ts";

export const functionsDirectory = path.join(import.meta.dirname, "functions");

export const functionsTable = "schema_functions";

export interface FunctionFile {
  name: string;
  text: string;
  checksum: string;
}

interface Functions {
  files?: readonly FunctionFile[];
  /** The release that applies the functions, X.Y.Z. */
  release?: string;
}

/** Reads the files of all subjects in the order of their names, which is also the order of their application. */
export function readFunctionFiles(directory = functionsDirectory): FunctionFile[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .map((file) => {
      const text = readFileSync(path.join(directory, file), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      return { name: path.basename(file, ".sql"), text, checksum };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Lists the functions whose recorded text differs from this release's. Functions that a newer release has applied are
 * omitted, because a process of this release that starts beside it must not restore the previous text.
 */
export async function listDueFunctions(
  sql: Sql | Tx,
  { files = readFunctionFiles(), release = server.version }: Functions = {},
): Promise<FunctionFile[]> {
  const [table] = await sql`select from pg_class where oid = to_regclass(${functionsTable})`;
  if (!table) return [...files];
  const recorded = await sql<{ function_name: string; checksum: string; release: string }[]>`
    select function_name, checksum, release
    from ${sql(functionsTable)}`;
  const applied = new Map(recorded.map((row) => [row.function_name, row]));
  return files.filter(({ name, checksum }) => {
    const present = applied.get(name);
    if (present === undefined) return true;
    return present.checksum !== checksum && !isNewer(present.release, release);
  });
}

/** Applies all due functions in one transaction, in one process at a time. */
export async function applyDueFunctions(sql: Sql, functions: Functions = {}): Promise<void> {
  if ((await listDueFunctions(sql, functions)).length === 0) return;
  await sql.begin((tx) => applyDueFunctionsIn(tx, functions));
}

/** Applies the due functions in the caller's transaction. */
export async function applyDueFunctionsIn(
  tx: Tx,
  { files = readFunctionFiles(), release = server.version }: Functions = {},
): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext(${functionsTable}))`;
  await tx`
    create table if not exists ${tx(functionsTable)} (
      function_name text primary key,
      checksum text not null,
      release text not null,
      applied_at timestamptz not null
    )`;
  // A function can call one whose file comes later in the alphabet.
  await tx`set local check_function_bodies = off`;
  for (const { name, text, checksum } of await listDueFunctions(tx, { files, release })) {
    await applyFunction(tx, name, text);
    await tx`
      insert into ${tx(functionsTable)} (function_name, checksum, release, applied_at)
      values (${name}, ${checksum}, ${release}, clock_timestamp())
      on conflict (function_name) do update
      set checksum = excluded.checksum, release = excluded.release, applied_at = excluded.applied_at`;
  }
}

async function applyFunction(tx: Tx, name: string, text: string): Promise<void> {
  try {
    await tx.unsafe(text).simple();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The function ${name} could not be applied: ${reason}`, { cause });
  }
}

/** Compares releases as X.Y.Z: 0.9.0 is older than 0.10.0. */
const isNewer = (release: string, other: string): boolean =>
  release.localeCompare(other, "en", { numeric: true }) > 0;
