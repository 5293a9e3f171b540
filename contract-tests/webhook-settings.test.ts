import { afterAll, expect, test } from "vitest";
import { tepat } from "./support/command-line.ts";
import { approvedDevice, transfer, type Device } from "./support/device.ts";
import {
  cancelledPayment,
  expiredPayment,
  newCode,
  openShop,
  pendingPayment,
  type Shop,
} from "./support/shop.ts";
import { startReceiver, verified, type Received } from "./support/webhook-receiver.ts";

/** Tests the webhook settings that a merchant can change. */

const receiver = await startReceiver();
afterAll(() => receiver[Symbol.asyncDispose]());

const newName = () => `shop-${newCode()}`;
const withWebhook = (name: string) => ({ payment_webhook_url: receiver.urlOf(name) });

const shop = await openShop();
const device = await approvedDevice(shop);

async function pay(payer: Device, merchant: Shop, fields: object): Promise<void> {
  const { payment_total } = await pendingPayment(merchant, fields);
  await payer.report(transfer(payment_total));
}

const update = ({ merchant_id }: Shop, option: string, value: string) =>
  tepat("merchant update", "--merchant", merchant_id, option, value);

test("a cancelled or expired payment sends no webhook by default", async () => {
  const [unwanted, later] = [newName(), newName()];
  await cancelledPayment(shop, withWebhook(unwanted));
  await expiredPayment(shop, withWebhook(unwanted));
  // Wait for an event that was caused later.
  await pay(device, shop, withWebhook(later));
  await receiver.waitFor(later);
  expect(receiver.heard(unwanted)).toHaveLength(0);
});

test("payment.cancelled can be switched on", async () => {
  const name = newName();
  const merchant = await openShop();
  await update(merchant, "--cancelled-events", "true");
  const payment = await cancelledPayment(merchant, withWebhook(name));
  const [received] = (await receiver.waitFor(name)) as [Received];
  expect(verified(merchant, received)).toEqual({
    type: "payment.cancelled",
    timestamp: payment.payment_updated_at,
    data: payment,
  });
});

test("payments without their own address use the default address", async () => {
  const [standard, own] = [newName(), newName()];
  const merchant = await openShop();
  const merchantDevice = await approvedDevice(merchant);
  await update(merchant, "--webhook-url", receiver.urlOf(standard));
  await pay(merchantDevice, merchant, {});
  await pay(merchantDevice, merchant, withWebhook(own));
  await Promise.all([receiver.waitFor(standard), receiver.waitFor(own)]);
  expect(receiver.heard(standard)).toHaveLength(1);
  expect(receiver.heard(own)).toHaveLength(1);
});

test("both secrets sign during a rotation", async () => {
  const merchant = await openShop();
  const merchantDevice = await approvedDevice(merchant);
  const rotated = await tepat<{ webhook_secret: string }>(
    "webhook rotate-secret",
    "--merchant",
    merchant.merchant_id,
  );
  expect(rotated.webhook_secret).not.toBe(merchant.webhook_secret);
  const name = newName();
  await pay(merchantDevice, merchant, withWebhook(name));
  const [received] = (await receiver.waitFor(name)) as [Received];
  for (const owner of [rotated, merchant]) {
    expect(verified(owner, received)).toMatchObject({ type: "payment.paid" });
  }
});
