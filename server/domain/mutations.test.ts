import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  shopWithAccount,
  testGateway,
  transferNotification,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import type { Device } from "./devices.ts";
import { keepUnread } from "./mutations.sql.ts";
import {
  forgetUnreadNotifications,
  identityOf,
  listMutations,
  reportNotifications,
  rereadNotifications,
} from "./mutations.ts";
import { getPayment } from "./payments.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
});
afterAll(() => database.drop());

const unreadCount = async () => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*) from unread_notifications where merchant_id = ${shop.merchant_id}
  `;
  return row?.count;
};

test("a kept text that can be read now pays its payment, once", async () => {
  const payment = await pendingPayment(gateway, shop);
  const notification = transferNotification(payment.payment_total);
  // As if the rules of that day had not known this wording.
  await keepUnread(database.sql, [{ ...device, identity: identityOf(notification), notification }]);
  expect(await rereadNotifications(gateway)).toBe(1);
  expect(await rereadNotifications(gateway)).toBe(0);
  const paid = await getPayment(gateway, { ...shop, payment_code: payment.payment_code });
  expect(paid.payment_status).toBe("PAID");
  expect(await unreadCount()).toBe(0);
  const [again] = await reportNotifications(gateway, device, [notification]);
  expect(again?.outcome).toBe("duplicate");
});

test("a kept text is forgotten after seven days, and not before", async () => {
  const text = { ...transferNotification(1), body: "Kalimat yang belum dikenal Rp1.000" };
  await reportNotifications(gateway, device, [text]);
  expect(await unreadCount()).toBe(1);
  gateway.setClock(new Date(Date.now() + 6.9 * 86_400_000));
  await forgetUnreadNotifications(gateway);
  expect(await unreadCount()).toBe(1);
  gateway.setClock(new Date(Date.now() + 7.1 * 86_400_000));
  await forgetUnreadNotifications(gateway);
  expect(await unreadCount()).toBe(0);
  gateway.setClock(null);
});

test("a big text is read in place of a cut body", async () => {
  const payment = await pendingPayment(gateway, shop);
  const whole = transferNotification(payment.payment_total);
  const [outcome] = await reportNotifications(gateway, device, [
    { ...whole, body: `${whole.body.slice(0, 25)}…`, big_text: whole.body },
  ]);
  expect(outcome?.matched_payment_code).toBe(payment.payment_code);
});

test("the list is newest first, and its unmatched part pages on its own", async () => {
  const notifications = Array.from({ length: 7 }, (_, index) => transferNotification(1000 + index));
  await reportNotifications(gateway, device, notifications);
  const list = (page: number, only_unmatched: boolean) =>
    listMutations(gateway, { merchant_id: shop.merchant_id, page, per_page: 3, only_unmatched });
  for (const only_unmatched of [false, true]) {
    const pages = [
      await list(1, only_unmatched),
      await list(2, only_unmatched),
      await list(3, only_unmatched),
    ];
    expect(pages.flatMap(({ items }) => items.map((item) => item.amount_parsed))).toEqual([
      1006, 1005, 1004, 1003, 1002, 1001, 1000,
    ]);
    expect(pages[2]?.pagination).toMatchObject({ total: 7, count: 1, total_pages: 3 });
  }
});
