import { Tepat } from "@tepat/sdk";
import { fakeTepat } from "@tepat/sdk/testing";
import { expect, test } from "vitest";
import { POST } from "./webhook-next.ts"; // your own handler

const fake = fakeTepat();
process.env.TEPAT_WEBHOOK_SECRET = fake.webhookSecret;

test("an order is paid despite a lost response", async () => {
  const tepat = new Tepat(fake);
  fake.failNext("lost_answer");
  const { payment_code } = await tepat.payments.create({
    account_id: fake.accounts[0]?.account_id ?? "",
    payment_code: "INV-1",
    payment_amount: 150_000,
    payment_expired_at: new Date(Date.now() + 3600 * 1000).toISOString(),
    customer_name: "Siti Rahayu",
    customer_phone: "0812",
  });
  const { webhook } = await fake.simulateTransfer(payment_code);
  const { body, headers } = webhook;
  const answer = await POST(new Request("http://shop.test", { method: "POST", body, headers }));
  expect(answer.status).toBe(204);
  expect(await tepat.payments.get(payment_code)).toMatchObject({ payment_status: "PAID" });
});
