import { PgBoss } from "pg-boss";
import type { Sql } from "../db/client.ts";
import type { Log } from "./log.ts";

/** pg-boss on our own connections. It decides which process does recurring work; what may not be lost is in our tables. */

export interface RecurringJob {
  name: string;
  every_seconds: number;
  run: () => Promise<unknown>;
}

export async function startQueue(
  sql: Sql,
  log: Log,
  jobs: readonly RecurringJob[],
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => executeSql(sql, text, values) },
    schema: "pgboss",
  });
  boss.on("error", (err) => log.error({ err }, "job queue"));
  await boss.start();
  for (const job of jobs) await recur(boss, log, job);
  return boss;
}

/**
 * A run sends the next one, delayed; the queue's policy lets only one wait, so that any number of processes makes one
 * chain. A cron entry begins the chain again each minute, should a crash have cut it.
 */
async function recur(
  boss: PgBoss,
  log: Log,
  { name, every_seconds, run }: RecurringJob,
): Promise<void> {
  await boss.createQueue(name, { policy: "short", expireInSeconds: 60, retryLimit: 0 });
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
