import { expect, test } from "vitest";
import { publishedOperations } from "./support/documents.ts";
import { sendRaw } from "./support/raw-http.ts";
import { openShop, paymentPath, pendingPayment } from "./support/shop.ts";

/** Tests HEAD, which monitoring programs send (RFC 9110, section 9.3.2). */

const shop = await openShop();
const payment = await pendingPayment(shop);
const key = `X-Api-Key: ${shop.api_key}`;

/** Headers that differ between responses. */
const fleeting = new Set(["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"]);
const lasting = (headers: Headers) => [...headers].filter(([name]) => !fleeting.has(name));

test.each([
  ["/gateway/accounts", 200],
  ["/gateway/payments?per_page=1", 200],
  ["/gateway/payments?page=0", 400],
  [paymentPath(payment.payment_code), 200],
  [paymentPath("unknown"), 404],
  [`/checkout/${payment.payment_id}`, 200],
  ["/healthz", 200],
  ["/readyz", 200],
  ["/openapi.json", 200],
  ["/nothing", 404],
])("HEAD %s works like GET without the body", async (path, status) => {
  const head = await sendRaw([`HEAD ${path} HTTP/1.1`, key]);
  const get = await sendRaw([`GET ${path} HTTP/1.1`, key]);
  expect([head.status, head.text]).toEqual([status, ""]);
  expect(get.status).toBe(status);
  expect(get.text).not.toBe("");
  expect(lasting(head.headers)).toEqual(lasting(get.headers));
});

test("HEAD needs the key that GET needs", async () => {
  const head = await sendRaw(["HEAD /gateway/accounts HTTP/1.1"]);
  expect([head.status, head.text]).toEqual([401, ""]);
});

test("HEAD counts as a read", async () => {
  const left = async () =>
    Number(
      (await sendRaw(["HEAD /gateway/accounts HTTP/1.1", key])).headers.get(
        "x-ratelimit-remaining",
      ),
    );
  const first = await left();
  expect(await left()).toBe(first - 1);
});

test("HEAD of a stream ends with its headers", async () => {
  const path = `/checkout/${payment.payment_id}/events`;
  const { status, headers, text } = await sendRaw([`HEAD ${path} HTTP/1.1`]);
  expect([status, text]).toEqual([200, ""]);
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers.has("content-length")).toBe(false);
});

test.each(publishedOperations.filter(({ method }) => method !== "GET"))(
  "HEAD does nothing for $method $path without a GET",
  async ({ path }) => {
    const isRead = publishedOperations.some(
      (other) => other.path === path && other.method === "GET",
    );
    const { status } = await sendRaw([`HEAD ${path.replaceAll(/\{\w+\}/g, "x")} HTTP/1.1`]);
    expect(status === 405).toBe(!isRead);
  },
);
