import { afterAll, describe, expect, test } from "vitest";
import { setTimeout as wait } from "node:timers/promises";
import { tepat } from "./support/command-line.ts";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf } from "./support/http.ts";
import type { Payment } from "./support/resources.ts";
import {
  newCode,
  newMerchant,
  openShop,
  paymentPath,
  pendingPayment,
  readPayment,
} from "./support/shop.ts";
import { enrolAuthenticator } from "./support/totp.ts";
import { startReceiver, verified, type Received } from "./support/webhook-receiver.ts";

/**
 * Tests specification 3.3 and 6. The service's retry schedule is 0.05,0.05, so there are three
 * attempts.
 */

const statusOfName: Record<string, number> = { gone: 410, moved: 302, broken: 500, missing: 404 };

/**
 * Responds with the status for the beginning of the name. `recovers` succeeds from the third attempt on.
 */
const receiver = await startReceiver((name, earlier) => {
  const kind = name.split("-")[0] ?? "";
  if (kind === "recovers") return { status: earlier < 2 ? 503 : 204 };
  return { status: statusOfName[kind] ?? 200, headers: { location: receiver.urlOf("redirected") } };
});
afterAll(() => receiver[Symbol.asyncDispose]());

const shop = await openShop();
const device = await approvedDevice(shop);

/** Long enough for an unwanted attempt to appear. */
const quietMilliseconds = 700;

const newName = (kind = "shop") => `${kind}-${newCode()}`;
const withWebhook = (name: string) => ({ payment_webhook_url: receiver.urlOf(name) });

async function paidPayment(name: string, fields: object = {}): Promise<Payment> {
  const payment = await pendingPayment(shop, { ...withWebhook(name), ...fields });
  await device.report(transfer(payment.payment_total));
  return readPayment(shop, payment.payment_code);
}

interface Delivery {
  delivery_id: string;
  delivery_status: string;
}

async function deliveryOf({ merchant_id }: { merchant_id: string }, received: Received) {
  const deliveries = await tepat<Delivery[]>("webhook list", "--merchant", merchant_id);
  return deliveries.find(({ delivery_id }) => delivery_id === received.headers["webhook-id"]);
}

describe("the payment.paid event", () => {
  test("contains the payment as get returns it, signed for the merchant", async () => {
    const name = newName();
    const payment = await paidPayment(name, {
      customer_name: "Siti </script> 🧕 \u202e\r\n",
      customer_orders: [{ name: "Kopi", price: 75_000, quantity: 2, subtotal: 0 }],
      metadata: { order_id: "A-17" },
    });
    expect(payment).toHaveProperty("metadata.order_id", "A-17");
    const [received] = (await receiver.waitFor(name)) as [Received];
    expect(received.headers).toMatchObject({
      "content-type": expect.stringMatching(/^application\/json/),
      "webhook-id": expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
      "webhook-signature": expect.stringMatching(/^v1,\S+$/),
    });
    expect(verified(shop, received)).toEqual({
      type: "payment.paid",
      timestamp: payment.payment_updated_at,
      data: payment,
    });
    await expect
      .poll(async () => (await deliveryOf(shop, received))?.delivery_status)
      .toBe("SUCCESS");
    expect(receiver.heard(name)).toHaveLength(1);
  });

  test("does not verify with a changed byte or another merchant's secret", async () => {
    const name = newName();
    await paidPayment(name);
    const [received] = (await receiver.waitFor(name)) as [Received];
    const forged = { ...received, body: received.body.replace("PAID", "PAiD") };
    expect(() => verified(shop, forged)).toThrow("No matching signature found");
    const stranger = await newMerchant();
    expect(() => verified(stranger, received)).toThrow("No matching signature found");
  });

  test("announces a manual match too", async () => {
    const name = newName();
    const { payment_code } = await pendingPayment(shop, withWebhook(name));
    const code = (await enrolAuthenticator(shop)).code();
    dataOf(await shop.post(`${paymentPath(payment_code)}/match`, {}, { "x-totp-code": code }));
    const [received] = (await receiver.waitFor(name)) as [Received];
    expect(verified(shop, received)).toMatchObject({
      type: "payment.paid",
      data: { payment_code, payment_status: "PAID", is_manual_match: true },
    });
  });

  test("is sent once, despite repeated reports of the transfer", async () => {
    const name = newName();
    const { payment_total } = await pendingPayment(shop, withWebhook(name));
    const notification = transfer(payment_total);
    await Promise.all(Array.from({ length: 20 }, () => device.report(notification)));
    await receiver.waitFor(name);
    await wait(quietMilliseconds);
    expect(receiver.heard(name)).toHaveLength(1);
  });
});

describe("a failed delivery", () => {
  test("is retried byte for byte under the same id, until it succeeds", async () => {
    const name = newName("recovers");
    await paidPayment(name);
    const received = await receiver.waitFor(name, 3);
    for (const attempt of received) expect(verified(shop, attempt)).toBeTruthy();
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    await expect
      .poll(async () => (await deliveryOf(shop, received[0] as Received))?.delivery_status)
      .toBe("SUCCESS");
  });

  test.each([
    ["broken", "500 answers", 3],
    ["missing", "404 answers", 3],
    ["moved", "redirects, which are not followed", 3],
    ["gone", "410", 1],
  ])("to a server that is %s is FAILED after its %s", async (kind, _answers, attempts) => {
    const name = newName(kind);
    await paidPayment(name);
    const [received] = (await receiver.waitFor(name, attempts)) as [Received];
    await expect
      .poll(async () => (await deliveryOf(shop, received))?.delivery_status)
      .toBe("FAILED");
    expect(receiver.heard(name)).toHaveLength(attempts);
    expect(receiver.heard("redirected")).toHaveLength(0);
  });

  test("can be resent manually, with the same id and bytes", async () => {
    const name = newName("gone");
    await paidPayment(name);
    const [first] = (await receiver.waitFor(name)) as [Received];
    await expect.poll(async () => (await deliveryOf(shop, first))?.delivery_status).toBe("FAILED");
    const { delivery_id } = (await deliveryOf(shop, first)) as Delivery;
    await tepat("webhook resend", "--delivery", delivery_id).catch(() => "410 again");
    const [, second] = (await receiver.waitFor(name, 2)) as [Received, Received];
    expect(second.body).toBe(first.body);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    verified(shop, second);
  });

  test("does not delay others", async () => {
    const stuck = await pendingPayment(shop, { payment_webhook_url: "http://127.0.0.1:2/nobody" });
    await device.report(transfer(stuck.payment_total));
    const name = newName();
    await paidPayment(name);
    await receiver.waitFor(name);
  });
});
