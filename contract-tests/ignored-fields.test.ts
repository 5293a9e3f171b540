import { expect, test } from "vitest";
import { approvedDevice } from "./support/device.ts";
import { dataOf, nobody } from "./support/http.ts";
import { openShop, paymentInput, paymentPath, pendingPayment } from "./support/shop.ts";

/** Tests that unknown fields and parameters are ignored and named. */

const shop = await openShop();
const header = "x-tepat-ignored-fields";

test("an unknown field of a create is named, and the payment is created", async () => {
  const orders = [
    { name: "Kopi", price: 75_000, quantity: 2, subtotal: 150_000, weight: 1, "a b": null },
  ];
  const answer = await shop.post(
    "/gateway/payments",
    paymentInput(shop, { webhook_url: "https://shop.example", customer_orders: orders }),
  );
  expect(answer.status).toBe(201);
  expect(dataOf<{ payment_webhook_url: string | null }>(answer).payment_webhook_url).toBe(null);
  const names = answer.headers.get(header)?.split(", ");
  expect(new Set(names)).toEqual(
    new Set(["webhook_url", "customer_orders[0].weight", "customer_orders[0].a%20b"]),
  );
});

test("a refusal names unknown fields too, because one might be the cause", async () => {
  const { payment_amount, ...fields } = paymentInput(shop);
  const answer = await shop.post("/gateway/payments", { ...fields, amount: payment_amount });
  expect(answer.status).toBe(400);
  expect(answer.headers.get(header)).toBe("amount");
});

test.each([
  ["GET", "/gateway/accounts?active=true", "active"],
  ["GET", "/gateway/payments?per_page=1&state=PAID&sort=asc&state=PENDING", "state, sort"],
  ["GET", "/gateway/mutations?Page=2", "Page"],
  ["GET", "/gateway/mutations?page=1&per_page=1&only_unmatched=true", null],
  ["GET", "/gateway/accounts?", null],
])("%s %s names %s", async (method, path, names) => {
  const { status, headers } = await shop.send({ method, path });
  expect(status).toBe(200);
  expect(headers.get(header)).toBe(names);
});

test("query parameters of a POST, and body fields that the path has, are ignored and named", async () => {
  const { payment_code } = await pendingPayment(shop);
  const answer = await shop.send({
    method: "POST",
    path: `${paymentPath(payment_code)}/match?force=1`,
    headers: { "x-totp-code": "123456" },
    json: { payment_code: "another" },
  });
  expect(answer.headers.get(header)).toBe("payment_code, force");
});

test("unknown fields of the public view and of a Worker's report are named", async () => {
  const { payment_id } = await pendingPayment(shop);
  const view = await nobody().get(`/checkout/${payment_id}?utm_source=mail`);
  expect(view.headers.get(header)).toBe("utm_source");
  const device = await approvedDevice(shop);
  const heartbeat = await device.post("/worker/heartbeat", { battery: 80, mood: "good" });
  expect(heartbeat.headers.get(header)).toBe("mood");
});

test("a response to known fields only has no header about ignored ones", async () => {
  const { headers } = await shop.post("/gateway/payments", paymentInput(shop));
  expect(headers.has(header)).toBe(false);
});
