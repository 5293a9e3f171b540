import { expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import { expectRefusal, merchantWith } from "./support/http.ts";
import {
  cancelledPayment,
  expiredPayment,
  newCode,
  openShop,
  paymentPath,
  pendingPayment,
  readPayment,
} from "./support/shop.ts";

/** Tests specification 4.5; fault B5. */

const shop = await openShop();
const otherShop = await openShop();
const device = await approvedDevice(shop);

const cancel = (payment_code: string) => shop.delete(paymentPath(payment_code));

test("a pending payment is cancelled, and data is null", async () => {
  const { payment_code } = await pendingPayment(shop, { payment_code: "INV/1 é" });
  const { status, body } = await cancel(payment_code);
  expect({ status, ...body }).toEqual({ status: 200, success: true, message: "ok", data: null });
  expect((await readPayment(shop, payment_code)).payment_status).toBe("CANCELLED");
});

test("an unknown payment, another merchant's and one that is not pending get the same refusal, byte for byte", async () => {
  const unknown = await cancel(newCode());
  expectRefusal(unknown, 404, "payment_not_cancellable");

  const paid = await pendingPayment(shop);
  await device.report(transfer(paid.payment_total));
  const others = {
    PAID: paid,
    EXPIRED: await expiredPayment(shop),
    CANCELLED: await cancelledPayment(shop),
  };
  for (const [status, { payment_code }] of Object.entries(others)) {
    expect((await cancel(payment_code)).text).toBe(unknown.text);
    expect((await readPayment(shop, payment_code)).payment_status).toBe(status);
  }

  const foreign = await pendingPayment(otherShop);
  expect((await cancel(foreign.payment_code)).text).toBe(unknown.text);
  expect(await readPayment(otherShop, foreign.payment_code)).toEqual(foreign);
});

test("one of 20 simultaneous cancels succeeds", async () => {
  const { payment_code } = await pendingPayment(shop);
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(payment_code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectRefusal(answer, 404, "payment_not_cancellable");
  }
});

test("a transfer for a cancelled payment stays unmatched", async () => {
  const { payment_code, payment_total } = await cancelledPayment(shop);
  const [outcome] = await device.report(transfer(payment_total));
  expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: null });
  expect((await readPayment(shop, payment_code)).payment_status).toBe("CANCELLED");
});

test("the key is checked first, with any code", async () => {
  const stranger = merchantWith(`${shop.api_key}x`);
  const refused = await stranger.delete("/gateway/payments/%00");
  expectRefusal(refused, 403, "tenant_api_key_required");
});

test("an unexpected body is ignored", async () => {
  const { payment_code } = await pendingPayment(shop);
  const answer = await shop.send({
    method: "DELETE",
    path: paymentPath(payment_code),
    body: "{ no JSON",
  });
  expect(answer.status).toBe(200);
});
