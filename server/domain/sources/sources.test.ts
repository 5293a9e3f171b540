import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  addAccount,
  approvedDevice,
  mailReport,
  pendingPayment,
  shopWithAccount,
  testGateway,
  watchingMailbox,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listOwnAccounts } from "../accounts/own-accounts.ts";
import { recordReports } from "../mutations/mutations.ts";
import { readPayment } from "../payments/payments.ts";
import { watchDevices } from "./device-watch.ts";
import { listDevices, registerDevice, revokeDevice } from "./devices.ts";

/** Tests that a mailbox is a source like a phone, and is never treated as a phone. */

const today = drawnDay("sources");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(today("08:00"));
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const paidWith = async (
  source: Awaited<ReturnType<typeof watchingMailbox>>,
  mail: { amount: number; account_id?: string },
) => {
  const posted_at = gateway.now() as Date;
  const [rows] = await recordReports(gateway, [mailReport(source, { ...mail, posted_at })]);
  return rows?.[0]?.matched_payment_code;
};

describe("a mailbox", () => {
  test("is in no list of phones, takes no place of one, and no phone takes its place", async () => {
    const mailbox = await watchingMailbox(gateway, shop, [shop]);
    await approvedDevice(gateway, shop);
    const { items, pagination } = await listDevices(gateway, { ...shop, page: 1, per_page: 20 });
    expect(items.map(({ device_name }) => device_name)).toEqual(["Phone beside the till"]);
    expect(pagination.total).toBe(1);
    await expect(
      registerDevice(database.sql, {
        merchant_id: shop.merchant_id,
        device_name: "thief",
        installation_id: `mailbox-${mailbox.device_id}`,
        model: null,
        app_version: null,
      }),
    ).rejects.toMatchObject({ code: "conflict" });
    await expect(revokeDevice(database.sql, mailbox.device_id)).rejects.toThrow("no device");
  });

  test("is never found offline by the watch over phones", async () => {
    const { device_id } = await watchingMailbox(gateway, shop, [shop]);
    await watchDevices(gateway);
    gateway.setClock(today("20:00"));
    await watchDevices(gateway);
    const [row] = await database.sql`
      select offline_since from devices where device_id = ${device_id}
    `;
    expect(row).toEqual({ offline_since: null });
  });

  test("pays the invoice of an account that it watches, also one bound to a phone", async () => {
    const phone = await approvedDevice(gateway, shop);
    const bound = await addAccount(gateway, shop, { device_id: phone.device_id });
    const mailbox = await watchingMailbox(gateway, shop, [bound]);
    const payment = await pendingPayment(gateway, shop, { account_id: bound.account_id });
    expect(await paidWith(mailbox, { amount: payment.payment_total })).toBe(payment.payment_code);
    const { payment_status } = await readPayment(gateway, { ...shop, ...payment });
    expect(payment_status).toBe("PAID");
  });

  test("pays nothing if the mail can be of two pools, unless it names the account", async () => {
    const phone = await approvedDevice(gateway, shop);
    const bound = await addAccount(gateway, shop, { device_id: phone.device_id });
    const mailbox = await watchingMailbox(gateway, shop, [shop, bound]);
    const payment = await pendingPayment(gateway, shop, { account_id: bound.account_id });
    expect(await paidWith(mailbox, { amount: payment.payment_total })).toBeNull();
    const mail = { amount: payment.payment_total, account_id: bound.account_id };
    expect(await paidWith(mailbox, mail)).toBe(payment.payment_code);
  });

  test("pays nothing of an account that it does not watch", async () => {
    const other = await addAccount(gateway, shop, {
      channel: "BRI",
      app_package: "id.co.bri.brimo",
    });
    const mailbox = await watchingMailbox(gateway, shop, [other]);
    const payment = await pendingPayment(gateway, shop);
    expect(await paidWith(mailbox, { amount: payment.payment_total })).toBeNull();
  });
});

test("the list of accounts names a source that is listened to, or one that is offline", async () => {
  const phone = await approvedDevice(gateway, shop);
  const other = await approvedDevice(gateway, shop);
  const bound = await addAccount(gateway, shop, { device_id: other.device_id });
  await watchingMailbox(gateway, shop, [bound]);
  const set = async (device_id: string, fields: object) =>
    database.sql`update devices set ${database.sql(fields)} where device_id = ${device_id}`;
  const watched = async () => {
    const { items } = await listOwnAccounts(gateway, { ...shop, page: 1, per_page: 20 });
    const listening = await database.sql<{ listens: boolean }[]>`
      select has_device_that_listens(merchant_id, pool_id) as listens
      from accounts
      where merchant_id = ${shop.merchant_id}
      order by created_at, account_id
    `;
    expect(items.map(({ watched_by }) => (watched_by?.online_count ?? 0) > 0)).toEqual(
      listening.map(({ listens }) => listens),
    );
    return items.map(({ watched_by }) => watched_by);
  };
  await set(phone.device_id, { last_seen_at: today("08:02") });
  await set(other.device_id, { device_name: "Phone at home", last_seen_at: today("08:01") });
  expect(await watched()).toMatchObject([
    { source_name: "Phone beside the till", online_count: 2 },
    { online_count: 2 },
  ]);
  await set(phone.device_id, { offline_since: today("08:03") });
  expect(await watched()).toMatchObject([
    { source_name: "Phone at home", heard_at: today("08:01").toISOString(), online_count: 1 },
    { online_count: 2 },
  ]);
  await database.sql`
    update devices set offline_since = ${today("08:03")} where merchant_id = ${shop.merchant_id}
  `;
  expect(await watched()).toMatchObject([
    { source_name: "Phone beside the till", online_count: 0 },
    { online_count: 0 },
  ]);
  await revokeDevice(database.sql, phone.device_id);
  await revokeDevice(database.sql, other.device_id);
  expect(await watched()).toMatchObject([null, { online_count: 0 }]);
});

test("an account that a mailbox watches is listened to until the mailbox is unwell", async () => {
  const isListenedTo = async () => {
    const [row] = await database.sql<{ listens: boolean }[]>`
      select has_device_that_listens(merchant_id, pool_id) as listens
      from accounts
      where account_id = ${shop.account_id}
    `;
    return row?.listens;
  };
  expect(await isListenedTo()).toBe(false);
  const { device_id } = await watchingMailbox(gateway, shop, [shop]);
  expect(await isListenedTo()).toBe(true);
  await database.sql`
    update merchants set webhook_url = 'https://shop.example/', sends_device_events = true
    where merchant_id = ${shop.merchant_id}
  `;
  await database.sql`update devices set offline_since = now() where device_id = ${device_id}`;
  expect(await isListenedTo()).toBe(false);
  const owed = await database.sql`
    select from webhook_deliveries where device_id = ${device_id}
  `;
  expect(owed).toHaveLength(0);
});
