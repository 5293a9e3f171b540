import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, nobody } from "./support/http.ts";
import type { Account, Mutation, Payment } from "./support/resources.ts";
import { openShop, paymentInput, readPayment } from "./support/shop.ts";
import { startReceiver } from "./support/webhook-receiver.ts";

/**
 * Tests specification, section 1: the actions of a merchant, a customer and a Worker, from the invoice
 * to the redirect after payment.
 */

test("an invoice is created, paid by a transfer from a phone's report, and returned as PAID", async () => {
  await using merchantServer = await startReceiver();
  const shop = await openShop();
  const device = await approvedDevice(shop);

  const [account] = dataOf<Account[]>(await shop.get("/gateway/accounts"));
  const created = await shop.post("/gateway/payments", {
    ...paymentInput(shop),
    account_id: account?.account_id,
    payment_code: "INV/2026/11",
    payment_webhook_url: merchantServer.urlOf("paid"),
    payment_return_url: "https://shop.example/thanks",
  });
  expect(created.status).toBe(201);
  const { payment_id, payment_total } = dataOf<Payment>(created);

  const customer = nobody();
  const checkout = `/checkout/${payment_id}`;
  expect(dataOf(await customer.get(checkout))).toMatchObject({
    status: "PENDING",
    amount_total: payment_total,
    account_number: account?.account_number,
  });

  const [outcome] = await device.report(transfer(payment_total));
  expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: "INV/2026/11" });
  const payment = await readPayment(shop, "INV/2026/11");
  expect(payment).toMatchObject({ payment_status: "PAID", is_manual_match: false });

  const [webhook] = await merchantServer.waitFor("paid");
  const headers = webhook?.headers as Record<string, string>;
  expect(new Webhook(shop.webhook_secret).verify(webhook?.body ?? "", headers)).toEqual({
    type: "payment.paid",
    timestamp: payment.payment_updated_at,
    data: payment,
  });

  expect(dataOf(await customer.get(checkout))).toMatchObject({
    status: "PAID",
    redirect_url: "https://shop.example/thanks?payment_code=INV%2F2026%2F11",
  });
  const [mutation] = dataOf<Mutation[]>(await shop.get("/gateway/mutations"));
  expect(mutation).toMatchObject({ is_matched: true, matched_payment_code: "INV/2026/11" });
});
