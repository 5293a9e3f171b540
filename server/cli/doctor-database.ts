import type { Config } from "../start/config.ts";
import { addressesOf, connect, type Sql } from "../db/client.ts";
import type { SystemFinding } from "../contract/system-findings.ts";
import { listDueMigrations } from "../db/migrate.ts";
import {
  describeClocks,
  describeMigrations,
  describeVersion,
  noResponse,
  whyNotReady,
  openOuterSecrets,
} from "../domain/upkeep/database-health.ts";
import { runCheck, type CheckResult } from "../domain/base/check-result.ts";
import { describeReplication } from "../domain/upkeep/replication.ts";
import { selectReplication } from "../domain/upkeep/replication.sql.ts";
import { findRefusedRules } from "../domain/mutations/reading-rules.ts";
import { createNotificationReader } from "../domain/notifications/notification-text.ts";
import { describeInvariants } from "../domain/upkeep/invariants.ts";
import {
  describeDurability,
  describeSources,
  describeTimeZone,
  describeWebhooks,
} from "../domain/upkeep/live-health.ts";
import { reasonOf } from "../domain/base/reason.ts";
import { describeBacklogs, describeRateLimits } from "../domain/upkeep/system-health.ts";
import { isDatabaseAway, startProblem } from "../start/start-problem.ts";
import { describeReplicas } from "../start/open-replicas.ts";
import { withDatabase, withGateway } from "./database.ts";

/**
 * Checks the database. Without a database, the checks that need one are left out, so that one cause
 * gives one line.
 */
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
        ...(config.replicas
          ? [await runCheck("replicas", () => describeReplicas(config, sql))]
          : []),
        await runCheck("time zone", () => describeTimeZone(sql, config.quotaTimeZone)),
      );
      if ((await listDueMigrations(sql)).length === 0) {
        results.push(...(await checkWork(sql, config, options)));
      }
      await requireWrites(sql);
      return version;
    }).catch(async (cause: unknown) => {
      throw new Error(await problemOf(config, cause), { cause });
    }),
  );
  return [database, ...results];
}

async function problemOf(
  { databaseUrl, databaseDirectUrl }: Config,
  cause: unknown,
): Promise<string> {
  if (databaseUrl === null || !isDatabaseAway(cause)) {
    return startProblem(cause)?.replace("\n", ": ") ?? reasonOf(cause);
  }
  const hosts = addressesOf(databaseDirectUrl ?? databaseUrl);
  if (hosts.length === 1) return `${reasonOf(cause)}. Start PostgreSQL, or correct DATABASE_URL`;
  const found = await Promise.all(hosts.map(describeHost));
  return `none of these hosts accepts writes: ${found.join("; ")}. Start PostgreSQL, let the cluster choose a leader, or correct DATABASE_URL`;
}

async function describeHost({ host, url }: { host: string; url: string }): Promise<string> {
  const sql = connect(url, { connections: 1 });
  try {
    const { is_leader } = await selectReplication(sql);
    return `${host} is ${is_leader ? "now a leader" : "a replica"}`;
  } catch (cause) {
    return `${host} cannot be used (${reasonOf(cause)})`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Refuses a database that accepts no writes. A replica accepts none either, but the replication
 * check explains its fix.
 */
async function requireWrites(sql: Sql): Promise<void> {
  const problem = await whyNotReady(sql);
  if (problem === null || !(await selectReplication(sql)).is_leader) return;
  if (problem === noResponse) throw new Error(`${problem} Read PostgreSQL's log, and try again`);
  throw new Error(
    `${problem} Make room, or set default_transaction_read_only to off wherever it is on: for the server, the database or Tepat's user`,
  );
}

/**
 * The time limit of a rule. A rule that takes longer on this database runs only with `--thorough`.
 */
const ruleMilliseconds = 2_000;

async function checkWork(
  sql: Sql,
  { quotaTimeZone }: Config,
  { isThorough }: { isThorough: boolean },
): Promise<CheckResult[]> {
  const bound = { statement_milliseconds: isThorough ? 0 : ruleMilliseconds };
  return [
    await runCheck("recurring work", () => describeBacklogs({ sql, now: () => null })),
    await runCheck("rate limits", () => describeRateLimits({ sql })),
    await runCheck("webhooks", () => describeWebhooks(sql)),
    await runCheck("sources", () => describeSources(sql)),
    await runCheck("taught wordings", () => describeTaughtRules(sql)),
    await runCheck("invariants", () => describeInvariants(sql, { quotaTimeZone }, bound)),
  ];
}

/** Describes the taught rules. Another check reads the operator's rules from their file. */
async function describeTaughtRules(sql: Sql): Promise<string> {
  const refused = await findRefusedRules({
    sql,
    notificationReader: () => createNotificationReader(),
  });
  if (refused.length === 0) return "no taught wording could accept a sender's words";
  const merchants = [...new Set(refused.map(({ merchant_id }) => merchant_id))];
  const shown = merchants.slice(0, merchantsShown).join(", ");
  const rest = merchants.length - merchantsShown;
  const whose = `of merchant${merchants.length > 1 ? "s" : ""} ${shown}${rest > 0 ? ` and ${rest} more` : ""}`;
  const on = refused.filter(({ is_on }) => is_on).length;
  if (on > 0) {
    throw new Error(
      `taught wordings that could accept a sender's words are still on: ${on} ${whose}. Restart the server, which switches them off`,
    );
  }
  return `taught wordings that could accept a sender's words are switched off: ${refused.length} ${whose}. The merchant can remove them in the dashboard under Transfers and teach others`;
}

const merchantsShown = 5;

async function describeSecrets(sql: Sql): Promise<string | SystemFinding> {
  // Opening the gateway would apply the migrations, and the doctor changes nothing.
  if ((await listDueMigrations(sql)).length > 0) return "not examined while migrations are due";
  return withGateway(openOuterSecrets);
}
