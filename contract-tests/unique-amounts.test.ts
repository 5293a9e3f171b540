import { describe, expect, test } from "vitest";
import type { Answer } from "./support/exchange.ts";
import { dataOf, expectRefusal } from "./support/http.ts";
import type { Payment } from "./support/resources.ts";
import { addAccount, openShop, paymentPath, pendingPayment, postPayment } from "./support/shop.ts";

/** Tests faults A5, A7 and A8. */

const times = (count: number) => Array.from({ length: count });

describe("when all 999 unique amounts of a payment amount are taken,", () => {
  const fullShop = openShop();
  const payments: Payment[] = [];

  test("exactly 999 of 1,000 parallel creates succeed, each with its own total", async () => {
    const shop = await fullShop;
    const answers = await Promise.all(times(1000).map(() => postPayment(shop)));
    const created = answers.filter(({ status }) => status === 201);
    payments.push(...created.map((answer) => dataOf<Payment>(answer)));
    expect(payments).toHaveLength(999);
    expect(new Set(payments.map(({ payment_total }) => payment_total)).size).toBe(999);
    const conflict = answers.find(({ status }) => status !== 201) as Answer;
    expectRefusal(conflict, 409, "unique_amount_conflict");
    expect(conflict.headers.get("location")).toBeNull();
  });

  test("a used code is reported first", async () => {
    const { payment_code } = payments[0] as Payment;
    const answer = await postPayment(await fullShop, { payment_code });
    expectRefusal(answer, 409, "payment_code_conflict");
  });

  test("an account with the same bank app has none left, and one with another app has all", async () => {
    const shop = await fullShop;
    const sameApp = await addAccount(shop, { number: "9876543210" });
    const answer = await postPayment(shop, { account_id: sameApp.account_id });
    expectRefusal(answer, 409, "unique_amount_conflict");
    const otherApp = await addAccount(shop, { channel: "BRI" });
    await pendingPayment(shop, { account_id: otherApp.account_id });
  });

  test("another amount or another merchant has all", async () => {
    await pendingPayment(await fullShop, { payment_amount: 149_000 });
    await pendingPayment(await openShop());
  });

  test("the next create gets exactly the total of a cancelled payment", async () => {
    const shop = await fullShop;
    const { payment_code, payment_total } = payments[1] as Payment;
    dataOf(await shop.delete(paymentPath(payment_code)));
    expect((await pendingPayment(shop)).payment_total).toBe(payment_total);
    expectRefusal(await postPayment(shop), 409, "unique_amount_conflict");
  });
});

test("a released total is not given to the next customers", async () => {
  const shop = await openShop();
  const givenUp = await Promise.all(times(200).map(() => pendingPayment(shop)));
  await Promise.all(
    givenUp.map(async ({ payment_code }) => dataOf(await shop.delete(paymentPath(payment_code)))),
  );
  const next = await Promise.all(times(300).map(() => pendingPayment(shop)));
  const totals = new Set([...givenUp, ...next].map(({ payment_total }) => payment_total));
  expect(totals.size).toBe(500);
});
