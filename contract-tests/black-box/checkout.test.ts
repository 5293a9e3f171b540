import { expect, test } from "vitest";
import { dataOf } from "../support/http.ts";
import type { CheckoutView, Payment } from "../support/resources.ts";
import { ask, cancel, deployment, pendingPayment } from "./gateway.ts";

/** Tests what customers see without a key. */

const view = async ({ payment_id }: Payment) =>
  dataOf<CheckoutView>(await ask({ method: "GET", path: `/checkout/${payment_id}` }));

const payment = await pendingPayment({ payment_return_url: "https://shop.example/thanks" });
const isQris = deployment.account.channel_type === "QRIS";

test("anybody who has its id sees what to pay and where", async () => {
  const { payment_code, payment_total, channel_instructions } = payment;
  const shown = await view(payment);
  expect(shown).toMatchObject({
    payment_code,
    amount_total: payment_total,
    status: "PENDING",
    account_number: deployment.account.account_number ?? "",
    redirect_url: `https://shop.example/thanks?payment_code=${payment_code}`,
    order_items: "[]",
  });
  expect(JSON.parse(shown.instructions)).toEqual(channel_instructions);
});

test("a QR code is shown for QRIS alone", async () => {
  const { qris_payload } = await view(payment);
  if (isQris) expect(qris_payload).toContain(String(payment.payment_total));
  else expect(qris_payload).toBeUndefined();
});

test("a cancelled invoice is shown as cancelled, with nothing to pay to", async () => {
  dataOf(await cancel(payment.payment_code));
  const { qris_payload, ...shown } = await view(payment);
  expect(shown).toMatchObject({
    status: "CANCELLED",
    account_number: "",
    account_name: "",
    instructions: "[]",
  });
  expect(qris_payload ?? null).toBeNull();
});
