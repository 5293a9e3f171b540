import { beforeAll, describe, expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, expectInvalid, expectRefusal, merchantWith } from "./support/http.ts";
import type { Payment } from "./support/resources.ts";
import {
  addAccount,
  briefPayment,
  cancelledPayment,
  newMerchant,
  openShop,
  pendingPayment,
  readPayment,
  type Shop,
} from "./support/shop.ts";

/** Tests specification 4.4 and 2.6; fault E16. */

const shop = await openShop();
const created: Payment[] = [];
for (let count = 0; count < 5; count++) created.push(await pendingPayment(shop));
const newestFirst = created.toReversed();

const pageOf = async (query: string) => {
  const { status, body } = await shop.get(`/gateway/payments${query}`);
  return { status, ...body };
};

test("payments are listed newest first, each as get returns it", async () => {
  expect(await pageOf("")).toEqual({
    status: 200,
    success: true,
    message: "ok",
    data: newestFirst,
    pagination: { total: 5, count: 5, per_page: 20, current_page: 1, total_pages: 1 },
  });
  for (const payment of created) {
    expect(await readPayment(shop, payment.payment_code)).toEqual(payment);
  }
});

test.each([
  { page: 1, count: 2 },
  { page: 2, count: 2 },
  { page: 3, count: 1 },
  { page: 4, count: 0 },
  { page: Number.MAX_SAFE_INTEGER, count: 0 },
])("page $page of pages of 2 has $count", async ({ page, count }) => {
  const first = (page - 1) * 2;
  expect(await pageOf(`?per_page=2&page=${page}`)).toMatchObject({
    data: newestFirst.slice(first, first + 2),
    pagination: { total: 5, count, per_page: 2, current_page: page, total_pages: 3 },
  });
});

test.each([
  ["5", 5, 1],
  ["6", 6, 1],
  ["1", 1, 5],
  ["100", 100, 1],
  ["101", 100, 1],
  ["1000000000", 100, 1],
  [String(Number.MAX_SAFE_INTEGER), 100, 1],
])("per_page=%s is a page of %i", async (asked, per_page, total_pages) => {
  expect((await pageOf(`?per_page=${asked}`)).pagination).toEqual({
    total: 5,
    count: Math.min(5, per_page),
    per_page,
    current_page: 1,
    total_pages,
  });
});

test("no page has more than 100 payments, and the pages are the whole list", async () => {
  const busy = await openShop();
  const payments = await Promise.all(Array.from({ length: 101 }, () => pendingPayment(busy)));
  const pages: Payment[][] = [];
  for (const page of [1, 2]) {
    const { body } = await busy.get(`/gateway/payments?per_page=1000&page=${page}`);
    expect(body.pagination).toMatchObject({ total: 101, per_page: 100, total_pages: 2 });
    pages.push(body.data as Payment[]);
  }
  expect(pages.map((page) => page.length)).toEqual([100, 1]);
  const codes = (list: Payment[]) => list.map(({ payment_code }) => payment_code).toSorted();
  expect(codes(pages.flat())).toEqual(codes(payments));
});

test("a merchant without payments has an empty list of no pages", async () => {
  const { body } = await (await newMerchant()).get("/gateway/payments");
  expect(body).toEqual({
    success: true,
    message: "ok",
    data: [],
    pagination: { total: 0, count: 0, per_page: 20, current_page: 1, total_pages: 0 },
  });
});

describe("the query", () => {
  test.each(["page", "per_page"])(
    "%s must be a whole number from 1, and appear once",
    async (name) => {
      const refused = ["0", "-1", "1.5", "1.0", "abc", "9e15", "1e9", "0x1", "+1", "%201", "１"];
      refused.push("9007199254740993", "99999999999999999999", "null", "1,2", "%00", "%ED%A0%80");
      for (const value of refused) {
        const answer = await shop.get(`/gateway/payments?${name}=${value}`);
        expectInvalid(answer, name);
      }
      expectInvalid(await shop.get(`/gateway/payments?${name}=1&${name}=1`), name);
    },
  );

  test("counts as missing if empty", async () => {
    const { data, pagination } = await pageOf("?page=&per_page=&status=");
    expect(data).toEqual(newestFirst);
    expect(pagination).toMatchObject({ current_page: 1, per_page: 20 });
  });

  test("returns both problems", async () => {
    const answer = await shop.get("/gateway/payments?page=0&per_page=0");
    expectInvalid(answer, "page", "per_page");
  });

  test("can hold unknown parameters", async () => {
    const query = "?__proto__=1&constructor=2&page[]=9&PAGE=9&state=PAID&merchant_id=1&%00";
    expect(await pageOf(query)).toMatchObject({ data: newestFirst });
  });

  test("is checked after the key", async () => {
    const answer = await merchantWith("x").get("/gateway/payments?page=0");
    expectRefusal(answer, 403, "tenant_api_key_required");
  });
});

describe("a list by time", () => {
  const at = (payment: Payment | undefined, later = 0) =>
    new Date(Date.parse(payment?.payment_updated_at ?? "") + later).toISOString();

  test.each([
    ["since", `since=${at(created[1])}`, [4, 3, 2, 1]],
    ["until", `until=${at(created[1])}`, [0]],
    ["both", `since=${at(created[1])}&until=${at(created[3])}`, [2, 1]],
    ["both, of one status", `since=${at(created[1])}&until=${at(created[3])}&status=PAID`, []],
    ["updated_since", `updated_since=${at(created[3])}`, [3, 4]],
    ["what is to come", `updated_since=${at(created[4], 1)}`, []],
  ])("with %s has these payments, each as get returns them", async (_case, query, places) => {
    expect(await pageOf(`?${query}&per_page=10`)).toMatchObject({
      data: places.map((place) => created[place]),
      pagination: {
        total: places.length,
        count: places.length,
        per_page: 10,
        current_page: 1,
        total_pages: Math.ceil(places.length / 10),
        next_cursor: null,
      },
    });
  });

  test("continues at its cursor", async () => {
    const query = `?since=${at(created[0])}&per_page=2`;
    const first = await pageOf(query);
    expect(first).toMatchObject({ data: newestFirst.slice(0, 2), pagination: { total: 5 } });
    const { next_cursor } = first.pagination as { next_cursor?: string };
    expect(await pageOf(`${query}&cursor=${next_cursor}`)).toMatchObject({
      data: newestFirst.slice(2, 4),
      pagination: { total: 5, count: 2, current_page: 1, total_pages: 3 },
    });
  });

  test.each([
    ["since", "since=yesterday"],
    ["since", "since=2026-11-21"],
    ["until", "until=2026-11-21T10:15:30"],
    ["updated_since", "updated_since=0"],
    ["page", "since=2026-11-21T10:15:30Z&page=2"],
    ["page", "cursor=1&page=2"],
    ["updated_since", "updated_since=2026-11-21T10:15:30Z&since=2026-11-21T10:15:30Z"],
    ["cursor", "cursor=-1"],
    ["cursor", "updated_since=2026-11-21T10:15:30Z&cursor=1"],
  ])("names %s if the query is %s", async (field, query) => {
    for (const list of ["payments", "mutations"])
      expectInvalid(await shop.get(`/gateway/${list}?${query}`), field);
  });

  test("treats empty parameters as missing", async () => {
    const { pagination } = await pageOf("?since=&until=&updated_since=&cursor=");
    expect(pagination).not.toHaveProperty("next_cursor");
  });
});

test("another merchant's payments are not listed", async () => {
  const otherShop = await openShop();
  const payment = await pendingPayment(otherShop);
  expect(dataOf(await otherShop.get("/gateway/payments"))).toEqual([payment]);
  expect(await pageOf("")).toMatchObject({ data: newestFirst });
});

describe("the filter status", () => {
  let other: Shop;
  const made: Record<string, Payment[]> = { PENDING: [], PAID: [], EXPIRED: [], CANCELLED: [] };
  const add = (status: string, payment: Payment) => void made[status]?.unshift(payment);
  beforeAll(async () => {
    other = await openShop();
    const device = await approvedDevice(other);
    const secondAccount = await addAccount(other, { number: "9876543210" });
    for (let round = 0; round < 3; round += 1) {
      const account = round === 1 ? { account_id: secondAccount.account_id } : {};
      add("PENDING", await pendingPayment(other, account));
      const paid = await pendingPayment(other, account);
      await device.report(transfer(paid.payment_total));
      add("PAID", paid);
      add("CANCELLED", await cancelledPayment(other, account));
      add("EXPIRED", await briefPayment(other, 0.6, account));
    }
  });

  test("EXPIRED lists payments as soon as their deadline passes", async () => {
    const total = async () =>
      (await other.get("/gateway/payments?status=EXPIRED")).body.pagination?.total;
    await expect.poll(total).toBe(3);
  });

  const listed = async (query: string) => {
    const { status, body } = await other.get(`/gateway/payments${query}`);
    return { status, ...body } as { status: number; data: Payment[]; pagination: object };
  };
  const codes = (payments: readonly Payment[] = []) => payments.map((each) => each.payment_code);

  test.each(Object.keys(made))(
    "%s lists its payments, newest first, as get returns them",
    async (status) => {
      const { data, pagination } = await listed(`?status=${status}`);
      expect(codes(data)).toEqual(codes(made[status]));
      for (const payment of data) {
        expect(payment.payment_status).toBe(status);
        expect(payment).toEqual(await readPayment(other, payment.payment_code));
      }
      expect(pagination).toEqual({
        total: 3,
        count: 3,
        per_page: 20,
        current_page: 1,
        total_pages: 1,
      });
    },
  );

  test("has its own pages and total", async () => {
    for (const [page, count] of [
      [1, 2],
      [2, 1],
      [3, 0],
      [Number.MAX_SAFE_INTEGER, 0],
    ] as const) {
      const { data, pagination } = await listed(`?status=PAID&per_page=2&page=${page}`);
      expect(codes(data)).toEqual(codes(made["PAID"]).slice(page * 2 - 2, page * 2));
      expect(pagination).toEqual({
        total: 3,
        count,
        per_page: 2,
        current_page: page,
        total_pages: 2,
      });
    }
    const most = await listed("?status=PENDING&per_page=1000");
    expect(most.pagination).toMatchObject({ per_page: 100, total: 3 });
  });

  test.each(["paid", "PAID,PENDING", "ALL", "%20", "PAID&status=PENDING"])(
    "%s is not a status",
    async (status) => {
      expectInvalid(await other.get(`/gateway/payments?status=${status}`), "status");
    },
  );

  test("shows nothing to another merchant or to one without payments", async () => {
    const { body } = await (await openShop()).get("/gateway/payments?status=PAID");
    expect(body).toMatchObject({ data: [], pagination: { total: 0, count: 0, total_pages: 0 } });
  });
});
