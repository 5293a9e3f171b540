import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import vectors from "../../testing/data/qris.json" with { type: "json" };
import { changeAccount, listAccounts } from "./accounts.ts";
import { cancelPayment } from "../payments/payments.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const addQris = (qris: string, app_package?: string) =>
  addAccount(gateway, shop, {
    channel: "QRIS",
    account_number: undefined,
    account_name: undefined,
    qris,
    app_package,
  });

describe("an account", () => {
  test("of a bank has the channel's app unless another is named", async () => {
    const [bank] = await listAccounts(gateway, shop.merchant_id);
    expect(bank).toMatchObject({
      app_package: "com.bca",
      app_name: "BCA mobile",
      account_quota: 30,
    });
    const other = await addAccount(gateway, shop, { app_package: "com.bca.mybca.omni.android" });
    expect(other).toMatchObject({ app_name: "myBCA" });
  });

  test.each(vectors.vectors.map(({ id, static: code }) => [id, code]))(
    "is created from the valid QRIS code %s",
    async (_, code) => {
      const account = await addQris(code, "com.gojek.gopaymerchant");
      expect(account).toMatchObject({ channel_type: "QRIS", app_id: null });
      expect(JSON.stringify(account)).not.toContain(code.trim());
    },
  );

  /** Banks print codes with longer names and cities, so such codes are accepted. */
  const refused = vectors.invalid.filter(
    ({ expected_error }) => !expected_error.endsWith("_or_accept"),
  );
  test.each(refused.map(({ id, expected_error, input }) => [id, expected_error, input]))(
    "is not created from the invalid QRIS code %s (%s)",
    async (_id, _error, code) => {
      await expect(addQris(code, "com.gojek.gopaymerchant")).rejects.toThrow(/./);
    },
  );

  test("keeps its static QRIS code sealed in the database", async () => {
    const code = (vectors.vectors[0] as { static: string }).static;
    const { account_id } = await addQris(code);
    const [row] = await database.sql`
      select position(convert_to(${code}, 'utf8') in sealed_qris) as found, accounts::text as everything
      from accounts where account_id = ${account_id}
    `;
    expect(row?.["found"]).toBe(0);
    expect(row?.["everything"]).not.toContain(code.slice(20));
  });

  test.each([
    [{ channel: "NOBANK" }, "There is no channel NOBANK"],
    [{ account_number: undefined }, "needs its number"],
    [{ account_min_amount: 0 }, "smallest amount"],
    [{ account_min_amount: 10, account_max_amount: 9 }, "largest amount"],
    [{ account_quota: -1 }, "quota"],
    [{ merchant_id: "018f0000-0000-7000-8000-000000000000" }, "no merchant"],
  ])("is refused with the next step: %j", async (account, message) => {
    await expect(addAccount(gateway, shop, account)).rejects.toThrow(message);
  });

  test("changes only the named fields", async () => {
    const before = await addAccount(gateway, shop);
    const after = await changeAccount(gateway, before.account_id, { account_active: false });
    expect(after).toEqual({ ...before, account_active: false });
  });

  test("can be bound to a device only while none of its totals is reserved", async () => {
    const { account_id } = await addAccount(gateway, shop);
    const { device_id } = await approvedDevice(gateway, shop);
    const bind = () => changeAccount(gateway, account_id, { device_id });
    const payment = await pendingPayment(gateway, shop, { account_id });
    await expect(bind()).rejects.toThrow("PENDING");
    await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
    await expect(bind()).rejects.toThrow("24 hours");
    gateway.setClock(new Date(Date.now() + 24.1 * 3_600_000));
    await bind();
    gateway.setClock(null);
  });

  test("cannot be bound to another merchant's device, and no part of the change is kept", async () => {
    const account = await addAccount(gateway, shop);
    const { device_id } = await approvedDevice(gateway, await shopWithAccount(gateway));
    const change = { device_id, account_quota: 99 };
    await expect(changeAccount(gateway, account.account_id, change)).rejects.toThrow("no device");
    expect(await listAccounts(gateway, shop.merchant_id)).toContainEqual(account);
  });
});
