/**
 * A released migration never changes: the runner goes by its name, so a database that already has it would keep the old
 * form. `npm run generate` adds a new file's checksum to the list and leaves the others alone. Anyone who edits a file
 * that is not released yet removes its line.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { listMigrationFiles, migrationsDirectory } from "./migrate.ts";

type Checksums = Record<string, string>;

const checksumsFile = path.join(migrationsDirectory, "checksums.json");

/** Returns what checksums.json should contain, from its current text. */
export function renderChecksums(current: string): string {
  const all = { ...checksumFiles(), ...parseChecksums(current) };
  return JSON.stringify(all, Object.keys(all).toSorted(), 2);
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
