import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import type { Answer } from "./support/exchange.ts";
import { dataOf } from "./support/http.ts";
import {
  newCode,
  openShop,
  paymentInput,
  paymentPath,
  pendingPayment,
  readPayment,
} from "./support/shop.ts";
import { enrolAuthenticator } from "./support/totp.ts";

/**
 * Tests fault F4: every operation responds to another merchant's ids as it does to ids that do not
 * exist.
 */

const owner = await openShop();
const ownersDevice = await approvedDevice(owner);
const payment = await pendingPayment(owner);
const [recorded] = await ownersDevice.report(transfer(81_000));

const stranger = await openShop();
const authenticator = await enrolAuthenticator(stranger);
const strangersPayment = await pendingPayment(stranger);

/** Returns the parts of a response that do not differ between requests. */
function lasting({ status, headers, text }: Answer) {
  const { date: _date, "x-request-id": _id, ...others } = Object.fromEntries(headers);
  const { "x-ratelimit-remaining": _left, "x-ratelimit-reset": _seconds, ...rest } = others;
  return { status, headers: rest, text };
}

const matchWith = (payment_code: string, body: object) =>
  stranger.post(`${paymentPath(payment_code)}/match`, body, {
    "x-totp-code": authenticator.code(),
  });

test.each<[string, string, string, (id: string) => Promise<Answer>]>([
  ["get a payment", payment.payment_code, newCode(), (code) => stranger.get(paymentPath(code))],
  ["cancel", payment.payment_code, newCode(), (code) => stranger.delete(paymentPath(code))],
  ["match", payment.payment_code, newCode(), (code) => matchWith(code, {})],
  [
    "match with a mutation",
    recorded?.mutation_id as string,
    randomUUID(),
    (mutation_id) => matchWith(strangersPayment.payment_code, { mutation_id }),
  ],
  [
    "create",
    owner.account.account_id,
    randomUUID(),
    (account_id) => stranger.post("/gateway/payments", paymentInput(stranger, { account_id })),
  ],
])("%s", async (_operation, foreignId, unknownId, request) => {
  const unknown = await request(unknownId);
  expect(unknown.status).toBeGreaterThanOrEqual(400);
  expect(lasting(await request(foreignId))).toEqual(lasting(unknown));
});

test("lists show no record of another merchant", async () => {
  const paths = ["/gateway/accounts", "/gateway/payments?per_page=100", "/gateway/mutations"];
  const ids = [owner.account.account_id, payment.payment_id, payment.payment_code];
  for (const path of paths) {
    const { text } = await stranger.get(path);
    for (const id of [...ids, recorded?.mutation_id]) expect(text).not.toContain(id);
  }
});

test("another merchant's code is free", async () => {
  const { payment_code } = payment;
  dataOf(await stranger.post("/gateway/payments", paymentInput(stranger, { payment_code })));
});

test("the owner's payment is unchanged", async () => {
  expect(await readPayment(owner, payment.payment_code)).toEqual(payment);
});
