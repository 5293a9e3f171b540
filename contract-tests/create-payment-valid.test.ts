import { describe, expect, test } from "vitest";
import { dataOf } from "./support/http.ts";
import type { Payment } from "./support/resources.ts";
import { newCode, openShop, paymentInput, pendingPayment, readPayment } from "./support/shop.ts";

/** Tests allowed values of the fields (specification 4.2; faults A4, E7, E12, E17). */

const shop = await openShop();
const boundedShop = await openShop({ min: 10_000, max: 20_000 });

const cap = Number.MAX_SAFE_INTEGER - 999;
const orderOf = (...items: object[]) =>
  items.map((item) => ({ name: "Kopi", price: 150_000, quantity: 1, subtotal: 150_000, ...item }));
const url = (length: number) => "https://shop.example/".padEnd(length, "a");

describe("create succeeds", () => {
  test.each<[string, Record<string, unknown>]>([
    ["amount 1", { payment_amount: 1 }],
    ["the largest amount whose total is safe", { payment_amount: cap }],
    ["a code of one character", { payment_code: newCode().slice(-1) }],
    ["a code of 128 characters", { payment_code: newCode().padEnd(128, "x") }],
    ["a code of 128 characters beyond 16 bits", { payment_code: "🧾".repeat(127) + "🧿" }],
    [
      "a code with slashes, spaces, quotes",
      { payment_code: `INV/2026 11'"\\?#&+;=@ ${newCode()}` },
    ],
    ["a code of SQL", { payment_code: `' OR 1=1 -- $1 %_\\ ${newCode()}` }],
    ["a name in any script", { customer_name: "Siti 🧕 شيتي \u202e </script>" }],
    ["a name of 255 characters beyond 16 bits", { customer_name: "🧕".repeat(255) }],
    ["a phone alone", { customer_email: null, customer_phone: "+62 812 0000 0001" }],
    ["a phone of 50 characters", { customer_phone: "0".repeat(50) }],
    ["an email of 255 characters", { customer_email: `${"a".repeat(242)}@shop.example` }],
    ["a return URL of 2,048 characters", { payment_return_url: url(2048) }],
    [
      "items that cost nothing beside one that does",
      { customer_orders: orderOf({}, { price: 0, subtotal: 0 }) },
    ],
    [
      "a discount as an item below zero",
      {
        customer_orders: orderOf(
          { price: 175_000, subtotal: 175_000 },
          { price: -25_000, subtotal: -25_000 },
        ),
      },
    ],
    [
      "lines whose numbers are as large as numbers may be",
      {
        customer_orders: [cap + 999, -cap, 149_001].map((price) => ({
          name: "Kopi",
          price,
          quantity: 1,
          subtotal: price,
        })),
      },
    ],
    ["a webhook by http", { payment_webhook_url: "http://shop.example/webhook" }],
    [
      "a webhook on a port of its own",
      { payment_webhook_url: "https://shop.example:5000/webhook" },
    ],
    ["an email of a name without a dot", { customer_email: "siti@toko" }],
    ["metadata", { metadata: { order_id: "A-17", "a: b": "", constructor: "🧾".repeat(500) } }],
    [
      "20 keys of metadata of 40 characters beyond 16 bits",
      {
        metadata: Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => ["🧾".repeat(38) + (index + 10), ""]),
        ),
      },
    ],
    [
      "an item with every field",
      {
        customer_orders: orderOf({ sku: "K", product_url: url(2048), image_url: "javascript:x" }),
      },
    ],
  ])("with %s, and get returns the same value", async (_case, fields) => {
    const payment = await pendingPayment(shop, fields);
    expect(payment).toMatchObject(fields);
    expect(await readPayment(shop, payment.payment_code)).toEqual(payment);
  });

  test.each([
    ["empty texts", ""],
    ["blank texts", " \t\u00a0"],
    ["null", null],
  ])("with %s, which count as missing", async (_case, nothing) => {
    const optional = {
      customer_phone: nothing,
      payment_webhook_url: nothing,
      payment_return_url: nothing,
    };
    const item = { sku: nothing, product_url: nothing, image_url: nothing };
    const payment = await pendingPayment(shop, { ...optional, customer_orders: orderOf(item) });
    expect(payment).toMatchObject({
      customer_email: "siti@shop.example",
      customer_phone: null,
      payment_webhook_url: null,
      payment_return_url: null,
      customer_orders: [{ product_url: null, image_url: null }],
    });
    expect(payment.customer_orders?.[0]).not.toHaveProperty("sku");
    const phoneAlone = { customer_email: nothing, customer_phone: "+62 812 0000 0001" };
    expect(await pendingPayment(shop, phoneAlone)).toMatchObject({
      ...phoneAlone,
      customer_email: null,
    });
  });

  test.each([
    ["+07", "2099-01-01T00:00:00+07", "2098-12-31T17:00:00.000Z"],
    ["-03 and no seconds", "2099-01-01T00:00-03", "2099-01-01T03:00:00.000Z"],
    ["+0530", "2099-01-01T00:00:00.5+0530", "2098-12-31T18:30:00.500Z"],
  ])("with a deadline's offset written %s", async (_case, payment_expired_at, inUtc) => {
    const payment = await pendingPayment(shop, { payment_expired_at });
    expect(payment.payment_expired_at).toBe(inUtc);
  });

  test("with 500 items, each with its subtotal", async () => {
    const customer_orders = Array.from({ length: 500 }, (_, index) => ({
      name: "x",
      price: index,
      quantity: 2,
      subtotal: 0,
    }));
    const payment = await pendingPayment(shop, { customer_orders, payment_amount: 249_500 });
    expect(payment.customer_orders?.map(({ subtotal }) => subtotal)).toEqual(
      customer_orders.map(({ price }) => 2 * price),
    );
  });

  test.each(["1e5", "100000.0", "1.0E+5"])("with the amount written %s", async (amount) => {
    const body = JSON.stringify(paymentInput(shop, { payment_amount: 0 }));
    const answer = await shop.send({
      method: "POST",
      path: "/gateway/payments",
      headers: { "content-type": "application/json" },
      body: body.replace('"payment_amount":0', `"payment_amount":${amount}`),
    });
    expect(dataOf<Payment>(answer).payment_amount).toBe(100_000);
  });

  test.each([10_000, 20_000])("with exactly the account's bound %i", async (amount) => {
    await pendingPayment(boundedShop, { payment_amount: amount });
  });

  test("with codes that differ only in case or in normal form", async () => {
    const base = newCode();
    const codes = [`${base}-A\u0301`, `${base}-\u00c1`, `${base}-a\u0301`, `${base}-\u00e1`];
    for (const payment_code of codes) await pendingPayment(shop, { payment_code });
    for (const payment_code of codes) {
      expect((await readPayment(shop, payment_code)).payment_code).toBe(payment_code);
    }
  });
});

test("an account_id in capital letters names the same account, and is returned as reads return it", async () => {
  const account_id = shop.account.account_id.toUpperCase();
  const created = await pendingPayment(shop, { account_id });
  expect(created.account_id).toBe(shop.account.account_id);
  expect(await readPayment(shop, created.payment_code)).toEqual(created);
});
