import { afterAll, beforeEach, expect, test } from "vitest";
import { connect } from "../../db/client.ts";
import { createTestDatabase, statementMilliseconds } from "../../testing/database.ts";
import {
  addAccount,
  pendingPayment,
  shopInTestMode,
  shopWithAccount,
  testGateway,
  type Shop,
} from "../../testing/fixtures.ts";
import { changeAccount, listAccounts } from "../accounts/accounts.ts";
import { payTestPayment } from "../mutations/test-payments.ts";
import { readPayment } from "../payments/payments.ts";
import { createTestApiKey, findMerchantsByApiKeys } from "./api-keys.ts";

/** Tests test mode: a merchant without a team, whose accounts mirror the real ones. */

const database = await createTestDatabase();
const { sql } = database;
const otherProcess = connect(database.url, { statementMilliseconds });
const gateway = testGateway(sql);
const otherGateway = testGateway(otherProcess);

let shop: Shop;
let testShop: Shop;

beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  testShop = await shopInTestMode(gateway, shop);
});
afterAll(async () => {
  await otherProcess.end();
  await database.drop();
});

test("no test account gets a real number, even if the operator creates it", async () => {
  const [before] = await listAccounts(gateway, testShop.merchant_id);
  await expect(
    changeAccount(gateway, testShop.account_id, { account_number: "1234567890" }),
  ).rejects.toThrow("Change the merchant's own");
  await expect(addAccount(gateway, testShop, { channel: "BRI" })).rejects.toThrow("stands for one");
  expect(await listAccounts(gateway, testShop.merchant_id)).toEqual([before]);
});

test("an account that changes while test mode opens has its new values in test mode", async () => {
  const fresh = await shopWithAccount(gateway);
  // The transaction that opens test mode locks the merchant's row, and reads the account as it was before the change.
  const opened = await otherProcess.begin(async (tx) => {
    await tx`select from merchants where merchant_id = ${fresh.merchant_id} for no key update`;
    const change = changeAccount(gateway, fresh.account_id, { account_min_amount: 777 });
    // The query runs outside the transaction, in which pg_stat_activity would stay as it was at the first read.
    const waits = () => sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update accounts%'
    `;
    await expect.poll(async () => (await waits()).length).toBe(1);
    const [mode] = await tx<[{ merchant_id: string }]>`
      select merchant_id from open_test_mode(${fresh.merchant_id}, gen_random_uuid())
    `;
    return { mode, change };
  });
  await opened.change;
  expect(await listAccounts(gateway, opened.mode.merchant_id)).toMatchObject([
    { account_min_amount: 777 },
  ]);
});

test("a copy that is opened during changes includes all changed and new accounts", async () => {
  const fresh = await shopWithAccount(gateway);
  const [{ api_key }] = await Promise.all([
    createTestApiKey(gateway, fresh.merchant_id),
    changeAccount(otherGateway, fresh.account_id, { account_min_amount: 777 }),
    addAccount(otherGateway, fresh, { channel: "BRI" }),
  ]);
  const [mode] = await findMerchantsByApiKeys(sql, [api_key]);
  const accounts = await listAccounts(gateway, mode ?? "");
  expect(new Set(accounts.map(({ account_min_amount }) => account_min_amount))).toEqual(
    new Set([1, 777]),
  );
});

test("no merchant can block test mode by taking its address in advance", async () => {
  const victim = await shopWithAccount(gateway);
  await sql`
    update merchants set email = ${`test+${victim.merchant_id}@tepat.invalid`}
    where merchant_id = ${shop.merchant_id}
  `;
  expect((await createTestApiKey(gateway, victim.merchant_id)).is_test).toBe(true);
});

test("a payment of an account that moved to another app can still be paid", async () => {
  const { payment_code } = await pendingPayment(gateway, testShop);
  await changeAccount(gateway, shop.account_id, { app_package: "id.co.bri.brimo" });
  const name = { merchant_id: testShop.merchant_id, payment_code };
  await payTestPayment(gateway, name);
  expect((await readPayment(gateway, name)).payment_status).toBe("PAID");
});
