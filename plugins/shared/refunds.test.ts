import { expect, test } from "vitest";
import { gatewayInMemory } from "./gateway-in-memory.ts";
import { openInvoice } from "./invoices.ts";
import { bookRefund, RefundProblem, refundsOf } from "./refunds.ts";

const { fake, settings } = gatewayInMemory();

async function paid(code: string): Promise<number> {
  const customer = { name: "Siti Rahayu", email: "siti@example.com" };
  const { payment_total } = await openInvoice(settings, { code, rupiah: 150_000, customer });
  await fake.simulateTransfer(code);
  return payment_total;
}

test("a shop's refund is booked once, also when the answer was lost, and twice partial is two", async () => {
  await paid("one");
  fake.failNext("lost_answer");
  const refund = { code: "one", reference: "ref_1", rupiah: 40_000 };
  await bookRefund(settings, refund);
  expect(await bookRefund(settings, refund)).toMatchObject({ refund_status: "OWED" });
  await bookRefund(settings, { ...refund, reference: "ref_2", rupiah: 10_000 });
  expect((await refundsOf(settings, "one")).map(({ reference }) => reference)).toEqual([
    "ref_1",
    "ref_2",
  ]);
});

test("more than came in, and a gateway that is away, are a sentence for the admin", async () => {
  const total = await paid("much");
  const refund = { code: "much", reference: "ref_3", rupiah: total + 1 };
  await expect(bookRefund(settings, refund)).rejects.toThrow(RefundProblem);
  await expect(bookRefund(settings, { ...refund, rupiah: 10 })).resolves.toMatchObject({});
  fake.failNext("internal_error", "internal_error");
  await expect(bookRefund(settings, { ...refund, reference: "ref_4", rupiah: 10 })).rejects.toThrow(
    /cannot be reached/,
  );
  expect(await refundsOf(settings, "much")).toHaveLength(1);
});

test("a refund that a person has recorded at the gateway is taken by one refund of the shop", async () => {
  await paid("both");
  await fake.simulateRefund("both", 25_000);
  await fake.simulateRefund("both", 5000);
  const refund = { code: "both", reference: "ref_5", rupiah: 25_000 };
  expect(await bookRefund(settings, refund)).toMatchObject({ refund_status: "SENT" });
  // The same amount once more is another refund.
  const another = await bookRefund(settings, { ...refund, reference: "ref_6" });
  expect(another).toMatchObject({ refund_status: "OWED" });
  const refunds = await refundsOf(settings, "both");
  expect(refunds.map(({ amount, reference }) => [amount, reference])).toEqual([
    [25_000, "ref_5"],
    [5000, null],
    [25_000, "ref_6"],
  ]);
});

test("a refund of everything at the gateway, with the unique amount, is the shop's whole refund", async () => {
  const total = await paid("whole");
  await fake.simulateRefund("whole", total);
  const refund = { code: "whole", reference: "ref_7", rupiah: 150_000 };
  expect(await bookRefund(settings, refund)).toMatchObject({ amount: total });
  expect(await bookRefund(settings, refund)).toMatchObject({ amount: total });
  await expect(bookRefund(settings, { ...refund, reference: "ref_8" })).rejects.toThrow(/exceeds/);
});

test("more than the order's price is refused where the platform itself would refund it", async () => {
  await paid("priced");
  const refund = { code: "priced", reference: "ref_9", rupiah: 100_000, price: 150_000 };
  await bookRefund(settings, refund);
  const next = { ...refund, reference: "ref_10" };
  await expect(bookRefund(settings, { ...next, rupiah: 50_001 })).rejects.toThrow(RefundProblem);
  await bookRefund(settings, { ...next, rupiah: 50_000 });
  expect(await bookRefund(settings, refund)).toMatchObject({ reference: "ref_9" });
});
