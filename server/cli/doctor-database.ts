import type { Config } from "../config.ts";
import type { Sql } from "../db/client.ts";
import { listDueMigrations } from "../db/migrate.ts";
import type { Gateway } from "../domain/gateway.ts";
import { liveWebhookSecrets } from "../domain/webhook-secrets.ts";
import { withDatabase, withGateway } from "./database.ts";
import { selectClock, selectOuterMerchants, selectServerVersion } from "./doctor-database.sql.ts";
import { examine, type Finding } from "./finding.ts";
import { reasonOf } from "./reason.ts";

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

/** Matching pools need `unique nulls not distinct`. */
const oldestPostgres = 15;

async function describeVersion(sql: Sql): Promise<string> {
  const { version, version_number } = await selectServerVersion(sql);
  if (version_number >= oldestPostgres * 10_000) return `PostgreSQL ${version}`;
  throw new Error(`PostgreSQL ${version} is too old, Tepat needs ${oldestPostgres} or newer`);
}

async function describeMigrations(sql: Sql): Promise<string> {
  const due = await listDueMigrations(sql);
  if (due.length === 0) return "current";
  throw new Error(`due: ${due.join(", ")}. Run npx tepat migrate; npm start applies them too`);
}

async function describeSecrets(sql: Sql): Promise<string> {
  // Opening the gateway would apply them, and a doctor changes nothing.
  if ((await listDueMigrations(sql)).length > 0) return "not examined while migrations are due";
  return withGateway(openOuterSecrets);
}

async function openOuterSecrets({ sql, secrets }: Gateway): Promise<string> {
  const merchants = await selectOuterMerchants(sql);
  for (const merchant_id of merchants) {
    await liveWebhookSecrets(sql, secrets, { merchant_id, at: null });
  }
  return merchants.length > 0 ? "opens the secrets in the database" : "has sealed nothing yet";
}

/** Deadlines follow the database's clock, signatures of webhooks and simulated transfers this machine's. */
const skewSecondsMax = 10;

async function describeClocks(sql: Sql): Promise<string> {
  const asked = Date.now();
  const theirs = (await selectClock(sql)).getTime();
  const ours = (asked + Date.now()) / 2;
  const skewSeconds = Math.abs(theirs - ours) / 1000;
  const skew = `${skewSeconds.toFixed(1)} s apart`;
  if (skewSeconds <= skewSecondsMax) return skew;
  throw new Error(`this machine's and the database's are ${skew}: let both follow NTP`);
}
