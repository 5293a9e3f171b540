import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { approvedDevice, spending, transfer, type Device } from "./support/device.ts";
import { dataOf, expectInvalid, expectRefusal, merchantWith, type Caller } from "./support/http.ts";
import type { Mutation } from "./support/resources.ts";
import {
  cancelledPayment,
  expiredPayment,
  newCode,
  openShop,
  paymentPath,
  pendingPayment,
  readPayment,
} from "./support/shop.ts";
import { enrolAuthenticator } from "./support/totp.ts";

/** Tests specification 4.6; faults B9, B10, B18, F7 to F12. */

const shop = await openShop();
const device = await approvedDevice(shop);
const otherShop = await openShop();

const match = (payment_code: string, totp_code: string, body?: object, merchant: Caller = shop) =>
  merchant.post(`${paymentPath(payment_code)}/match`, body, { "x-totp-code": totp_code });

/** Reports a transfer that matches no payment automatically. */
async function unmatchedTransfer(from: Device = device): Promise<string> {
  const [outcome] = await from.report(transfer(777_000 + Math.floor(Math.random() * 100_000)));
  expect(outcome?.outcome).toBe("recorded");
  return outcome?.mutation_id as string;
}

async function readMutation(id: string | null): Promise<Mutation> {
  const mutations = dataOf<Mutation[]>(await shop.get("/gateway/mutations?per_page=100"));
  return mutations.find((mutation) => mutation.id === id) as Mutation;
}

describe("a pending payment is paid manually", () => {
  test.each([
    ["without a body", undefined],
    ["with an empty object", {}],
    ["with a null mutation", { mutation_id: null }],
  ])("%s, and data is null", async (_case, input) => {
    const authenticator = await enrolAuthenticator(shop);
    const payment = await pendingPayment(shop, { payment_code: `${newCode()}/é` });
    const { status, body } = await match(payment.payment_code, authenticator.code(), input);
    expect({ status, ...body }).toEqual({ status: 200, success: true, message: "ok", data: null });
    expect(await readPayment(shop, payment.payment_code)).toEqual({
      ...payment,
      payment_status: "PAID",
      payment_updated_at: expect.any(String),
      is_manual_match: true,
      manual_matched_mutation_id: null,
    });
  });

  test("with a mutation, which is then linked both ways", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const mutation_id = await unmatchedTransfer();
    const { payment_id, payment_code } = await pendingPayment(shop);
    dataOf(await match(payment_code, authenticator.code(), { mutation_id }));
    expect(await readPayment(shop, payment_code)).toMatchObject({
      payment_status: "PAID",
      is_manual_match: true,
      manual_matched_mutation_id: mutation_id,
    });
    expect(await readMutation(mutation_id)).toMatchObject({
      is_matched: true,
      matched_payment_id: payment_id,
      matched_payment_code: payment_code,
    });
  });

  test("with a transfer from long before the payment", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const payment = await pendingPayment(shop);
    const posted_at = new Date(Date.now() - 600_000).toISOString();
    const [outcome] = await device.report(transfer(payment.payment_total, { posted_at }));
    expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
    const { payment_code } = payment;
    dataOf(await match(payment_code, authenticator.code(), { mutation_id: outcome?.mutation_id }));
    expect((await readPayment(shop, payment_code)).payment_status).toBe("PAID");
  });
});

describe("not_found is returned for a mutation that is", () => {
  test("unknown, another merchant's, already matched, or outgoing", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const [debit] = await device.report(spending(12_345));
    const paid = await pendingPayment(shop);
    const [matched] = await device.report(transfer(paid.payment_total));
    const foreign = await unmatchedTransfer(await approvedDevice(otherShop));
    const { payment_code } = await pendingPayment(shop);
    const before = await readMutation(matched?.mutation_id as string);

    const unknown = await match(payment_code, authenticator.code(), { mutation_id: randomUUID() });
    expectRefusal(unknown, 404, "not_found");
    for (const mutation_id of [foreign, matched?.mutation_id, debit?.mutation_id]) {
      const answer = await match(payment_code, authenticator.code(), { mutation_id });
      expect(answer.text).toBe(unknown.text);
    }
    expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
    expect(await readMutation(before.id)).toEqual(before);
    // None of these refusals has used up the code.
    dataOf(await match(payment_code, authenticator.code()));
  });
});

describe("a payment that is not pending", () => {
  test("gets not_found like an unknown one and another merchant's, and the code stays usable", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const code = authenticator.code();
    const unknown = await match(newCode(), code);
    expectRefusal(unknown, 404, "not_found");
    const paid = await pendingPayment(shop);
    await device.report(transfer(paid.payment_total));
    const others = [paid, await expiredPayment(shop), await cancelledPayment(shop)];
    others.push(await pendingPayment(otherShop));
    for (const { payment_code } of others) {
      expect((await match(payment_code, code)).text).toBe(unknown.text);
    }
    const { payment_code } = await pendingPayment(shop);
    dataOf(await match(payment_code, code));
  });
});

describe("the order of checks is", () => {
  test("the key, then the body", async () => {
    const path = `${paymentPath(newCode())}/match`;
    const answer = await merchantWith("x").send({ method: "POST", path, body: "{" });
    expectRefusal(answer, 403, "tenant_api_key_required");
  });

  test("the header, then two-factor authentication", async () => {
    const { payment_code } = await pendingPayment(otherShop);
    const path = `${paymentPath(payment_code)}/match`;
    for (const headers of [{}, { "x-totp-code": "" }]) {
      expectRefusal(await otherShop.post(path, {}, headers), 400, "X-Totp-Code header is required");
    }
    for (const code of ["000000", "x"]) {
      expectRefusal(await match(payment_code, code, {}, otherShop), 403, "totp_not_enabled");
      expectRefusal(await match(newCode(), code, {}, otherShop), 403, "totp_not_enabled");
    }
  });

  test("the header, then the body", async () => {
    const path = `${paymentPath(newCode())}/match`;
    for (const body of ["{", "[]", '{"mutation_id":1}', "x".repeat(300 * 1024)]) {
      for (const header of [{}, { "x-totp-code": "" }]) {
        const headers = { ...header, "content-type": "application/json" };
        const answer = await shop.send({ method: "POST", path, headers, body });
        expectRefusal(answer, 400, "X-Totp-Code header is required");
      }
    }
    const long = `/gateway/payments/${"x".repeat(129)}/match`;
    expectRefusal(await shop.post(long), 400, "X-Totp-Code header is required");
  });

  test("the body, then two-factor authentication", async () => {
    const bad = { mutation_id: "1" };
    expectInvalid(await match(newCode(), "000000", bad, otherShop), "mutation_id");
  });

  test("an impossible code like an unknown one", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const unknown = await match(newCode(), authenticator.code());
    expectRefusal(unknown, 404, "not_found");
    for (const segment of ["x".repeat(129), "%20a", "a%00", "%FF", "a%0Ab"]) {
      const path = `/gateway/payments/${segment}/match`;
      const send = (totp_code: string, merchant: Caller = shop) =>
        merchant.post(path, {}, { "x-totp-code": totp_code });
      expect((await send(authenticator.code())).text).toBe(unknown.text);
      expectRefusal(await send("000000", otherShop), 403, "totp_not_enabled");
    }
    const wrong = { "x-totp-code": authenticator.wrongCode() };
    const refused = await shop.post(`/gateway/payments/${"x".repeat(129)}/match`, {}, wrong);
    expectRefusal(refused, 400, "invalid totp code");
  });

  test("the code, then the payment, then the mutation", async () => {
    const authenticator = await enrolAuthenticator(shop);
    const mutation_id = randomUUID();
    const wrong = await match(newCode(), authenticator.wrongCode(), { mutation_id });
    expectRefusal(wrong, 400, "invalid totp code");
    const unknown = await match(newCode(), authenticator.code(), { mutation_id });
    expect(unknown.text).toBe((await match(newCode(), authenticator.code())).text);
  });
});

test("a second report of money that paid an invoice is refused, and the code stays usable", async () => {
  const authenticator = await enrolAuthenticator(shop);
  const otherPhone = await approvedDevice(shop);
  const paid = await pendingPayment(shop);
  const { payment_code } = await pendingPayment(shop);
  const told = transfer(paid.payment_total);
  const [first] = await device.report(told);
  expect(first?.matched_payment_code).toBe(paid.payment_code);
  const [second] = await otherPhone.report(told);
  const code = authenticator.code();
  const refused = await match(payment_code, code, { mutation_id: second?.mutation_id });
  expectRefusal(refused, 404, "not_found");
  expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
  expect((await match(payment_code, code)).status).toBe(200);
});

test("a malformed body or mutation_id is refused, and pays nothing", async () => {
  const authenticator = await enrolAuthenticator(shop);
  const { payment_code } = await pendingPayment(shop);
  const path = `${paymentPath(payment_code)}/match`;
  for (const body of ["{", "[]", '"x"', "null"]) {
    const headers = { "x-totp-code": authenticator.code(), "content-type": "application/json" };
    const answer = await shop.send({ method: "POST", path, headers, body });
    expectRefusal(answer, 400, "bad_request");
    expect(answer.body.message).toMatch(body === "{" ? /is not JSON \(/ : /is not a JSON object/);
  }
  for (const mutation_id of ["1", 1, true, {}, [randomUUID()]]) {
    expectInvalid(await match(payment_code, authenticator.code(), { mutation_id }), "mutation_id");
  }
  expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
});

test("a blank mutation_id counts as missing", async () => {
  const authenticator = await enrolAuthenticator(shop);
  const { payment_code } = await pendingPayment(shop);
  dataOf(await match(payment_code, authenticator.code(), { mutation_id: " " }));
  expect(await readPayment(shop, payment_code)).toMatchObject({
    payment_status: "PAID",
    manual_matched_mutation_id: null,
  });
});
