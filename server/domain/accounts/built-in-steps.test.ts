import { afterAll, beforeAll, expect, test } from "vitest";
import { asSql } from "../../db/client.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { testGateway } from "../../testing/fixtures.ts";
import { builtInSteps } from "./built-in-steps.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("steps that were read once are known inside transactions too", async () => {
  const gateway = testGateway(database.sql);
  const [channel] = await database.sql<{ channel_id: string }[]>`select channel_id from channels`;
  const channel_ids = [channel?.channel_id ?? ""];
  const steps = (await builtInSteps(gateway, channel_ids)).get(channel_ids[0] ?? "");
  expect(steps?.length).toBeGreaterThan(1);

  await database.sql.begin(async (tx) => {
    await tx`update channels set channel_instructions = '[]'`;
    const inside = { ...gateway, sql: asSql(tx) };
    expect((await builtInSteps(inside, channel_ids)).get(channel_ids[0] ?? "")).toEqual(steps);
  });
});
