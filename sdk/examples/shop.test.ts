import { Tepat, unwrapWebhook } from "@tepat/sdk";
import { fakeTepat } from "@tepat/sdk/testing";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";

const fake = fakeTepat();
const server = setupServer(...fake.handlers);
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

test("an order is paid", async () => {
  const tepat = new Tepat(fake);
  const { payment_code } = await tepat.payments.create({
    account_id: fake.accounts[0]?.account_id ?? "",
    payment_code: "INV-1",
    payment_amount: 150_000,
    payment_expired_at: new Date(Date.now() + 3600 * 1000).toISOString(),
    customer_name: "Siti Rahayu",
    customer_phone: "0812",
  });
  const { webhook } = await fake.simulateTransfer(payment_code);
  // Here your own handler would be called with webhook.body and webhook.headers.
  const event = await unwrapWebhook(webhook.body, webhook.headers, { secret: fake.webhookSecret });
  expect(event).toMatchObject({ type: "payment.paid", data: { payment_status: "PAID" } });
});
