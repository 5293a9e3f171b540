import { setTimeout as wait } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { connect, type Sql } from "../db/client.ts";
import type { Log } from "../outside/log.ts";

/** pg-boss decides which process does recurring work. Data that must not be lost is in our own tables. */

export interface RecurringJob {
  name: string;
  every_seconds: number;
  run: () => Promise<unknown>;
}

export interface Queue {
  /** Gives running jobs a few seconds to end. */
  stop(): Promise<void>;
}

const stopMilliseconds = 5000;
const turnMilliseconds = 60_000;
const startLock = 7_283_730;
const chainSeconds = 60;
const retryMilliseconds = 1_000;

/**
 * Starts the queue in the background, and tries until it succeeds. The process serves requests in the meantime: work
 * that must not be lost is in our own tables, and a read shows a payment as expired even before a job has run.
 */
export function startQueueBeside(start: () => Promise<Queue>, log: Log): Queue {
  const leaving = new AbortController();
  const { signal } = leaving;
  const started = (async () => {
    while (!signal.aborted) {
      try {
        return await start();
      } catch (err) {
        log.error({ err }, "recurring jobs did not start, trying again in a second");
        await wait(retryMilliseconds, undefined, { signal }).catch(() => {});
      }
    }
    return undefined;
  })();
  return {
    async stop() {
      leaving.abort();
      await (await started)?.stop();
    },
  };
}

export async function startQueue(
  url: string,
  log: Log,
  jobs: readonly RecurringJob[],
  /** The interval at which this process checks the chains of runs. Its timer is independent of the clocks. */
  { chain_seconds = chainSeconds }: { chain_seconds?: number } = {},
): Promise<Queue> {
  // pg-boss gets its own connection, because it sends transactions as text, which a pool would spread over
  // connections.
  const sql = connect(url, { applicationName: "tepat jobs", connections: 1 });
  const library = await import("pg-boss");
  const boss = new library.PgBoss({
    db: { executeSql: (text, values) => executeSql(sql, text, values) },
    schema: "pgboss",
    // pg-boss's cron is off, because it follows the clocks of the process and the database. Our own timer restarts
    // chains instead.
    schedule: false,
  });
  boss.on("error", (err) => log.error({ err }, "job queue"));
  const stop = async () => {
    await boss.stop({ graceful: true, timeout: stopMilliseconds });
    await sql.end({ timeout: 1 });
  };
  const turn = takeTurn(url);
  try {
    await turn.taken;
    await boss.start();
    // The jobs are set up at the same time. Each takes four statements, and together they wait for the database only as
    // long as one job.
    await Promise.all(jobs.map((job) => recur(boss, log, job)));
    await keepChains(sql, boss, jobs);
  } catch (cause) {
    await stop();
    throw cause;
  } finally {
    await turn.end();
  }
  let keeping = Promise.resolve();
  const timer = setInterval(() => {
    keeping = keepChains(sql, boss, jobs).catch((err: unknown) => {
      log.error({ err }, "recurring jobs could not be checked, trying again in a minute");
    });
  }, chain_seconds * 1000);
  return {
    async stop() {
      clearInterval(timer);
      await keeping;
      await stop();
    },
  };
}

/**
 * Takes a lock for the start. Without it, two processes that start at the same time on a new database would both
 * create pg-boss's tables, and the later one would fail. The session holds the lock, so the lock is released when the
 * session ends or its process dies.
 */
function takeTurn(url: string): { taken: PromiseLike<unknown>; end(): Promise<void> } {
  const turn = connect(url, {
    applicationName: "tepat jobs' start",
    connections: 1,
    statementMilliseconds: turnMilliseconds,
  });
  return {
    taken: turn`select pg_advisory_lock(${startLock})`,
    end: () => turn.end({ timeout: 1 }),
  };
}

/**
 * The bounds of a run. Finished runs are not needed. pg-boss would keep them for a week, which is a few hundred
 * thousand of our runs.
 */
const bounds = { expireInSeconds: 60, retryLimit: 0, deleteAfterSeconds: 3600 };

/**
 * Sets up a job. Each run sends the next one with a delay. The queue's policy allows only one waiting run, so any
 * number of processes forms one chain.
 */
async function recur(
  boss: PgBoss,
  log: Log,
  { name, every_seconds, run }: RecurringJob,
): Promise<void> {
  await boss.createQueue(name, { policy: "short", ...bounds });
  // A queue from an earlier release has the bounds of that release.
  await boss.updateQueue(name, bounds);
  await boss.work(name, { pollingIntervalSeconds: 2 }, async () => {
    try {
      await run();
    } catch (err) {
      log.error({ err, job: name }, "job failed, its next run tries again");
    }
    await boss.send(name, null, { startAfter: every_seconds });
  });
  // Ends the schedule of an earlier release, in which pg-boss's cron restarted chains.
  await boss.unschedule(name);
}

/**
 * Restarts each chain in case a crash has interrupted it. Also pulls forward a run that is scheduled further ahead
 * than any run would schedule it. Such a run was sent while the database's clock was ahead, and would wait for that
 * time. pg-boss's own maintenance waits by the same clock.
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
  await Promise.all(jobs.map(({ name }) => boss.send(name, null)));
}

/** Runs a statement for pg-boss, which passes undefined for "no value" and reads `{ rows }`. */
async function executeSql(
  sql: Sql,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: Record<string, unknown>[] }> {
  const bound = values.map((value) => value ?? null);
  const rows = await sql.unsafe<Record<string, unknown>[]>(text, bound as never[]);
  return { rows: [...rows] };
}
