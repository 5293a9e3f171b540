/**
 * A released migration never changes. The runner recognises a migration by its name, so a database that already has
 * it would keep the old form. `npm run generate` adds a new file's checksum to the list and leaves the others
 * unchanged. After editing an unreleased file, remove its line.
 */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { listMigrationFiles, migrationsDirectory } from "./migrate.ts";

type Checksums = Record<string, string>;

const checksumsFile = path.join(migrationsDirectory, "checksums.json");

/** Returns the new contents of checksums.json, from its current text. */
export function renderChecksums(current: string): string {
  const all = { ...checksumFiles(), ...parseChecksums(current) };
  return JSON.stringify(all, Object.keys(all).toSorted(), 2);
}

/** Returns the names of listed migrations that were edited, renamed or removed. */
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
