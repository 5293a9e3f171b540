import { describe, expect, test } from "vitest";
import { approvedDevice, spending, transfer } from "./support/device.ts";
import { dataOf, expectInvalid, expectRefusal } from "./support/http.ts";
import { cancelledPayment, openShop, pendingPayment } from "./support/shop.ts";

/**
 * Tests the reasons why transfers matched or did not, and the invoices for which they might have been meant.
 */

interface Explained {
  id: string;
  match_reason: string;
  candidate_payment_code: string | null;
}
interface NearMiss {
  payment_code: string;
  score: number;
  reasons: { code: string; params: object }[];
}

const shop = await openShop();
const device = await approvedDevice(shop);
const otherShop = await openShop();

const posted = Date.now();
const report = async (amount: number, seconds: number) => {
  const posted_at = new Date(posted + seconds * 1000).toISOString();
  const [outcome] = await device.report(transfer(amount, { posted_at }));
  return outcome?.mutation_id as string;
};

const paid = await pendingPayment(shop);
const cancelled = await cancelledPayment(shop);
const open = await pendingPayment(shop, { payment_amount: 70_000, customer_name: "Siti Rahayu" });
const matched = await report(paid.payment_total, 0);
const second = await report(paid.payment_total, 1);
const late = await report(cancelled.payment_total, 2);
const rounded = await report(70_000, 3);
const [outgoing] = await device.report(spending(5_000));

const list = async (query = "") =>
  dataOf<Explained[]>(await shop.get(`/worker/mutations${query}`)).map(
    ({ id, match_reason, candidate_payment_code }) => [id, match_reason, candidate_payment_code],
  );

test("each mutation has the reason of its match or mismatch, newest first", async () => {
  expect(await list()).toEqual([
    [outgoing?.mutation_id, "debit", null],
    [rounded, "no_such_total", null],
    [late, "late_payment", cancelled.payment_code],
    [second, "second_payment", paid.payment_code],
    [matched, "matched", null],
  ]);
});

test("the list filters by reason or by unmatched mutations, in pages", async () => {
  expect(await list("?match_reason=late_payment")).toEqual([
    [late, "late_payment", cancelled.payment_code],
  ]);
  expect(await list("?match_reason=matched&only_unmatched=true")).toEqual([]);
  const page = await shop.get("/worker/mutations?only_unmatched=true&per_page=3&page=2");
  expect(page.body).toMatchObject({
    data: [{ id: second }],
    pagination: { total: 4, count: 1, per_page: 3, current_page: 2, total_pages: 2 },
  });
});

test("an unmatched transfer's candidates are ranked, with reasons", async () => {
  const candidates = dataOf<NearMiss[]>(await shop.get(`/worker/mutations/${rounded}/candidates`));
  expect(candidates).toMatchObject([
    {
      payment_code: open.payment_code,
      payment_status: "PENDING",
      reasons: expect.arrayContaining([
        {
          code: "unique_amount_left_off",
          params: { unique_amount: open.payment_total - 70_000 },
        },
        { code: "same_name", params: { sender: "SITI RAHAYU", customer: "Siti Rahayu" } },
      ]),
    },
  ]);
  expect(dataOf(await shop.get(`/worker/mutations/${matched}/candidates`))).toEqual([]);
});

test("a payment's likely transfers are ranked the same way", async () => {
  const path = `/worker/payments/${open.payment_code}/candidates`;
  expect(dataOf(await shop.get(path))).toMatchObject([
    { mutation_id: rounded, amount_parsed: 70_000, match_reason: "no_such_total" },
  ]);
});

describe("another merchant", () => {
  test("sees no mutation, candidate or reason", async () => {
    expect(dataOf(await otherShop.get("/worker/mutations"))).toEqual([]);
    const paths = [
      `/worker/mutations/${rounded}/candidates`,
      `/worker/payments/${open.payment_code}/candidates`,
    ];
    for (const path of paths) expectRefusal(await otherShop.get(path), 404, "not_found");
  });
});

test.each(["match_reason=MATCHED", "match_reason=matched&match_reason=debit"])(
  "the filter %s is refused",
  async (query) => {
    expectInvalid(await shop.get(`/worker/mutations?${query}`), "match_reason");
  },
);

test("an empty filter counts as missing", async () => {
  expect(await list("?match_reason=")).toEqual(await list(""));
});

test.each(["/worker/mutations/1/candidates", "/worker/payments/%00/candidates"])(
  "%s is not found",
  async (path) => {
    expectRefusal(await shop.get(path), 404, "not_found");
  },
);
