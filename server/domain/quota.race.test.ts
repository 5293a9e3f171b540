import { afterAll, expect, test } from "vitest";
import { connect } from "../db/client.ts";
import { createTestDatabase } from "../testing/database.ts";
import { shopWithAccount, testGateway, tryCreate } from "../testing/fixtures.ts";
import { listAccounts } from "./accounts.ts";

const database = await createTestDatabase();
const otherProcess = connect(database.url);
afterAll(async () => {
  await otherProcess.end({ timeout: 1 });
  await database.drop();
});

test("of 200 first creates of a day at once, one takes a unit of quota", async () => {
  const gateways = [testGateway(database.sql), testGateway(otherProcess)];
  const [gateway] = gateways as [(typeof gateways)[0]];
  const shop = await shopWithAccount(gateway);
  const creates = Array.from({ length: 200 }, (_, index) =>
    tryCreate(gateways[index % 2] ?? gateway, shop),
  );
  const refused = (await Promise.all(creates)).filter((outcome) => typeof outcome === "string");
  expect(refused).toEqual([]);
  expect(await listAccounts(gateway, shop.merchant_id)).toMatchObject([{ account_quota: 29 }]);
});
