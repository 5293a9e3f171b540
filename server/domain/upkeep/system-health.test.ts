import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Sql } from "../../db/client.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { describeRateLimits, watchRateLimits } from "./system-health.ts";
import { countProcessesWithOwnLimits, nameWithOwnLimits } from "./system-health.sql.ts";

let database: TestDatabase;
const opened: Sql[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(opened.map((sql) => sql.end()));
  await database.drop();
});

/** Opens the two sessions that a process has. */
async function openProcess(applicationName: string): Promise<void> {
  const sql = connect(database.url, { connections: 2, applicationName });
  opened.push(sql);
  await Promise.all([sql`select pg_sleep(0.05)`, sql`select pg_sleep(0.05)`]);
}

describe("processes that serve the same merchants", () => {
  test("are counted if each counts rates separately, but not before some time has passed", async () => {
    await openProcess(nameWithOwnLimits("first"));
    await openProcess("tepat notifications");
    expect(await countProcessesWithOwnLimits(database.sql, 0)).toBe(1);
    await openProcess(nameWithOwnLimits("second"));
    expect(await countProcessesWithOwnLimits(database.sql, 0)).toBe(2);
    expect(await countProcessesWithOwnLimits(database.sql, 300)).toBe(0);
    expect(await describeRateLimits(database)).toEqual({ code: "limits_shared", params: {} });
  });

  test("get one line in the log", async () => {
    const warnings: string[] = [];
    const stop = watchRateLimits(
      database,
      { warn: (message) => warnings.push(message) },
      { everyMilliseconds: 20, overlapSeconds: 0 },
    );
    await expect.poll(() => warnings).toHaveLength(1);
    await wait(100);
    stop();
    expect(warnings).toEqual([expect.stringContaining("2 processes count separately")]);
    expect(warnings[0]).toContain("Set REDIS_URL for all processes");
  });
});
