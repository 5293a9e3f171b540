import type { Config } from "../config.ts";
import type { Sql } from "../db/client.ts";
import { listDueMigrations } from "../db/migrate.ts";
import {
  describeClocks,
  describeMigrations,
  describeVersion,
  openOuterSecrets,
} from "../domain/database-health.ts";
import { examine, type Finding } from "../domain/finding.ts";
import { reasonOf } from "../domain/reason.ts";
import { withDatabase, withGateway } from "./database.ts";

/** One cause, one line: what needs the database is not examined when it cannot be reached. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const database = await examine("database", () =>
    withDatabase(config, async ({ sql }) => {
      const version = await describeVersion(sql);
      findings.push(
        await examine("migrations", () => describeMigrations(sql)),
        await examine("TEPAT_SECRET", () => describeSecrets(sql)),
        await examine("clocks", () => describeClocks(sql)),
      );
      return version;
    }).catch((cause: unknown) => {
      if (config.databaseUrl === null) throw cause;
      throw new Error(`${reasonOf(cause)}: start PostgreSQL, or correct DATABASE_URL`, { cause });
    }),
  );
  return [database, ...findings];
}

async function describeSecrets(sql: Sql): Promise<string> {
  // Opening the gateway would apply them, and a doctor changes nothing.
  if ((await listDueMigrations(sql)).length > 0) return "not examined while migrations are due";
  return withGateway(openOuterSecrets);
}
