import type { Refund } from "@tepat/sdk";
import { expect, test } from "vitest";
import { gatewayInMemory } from "./gateway-in-memory.ts";
import { openInvoice } from "./invoices.ts";
import { bookRefund, RefundProblem, refundsOf, rupiahToTake } from "./refunds.ts";

const { fake, settings, answer } = gatewayInMemory();

/** Simulates a shop that has lost no refund. */
const isBooked = ({ reference }: Refund): boolean => reference !== null;

async function paid(code: string): Promise<number> {
  const customer = { name: "Siti Rahayu", email: "siti@example.com" };
  const { payment_total } = await openInvoice(settings, { code, rupiah: 150_000, customer });
  await fake.simulateTransfer(code);
  return payment_total;
}

test("a shop's refund is booked once, even if the response was lost, and two partial refunds are two", async () => {
  await paid("one");
  fake.failNext("lost_answer");
  const refund = { code: "one", reference: "ref_1", rupiah: 40_000, isBooked };
  await bookRefund(settings, refund);
  expect(await bookRefund(settings, refund)).toMatchObject({ refund_status: "OWED" });
  await bookRefund(settings, { ...refund, reference: "ref_2", rupiah: 10_000 });
  expect((await refundsOf(settings, "one")).map(({ reference }) => reference)).toEqual([
    "ref_1",
    "ref_2",
  ]);
});

test("an excessive refund and an unreachable gateway show a message to the admin", async () => {
  const total = await paid("much");
  const refund = { code: "much", reference: "ref_3", rupiah: total + 1, isBooked };
  await expect(bookRefund(settings, refund)).rejects.toThrow(RefundProblem);
  await expect(bookRefund(settings, { ...refund, rupiah: 10 })).resolves.toMatchObject({});
  fake.failNext("internal_error", "internal_error");
  await expect(bookRefund(settings, { ...refund, reference: "ref_4", rupiah: 10 })).rejects.toThrow(
    /cannot be reached/,
  );
  expect(await refundsOf(settings, "much")).toHaveLength(1);
});

test("one refund of the shop takes over a refund recorded at the gateway", async () => {
  await paid("both");
  await fake.simulateRefund("both", 25_000);
  await fake.simulateRefund("both", 5000);
  const refund = { code: "both", reference: "ref_5", rupiah: 25_000, isBooked };
  expect(await bookRefund(settings, refund)).toMatchObject({ refund_status: "SENT" });
  // The same amount again is another refund.
  const another = await bookRefund(settings, { ...refund, reference: "ref_6" });
  expect(another).toMatchObject({ refund_status: "OWED" });
  const refunds = await refundsOf(settings, "both");
  expect(refunds.map(({ amount, reference }) => [amount, reference])).toEqual([
    [25_000, "ref_5"],
    [5000, null],
    [25_000, "ref_6"],
  ]);
});

test("a full refund at the gateway, with the unique amount, is the shop's full refund", async () => {
  const total = await paid("whole");
  await fake.simulateRefund("whole", total);
  const refund = { code: "whole", reference: "ref_7", rupiah: 150_000, isBooked };
  expect(await bookRefund(settings, refund)).toMatchObject({ amount: total });
  expect(await bookRefund(settings, refund)).toMatchObject({ amount: total });
  await expect(bookRefund(settings, { ...refund, reference: "ref_8" })).rejects.toThrow(/exceeds/);
});

test("a refund above the order's price is refused if the platform itself would refund it", async () => {
  await paid("priced");
  const refund = { code: "priced", reference: "ref_9", rupiah: 100_000, price: 150_000, isBooked };
  await bookRefund(settings, refund);
  const next = { ...refund, reference: "ref_10" };
  await expect(bookRefund(settings, { ...next, rupiah: 50_001 })).rejects.toThrow(RefundProblem);
  await bookRefund(settings, { ...next, rupiah: 50_000 });
  expect(await bookRefund(settings, refund)).toMatchObject({ reference: "ref_9" });
});

const shares = async (code: string, left = 150_000) =>
  (await refundsOf(settings, code)).map((refund) => rupiahToTake(refund, left));

test("refunding a second transfer does not reduce the order's refundable amount", async () => {
  const total = await paid("twice");
  await fake.simulateOverpayment("twice", total);
  await fake.simulateRefund("twice", total);
  expect(await shares("twice")).toEqual([0]);
  const refund = { code: "twice", reference: "ref_11", rupiah: 150_000, isBooked };
  expect(await bookRefund(settings, refund)).toMatchObject({
    refund_status: "OWED",
    amount: 150_000,
  });
});

test("a refund above the surplus counts for the order only beyond the surplus", async () => {
  const total = await paid("more");
  await fake.simulateOverpayment("more", total);
  await fake.simulateRefund("more", total + 10_000);
  expect(await shares("more")).toEqual([10_000]);
  const refund = { code: "more", reference: "ref_12", rupiah: 10_000, isBooked };
  expect(await bookRefund(settings, refund)).toMatchObject({ amount: total + 10_000 });
});

test("the shop takes a refund up to the amount left, including fractions, but never an owed refund or one that is not its own", async () => {
  await paid("left");
  await fake.simulateRefund("left", 100_000);
  await bookRefund(settings, { code: "left", reference: "ref_13", rupiah: 10_000, isBooked });
  expect(await shares("left")).toEqual([100_000, 0]);
  expect(await shares("left", 99_999.89)).toEqual([99_999.89, 0]);
  // The unique amount of an order whose total was rounded up to 99,002.
  expect(await shares("left", 99_001.01)).toEqual([99_001.01, 0]);
  expect(await shares("left", 99_000.99)).toEqual([99_000.99, 0]);
  expect(await shares("left", 99_000)).toEqual([0, 0]);
  expect(await shares("left", 0)).toEqual([0, 0]);
  expect(await shares("left", -1)).toEqual([0, 0]);
});

/** Makes the gateway record the refund and lose the response. */
const loseAnswers = (code: string) =>
  answer(`/gateway/payments/${code}/refunds`, async (request) => {
    const response = await fake.fetch(request.clone());
    return request.method === "GET" ? response : Response.json({}, { status: 502 });
  });

test("a refund with lost responses is found by the next attempt, under any reference", async () => {
  await paid("lost");
  loseAnswers("lost");
  const refund = { code: "lost", reference: "ref_14", rupiah: 40_000, isBooked: () => false };
  await expect(bookRefund(settings, refund)).rejects.toThrow(/cannot be reached/);
  answer("/gateway/payments/lost/refunds", (request) => fake.fetch(request));
  const again = await bookRefund(settings, { ...refund, reference: "ref_15" });
  expect(again).toMatchObject({ reference: "ref_14", refund_status: "OWED" });
  expect(await refundsOf(settings, "lost")).toHaveLength(1);
  // Once the shop has recorded the first refund, another one of the same amount counts separately.
  const next = { ...refund, reference: "ref_16", isBooked };
  expect(await bookRefund(settings, next)).toMatchObject({ reference: "ref_16" });
});

test("a refund without a name gets the first free number, also beside one with lost responses", async () => {
  await paid("numbers");
  loseAnswers("numbers");
  const refund = { code: "numbers", rupiah: 40_000, isBooked: () => false };
  await expect(bookRefund(settings, refund)).rejects.toThrow(/cannot be reached/);
  answer("/gateway/payments/numbers/refunds", (request) => fake.fetch(request));
  const other = await bookRefund(settings, { ...refund, rupiah: 30_000 });
  expect(other).toMatchObject({ reference: "numbers-R2", amount: 30_000 });
  expect(await bookRefund(settings, refund)).toMatchObject({ reference: "numbers-R1" });
});

test("a gateway refund keeps its reference when the shop takes it over, once", async () => {
  await paid("known");
  await fake.simulateRefund("known", 50_050);
  const known = async () => {
    const [recorded] = await refundsOf(settings, "known");
    return { code: "known", rupiah: 50_000, recorded, isBooked: () => false };
  };
  expect(await bookRefund(settings, await known())).toMatchObject({ reference: "known-R1" });
  expect(await bookRefund(settings, await known())).toMatchObject({ reference: "known-R1" });
  await expect(bookRefund(settings, { ...(await known()), isBooked })).rejects.toThrow(/already/);
  expect(await refundsOf(settings, "known")).toHaveLength(1);
});

test("a gateway refund withdrawn after the shop listed it is not taken over", async () => {
  await paid("gone");
  await bookRefund(settings, { code: "gone", reference: "ref_17", rupiah: 40_000, isBooked });
  await fake.simulateRefundSent("ref_17");
  const [recorded] = await refundsOf(settings, "gone");
  answer("/gateway/payments/gone/refunds", async (request) => {
    const page = (await (await fake.fetch(request)).json()) as object;
    return Response.json({ ...page, data: [] });
  });
  const refund = { code: "gone", rupiah: 40_000, recorded, isBooked: () => false };
  const booked = bookRefund(settings, refund);
  await expect(booked).rejects.toThrow(RefundProblem);
  await expect(booked).rejects.toThrow(/withdrawn/);
});

test("a withdrawn refund is not booked again by its reference, and the shop's admin reads the reason", async () => {
  await paid("withdrawn");
  const refund = { code: "withdrawn", reference: "ref_20", rupiah: 40_000, isBooked };
  await bookRefund(settings, refund);
  await fake.simulateRefundWithdrawn("ref_20");
  const again = bookRefund(settings, refund);
  await expect(again).rejects.toThrow(RefundProblem);
  await expect(again).rejects.toThrow("Tepat: The refund was withdrawn in the dashboard.");
  expect(await refundsOf(settings, "withdrawn")).toEqual([]);
});

test("a refund without a name skips the numbers of withdrawn refunds", async () => {
  await paid("skipped");
  const refund = { code: "skipped", rupiah: 40_000, isBooked };
  for (const number of [1, 2, 3]) {
    const reference = `skipped-R${number}`;
    expect(await bookRefund(settings, refund)).toMatchObject({ reference });
    await fake.simulateRefundWithdrawn(reference);
  }
  expect(await bookRefund(settings, refund)).toMatchObject({ reference: "skipped-R4" });
  expect(await refundsOf(settings, "skipped")).toHaveLength(1);
});

test("a gateway refund that got a reference meanwhile is taken over by that reference only", async () => {
  await paid("since");
  await fake.simulateRefund("since", 40_000);
  const [recorded] = await refundsOf(settings, "since");
  const refund = { code: "since", reference: "ref_18", rupiah: 40_000, recorded, isBooked };
  expect(await bookRefund(settings, refund)).toMatchObject({ reference: "ref_18" });
  expect(await bookRefund(settings, refund)).toMatchObject({ reference: "ref_18" });
  await expect(bookRefund(settings, { ...refund, reference: "ref_19" })).rejects.toThrow(/already/);
});
