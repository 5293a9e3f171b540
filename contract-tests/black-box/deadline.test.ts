import { describe, expect, test } from "vitest";
import { dataOf, expectRefusal } from "../support/http.ts";
import type { Payment } from "../support/resources.ts";
import { ask, cancel, inSeconds, pendingPayment, postPayment, readPayment } from "./gateway.ts";

/** These tests wait for seconds, so they run last (vitest.config.ts). */

describe("an invoice past its deadline", () => {
  /**
   * Creates a payment with a near deadline. If the deadline is too near, it has passed before the
   * create arrives.
   */
  async function almostExpired(): Promise<Payment> {
    for (const seconds of [1, 3, 10]) {
      const answer = await postPayment({ payment_expired_at: inSeconds(seconds) });
      if (answer.body.code !== "invalid_expired_at") return dataOf(answer);
    }
    return pendingPayment({ payment_expired_at: inSeconds(30) });
  }

  test("is EXPIRED, and cannot be cancelled", async () => {
    const { payment_code, payment_id } = await almostExpired();
    const status = async () => (await readPayment(payment_code)).payment_status;
    await expect.poll(status, { interval: 250, timeout: 60_000 }).toBe("EXPIRED");
    const view = await ask({ method: "GET", path: `/checkout/${payment_id}` });
    expect(view.body.data).toMatchObject({
      status: "EXPIRED",
      account_number: "",
      account_name: "",
      instructions: "[]",
    });
    expectRefusal(await cancel(payment_code), 404, "payment_not_cancellable");
  });
});
