import { describe, expect, test } from "vitest";
import { dataOf } from "../support/http.ts";
import type { Mutation } from "../support/resources.ts";
import { merchant, readPayment } from "./gateway.ts";

test("the merchant's mutations are listed", async () => {
  const { body } = await merchant.get("/gateway/mutations?per_page=100");
  const mutations = body.data as Mutation[];
  const { total = 0, ...pagination } = body.pagination ?? {};
  expect(pagination).toEqual({
    count: mutations.length,
    per_page: 100,
    current_page: 1,
    total_pages: Math.ceil(total / 100),
  });
  const last = await merchant.get(
    `/gateway/mutations?per_page=100&page=${Math.max(1, Math.ceil(total / 100))}`,
  );
  expect(dataOf<unknown[]>(last)).toHaveLength(total === 0 ? 0 : ((total - 1) % 100) + 1);
  for (const mutation of body.data as Mutation[]) {
    expect(mutation.matched_payment_id === null).toBe(!mutation.is_matched);
  }
});

test("only_unmatched lists the mutations that paid nothing", async () => {
  const answer = await merchant.get("/gateway/mutations?only_unmatched=true&per_page=100");
  for (const mutation of dataOf<Mutation[]>(answer)) expect(mutation.is_matched).toBe(false);
});

test("the newest mutations come first, on every page", async () => {
  const listed = async (query: string) =>
    dataOf<Mutation[]>(await merchant.get(`/gateway/mutations?${query}`));
  const all = await listed("per_page=100");
  const times = all.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const [first, second] = [await listed("per_page=1"), await listed("per_page=1&page=2")];
  expect([...first, ...second]).toEqual(await listed("per_page=2&page=1"));
});

test("a page has 20 mutations by default, and 100 at most", async () => {
  const sizeOf = async (query: string) =>
    (await merchant.get(`/gateway/mutations${query}`)).body.pagination;
  expect(await sizeOf("")).toMatchObject({ current_page: 1, per_page: 20 });
  expect(await sizeOf("?page=2")).toMatchObject({ current_page: 2, per_page: 20 });
  expect(await sizeOf("?per_page=101")).toMatchObject({ per_page: 100 });
});

test("a mutation that paid names its invoice", async () => {
  const mutations = dataOf<Mutation[]>(await merchant.get("/gateway/mutations?per_page=100"));
  for (const one of mutations.filter(({ is_matched }) => is_matched).slice(0, 3)) {
    const payment = await readPayment(String(one.matched_payment_code));
    expect(payment).toMatchObject({ payment_id: one.matched_payment_id, payment_status: "PAID" });
  }
});

describe("the list of mutations by time", () => {
  const listed = async (query: string) => {
    const { body } = await merchant.get(`/gateway/mutations?${query}`);
    const { next_cursor } = body.pagination as { next_cursor?: string | null };
    return { mutations: body.data as Mutation[], next_cursor };
  };

  test("has the mutations recorded from since and before until", async () => {
    const [newest] = dataOf<Mutation[]>(await merchant.get("/gateway/mutations?per_page=1"));
    const at = newest?.created_at ?? "2026-01-01T00:00:00.000Z";
    const later = new Date(Date.parse(at) + 1).toISOString();
    const { mutations, next_cursor } = await listed(`since=${at}&until=${later}&per_page=100`);
    expect(next_cursor).not.toBeUndefined();
    for (const { created_at } of mutations) expect(created_at).toBe(at);
    if (newest) expect(mutations.map(({ id }) => id)).toContain(newest.id);
    const changed = await listed(`updated_since=${at}&per_page=100`);
    expect(changed.next_cursor).not.toBeUndefined();
    for (const { created_at, is_matched } of changed.mutations)
      if (!is_matched) expect(Date.parse(created_at)).toBeGreaterThanOrEqual(Date.parse(at));
  });

  test("continues at its cursor", async () => {
    const first = await listed("since=2020-01-01T00:00:00Z&per_page=1");
    if (!first.next_cursor) return;
    const next = await listed(`since=2020-01-01T00:00:00Z&per_page=1&cursor=${first.next_cursor}`);
    expect(next.mutations.map(({ id }) => id)).not.toContain(first.mutations[0]?.id);
  });
});
