import { limits } from "../../contract/limits.ts";
import type { SystemFinding } from "../../contract/system-findings.ts";
import { addressesOf, connect, type Sql } from "../../db/client.ts";
import { listDueMigrations } from "../../db/migrate.ts";
import {
  selectOuterMerchants,
  selectServerVersion,
  selectTakesWrites,
} from "./database-health.sql.ts";
import { CheckFailed } from "../base/check-result.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { liveWebhookSecrets } from "../merchants/webhook-secrets.ts";
import { selectClock } from "../base/clock.sql.ts";

/** Checks whether Tepat can work with the database. Each check returns its finding, or throws the problem. */

/** The oldest version, because matching pools need `unique nulls not distinct`. */
const oldestPostgres = 15;

export async function describeVersion(sql: Sql): Promise<SystemFinding> {
  const { version, version_number } = await selectServerVersion(sql);
  if (version_number >= oldestPostgres * 10_000) return { code: "postgres", params: { version } };
  throw new CheckFailed({ code: "postgres_too_old", params: { version, oldest: oldestPostgres } });
}

/** The number of missing migrations that the finding names. An empty database lacks all of them. */
const dueShown = 5;

export async function describeMigrations(sql: Sql): Promise<SystemFinding> {
  const due = await listDueMigrations(sql);
  if (due.length === 0) return { code: "migrations_current", params: {} };
  const names = due.slice(0, dueShown).join(", ");
  const more = due.length > dueShown ? ` … (+${due.length - dueShown})` : "";
  throw new CheckFailed({ code: "migrations_due", params: { names: names + more } });
}

const diskFull = "53100";

export const noResponse = "The database does not respond.";

/** Returns the reason why the gateway cannot serve requests now, or null if it can. */
export async function whyNotReady(sql: Sql): Promise<string | null> {
  try {
    if (await selectTakesWrites(sql)) return null;
    return "The database is read-only.";
  } catch (cause) {
    const isFull = (cause as { code?: unknown }).code === diskFull;
    return isFull ? "The database's disk is full." : noResponse;
  }
}

const cannotConnectNow = "57P03";

/**
 * Returns the reason why the database accepts no new connections, or null if it does. In a smart shutdown, PostgreSQL
 * serves its existing connections and refuses new ones, so the pool notices nothing until it needs a new one.
 */
export async function whyNoEntry(directUrl: string): Promise<string | null> {
  const refusal = await tryEntry(directUrl);
  if (refusal === null) return null;
  const hosts = addressesOf(directUrl);
  // With several hosts the client skips one that is stopping, so the error does not name that host.
  const refusals =
    hosts.length > 1 ? await Promise.all(hosts.map(({ url }) => tryEntry(url))) : [refusal];
  return refusals.includes(cannotConnectNow)
    ? "The database is shutting down and takes no new connections. Restart PostgreSQL, or Tepat if PostgreSQL is embedded."
    : null;
}

/** Returns the code of the error with which a new connection fails, or null if it works. The client bounds the time. */
async function tryEntry(url: string): Promise<unknown> {
  const sql = connect(url, { applicationName: "tepat readiness", connections: 1 });
  try {
    await sql`select`;
    return null;
  } catch (cause) {
    return (cause as { code?: unknown }).code ?? "unknown";
  } finally {
    await sql.end({ timeout: 0 });
  }
}

export async function openOuterSecrets({ sql, secrets }: Gateway): Promise<SystemFinding> {
  const merchants = await selectOuterMerchants(sql);
  for (const merchant_id of merchants) {
    await liveWebhookSecrets(sql, secrets, { merchant_id, at: null });
  }
  return { code: merchants.length > 0 ? "secret_fits" : "nothing_sealed", params: {} };
}

/**
 * Compares the clocks. Deadlines and signatures of webhooks follow the database's clock. Certificates, logs and
 * simulated transfers follow this machine's. The time of the query does not count as a difference.
 */
export async function describeClocks(sql: Sql): Promise<SystemFinding> {
  const asked = Date.now();
  const theirs = (await selectClock(sql)).getTime();
  const apartSeconds = Math.max(asked - theirs, theirs - Date.now(), 0) / 1000;
  const params = { seconds: apartSeconds };
  if (apartSeconds <= limits.clockDifferenceSeconds) return { code: "clocks_agree", params };
  throw new CheckFailed({ code: "clocks_differ", params });
}
