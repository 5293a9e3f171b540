import { afterAll, beforeAll, expect, test } from "vitest";
import { findMerchantsByApiKeys } from "../domain/merchants/api-keys.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
  type Cli,
} from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount, type Shop } from "../testing/fixtures.ts";

let database: TestDatabase;
let cli: Cli;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  cli = cliWith(settingsOf(database));
  shop = await shopWithAccount(gatewayOfCli(database));
});
afterAll(() => database.drop());

test("apikey create prints a working key, and apikey revoke ends it", async () => {
  const creation = ["apikey", "create", "--merchant", shop.merchant_id];
  const created = await jsonOf<{ key_id: string; api_key: string }>(cli, ...creation);
  expect(Object.keys(created)).toEqual(["key_id", "api_key"]);
  expect(await findMerchantsByApiKeys(database.sql, [created.api_key])).toEqual([shop.merchant_id]);

  const revocation = ["apikey", "revoke", "--key-id", created.key_id];
  expect(await jsonOf(cli, ...revocation)).toEqual({ key_id: created.key_id, api_key: null });
  expect(await findMerchantsByApiKeys(database.sql, [created.api_key])).toEqual([null]);
  expect(await findMerchantsByApiKeys(database.sql, [shop.api_key])).toEqual([shop.merchant_id]);
  expect(await refusalOf(cli, ...revocation)).toContain(
    `No API key in use has the key_id ${created.key_id}. To list`,
  );
});

test("an unknown merchant and an unknown key are refused", async () => {
  const id = "018f0000-0000-7000-8000-000000000000";
  expect(await refusalOf(cli, "apikey", "create", "--merchant", id)).toBe(
    `There is no merchant ${id}. To list the merchants, run npx tepat merchant list`,
  );
  expect(await refusalOf(cli, "apikey", "revoke", "--key-id", id)).toContain("No API key in use");
});
