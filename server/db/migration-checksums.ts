/**
 * A released migration never changes: the runner goes by its name, so a database that already has it would keep the old
 * form. `npm run generate` adds a new file's checksum to the list and leaves the others alone. Whoever edits a file
 * that is not released yet removes its line.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { readSchemaFiles } from "./baseline.ts";
import { baseline } from "./from-0.1.0.ts";
import { listMigrationFiles, migrationsDirectory } from "./migrate.ts";

type Checksums = Record<string, string>;

const baselineFile = `${baseline}.sql`;
const checksumsFile = path.join(migrationsDirectory, "checksums.json");

/** Returns what checksums.json should contain, from its present text. The first release adds the first migration. */
export function renderChecksums(present: string): string {
  const { [baselineFile]: _, ...files } = checksumFiles();
  const all = { ...files, ...parseChecksums(present) };
  return JSON.stringify(all, Object.keys(all).toSorted(), 2);
}

/**
 * Returns what the first migration should contain, from its present text. It is made of the files in schema/ until it
 * is released.
 */
export function renderBaseline(present: string): string {
  return baselineFile in parseChecksums(readFileSync(checksumsFile, "utf8"))
    ? present
    : readSchemaFiles();
}

/** Names of listed migrations that were edited, renamed or removed. */
export function findEditedMigrations(): string[] {
  const actual = checksumFiles();
  const listed = parseChecksums(
    existsSync(checksumsFile) ? readFileSync(checksumsFile, "utf8") : "",
  );
  return Object.keys(listed).filter((file) => actual[file] !== listed[file]);
}

function parseChecksums(text: string): Checksums {
  return text === "" ? {} : (JSON.parse(text) as Checksums);
}

function checksumFiles(): Checksums {
  const sums: Checksums = {};
  for (const file of listMigrationFiles()) {
    const content = readFileSync(path.join(migrationsDirectory, file));
    sums[file] = createHash("sha256").update(content).digest("hex");
  }
  return sums;
}
