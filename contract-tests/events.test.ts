import { afterAll, describe, expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, expectInvalid, expectRefusal } from "./support/http.ts";
import { newCode, openShop, pendingPayment, readPayment } from "./support/shop.ts";
import { startReceiver } from "./support/webhook-receiver.ts";

/** Tests the list of webhook events, their deliveries, and resending. */

interface Event {
  event_id: string;
  event_type: string;
  created_at: string;
  payment_code: string;
  body: object;
}

let isDown = true;
const receiver = await startReceiver(() => ({ status: isDown ? 503 : 204 }));
afterAll(() => receiver[Symbol.asyncDispose]());

const shop = await openShop();
const device = await approvedDevice(shop);
const name = newCode();
const begun = new Date().toISOString();
const { payment_code, payment_total } = await pendingPayment(shop, {
  payment_webhook_url: receiver.urlOf(name),
  metadata: { order_id: "A-17" },
});
await device.report(transfer(payment_total));

const listed = async (query = "") => dataOf<Event[]>(await shop.get(`/gateway/events${query}`));

test("after an outage a shop reads the missed events and their deliveries, and has one resent", async () => {
  const payment = await readPayment(shop, payment_code);
  const [event, ...others] = await listed(`?since=${begun}&event_type=payment.paid`);
  expect(others).toEqual([]);
  expect(event).toEqual({
    event_id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    event_type: "payment.paid",
    created_at: payment.payment_updated_at,
    payment_code,
    body: { type: "payment.paid", timestamp: payment.payment_updated_at, data: payment },
  });
  const path = `/gateway/events/${event?.event_id}`;
  const deliveries = async () => dataOf<object[]>(await shop.get(`${path}/deliveries`));
  // The schedule of these tests ends after three attempts.
  await expect.poll(deliveries).toMatchObject([{ delivery_status: "FAILED", attempt_count: 3 }]);
  isDown = false;
  expect(dataOf(await shop.post(`${path}/resend`, {}))).toMatchObject({
    delivery_id: event?.event_id,
    delivery_status: "SUCCESS",
    attempt_count: 4,
  });
  const heard = receiver.heard(name);
  expect(new Set(heard.map(({ headers }) => headers["webhook-id"]))).toEqual(
    new Set([event?.event_id]),
  );
  expect(JSON.parse(heard.at(-1)?.body ?? "")).toEqual(event?.body);
});

test("the list of a merchant without events is empty", async () => {
  const later = new Date(Date.now() + 60_000).toISOString();
  expect(await listed(`?since=${later}`)).toEqual([]);
  expect(await listed("?event_type=device.offline")).toEqual([]);
  const { body } = await shop.get("/gateway/events?per_page=1");
  expect(body.pagination).toEqual({
    total: 1,
    count: 1,
    per_page: 1,
    current_page: 1,
    total_pages: 1,
    next_cursor: expect.anything(),
  });
});

describe("another merchant", () => {
  test("sees no event and no delivery, and can resend none", async () => {
    const other = await openShop();
    const [event] = await listed();
    expect(dataOf(await other.get("/gateway/events"))).toEqual([]);
    const path = `/gateway/events/${event?.event_id}`;
    expectRefusal(await other.get(`${path}/deliveries`), 404, "not_found");
    expectRefusal(await other.post(`${path}/resend`, {}), 404, "not_found");
  });
});

test.each(["x", "msg_1", "%00", "..%2f"])("an event %j is unknown", async (event_id) => {
  expectRefusal(await shop.get(`/gateway/events/${event_id}/deliveries`), 404, "not_found");
  expectRefusal(await shop.post(`/gateway/events/${event_id}/resend`, {}), 404, "not_found");
});

test.each([
  ["event_type", "webhook.test"],
  ["event_type", "paid"],
  ["since", "yesterday"],
  ["until", "1"],
  ["cursor", "x"],
  ["per_page", "0"],
])("%s=%s is refused", async (field, value) => {
  expectInvalid(await shop.get(`/gateway/events?${field}=${value}`), field);
});
