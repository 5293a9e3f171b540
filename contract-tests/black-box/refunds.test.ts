import { expect, test } from "vitest";
import { dataOf } from "../support/http.ts";
import type { Refund } from "../support/resources.ts";
import { inSeconds, merchant, paymentPath } from "./gateway.ts";
import { shared } from "./shared.ts";

/** Compares the lists of the merchant's refunds. more.test.ts creates some refunds. */

const list = (query: string) => merchant.get(`/gateway/refunds?${query}`);
const listed = async (query: string) => dataOf<Refund[]>(await list(query));
const all = shared(() => listed("per_page=100"));
test("a page of refunds has 20 entries by default, and 100 at most", async () => {
  expect((await list("")).body.pagination).toMatchObject({ current_page: 1, per_page: 20 });
  expect((await list("per_page=101")).body.pagination).toMatchObject({ per_page: 100 });
});

test("the merchant's refunds are listed, the newest first", async () => {
  const { body } = await list("per_page=100");
  const refunds = body.data as Refund[];
  const { total = 0, ...pagination } = body.pagination ?? {};
  expect(pagination).toEqual({
    count: refunds.length,
    per_page: 100,
    current_page: 1,
    total_pages: Math.ceil(total / 100),
  });
  const last = await list(`per_page=100&page=${Math.max(1, Math.ceil(total / 100))}`);
  expect(dataOf<unknown[]>(last)).toHaveLength(total === 0 ? 0 : ((total - 1) % 100) + 1);
  const times = refunds.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const pages = [await listed("per_page=1&page=1"), await listed("per_page=1&page=2")].flat();
  expect(pages).toEqual(refunds.slice(0, 2));
  for (const { amount, surplus_amount, refund_status, sent_at, sent_to } of refunds) {
    const isSent = refund_status === "SENT";
    expect(surplus_amount).toBeLessThanOrEqual(amount);
    expect([sent_at !== null, sent_to !== null]).toEqual([isSent, isSent]);
  }
});

test("refunds are chosen by time and status", async () => {
  const refunds = await all();
  expect(await listed(`since=${inSeconds(3600)}`)).toEqual([]);
  expect(await listed(`per_page=100&until=${inSeconds(3600)}`)).toEqual(refunds);
  // The list can continue beyond this page, with older refunds only.
  for (const status of ["OWED", "SENT"] as const) {
    const ofStatus = refunds.filter(({ refund_status }) => refund_status === status);
    const chosen = await listed(`per_page=100&refund_status=${status}`);
    expect(chosen.slice(0, ofStatus.length)).toEqual(ofStatus);
    for (const { refund_status } of chosen) expect(refund_status).toBe(status);
  }
  const middle = refunds[Math.floor(refunds.length / 2)]?.created_at;
  if (middle === undefined) return;
  const older = refunds.filter(({ created_at }) => created_at < middle);
  const newer = refunds.filter(({ created_at }) => created_at >= middle);
  expect(await listed(`per_page=100&since=${middle}`)).toEqual(newer);
  const chosen = await listed(`per_page=100&until=${middle}`);
  expect(chosen.slice(0, older.length)).toEqual(older);
  for (const { created_at } of chosen) expect(created_at < middle).toBe(true);
});

test("the refunds of an invoice equal its refunds in the whole list", async ({ skip }) => {
  const [newest] = await all();
  if (newest === undefined) return skip("needs a merchant who has a refund");
  const { payment_code } = newest;
  const { body } = await merchant.get(`${paymentPath(payment_code)}/refunds?per_page=100`);
  expect(body.data).toEqual((await all()).filter((one) => one.payment_code === payment_code));
  expect(body.pagination?.total).toBe((body.data as Refund[]).length);
});
