import { expect, inject, test } from "vitest";
import { dataOf, expectRefusal } from "./support/http.ts";
import {
  cancelledPayment,
  expiredPayment,
  inSeconds,
  newCode,
  openShop,
  paymentInput,
  paymentPath,
  pendingPayment,
  postPayment,
  readPayment,
} from "./support/shop.ts";
import type { Account, Payment } from "./support/resources.ts";

/**
 * Tests specification 4.2; faults A1 to A4. create-payment-valid.test.ts and create-payment-invalid.test.ts test the
 * fields' own rules.
 */

const shop = await openShop({ quota: 5 });
const otherShop = await openShop();

test("a complete create returns the whole payment", async () => {
  const input = paymentInput(shop, {
    customer_phone: "+62 812 0000 0001",
    payment_webhook_url: "http://127.0.0.1:2/webhook?from=tepat",
    payment_return_url: "https://shop.example/thanks?order=1#top",
    customer_orders: [
      { name: "Kopi", price: 60_000, quantity: 2, subtotal: 1, sku: "K-1", product_url: null },
      { name: "Saringan", price: 30_000, quantity: 1, subtotal: 999_999 },
    ],
  });
  const before = Date.now();
  const { status, body } = await shop.post("/gateway/payments", input);
  const payment = body.data as Payment;
  const { payment_amount, payment_unique, payment_updated_at, payment_id } = payment;

  expect({ status, ...body }).toEqual({
    status: 201,
    success: true,
    message: "created",
    data: {
      ...input,
      payment_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      payment_unique: expect.any(Number),
      payment_total: payment_amount + payment_unique,
      payment_status: "PENDING",
      payment_expired_at: input.payment_expired_at,
      payment_updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      payment_checkout_url: expect.stringMatching(new RegExp(`^https?://.+/pay/${payment_id}$`)),
      customer_orders: [
        {
          sku: "K-1",
          name: "Kopi",
          price: 60_000,
          quantity: 2,
          subtotal: 120_000,
          product_url: null,
          image_url: null,
        },
        {
          name: "Saringan",
          price: 30_000,
          quantity: 1,
          subtotal: 30_000,
          product_url: null,
          image_url: null,
        },
      ],
      account_number: shop.account.account_number,
      account_name: shop.account.account_name,
      channel_id: shop.account.channel_id,
      channel_name: shop.account.channel_name,
      channel_type: shop.account.channel_type,
      channel_instructions: expect.any(Array),
      is_manual_match: false,
      manual_matched_mutation_id: null,
    },
  });
  expect(payment_unique).toBeGreaterThanOrEqual(1);
  expect(payment_unique).toBeLessThanOrEqual(999);
  expect(Date.parse(payment_updated_at)).toBeGreaterThanOrEqual(before - 1000);
  expect(Date.parse(payment_updated_at)).toBeLessThanOrEqual(Date.now() + 1000);
});

test.skipIf(inject("transport") === "remote")(
  "the checkout page's address begins with the service's public address",
  async () => {
    const { payment_id, payment_checkout_url } = await pendingPayment(shop);
    const { port } = new URL(inject("service").base_url);
    expect(payment_checkout_url).toBe(`http://localhost:${port}/pay/${payment_id}`);
  },
);

test("the shortest create leaves the rest null", async () => {
  const payment = await pendingPayment(shop);
  expect(payment).toMatchObject({
    customer_phone: null,
    payment_webhook_url: null,
    payment_return_url: null,
    customer_orders: null,
  });
});

test("a null and an empty order count as none", async () => {
  const none = { customer_phone: null, payment_webhook_url: null, payment_return_url: null };
  for (const customer_orders of [null, []]) {
    const payment = await pendingPayment(shop, { ...none, customer_orders });
    expect(payment).toMatchObject({ ...none, customer_orders: null });
  }
});

test("a deadline with an offset is returned in UTC", async () => {
  const payment_expired_at = "2099-12-31T23:59:59.123456+07:00";
  const payment = await pendingPayment(shop, { payment_expired_at });
  expect(payment.payment_expired_at).toBe("2099-12-31T16:59:59.123Z");
});

test.each([
  ["2099-12-31T23:59+0700", "2099-12-31T16:59:00.000Z"],
  ["2099-12-31T23:59:59+0700", "2099-12-31T16:59:59.000Z"],
  ["2099-12-31T23:59:59.5-0330", "2100-01-01T03:29:59.500Z"],
  ["2099-12-31T23:59Z", "2099-12-31T23:59:00.000Z"],
  ["2099-12-31t23:59:59z", "2099-12-31T23:59:59.000Z"],
])("a deadline can have the form %s", async (payment_expired_at, kept) => {
  expect(await pendingPayment(shop, { payment_expired_at })).toMatchObject({
    payment_expired_at: kept,
  });
});

test("fields set by the service are ignored", async () => {
  const forged = {
    payment_status: "PAID",
    payment_unique: 1000,
    payment_total: 1,
    payment_id: "019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01",
    merchant_id: otherShop.merchant_id,
    is_manual_match: true,
    manual_matched_mutation_id: "019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01",
    channel_name: "Bank Lain",
    account_number: "0000000000",
  };
  const payment = await pendingPayment(shop, forged);
  expect(payment).toMatchObject({
    payment_status: "PENDING",
    payment_total: 150_000 + payment.payment_unique,
    is_manual_match: false,
    manual_matched_mutation_id: null,
    channel_name: "BCA",
    account_number: "1234567890",
  });
  expect(payment.payment_unique).toBeLessThanOrEqual(999);
  expect(payment.payment_id).not.toBe(forged.payment_id);
  expectRefusal(await otherShop.get(paymentPath(payment.payment_code)), 404, "not_found");
});

test("one of 50 simultaneous creates of a code succeeds, and 49 conflict", async () => {
  const thrifty = await openShop({ quota: 2 });
  const input = paymentInput(thrifty);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => thrifty.post("/gateway/payments", input)),
  );
  const created = answers.filter(({ status }) => status === 201);
  expect(created).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectRefusal(answer, 409, "payment_code_conflict");
  }
  const { body } = await thrifty.get("/gateway/payments");
  expect(body).toMatchObject({ data: [created[0]?.body.data], pagination: { total: 1 } });
  const [account] = dataOf<Account[]>(await thrifty.get("/gateway/accounts"));
  expect(account?.account_quota).toBe(1);
});

test("two merchants can use the same code at the same time", async () => {
  const payment_code = newCode();
  const payments = await Promise.all([
    pendingPayment(shop, { payment_code }),
    pendingPayment(otherShop, { payment_code, payment_amount: 7 }),
  ]);
  expect(await readPayment(shop, payment_code)).toEqual(payments[0]);
  expect(await readPayment(otherShop, payment_code)).toEqual(payments[1]);
});

test("a code stays used after any end of its payment, and the refusal names the payment", async () => {
  for (const earlier of [
    await pendingPayment(shop, { payment_code: `${newCode()}/é %` }),
    await cancelledPayment(shop),
    await expiredPayment(shop),
  ]) {
    const { payment_code } = earlier;
    const answer = await postPayment(shop, { payment_code, payment_amount: 1 });
    expectRefusal(answer, 409, "payment_code_conflict");
    const location = answer.headers.get("location") ?? "";
    expect(location).toBe(`/gateway/payments/${encodeURIComponent(payment_code)}`);
    expect(dataOf(await shop.get(location))).toEqual(await readPayment(shop, payment_code));
  }
});

test("a deadline in the next moment is refused or on time, never late", async () => {
  for (const milliseconds of [0, 1, 5, 20]) {
    const answer = await postPayment(shop, { payment_expired_at: inSeconds(milliseconds / 1000) });
    if (answer.status !== 201) {
      expectRefusal(answer, 400, "invalid_expired_at");
      continue;
    }
    const { payment_code } = dataOf<Payment>(answer);
    await expect
      .poll(async () => (await readPayment(shop, payment_code)).payment_status)
      .toBe("EXPIRED");
  }
});
