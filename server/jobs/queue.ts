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
const chainSeconds = 60;

export async function startQueue(
  url: string,
  log: Log,
  jobs: readonly RecurringJob[],
  /** How often the chains of runs are looked after, by this process's timer: no clock that is set moves it. */
  { chain_seconds = chainSeconds }: { chain_seconds?: number } = {},
): Promise<Queue> {
  // A connection of its own: pg-boss sends its transactions as text, which a pool would scatter.
  const sql = connect(url, { applicationName: "tepat jobs", connections: 1 });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => executeSql(sql, text, values) },
    schema: "pgboss",
    // Its cron goes by the clocks of the process and the database; our own timer begins chains again.
    schedule: false,
  });
  boss.on("error", (err) => log.error({ err }, "job queue"));
  const turn = await takeTurn(url);
  try {
    await boss.start();
    for (const job of jobs) await recur(boss, log, job);
    await keepChains(sql, boss, jobs);
  } finally {
    await turn.end({ timeout: 1 });
  }
  let keeping = Promise.resolve();
  const timer = setInterval(() => {
    keeping = keepChains(sql, boss, jobs).catch((err: unknown) => {
      log.error({ err }, "looking after recurring jobs failed, it is done again in a minute");
    });
  }, chain_seconds * 1000);
  return {
    async stop() {
      clearInterval(timer);
      await keeping;
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
 * chain.
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
  // Of a release whose chains were begun again by pg-boss's cron.
  await boss.unschedule(name);
}

/**
 * Begins each chain again, should a crash have cut it, and pulls forward what no run would send so far ahead: it was sent
 * while the database's clock was ahead, and would wait for as long. pg-boss's own upkeep waits by the same clock.
 */
async function keepChains(sql: Sql, boss: PgBoss, jobs: readonly RecurringJob[]): Promise<void> {
  const waits = jobs.map(({ name, every_seconds }) => ({ name, seconds: 2 * every_seconds }));
  await sql`
    update pgboss.job
    set start_after = now()
    from json_to_recordset(${JSON.stringify(waits)}::text::json) as wait (name text, seconds integer)
    where job.name = wait.name
      and job.state = 'created'
      and job.start_after > now() + make_interval(secs => wait.seconds)
  `;
  await sql`
    update pgboss.queue
    set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + make_interval(secs => ${chainSeconds})
  `;
  for (const { name } of jobs) await boss.send(name, null);
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
