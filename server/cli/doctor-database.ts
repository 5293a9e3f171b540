import type { Config } from "../start/config.ts";
import type { Sql } from "../db/client.ts";
import type { SystemFinding } from "../contract/system-findings.ts";
import { listDueMigrations } from "../db/migrate.ts";
import {
  describeClocks,
  describeMigrations,
  describeVersion,
  openOuterSecrets,
} from "../domain/upkeep/database-health.ts";
import { runCheck, type CheckResult } from "../domain/base/check-result.ts";
import { describeReplication } from "../domain/upkeep/replication.ts";
import { describeInvariants } from "../domain/upkeep/invariants.ts";
import {
  describeDevices,
  describeDurability,
  describeTimeZone,
  describeWebhooks,
} from "../domain/devices/live-health.ts";
import { reasonOf } from "../domain/base/reason.ts";
import { describeBacklogs } from "../domain/upkeep/system-health.ts";
import { isDatabaseAway, startProblem } from "../start/start-problem.ts";
import { withDatabase, withGateway } from "./database.ts";

/** One cause gives one line: when the database cannot be reached, checks that need it are left out. */
export async function checkDatabase(
  config: Config,
  options: { isThorough: boolean },
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const database = await runCheck("database", () =>
    withDatabase(config, async ({ sql }) => {
      const version = await describeVersion(sql);
      results.push(
        await runCheck("migrations", () => describeMigrations(sql)),
        await runCheck("TEPAT_SECRET", () => describeSecrets(sql)),
        await runCheck("clocks", () => describeClocks(sql)),
        await runCheck("durability", () => describeDurability(sql)),
        await runCheck("replication", () => describeReplication(sql)),
        await runCheck("time zone", () => describeTimeZone(sql, config.quotaTimeZone)),
      );
      if ((await listDueMigrations(sql)).length === 0) {
        results.push(...(await checkWork(sql, config, options)));
      }
      return version;
    }).catch((cause: unknown) => {
      throw new Error(problemOf(config, cause), { cause });
    }),
  );
  return [database, ...results];
}

function problemOf({ databaseUrl }: Config, cause: unknown): string {
  if (databaseUrl === null || !isDatabaseAway(cause)) {
    return startProblem(cause)?.replace("\n", ": ") ?? reasonOf(cause);
  }
  return `${reasonOf(cause)}: start PostgreSQL, or correct DATABASE_URL`;
}

/** A rule that takes longer on this database is left to `--thorough`, for a quiet hour. */
const ruleMilliseconds = 2_000;

async function checkWork(
  sql: Sql,
  { quotaTimeZone }: Config,
  { isThorough }: { isThorough: boolean },
): Promise<CheckResult[]> {
  const bound = { statement_milliseconds: isThorough ? 0 : ruleMilliseconds };
  return [
    await runCheck("recurring work", () => describeBacklogs({ sql, now: () => null })),
    await runCheck("webhooks", () => describeWebhooks(sql)),
    await runCheck("devices", () => describeDevices(sql)),
    await runCheck("invariants", () => describeInvariants(sql, { quotaTimeZone }, bound)),
  ];
}

async function describeSecrets(sql: Sql): Promise<string | SystemFinding> {
  // Opening the gateway would apply them, and the doctor changes nothing.
  if ((await listDueMigrations(sql)).length > 0) return "not examined while migrations are due";
  return withGateway(openOuterSecrets);
}
