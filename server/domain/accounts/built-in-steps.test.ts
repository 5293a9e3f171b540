import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSql } from "../../db/client.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { shopWithAccount, testGateway } from "../../testing/fixtures.ts";
import { builtInSteps } from "./built-in-steps.ts";
import { insertOwnBank, updateOwnBank } from "./own-banks.sql.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("cached steps are available inside transactions too", async () => {
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

test("the steps of a merchant's own bank are read separately, and follow a change of its name", async () => {
  const gateway = testGateway(database.sql);
  const { merchant_id } = await shopWithAccount(gateway);
  const channel_id = randomUUID();
  const bank = { merchant_id, channel_id, number_min: 10, number_max: 12 };
  await insertOwnBank(gateway.sql, { ...bank, channel_name: "Bank Desa", own_package: "id.desa" });
  const [catalogue] = await database.sql<{ channel_id: string }[]>`
    select channel_id from channels where added_by is null limit 1
  `;
  const known_id = catalogue?.channel_id ?? "";
  const stepsOf = async (id: string) => JSON.stringify((await builtInSteps(gateway, [id])).get(id));
  expect(await stepsOf(channel_id)).toContain("Bank Desa");
  expect(gateway.builtInSteps.has(known_id)).toBe(true);
  expect(gateway.builtInSteps.has(channel_id)).toBe(false);
  // If this read fetched all steps again, the forgotten ones would be cached again.
  gateway.builtInSteps.delete(known_id);
  await updateOwnBank(gateway.sql, { ...bank, channel_name: "BPR Makmur" });
  expect(await stepsOf(channel_id)).toContain("BPR Makmur");
  expect(gateway.builtInSteps.has(known_id)).toBe(false);
  expect(await stepsOf(known_id)).toBeDefined();
  expect(gateway.builtInSteps.has(known_id)).toBe(true);
});
