import { afterAll, expect, test } from "vitest";
import { connect } from "../../db/client.ts";
import { createTestDatabase, statementMilliseconds } from "../../testing/database.ts";
import { shopWithAccount, testGateway, tryCreate } from "../../testing/fixtures.ts";
import { changeAccount, listAccounts } from "./accounts.ts";

const database = await createTestDatabase();
const otherProcess = connect(database.url, { statementMilliseconds });
afterAll(async () => {
  await otherProcess.end({ timeout: 1 });
  await database.drop();
});

test("creates during changes of the quota to 0 and back succeed or get no_active_quota", async () => {
  const gateways = [testGateway(database.sql), testGateway(otherProcess)];
  const [gateway] = gateways as [(typeof gateways)[0]];
  const shop = await shopWithAccount(gateway);
  // Concurrent creates of one amount compete for totals, which takes another path in the database.
  const creates = Array.from({ length: 300 }, (_, index) =>
    tryCreate(gateways[index % 2] ?? gateway, shop, { payment_amount: 10_000 }),
  );
  const changes = [0, 5, 0, 5].map((account_quota) =>
    changeAccount(gateway, shop.account_id, { account_quota }),
  );
  const outcomes = await Promise.all(creates);
  await Promise.all(changes);
  const refused = new Set(outcomes.filter((outcome) => typeof outcome === "string"));
  expect([...refused].filter((code) => code !== "no_active_quota")).toEqual([]);
});

test("200 simultaneous first creates of a day take one unit of quota", async () => {
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

test("the first create of a day and a move of its account never wait for each other", async () => {
  const gateway = testGateway(database.sql);
  const otherGateway = testGateway(otherProcess);
  for (let round = 0; round < 20; round += 1) {
    const shop = await shopWithAccount(gateway);
    const move = changeAccount(otherGateway, shop.account_id, { app_package: "id.dana" });
    const [created, moved] = await Promise.allSettled([tryCreate(gateway, shop), move]);
    expect(created).toMatchObject({ status: "fulfilled", value: { payment_amount: 150_000 } });
    // The create came first, and its total keeps the account in its pool.
    if (moved.status === "rejected")
      expect(moved.reason).toMatchObject({ reason: { code: "account_in_use" } });
  }
});
