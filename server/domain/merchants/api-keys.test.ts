import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { createApiKey, findMerchantsByApiKeys, listApiKeys, revokeApiKey } from "./api-keys.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const keys = () => listApiKeys(database.sql, shop.merchant_id);
const create = () => createApiKey(database.sql, shop.merchant_id, "Shop");

test("a key is listed with its prefix and its label only", async () => {
  const { api_key, ...listed } = await create();
  expect(await keys()).toMatchObject([{ label: null }, listed]);
  expect(api_key).toContain(listed.key_prefix);
  expect(JSON.stringify(await keys())).not.toContain(api_key);
});

test("a merchant has at most five keys, also with parallel creates", async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 12 }, create));
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(await keys()).toHaveLength(5);
  await expect(create()).rejects.toThrow("The limit of 5 API keys is reached");
  // Another merchant can have five keys too.
  await createApiKey(database.sql, (await shopWithAccount(gateway)).merchant_id);
});

test("a revoked key disappears and makes room", async () => {
  const { key_id, api_key } = await create();
  const stranger = await shopWithAccount(gateway);
  expect(await revokeApiKey(database.sql, key_id, stranger.merchant_id)).toBeNull();
  expect(await revokeApiKey(database.sql, randomUUID(), shop.merchant_id)).toBeNull();
  expect(await revokeApiKey(database.sql, key_id, shop.merchant_id)).toBe(shop.merchant_id);
  expect(await revokeApiKey(database.sql, key_id, shop.merchant_id)).toBeNull();
  expect(await findMerchantsByApiKeys(database.sql, [api_key])).toEqual([null]);
  expect(await keys()).toHaveLength(1);
});

test("a key's last use is recorded, once a minute", async () => {
  const { key_id, api_key } = await create();
  const lastUse = async () => (await keys()).find((key) => key.key_id === key_id)?.last_used_at;
  const use = () => findMerchantsByApiKeys(database.sql, [api_key]);
  expect(await lastUse()).toBeNull();
  await use();
  await expect.poll(lastUse).toEqual(expect.any(String));
  const noted = await lastUse();
  await use();
  await database.sql`select pg_sleep(0.05)`;
  expect(await lastUse()).toBe(noted);
  await database.sql`update api_keys set last_used_at = now() - interval '61 seconds' where key_id = ${key_id}`;
  const earlier = await lastUse();
  await use();
  await expect.poll(lastUse).not.toBe(earlier);
});
