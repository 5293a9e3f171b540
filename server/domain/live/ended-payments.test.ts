import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelPayment, readPayment } from "../payments/payments.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { pendingPayment, shopWithAccount, testGateway, type Shop } from "../../testing/fixtures.ts";
import { watchEndedPayments } from "./ended-payments.ts";

let database: TestDatabase;
let gateway: ReturnType<typeof testGateway>;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const watch = (since: Date | null = null) =>
  watchEndedPayments(database.sql, { merchant_id: shop.merchant_id, since });

async function cancelledPayment(): Promise<string> {
  const { payment_code } = await pendingPayment(gateway, shop);
  await cancelPayment(gateway, { ...shop, payment_code });
  return payment_code;
}

test("the end of a PENDING payment, and of a later one, is seen once", async () => {
  const { payment_code: earlier } = await pendingPayment(gateway, shop);
  const watching = await watch();
  const later = await cancelledPayment();
  await cancelPayment(gateway, { ...shop, payment_code: earlier });
  const ended = await watching.look();
  expect(ended.map((payment) => payment.payment_code)).toEqual([later, earlier]);
  expect(ended[0]).toMatchObject({ event_type: "payment.cancelled", is_wanted: false });
  expect(await watching.look()).toEqual([]);
});

test("earlier ends are seen only on request", async () => {
  const payment_code = await cancelledPayment();
  expect(await (await watch()).look()).toEqual([]);
  const { merchant_id } = shop;
  const { payment_updated_at } = await readPayment(gateway, { merchant_id, payment_code });
  const end = new Date(payment_updated_at);
  expect(await (await watch(end)).look()).toContainEqual(expect.objectContaining({ payment_code }));
  const later = new Date(end.getTime() + 1);
  expect(await (await watch(later)).look()).toEqual([]);
});

test("another merchant's payments are not seen", async () => {
  const watching = await watch();
  const stranger = await shopWithAccount(gateway);
  const { payment_code } = await pendingPayment(gateway, stranger);
  await cancelPayment(gateway, { ...stranger, payment_code });
  expect(await watching.look()).toEqual([]);
});

test("each of many payments that are created and end simultaneously is seen once", async () => {
  const watching = await watch();
  const seen: string[] = [];
  const look = async () => {
    for (const { payment_code } of await watching.look()) seen.push(payment_code);
  };
  const done = new AbortController();
  const looking = (async () => {
    while (!done.signal.aborted) await look();
  })();
  const codes = await Promise.all(Array.from({ length: 150 }, cancelledPayment));
  done.abort();
  await looking;
  await look();
  expect(seen.toSorted()).toEqual(codes.toSorted());
});
