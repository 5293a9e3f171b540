import { PgBoss } from "pg-boss";
import { connect, type Sql } from "../db/client.ts";
import type { Log } from "./log.ts";

/** pg-boss decides which process does recurring work. What may not be lost is in our own tables. */

export interface RecurringJob {
  name: string;
  every_seconds: number;
  run: () => Promise<unknown>;
}

export interface Queue {
  /** Lets running jobs end, within bounds. */
  stop(): Promise<void>;
}

const stopMilliseconds = 5000;
const turnMilliseconds = 60_000;
const startLock = 7_283_730;

export async function startQueue(
  url: string,
  log: Log,
  jobs: readonly RecurringJob[],
): Promise<Queue> {
  // A connection of its own: pg-boss sends its transactions as text, which a pool would scatter.
  const sql = connect(url, { applicationName: "tepat jobs", connections: 1 });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => executeSql(sql, text, values) },
    schema: "pgboss",
  });
  boss.on("error", (err) => log.error({ err }, "job queue"));
  const turn = await takeTurn(url);
  try {
    await boss.start();
    for (const job of jobs) await recur(boss, log, job);
  } finally {
    await turn.end({ timeout: 1 });
  }
  return {
    async stop() {
      await boss.stop({ graceful: true, timeout: stopMilliseconds });
      await sql.end({ timeout: 1 });
    },
  };
}

/**
 * Processes that start at once on a new database would both make pg-boss's tables, and the later one fail. The lock is the
 * session's: its end gives it back, and so does the death of its process.
 */
async function takeTurn(url: string): Promise<Sql> {
  const turn = connect(url, {
    applicationName: "tepat jobs' start",
    connections: 1,
    statementMilliseconds: turnMilliseconds,
  });
  await turn`select pg_advisory_lock(${startLock})`;
  return turn;
}

/** Runs that are over are of no use: pg-boss would keep them for a week, a few hundred thousand of ours. */
const bounds = { expireInSeconds: 60, retryLimit: 0, deleteAfterSeconds: 3600 };

/**
 * A run sends the next one, delayed; the queue's policy lets only one wait, so that any number of processes makes one
 * chain. A cron entry begins the chain again each minute, should a crash have cut it.
 */
async function recur(
  boss: PgBoss,
  log: Log,
  { name, every_seconds, run }: RecurringJob,
): Promise<void> {
  await boss.createQueue(name, { policy: "short", ...bounds });
  // One that an earlier release has made has the bounds of that one.
  await boss.updateQueue(name, bounds);
  await boss.work(name, { pollingIntervalSeconds: 2 }, async () => {
    try {
      await run();
    } catch (err) {
      log.error({ err, job: name }, "job failed, its next run tries again");
    }
    await boss.send(name, null, { startAfter: every_seconds });
  });
  await boss.schedule(name, "* * * * *");
  await boss.send(name, null);
}

/** pg-boss passes undefined for "no value", and reads `{ rows }`. */
async function executeSql(
  sql: Sql,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: Record<string, unknown>[] }> {
  const bound = values.map((value) => value ?? null);
  const rows = await sql.unsafe<Record<string, unknown>[]>(text, bound as never[]);
  return { rows: [...rows] };
}
