import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pino } from "pino";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { takeClock } from "../testing/database-clock.ts";
import { startQueue, startQueueBeside } from "./queue.ts";

const log = pino({ level: "silent" });
const hour = 3600;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a recurring job keeps running, also after a failed run", async () => {
  let runs = 0;
  const queue = await startQueue(database.url, log, [
    {
      name: "count",
      every_seconds: 1,
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error("the first run fails");
      },
    },
  ]);
  await expect.poll(() => runs).toBeGreaterThanOrEqual(2);
  await queue.stop();
});

test("jobs beside a process start as soon as possible, and none after its end", async () => {
  const ran = Promise.withResolvers<void>();
  const job = { name: "beside", every_seconds: 3600, run: async () => ran.resolve() };
  const missing = new URL(database.url);
  missing.pathname = "/missing";
  let attempts = 0;
  const queue = startQueueBeside(() => {
    attempts += 1;
    return startQueue(attempts === 1 ? missing.href : database.url, log, [job]);
  }, log);
  await ran.promise;
  expect(attempts).toBe(2);
  await queue.stop();

  let tries = 0;
  const hopeless = startQueueBeside(async () => {
    tries += 1;
    throw new Error("no");
  }, log);
  await hopeless.stop();
  expect(tries).toBe(1);
  const stopped = startQueueBeside(() => startQueue(database.url, log, [job]), log);
  await stopped.stop();
  const sessions = database.sql<{ count: number }[]>`
    select count(*) from pg_stat_activity where datname = current_database() and application_name like 'tepat jobs%'
  `;
  expect((await sessions)[0]?.count).toBe(0);
});

test("two processes have one chain of runs, and a deleted chain restarts", async () => {
  const job = { name: "shared", every_seconds: 3600, run: async () => {} };
  const first = await startQueue(database.url, log, [job]);
  const second = await startQueue(database.url, log, [job]);
  const waiting = async () => {
    const [row] = await database.sql<{ count: number }[]>`
      select count(*) from pgboss.job where name = 'shared' and state = 'created'
    `;
    return row?.count;
  };
  await expect.poll(waiting).toBe(1);
  // Of a chain of runs, only those of the last hour are kept.
  const [kept] =
    await database.sql`select deletion_seconds from pgboss.queue where name = 'shared'`;
  expect(kept).toEqual({ deletion_seconds: 3600 });
  await Promise.all([first.stop(), second.stop()]);

  await database.sql`delete from pgboss.job where name = 'shared'`;
  const third = await startQueue(database.url, log, [job]);
  await expect.poll(waiting).toBe(1);
  await third.stop();
});

// The tests run concurrently, because each mostly waits for its database's jobs.
describe.concurrent("a corrected database clock that was an hour ahead", () => {
  test.for([
    ["a process that ran all the while", false],
    ["one that starts afterwards", true],
  ] as const)("stops no recurring job of %s", async ([, startsAgain], { expect }) => {
    const fresh = await createTestDatabase();
    const clock = await takeClock(fresh.sql);
    let runs = 0;
    const job = { name: "often", every_seconds: 1, run: async () => (runs += 1) };
    const start = () => startQueue(fresh.url, log, [job], { chain_seconds: 1 });
    const furtherRuns = async () => {
      const before = runs;
      await expect.poll(() => runs).toBeGreaterThan(before + 1);
    };

    let queue = await start();
    await clock.set(hour);
    await furtherRuns();
    if (startsAgain) await queue.stop();
    await clock.set(0);
    if (startsAgain) queue = await start();
    await furtherRuns();
    await clock.set(-hour);
    await furtherRuns();
    await clock.set(0);
    await furtherRuns();
    await queue.stop();
    await fresh.drop();
  });

  test("does not stop pg-boss's own upkeep", async ({ expect }) => {
    const fresh = await createTestDatabase();
    const clock = await takeClock(fresh.sql);
    const job = { name: "seldom", every_seconds: 3600, run: async () => {} };
    await clock.set(hour);
    await (await startQueue(fresh.url, log, [job])).stop();
    await fresh.sql`
      update pgboss.queue set monitor_claim_on = now() + '1 hour', monitor_on = now() + '1 hour', maintain_on = now() + '1 hour'
    `;
    await clock.set(0);
    await (await startQueue(fresh.url, log, [job])).stop();
    const ahead = await fresh.sql`
      select name from pgboss.queue where greatest(monitor_claim_on, monitor_on, maintain_on) > now()
    `;
    expect(ahead).toEqual([]);
    await fresh.drop();
  });
});

test("two processes that start simultaneously on a new database both succeed", async () => {
  for (let round = 0; round < 3; round += 1) {
    const fresh = await createTestDatabase();
    const job = { name: "shared", every_seconds: 3600, run: async () => {} };
    const queues = await Promise.all([1, 2].map(() => startQueue(fresh.url, log, [job])));
    await Promise.all(queues.map((queue) => queue.stop()));
    await fresh.drop();
  }
});
