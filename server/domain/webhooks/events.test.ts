import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import type { GatewayError } from "../../contract/errors.ts";
import { answeredWith } from "../../testing/attempt-result.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { cancelPayment, expirePayments } from "../payments/payments.ts";
import { listEvents } from "./events.ts";
import { readDelivery, resendDelivery } from "./webhook-log.ts";
import type { WebhookClient } from "./webhooks.ts";

const today = drawnDay("the list of events");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(null);
  shop = await shopWithAccount(gateway);
  await changeMerchant(gateway, shop.merchant_id, {
    webhook_url: "https://shop.example/hook",
    sends_cancelled_events: true,
  });
});
afterAll(() => database.drop());

const minute = (number: number) => new Date(today("10:00").getTime() + number * 60_000);
const textOf = (number: number) => minute(number).toISOString();

async function cancelledAt(number: number): Promise<string> {
  gateway.setClock(minute(number));
  const { payment_code } = await pendingPayment(gateway, shop);
  await cancelPayment(gateway, { merchant_id: shop.merchant_id, payment_code });
  return payment_code;
}

async function walk(
  filter: Omit<Parameters<typeof listEvents>[1], "merchant_id" | "per_page">,
  between: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const codes: string[] = [];
  let cursor: string | undefined;
  do {
    const part = await listEvents(gateway, {
      merchant_id: shop.merchant_id,
      per_page: 2,
      ...filter,
      cursor,
    });
    codes.push(...part.items.map(({ payment_code }) => payment_code as string));
    cursor = part.pagination.next_cursor ?? undefined;
    await between();
  } while (cursor !== undefined);
  return codes;
}

const accepting: WebhookClient = { post: async () => answeredWith(204) };

const answersEach = (): WebhookClient & { bodies: string[] } => {
  const bodies: string[] = [];
  return {
    bodies,
    async post({ body }) {
      bodies.push(body);
      return answeredWith(204);
    },
  };
};

test("events are listed oldest first, by time and by type, in any state of their deliveries", async () => {
  const codes = [];
  for (const number of [1, 2, 3, 4, 5]) codes.push(await cancelledAt(number));
  gateway.setClock(minute(6));
  const paid = await pendingPayment(gateway, shop);
  const device = await approvedDevice(gateway, shop);
  await reportTransfer(gateway, device, paid.payment_total, { posted_at: minute(6) });
  const [, second] = (await listEvents(gateway, { ...shop, per_page: 2 })).items;
  const { merchant_id } = shop;
  await resendDelivery(gateway, accepting, { merchant_id, delivery_id: second?.event_id ?? "" });

  expect(await walk({})).toEqual([...codes, paid.payment_code]);
  expect(await walk({ since: textOf(2), until: textOf(4) })).toEqual(codes.slice(1, 3));
  expect(await walk({ event_type: "payment.paid" })).toEqual([paid.payment_code]);
  expect(await walk({ event_type: "payment.cancelled", since: textOf(3) })).toEqual(codes.slice(2));
  expect(await walk({ event_type: "device.offline" })).toEqual([]);
  const { pagination } = await listEvents(gateway, { ...shop, per_page: 1 });
  expect(pagination).toMatchObject({ total: 6, count: 1, current_page: 1 });
});

test("while events are sent and new ones arrive, the list skips and repeats none", async () => {
  const codes = [];
  for (const number of [1, 2, 3, 4, 5]) codes.push(await cancelledAt(number));
  let step = 10;
  const { merchant_id } = shop;
  const walked = await walk({}, async () => {
    if (step > 12) return;
    const { items } = await listEvents(gateway, { ...shop, per_page: 100 });
    for (const { event_id } of items)
      await resendDelivery(gateway, accepting, { merchant_id, delivery_id: event_id });
    codes.push(await cancelledAt((step += 1)));
  });
  expect(walked).toEqual(codes);
});

test("an event has its webhook's body, before and after the sending", async () => {
  const payment_code = await cancelledAt(1);
  const [before] = (await listEvents(gateway, { ...shop, per_page: 1 })).items;
  expect(before).toMatchObject({
    event_type: "payment.cancelled",
    payment_code,
    created_at: textOf(1),
    body: { type: "payment.cancelled", data: { payment_code, payment_status: "CANCELLED" } },
  });
  const client = answersEach();
  const delivery_id = before?.event_id ?? "";
  const name = { merchant_id: shop.merchant_id, delivery_id };
  await resendDelivery(gateway, client, name);
  expect(client.bodies).toEqual([JSON.stringify(before?.body)]);
  expect((await listEvents(gateway, { ...shop, per_page: 1 })).items).toEqual([before]);
  expect((await readDelivery(gateway, name)).attempts).toHaveLength(1);
});

test("an expiry recorded late follows the events already read, and its body has the deadline", async () => {
  await changeMerchant(gateway, shop.merchant_id, { sends_expired_events: true });
  gateway.setClock(minute(0));
  const late = await pendingPayment(gateway, shop, { payment_expired_at: textOf(1) });
  const seen = await cancelledAt(8);
  const [newest] = (await listEvents(gateway, { ...shop, per_page: 1 })).items;
  expect(newest).toMatchObject({ payment_code: seen, created_at: textOf(8) });
  gateway.setClock(minute(11));
  await expirePayments(gateway, 10);
  // The client continues as the operation's description says.
  const since = new Date(minute(8).getTime() - limits.merchantEventOverlapSeconds * 1000);
  expect(await walk({ since: since.toISOString() })).toEqual([seen, late.payment_code]);
  const [expiry] = (
    await listEvents(gateway, { ...shop, per_page: 5, event_type: "payment.expired" })
  ).items;
  expect(expiry).toMatchObject({
    created_at: textOf(11),
    body: {
      timestamp: textOf(1),
      data: { payment_expired_at: textOf(1), payment_updated_at: textOf(1) },
    },
  });
  const client = answersEach();
  const { merchant_id } = shop;
  await resendDelivery(gateway, client, { merchant_id, delivery_id: expiry?.event_id ?? "" });
  expect(client.bodies).toEqual([JSON.stringify(expiry?.body)]);
});

test("a page of one type looks at a limited number of events and continues after them", async () => {
  const { merchant_id } = shop;
  await database.sql`
    insert into webhook_deliveries (merchant_id, delivery_id, event_type, url, body, delivery_status, created_at)
    select ${merchant_id}, 'msg_' || lpad(number::text, 32, '0'), 'webhook.test', 'https://shop.example', '{}', 'FAILED',
      ${minute(1)}
    from generate_series(1, ${limits.eventsLookedAt}::integer) number
  `;
  const payment_code = await cancelledAt(2);
  const filter = { ...shop, event_type: "payment.cancelled" as const, per_page: 5 };
  const first = await listEvents(gateway, filter);
  expect(first).toMatchObject({ items: [], pagination: { next_cursor: expect.any(String) } });
  const cursor = first.pagination.next_cursor as string;
  const second = await listEvents(gateway, { ...filter, cursor });
  expect(second).toMatchObject({ items: [{ payment_code }], pagination: { next_cursor: null } });
  expect(await walk({})).toEqual([payment_code]);
});

test("another merchant's events are not listed, and a cursor of another form is refused", async () => {
  await cancelledAt(1);
  const other = await shopWithAccount(gateway);
  expect((await listEvents(gateway, { ...other, per_page: 10 })).items).toEqual([]);
  const tooLate = `${"9".repeat(15)}.msg_${"0".repeat(32)}`;
  for (const cursor of ["x", "1", "1.x", `1.msg_${"g".repeat(32)}`, tooLate]) {
    await expect(listEvents(gateway, { ...shop, per_page: 1, cursor })).rejects.toSatisfy(
      ({ errors }: GatewayError) => errors?.["cursor"] !== undefined,
    );
  }
});
