import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import type { Answer } from "./support/exchange.ts";
import { dataOf, expectRefusal, nobody } from "./support/http.ts";
import type { CheckoutView, Mutation, Payment, ReportOutcome } from "./support/resources.ts";
import {
  briefPayment,
  newCode,
  openShop,
  paymentPath,
  pendingPayment,
  readPayment,
} from "./support/shop.ts";
import { enrolAuthenticator } from "./support/totp.ts";
import { startReceiver, verified, type Received } from "./support/webhook-receiver.ts";

/**
 * Tests several events that could end a payment at the same time. Exactly one ends the payment (faults B5 to B7, B9,
 * B19).
 */

const receiver = await startReceiver();
afterAll(() => receiver[Symbol.asyncDispose]());

const shop = await openShop();
const device = await approvedDevice(shop);
const rounds = (count: number) => Array.from({ length: count }, (_, round) => round);

const cancel = ({ payment_code }: Payment) => shop.delete(paymentPath(payment_code));
const match = ({ payment_code }: Payment, totp_code: string) =>
  shop.post(`${paymentPath(payment_code)}/match`, {}, { "x-totp-code": totp_code });
async function pay({ payment_total }: Payment): Promise<ReportOutcome> {
  const [outcome] = await device.report(transfer(payment_total));
  return outcome as ReportOutcome;
}

/**
 * Checks that the payment is final, and that its mutation agrees with the way in which it ended.
 */
async function expectAgreement(payment: Payment, reported: ReportOutcome): Promise<Payment> {
  const after = await readPayment(shop, payment.payment_code);
  const isPaidByTransfer = after.payment_status === "PAID" && !after.is_manual_match;
  expect(reported.outcome).toBe("recorded");
  expect(reported.matched_payment_code).toBe(isPaidByTransfer ? payment.payment_code : null);
  const mutations = dataOf<Mutation[]>(await shop.get("/gateway/mutations?per_page=100"));
  expect(mutations.find(({ id }) => id === reported.mutation_id)).toMatchObject({
    is_matched: isPaidByTransfer,
    matched_payment_id: isPaidByTransfer ? payment.payment_id : null,
  });
  return after;
}

function expectCancelled(answer: Answer, isCancelled: boolean): void {
  if (isCancelled) expect(answer.status).toBe(200);
  else expectRefusal(answer, 404, "payment_not_cancellable");
}

test("a cancel and a transfer", async () => {
  await Promise.all(
    rounds(30).map(async (round) => {
      const name = newCode();
      const payment = await pendingPayment(shop, {
        payment_amount: 1_000_000 + 1000 * round,
        payment_webhook_url: receiver.urlOf(name),
      });
      const [cancelled, reported] = await Promise.all([cancel(payment), pay(payment)]);
      const { payment_status } = await expectAgreement(payment, reported);
      expect(["PAID", "CANCELLED"]).toContain(payment_status);
      expectCancelled(cancelled, payment_status === "CANCELLED");
      if (payment_status === "PAID") await receiver.waitFor(name);
      else expect(receiver.heard(name)).toHaveLength(0);
    }),
  );
});

test("a transfer and the deadline", async () => {
  await Promise.all(
    rounds(30).map(async (round) => {
      const payment = await briefPayment(shop, 1.5, { payment_amount: 2_000_000 + 1000 * round });
      // Some reports arrive before the deadline, some after it, and most near it.
      const deadline = Date.parse(payment.payment_expired_at);
      await wait(Math.max(0, deadline - Date.now() + 4 * (round - 20)));
      const reported = await pay(payment);
      await wait(Math.max(0, deadline - Date.now() + 50));
      const { payment_status } = await expectAgreement(payment, reported);
      expect(["PAID", "EXPIRED"]).toContain(payment_status);
    }),
  );
});

test("a manual match and a transfer cause one event, which names the winner", async () => {
  for (const round of rounds(4)) {
    const authenticator = await enrolAuthenticator(shop);
    const name = newCode();
    const payment = await pendingPayment(shop, {
      payment_amount: 3_000_000 + 1000 * round,
      payment_webhook_url: receiver.urlOf(name),
    });
    const [matched, reported] = await Promise.all([
      match(payment, authenticator.code()),
      pay(payment),
    ]);
    const after = await expectAgreement(payment, reported);
    expect(after.payment_status).toBe("PAID");
    if (after.is_manual_match) expect(matched.status).toBe(200);
    else expectRefusal(matched, 404, "not_found");
    const [received] = (await receiver.waitFor(name)) as [Received];
    expect(verified(shop, received)).toMatchObject({ type: "payment.paid", data: after });
    expect(receiver.heard(name)).toHaveLength(1);
  }
});

test("a cancel, a manual match, a transfer and the deadline", async () => {
  for (const round of rounds(3)) {
    const authenticator = await enrolAuthenticator(shop);
    const payment = await briefPayment(shop, 0.5, { payment_amount: 4_000_000 + 1000 * round });
    await wait(Math.max(0, Date.parse(payment.payment_expired_at) - Date.now() - 10));
    const [cancelled, matched, reported] = await Promise.all([
      cancel(payment),
      match(payment, authenticator.code()),
      pay(payment),
    ]);
    await wait(Math.max(0, Date.parse(payment.payment_expired_at) - Date.now() + 50));
    const { payment_status, is_manual_match } = await expectAgreement(payment, reported);
    expect(payment_status).not.toBe("PENDING");
    expectCancelled(cancelled, payment_status === "CANCELLED");
    if (is_manual_match) expect(matched.status).toBe(200);
    else expectRefusal(matched, 404, "not_found");
  }
});

test("readers see PENDING, then PAID, and never PENDING again", async () => {
  const payment = await pendingPayment(shop, { payment_amount: 5_000_000 });
  const customer = nobody();
  const reads: (() => Promise<{ status: string; at: string }>)[] = [
    async () => {
      const { payment_status, payment_updated_at } = await readPayment(shop, payment.payment_code);
      return { status: payment_status, at: payment_updated_at };
    },
    async () => {
      const { body } = await shop.get("/gateway/payments?per_page=1");
      const [{ payment_status, payment_updated_at }] = body.data as [Payment];
      return { status: payment_status, at: payment_updated_at };
    },
    async () => {
      const answer = await customer.get(`/checkout/${payment.payment_id}`);
      return { status: dataOf<CheckoutView>(answer).status, at: "" };
    },
  ];
  const readers = reads.map(async (read) => {
    const seen = [await read()];
    while (seen.filter(({ status }) => status === "PAID").length < 20) seen.push(await read());
    const statuses = seen.map(({ status }) => status);
    expect(statuses.indexOf("PAID")).toBeGreaterThan(statuses.lastIndexOf("PENDING"));
    const times = seen.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? -1 : 1)));
  });
  await Promise.all([wait(100).then(() => pay(payment)), ...readers]);
});
