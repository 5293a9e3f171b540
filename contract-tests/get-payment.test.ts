import { describe, expect, test } from "vitest";
import { dataOf, expectInvalid, expectRefusal, merchantWith, nobody } from "./support/http.ts";
import { sendRaw } from "./support/raw-http.ts";
import type { Payment } from "./support/resources.ts";
import {
  briefPayment,
  expiredPayment,
  newCode,
  openShop,
  paymentPath,
  pendingPayment,
  postPayment,
  readPayment,
} from "./support/shop.ts";

/** Tests specification 4.3. */

const shop = await openShop();
const otherShop = await openShop();

/** The database's clock decides, and the database can be on another machine. */
const clockToleranceMilliseconds = 50;

test("get returns the payment that create returned", async () => {
  const payment = await pendingPayment(shop);
  const { status, body } = await shop.get(paymentPath(payment.payment_code));
  expect({ status, ...body }).toEqual({
    status: 200,
    success: true,
    message: "ok",
    data: payment,
  });
});

test.each([
  "INV/2026/11",
  "100% ?&#+;=@:,~",
  "a b",
  "%41",
  "..%2f..",
  "INV\\1",
  "faktur-é-请-🧾",
  "match",
  "constructor",
])("a payment with the code %s is read by its percent-encoded code", async (code) => {
  const payment = await pendingPayment(shop, { payment_code: code });
  expect(await readPayment(shop, code)).toEqual(payment);
});

test.each([".", ".."])(
  "no payment can have the code %s, because paths drop it",
  async (payment_code) => {
    expectInvalid(await postPayment(shop, { payment_code }), "payment_code");
    for (const segment of [payment_code, payment_code.replaceAll(".", "%2E")]) {
      const { text } = await sendRaw([
        `GET /gateway/payments/${segment} HTTP/1.1`,
        `X-Api-Key: ${shop.api_key}`,
      ]);
      expect(JSON.parse(text)).toMatchObject({ code: "not_found", message: "payment not found" });
    }
  },
);

test("an unknown code and another merchant's get the same not_found, byte for byte", async () => {
  const { payment_code } = await pendingPayment(otherShop);
  const unknown = await shop.get(paymentPath(newCode()));
  expectRefusal(unknown, 404, "not_found", "payment not found");
  const foreign = await shop.get(paymentPath(payment_code));
  expect(foreign.text).toBe(unknown.text);
});

test("codes are compared byte for byte", async () => {
  const { payment_code } = await pendingPayment(shop, { payment_code: `${newCode()}-Á` });
  for (const other of [payment_code.toLowerCase(), payment_code.normalize("NFD"), "%", "_"]) {
    expectRefusal(await shop.get(paymentPath(other)), 404, "not_found");
  }
});

test.each([
  ["NUL", "a%00"],
  ["a control character", "a%0Ab"],
  ["a leading space", "%20a"],
  ["a trailing space", "a%20"],
  ["a lone surrogate", "%ED%A0%80"],
  ["broken UTF-8", "%FF"],
  ["a broken escape", "%4"],
  ["129 characters", "x".repeat(129)],
])(
  "a code with %s gets the same answer as an unknown one, byte for byte",
  async (_case, segment) => {
    const unknown = await shop.get(paymentPath(newCode()));
    expect((await shop.get(`/gateway/payments/${segment}`)).text).toBe(unknown.text);
    const uncancelled = await shop.delete(paymentPath(newCode()));
    expectRefusal(uncancelled, 404, "payment_not_cancellable");
    expect((await shop.delete(`/gateway/payments/${segment}`)).text).toBe(uncancelled.text);
  },
);

test("an invalid key is refused before the code is checked", async () => {
  const { payment_code } = await pendingPayment(shop);
  for (const caller of [nobody(), merchantWith(`${shop.api_key}x`)]) {
    for (const path of [paymentPath(payment_code), "/gateway/payments/%00"]) {
      expectRefusal(await caller.get(path), 403, "tenant_api_key_required");
    }
  }
});

describe("the deadline", () => {
  test("is exact for readers: PENDING before it, EXPIRED from then on", async () => {
    const seen: string[] = [];
    for (let seconds = 0.5; !seen.includes("PENDING"); seconds *= 3) {
      await readUntilExpired(await briefPayment(shop, seconds), seen);
    }
  });

  async function readUntilExpired(
    { payment_code, payment_expired_at }: Payment,
    seen: string[],
  ): Promise<void> {
    const deadline = Date.parse(payment_expired_at);
    do {
      const before = Date.now();
      const { payment_status } = await readPayment(shop, payment_code);
      seen.push(payment_status);
      if (before > deadline + clockToleranceMilliseconds) expect(payment_status).toBe("EXPIRED");
      if (Date.now() < deadline - clockToleranceMilliseconds)
        expect(payment_status).toBe("PENDING");
    } while (seen.at(-1) !== "EXPIRED");
  }

  test("once passed, is final and the same in every response", async () => {
    const { payment_code, payment_id } = await expiredPayment(shop);
    const read = await readPayment(shop, payment_code);
    expect(read.payment_status).toBe("EXPIRED");
    const listed = dataOf<object[]>(await shop.get("/gateway/payments?per_page=1"));
    expect(listed).toEqual([read]);
    const checkout = dataOf(await nobody().get(`/checkout/${payment_id}`));
    expect(checkout).toMatchObject({ status: "EXPIRED" });
    const cancel = await shop.delete(paymentPath(payment_code));
    expectRefusal(cancel, 404, "payment_not_cancellable");
  });
});

test("a cancelled payment changes only its status and its update time", async () => {
  const payment = await pendingPayment(shop);
  dataOf(await shop.delete(paymentPath(payment.payment_code)));
  const cancelled = await readPayment(shop, payment.payment_code);
  const { payment_updated_at } = cancelled;
  expect(cancelled).toEqual({ ...payment, payment_status: "CANCELLED", payment_updated_at });
  expect(payment_updated_at > payment.payment_updated_at).toBe(true);
});
