/**
 * A migration that has shipped never changes: the runner goes by its name, so a database that already has it would
 * keep the old form. `npm run generate` adds a new file's checksum to the list and leaves the others alone; whoever
 * edits a file that has not shipped yet removes its line.
 */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { listMigrationFiles, migrationsDirectory } from "./migrate.ts";

type Checksums = Record<string, string>;

export const checksumsFile = path.join(migrationsDirectory, "checksums.json");

/** The list's text as it should be: recorded checksums as they are, new files added. */
export async function renderChecksums(): Promise<string> {
  const all = { ...(await checksumFiles()), ...(await readChecksums()) };
  return `${JSON.stringify(all, Object.keys(all).toSorted(), 2)}\n`;
}

/** Names of recorded migrations that were edited, renamed or removed. */
export async function findEditedMigrations(): Promise<string[]> {
  const actual = await checksumFiles();
  const recorded = Object.entries(await readChecksums());
  return recorded.filter(([file, sum]) => actual[file] !== sum).map(([file]) => file);
}

async function readChecksums(): Promise<Checksums> {
  if (!existsSync(checksumsFile)) return {};
  return JSON.parse(await readFile(checksumsFile, "utf8")) as Checksums;
}

async function checksumFiles(): Promise<Checksums> {
  const sums: Checksums = {};
  for (const file of await listMigrationFiles()) {
    const content = await readFile(path.join(migrationsDirectory, file));
    sums[file] = createHash("sha256").update(content).digest("hex");
  }
  return sums;
}
