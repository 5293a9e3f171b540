import { expect, test } from "vitest";
import { dataOf } from "../support/http.ts";
import type { CheckoutView, Payment } from "../support/resources.ts";
import { amount, ask, cancel, deployment, pendingPayment } from "./gateway.ts";
import { shared } from "./shared.ts";

/** Tests the data that customers see without a key. */

const view = async ({ payment_id }: Payment) =>
  dataOf<CheckoutView>(await ask({ method: "GET", path: `/checkout/${payment_id}` }));

const payment_return_url = "https://shop.example/thanks?order=1";
const invoice = shared(() =>
  pendingPayment({
    payment_return_url,
    customer_phone: "0812",
    customer_orders: [{ name: "Uji", price: amount, quantity: 1, subtotal: amount }],
  }),
);
const { account } = deployment;
const isQris = account.channel_type === "QRIS";

test("anyone with the payment's id sees the amount, the account and the deadline", async () => {
  const payment = await invoice();
  const { order_items, instructions, created_at, ...shown } = await view(payment);
  const { qris_id: _id, qris_name: _name, qris_city: _city, qris_payload: _, ...others } = shown;
  expect(others).toEqual({
    payment_code: payment.payment_code,
    amount_original: payment.payment_amount,
    amount_unique: payment.payment_unique,
    amount_total: payment.payment_total,
    status: "PENDING",
    expires_at: payment.payment_expired_at,
    customer_name: "Contract Test",
    customer_email: "contract-test@example.com",
    customer_phone: "0812",
    return_url: payment_return_url,
    redirect_url: `${payment_return_url}&payment_code=${payment.payment_code}`,
    account_number: account.account_number ?? "",
    account_name: account.account_name ?? "",
    bank_name: account.channel_name,
    bank_type: account.channel_type,
    app_name: account.app_name ?? "",
  });
  expect(created_at).toBe(payment.payment_updated_at);
  expect(JSON.parse(order_items)).toEqual(payment.customer_orders);
  expect(JSON.parse(instructions)).toEqual(payment.channel_instructions);
});

test("a QR code is shown for QRIS alone", async () => {
  const payment = await invoice();
  const { qris_payload, qris_id, qris_name, qris_city } = await view(payment);
  if (!isQris) {
    expect([qris_payload, qris_id, qris_name, qris_city]).toEqual(Array(4).fill(undefined));
    return;
  }
  const code = readCode(String(qris_payload));
  expect(code).toMatchObject({ "01": "12", 53: "360", 58: "ID" });
  expect(code["54"]).toBe(String(payment.payment_total));
  expect([code["59"], code["60"]]).toEqual([qris_name, qris_city]);
  // The merchant's number is in the national scheme's own object, if the code has one.
  if (code["51"] !== undefined) expect(readCode(code["51"])["02"]).toBe(qris_id);
  expect(code["63"]).toBe(checksumOf(String(qris_payload).slice(0, -4)));
});

test("a cancelled invoice is shown as cancelled, without an account to pay to", async () => {
  const payment = await invoice();
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

/**
 * Returns the objects of an EMV code: each has two digits of a tag, two of a length, and a value.
 */
function readCode(text: string): Record<string, string> {
  const objects: Record<string, string> = {};
  for (let at = 0; at < text.length;) {
    const end = at + 4 + Number(text.slice(at + 2, at + 4));
    objects[text.slice(at, at + 2)] = text.slice(at + 4, end);
    at = end;
  }
  return objects;
}

/** Returns the CRC-16/IBM-3740 (EMV QRCPS, section 4.7.3). */
function checksumOf(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return (crc & 0xffff).toString(16).toUpperCase().padStart(4, "0");
}
