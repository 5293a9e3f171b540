import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { randomFrom } from "../../testing/random.ts";
import { setTransferAside, settlePayment, tieTransfer } from "../mutations/ledgers.ts";
import { readMutationTotals } from "../mutations/mutation-search.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import { expectedTransfer } from "../mutations/simulated-transfers.ts";
import { exportPayments } from "./payment-export.ts";
import {
  readPaymentCounts,
  readPaymentTotals,
  searchPayments,
  type PaymentSearch,
} from "./payment-search.ts";
import { cancelPayment, expirePayments } from "./payments.ts";
import { selectKindStretch } from "./payment-search.sql.ts";

const today = drawnDay("the search of payments");

/** Reads one stretch of the list and no other. */
const once = { milliseconds: 0 };

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
afterAll(() => database.drop());

type Filter = Omit<PaymentSearch, "merchant_id" | "per_page" | "cursor">;

const search = (shop: Shop, options: Filter & { per_page?: number; cursor?: string } = {}) =>
  searchPayments(gateway, { merchant_id: shop.merchant_id, per_page: 20, ...options });

type Page = Awaited<ReturnType<typeof search>>;

/** Returns the rows of a page in their order: payments, and invoices without a payment. */
function rowsOf({ items, unchosen }: Page): string[] {
  const rows = items.map(({ payment_code }) => payment_code);
  for (const { place, payment_code } of unchosen) rows.splice(place, 0, payment_code);
  return rows;
}

const codes = async (shop: Shop, options: Filter = {}) => rowsOf(await search(shop, options));

/** Reads the whole list page by page. */
async function walk(shop: Shop, options: Filter & { per_page: number }): Promise<string[]> {
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await search(shop, { ...options, ...(cursor !== undefined && { cursor }) });
    const rows = rowsOf(page);
    expect(rows.length).toBeLessThanOrEqual(options.per_page);
    walked.push(...rows);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return walked;
}

/** Adds a sale as if a person had created the payment's invoice. `source` can name another kind of sale. */
const sellByHand = (shop: Shop, payment_code: string, source = "invoice") => database.sql`
  insert into sales (
    merchant_id, sale_number, sale_id, source, payment_code, form_key, payment_amount, customer_name, deadline_seconds,
    account_id, payment_number, created_at
  )
  select
    merchant_id, payment_number, gen_random_uuid(), ${source}, payment_code, gen_random_uuid(), payment_amount, 'Siti', 60,
    account_id, payment_number, created_at
  from payments
  where merchant_id = ${shop.merchant_id}
    and payment_code = ${payment_code}
`;

/** Adds an invoice as if a person had created it and its customer had not chosen how to pay. */
const leaveUnchosen = (
  { merchant_id }: Shop,
  sale: { sale_number: number; payment_code: string; created_at: Date; customer_name?: string },
  {
    cancelled_at = null,
    deadline_at = null,
  }: { cancelled_at?: Date | null; deadline_at?: Date | null } = {},
) => database.sql`
  insert into sales ${database.sql({
    customer_name: "Siti",
    ...sale,
    merchant_id,
    source: "invoice",
    sale_id: randomUUID(),
    form_key: randomUUID(),
    payment_amount: 20_000,
    deadline_seconds: deadline_at ? null : 3600,
    deadline_at,
    cancelled_at,
  })}
`;

test("an invoice without a chosen way to pay is found once cancelled or expired", async () => {
  gateway.setClock(minute(0));
  const shop = await shopWithAccount(gateway);
  const { payment_code, payment_total } = await pendingPayment(gateway, shop);
  await leaveUnchosen(shop, { sale_number: 11, payment_code: "OPEN-1", created_at: minute(1) });
  await leaveUnchosen(
    shop,
    { sale_number: 12, payment_code: "GONE-2", created_at: minute(2), customer_name: "Wayan" },
    { cancelled_at: minute(5) },
  );
  const late = { sale_number: 13, payment_code: "LATE-3", created_at: minute(3) };
  await leaveUnchosen(shop, late, { deadline_at: minute(6) });
  gateway.setClock(minute(7));
  expect(await codes(shop)).toEqual(["LATE-3", "GONE-2", "OPEN-1", payment_code]);
  expect(await codes(shop, { oldest_first: true })).toEqual([
    payment_code,
    "OPEN-1",
    "GONE-2",
    "LATE-3",
  ]);
  expect(await codes(shop, { payment_status: "CANCELLED" })).toEqual(["GONE-2"]);
  expect(await codes(shop, { payment_status: "EXPIRED" })).toEqual(["LATE-3"]);
  expect(await codes(shop, { payment_status: "OPEN" })).toEqual(["OPEN-1"]);
  expect(await codes(shop, { search: "wayan" })).toEqual(["GONE-2"]);
  expect(await codes(shop, { search: "open-1" })).toEqual(["OPEN-1"]);
  expect(await codes(shop, { search: "20000" })).toEqual(["LATE-3", "GONE-2", "OPEN-1"]);
  expect(await readPaymentTotals(gateway, { merchant_id: shop.merchant_id })).toMatchObject({
    payment_count: 1,
    unchosen_count: 3,
    unchosen_sum: 60_000,
    // The cancelled and the expired invoice are no longer owed.
    outstanding_sum: payment_total + 20_000,
  });
  const { merchant_id } = shop;
  expect(await readPaymentCounts(gateway, { merchant_id })).toMatchObject({
    pending_count: 1,
    expired_count: 1,
    open_count: 1,
  });
});

test("counts of invoices without a payment say that older ones were not read", async () => {
  gateway.setClock(minute(0));
  const shop = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  const oldest = { sale_number: 11, payment_code: "FIRST-1", created_at: minute(1) };
  await leaveUnchosen(shop, { ...oldest, customer_name: "Wayan" });
  const addOthers = (from: number, until: number) => database.sql`
    insert into sales
    select other.*
    from sales sale
    cross join generate_series(${from}::bigint, ${until}::bigint) number
    cross join lateral jsonb_populate_record(sale, jsonb_build_object(
      'sale_number', number, 'sale_id', gen_random_uuid(), 'form_key', gen_random_uuid(),
      'payment_code', 'O-' || number, 'customer_name', 'Other', 'cancelled_at', sale.created_at
    )) other
    where sale.merchant_id = ${merchant_id}
      and sale.sale_number = 11`;
  const counted = (search?: string) => readPaymentCounts(gateway, { merchant_id, search });
  await addOthers(12, 10 + limits.paymentsPerSearch);
  const all = { open_count: 1, expired_count: 0, is_complete: true };
  expect(await counted("wayan")).toMatchObject(all);
  expect(await counted()).toMatchObject(all);
  await addOthers(11 + limits.paymentsPerSearch, 11 + limits.paymentsPerSearch);
  const newest = { open_count: 0, expired_count: 0, is_complete: false };
  expect(await counted("wayan")).toMatchObject(newest);
  expect(await counted()).toMatchObject(newest);
  // The list shows the invoice of exactly this code whatever its place, so the chip counts it.
  expect(await codes(shop, { search: "FIRST-1" })).toEqual(["FIRST-1"]);
  expect(await counted("FIRST-1")).toMatchObject({ open_count: 1, is_complete: false });
});

test("after a step of the clock, each invoice is on one page", async () => {
  gateway.setClock(minute(0));
  const shop = await shopWithAccount(gateway);
  const paid: string[] = [];
  for (const at of [5, 11, 13]) {
    gateway.setClock(minute(at));
    paid.push((await pendingPayment(gateway, shop)).payment_code);
  }
  const sales: [number, number][] = [
    [7, 7],
    [8, 12],
    [9, 10],
  ];
  for (const [sale_number, at] of sales) {
    const payment_code = `SALE-${sale_number}`;
    await leaveUnchosen(shop, { sale_number, payment_code, created_at: minute(at) });
  }
  gateway.setClock(minute(20));
  const all = [...paid, "SALE-7", "SALE-8", "SALE-9"].toSorted();
  for (const per_page of [1, 2, 3, 4, 5]) {
    expect((await walk(shop, { per_page })).toSorted()).toEqual(all);
    expect((await walk(shop, { per_page, oldest_first: true })).toSorted()).toEqual(all);
  }
});

test("a limited number of manual invoices is read at a time, wherever they stand", async () => {
  gateway.setClock(minute(0));
  const shop = await shopWithAccount(gateway);
  const made: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { payment_code } = await pendingPayment(gateway, shop);
    made.push(payment_code);
    if (count % 2 === 0) await sellByHand(shop, payment_code);
    else await sellByHand(shop, payment_code, "counter");
  }
  expect(await walk(shop, { is_manual: true, per_page: 1 })).toEqual([made[4], made[2], made[0]]);
  // A full page needs no note about the reach of the search.
  expect(await search(shop, { is_manual: true, per_page: 2 })).toMatchObject({
    next_cursor: expect.any(String),
    searched_until: null,
  });
  expect(await codes(shop, { is_manual: true, search: made[2] ?? "" })).toEqual([made[2]]);
  expect(await codes(shop, { is_manual: true, search: made[3] ?? "" })).toEqual([]);
  const { merchant_id } = shop;
  const filter = { merchant_id, range: { low: 1, high: 7 }, isManual: true, isRefunded: false };
  const cut = (isOldestFirst: boolean) =>
    selectKindStretch(database.sql, { ...filter, looked: 2, isOldestFirst });
  expect([await cut(false), await cut(true)]).toEqual([
    { low: 3, high: 7 },
    { low: 1, high: 4 },
  ]);
});

const minute = (number: number) => new Date(today("10:00").getTime() + number * 60_000);

test("every page of every filter equals a scan of all payments", async () => {
  const random = randomFrom("payment-search");
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const shop = await shopWithAccount(gateway);
  const other = await addAccount(gateway, shop, { channel: "BRI" });
  const accounts = [shop.account_id, other.account_id];
  const made: {
    code: string;
    account_id: string | null;
    status: string;
    at: Date;
    sold: boolean;
    part: boolean;
  }[] = [];
  const endOf = new Map<string, Date>();
  for (let number = 0; number < 60; number += 1) {
    const at = minute(number);
    gateway.setClock(at);
    if (random() < 0.3) {
      const code = `INV-UNCHOSEN-${number}`;
      const status = pick(["OPEN", "EXPIRED", "CANCELLED"]);
      const end = status === "OPEN" ? null : minute(number + 1);
      await leaveUnchosen(
        shop,
        { sale_number: 1000 + number, payment_code: code, created_at: at },
        status === "EXPIRED" ? { deadline_at: end } : { cancelled_at: end },
      );
      made.unshift({ code, account_id: null, status, at, sold: true, part: false });
      if (end) endOf.set(code, end);
      continue;
    }
    const account_id = pick(accounts);
    const status = pick(["PENDING", "EXPIRED", "CANCELLED", "PENDING BUT OVERDUE"]);
    const isShort = status === "EXPIRED" || status === "PENDING BUT OVERDUE";
    const payment = await pendingPayment(gateway, shop, {
      account_id,
      payment_expired_at: isShort
        ? new Date(at.getTime() + 1000).toISOString()
        : "2099-01-01T00:00:00Z",
    });
    gateway.setClock(minute(number + 1));
    if (status === "CANCELLED") {
      await cancelPayment(gateway, { merchant_id: shop.merchant_id, ...payment });
    }
    if (status === "EXPIRED") await expirePayments(gateway, 100);
    const { payment_code: code, payment_status } = payment;
    const sold = random() < 0.5;
    if (sold) await sellByHand(shop, code);
    // A transfer that a person booked as a part.
    const part = status !== "CANCELLED" && random() < 0.3;
    if (part) {
      await database.sql`
        insert into payment_ledgers (merchant_id, payment_number, received, changed_at)
        select merchant_id, payment_number, 1, now()
        from payments
        where merchant_id = ${shop.merchant_id}
          and payment_code = ${code}
      `;
    }
    made.unshift({ code, account_id, status: payment_status, at, sold, part });
    if (status !== "PENDING") {
      (made[0] as { status: string }).status = status === "CANCELLED" ? status : "EXPIRED";
    }
  }
  gateway.setClock(minute(61));
  const listed = await search(shop, { per_page: 100 });
  for (const { payment_status, payment_code, payment_updated_at } of listed.items) {
    if (payment_status !== "PENDING") endOf.set(payment_code, new Date(payment_updated_at));
  }
  for (let trial = 0; trial < 60; trial += 1) {
    const payment_status = pick([
      undefined,
      "OPEN",
      "PENDING",
      "EXPIRED",
      "CANCELLED",
      "PAID",
    ] as const);
    const account_id = pick([undefined, ...accounts]);
    const [from, before] = [Math.floor(random() * 70) - 5, Math.floor(random() * 70) - 5];
    const created_from = random() < 0.5 ? undefined : minute(from).toISOString();
    const created_before = random() < 0.5 ? undefined : minute(before).toISOString();
    const [since, until] = [Math.floor(random() * 70) - 5, Math.floor(random() * 70) - 5];
    const ended_from = random() < 0.7 ? undefined : minute(since).toISOString();
    const ended_before = random() < 0.7 ? undefined : minute(until).toISOString();
    const is_unpaid = random() < 0.2;
    const is_part_paid = pick([undefined, undefined, true, false]);
    const is_manual = random() < 0.3;
    const isEndedThen = (end: Date | undefined) =>
      end !== undefined &&
      (ended_from === undefined || end >= minute(since)) &&
      (ended_before === undefined || end < minute(until));
    const ofOtherFilters = made
      .filter((one) => !is_manual || one.sold)
      .filter(
        (one) =>
          (ended_from === undefined && ended_before === undefined) ||
          isEndedThen(endOf.get(one.code)),
      )
      .filter((one) => account_id === undefined || one.account_id === account_id)
      .filter((one) => created_from === undefined || one.at >= minute(from))
      .filter((one) => created_before === undefined || one.at < minute(before));
    const expected = ofOtherFilters
      .filter(
        (one) => !is_unpaid || (one.status === "EXPIRED" && one.account_id !== null && !one.part),
      )
      .filter((one) => is_part_paid === undefined || one.part === is_part_paid)
      .filter((one) => payment_status === undefined || one.status === payment_status);
    const search = random() < 0.2 ? "inv" : undefined;
    const otherFilters = {
      account_id,
      created_from,
      created_before,
      ended_from,
      ended_before,
      is_manual,
      search,
    };
    const filter = { ...otherFilters, payment_status, is_unpaid, is_part_paid };
    const oldest_first = random() < 0.5;
    const per_page = 1 + Math.floor(random() * 9);
    const walked = await walk(shop, { ...filter, oldest_first, per_page });
    const inOrder = oldest_first ? expected.toReversed() : expected;
    expect(walked, JSON.stringify(filter)).toEqual(inOrder.map(({ code }) => code));
    const countOf = (isCounted: (one: (typeof made)[number]) => boolean) =>
      ofOtherFilters.filter(isCounted).length;
    const { merchant_id } = shop;
    expect(
      await readPaymentCounts(gateway, { merchant_id, ...otherFilters }),
      JSON.stringify(otherFilters),
    ).toEqual({
      pending_count: countOf(({ status, part }) => status === "PENDING" && !part),
      part_paid_count: countOf(({ part }) => part),
      expired_count: countOf(({ status }) => status === "EXPIRED"),
      open_count: countOf(({ status }) => status === "OPEN"),
      is_complete: true,
    });
    const found = { merchant_id, ...filter };
    const unchosen_count = expected.filter((one) => one.account_id === null).length;
    expect(await readPaymentTotals(gateway, found)).toMatchObject({
      payment_count: expected.length - unchosen_count,
      unchosen_count,
      unchosen_sum: unchosen_count * 20_000,
      paid_count: 0,
      paid_sum: 0,
      is_complete: true,
      counted_back_to: null,
    });
  }
});

describe("a search", () => {
  let shop: Shop;
  beforeAll(async () => {
    gateway.setClock(null);
    shop = await shopWithAccount(gateway);
    await pendingPayment(gateway, shop, {
      payment_code: "INV/2026/A-1",
      customer_name: "Siti Rahayu",
      customer_email: "siti@shop.example",
      customer_phone: "+62 812 0000 0001",
      payment_amount: 150_000,
    });
    await pendingPayment(gateway, shop, {
      payment_code: "INV/2026/A-10",
      customer_name: "Ağus %_\\ Salim",
      customer_email: null,
      customer_phone: "0813",
      payment_amount: 87_000,
      metadata: { order_id: "Toko-7", "kurir:kota": "JNE" },
    });
  });

  test.each<[string, string[]]>([
    ["rahayu", ["INV/2026/A-1"]],
    ["SITI@", ["INV/2026/A-1"]],
    ["0812", []],
    ["812 0000", ["INV/2026/A-1"]],
    ["%_\\", ["INV/2026/A-10"]],
    ["inv/2026/a-10", ["INV/2026/A-10"]],
    ["a-1", ["INV/2026/A-10", "INV/2026/A-1"]],
    ["order_id:toko-7", ["INV/2026/A-10"]],
    ["kurir:kota:jne", ["INV/2026/A-10"]],
    ["order_id:Toko-8", []],
    ["87000", ["INV/2026/A-10"]],
    ["Rp87.000", ["INV/2026/A-10"]],
    ["rp 150,000", ["INV/2026/A-1"]],
    ["8700", []],
    ["nobody", []],
    ["rahayu 0812", []],
    ["rahayu 2026", ["INV/2026/A-1"]],
    ["150000 SITI a-1", ["INV/2026/A-1"]],
    ["siti Rp 150.000", ["INV/2026/A-1"]],
    ["siti jne", []],
    ["jne 87.000", ["INV/2026/A-10"]],
    ["rahayu siti", ["INV/2026/A-1"]],
    ['"siti rahayu" 2026', ["INV/2026/A-1"]],
    ['"rahayu siti"', []],
    // More words than the limit are one phrase.
    ["a i n v 2 0 6 1 siti", []],
  ])("for %j", async (text, expected) => {
    expect(await codes(shop, { search: text })).toEqual(expected);
  });

  test("for an exact code finds that payment first", async () => {
    expect(await codes(shop, { search: "INV/2026/A-1" })).toEqual([
      "INV/2026/A-1",
      "INV/2026/A-10",
    ]);
    expect(await walk(shop, { search: "INV/2026/A-1", per_page: 1 })).toEqual([
      "INV/2026/A-1",
      "INV/2026/A-10",
    ]);
  });

  test("for an exact code finds an invoice without a payment first, on one page only", async () => {
    const own = await shopWithAccount(gateway);
    const created_at = new Date();
    for (const [at, payment_code] of ["INV-12", "INV-1", "INV-13"].entries())
      await leaveUnchosen(own, { sale_number: at + 1, payment_code, created_at });
    for (const payment_code of ["INV-10", "INV-11"])
      await pendingPayment(gateway, own, { payment_code });
    const listed = async (filter: Filter & { per_page: number }) => {
      const [first, ...others] = await walk(own, filter);
      return [first, ...others.toSorted()];
    };
    const found = ["INV-1", "INV-10", "INV-11", "INV-12", "INV-13"];
    for (const oldest_first of [false, true]) {
      for (const per_page of [1, 2, 3, 9])
        expect(await listed({ search: "INV-1", oldest_first, per_page })).toEqual(found);
    }
    expect(await codes(own, { search: "INV-1", payment_status: "CANCELLED" })).toEqual([]);
    // A program can use the same code for its own payment.
    await pendingPayment(gateway, own, { payment_code: "INV-1" });
    for (const per_page of [1, 2, 9])
      expect(await listed({ search: "INV-1", per_page })).toEqual(["INV-1", ...found]);
  });

  test("also starts from the oldest, with an exact code first", async () => {
    const found = ["INV/2026/A-1", "INV/2026/A-10"];
    expect(await walk(shop, { search: "a-1", oldest_first: true, per_page: 1 })).toEqual(found);
    expect(await walk(shop, { search: "INV/2026/A-10", oldest_first: true, per_page: 1 })).toEqual([
      "INV/2026/A-10",
    ]);
  });

  test("totals equal the sums of the list", async () => {
    const { merchant_id } = shop;
    const { items } = await search(shop);
    const sum = items.reduce((total, { payment_total }) => total + payment_total, 0);
    const totals = { payment_count: 2, payment_sum: sum, paid_count: 0, paid_sum: 0 };
    expect(await readPaymentTotals(gateway, { merchant_id })).toEqual({
      ...totals,
      simulated_count: 0,
      simulated_sum: 0,
      unchosen_count: 0,
      unchosen_sum: 0,
      outstanding_sum: sum,
      is_complete: true,
      counted_back_to: null,
    });
    expect(
      await readPaymentTotals(gateway, { merchant_id, search: "INV/2026/A-10" }),
    ).toMatchObject({ payment_count: 1, payment_sum: items[0]?.payment_total });
  });

  test("finds the total", async () => {
    const { items } = await search(shop, { search: "rahayu" });
    const total = String(items[0]?.payment_total);
    expect(await codes(shop, { search: total })).toEqual(["INV/2026/A-1"]);
  });

  test("applies the other filters", async () => {
    expect(await codes(shop, { search: "rahayu", payment_status: "PAID" })).toEqual([]);
    expect(await codes(shop, { search: "INV/2026/A-1", payment_status: "PAID" })).toEqual([]);
    expect(await codes(shop, { search: "rahayu", payment_status: "PENDING" })).toHaveLength(1);
  });

  test("covers a limited number and continues from there", async () => {
    const big = await shopWithAccount(gateway);
    const oldest = await pendingPayment(gateway, big, { customer_name: "Oldest" });
    // Adds 25,000 more payments, as a busy year would.
    await database.sql`
      insert into payments (
        merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
        payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at, customer_name
      )
      select
        merchant_id, number, gen_random_uuid(), 'C' || number, account_id, pool_id, 1000, 1, 1001, 'EXPIRED',
        now(), created_at + make_interval(secs => number), now(), now(), 'Other'
      from payments
      cross join generate_series(2, 25000) number
      where merchant_id = ${big.merchant_id}`;
    await database.sql`
      update payment_counters set payment_count = 25000 where merchant_id = ${big.merchant_id}`;
    await leaveUnchosen(big, { sale_number: 1, payment_code: "OLD", created_at: new Date(0) });
    expect(await codes(big, { search: "OLD", ...once })).toEqual(["OLD"]);
    const first = await search(big, { search: "oldest", ...once });
    expect(first).toMatchObject({
      items: [],
      next_cursor: String(25_001 - limits.paymentsPerSearch),
    });
    expect(Date.parse(first.searched_until ?? "")).toBeGreaterThan(Date.now());
    expect(await walk(big, { search: "oldest", per_page: 20, ...once })).toEqual([
      oldest.payment_code,
    ]);
    const patient = { milliseconds: 60_000 };
    expect(await search(big, { search: "oldest", ...patient })).toMatchObject({
      items: [{ payment_code: oldest.payment_code }],
      next_cursor: null,
      searched_until: null,
    });
    // Sums and counts tell how far they went, and nothing if they went to the end.
    const found = { merchant_id: big.merchant_id, search: "c17" };
    expect(await readPaymentTotals(gateway, { ...found, ...once })).toMatchObject({
      is_complete: false,
      counted_back_to: first.searched_until,
    });
    expect(await readPaymentTotals(gateway, { ...found, ...patient })).toMatchObject({
      payment_count: 1111,
      payment_sum: 1111 * 1001,
      is_complete: true,
      counted_back_to: null,
    });
    const counts = { expired_count: limits.paymentsCountedPerState, is_complete: true };
    expect(await readPaymentCounts(gateway, { ...found, ...patient })).toMatchObject(counts);
    expect(await codes(big, { search: "C17" })).toContain("C17");
    const oldestFirst = { search: "c25000", oldest_first: true, ...once };
    expect((await search(big, oldestFirst)).next_cursor).toBe(String(limits.paymentsPerSearch));
    expect(await walk(big, { ...oldestFirst, per_page: 20 })).toEqual(["C25000"]);
  });
});

test("totals stop after a time, and state that there might be more", async () => {
  const shop = await shopWithAccount(gateway);
  await pendingPayment(gateway, shop);
  const count = limits.rowsPerTotal + 5;
  await database.sql`
    insert into payments (
      merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
      payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at, customer_name
    )
    select
      merchant_id, number, gen_random_uuid(), 'C' || number, account_id, pool_id, 1000, 1, 1001, 'PAID',
      now(), now(), now(), now(), 'Other'
    from payments
    cross join generate_series(2, ${count}::integer) number
    where merchant_id = ${shop.merchant_id}`;
  await database.sql`
    update payment_counters set payment_count = ${count} where merchant_id = ${shop.merchant_id}`;
  const { merchant_id } = shop;
  const newest = {
    payment_count: limits.rowsPerTotal,
    payment_sum: limits.rowsPerTotal * 1001,
    paid_count: limits.rowsPerTotal,
    paid_sum: limits.rowsPerTotal * 1001,
    simulated_count: 0,
    simulated_sum: 0,
    unchosen_count: 0,
    unchosen_sum: 0,
    outstanding_sum: 0,
    is_complete: false,
    counted_back_to: expect.any(String),
  };
  expect(await readPaymentTotals(gateway, { merchant_id, ...once })).toEqual(newest);
  expect(
    await readPaymentTotals(gateway, { merchant_id, payment_status: "PAID", ...once }),
  ).toEqual(newest);
  expect(
    await readPaymentTotals(gateway, { merchant_id, payment_status: "PENDING" }),
  ).toMatchObject({ payment_count: 1, is_complete: true });
});

test("a list of many ended payments is complete, and its totals are marked as incomplete", async () => {
  const shop = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  const other = await addAccount(gateway, shop, { channel: "BRI" });
  const waiting = await pendingPayment(gateway, shop);
  const count = limits.paymentsPerSearch + 5;
  await database.sql`
    insert into payments (
      merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
      payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at, customer_name
    )
    select
      payment.merchant_id, number, gen_random_uuid(), 'C' || number, account.account_id, account.pool_id, 1000, 1, 1001,
      'EXPIRED', payment.created_at, payment.created_at, payment.created_at + make_interval(secs => number),
      payment.created_at, 'Other'
    from payments payment
    cross join generate_series(2, ${count}::integer) number
    join accounts account
      on account.account_id = case when number <= 4 then ${other.account_id}::uuid else payment.account_id end
    where payment.merchant_id = ${merchant_id}`;
  await database.sql`
    update payment_counters set payment_count = ${count} where merchant_id = ${merchant_id}`;
  const ended_from = "2001-01-01T00:00:00Z";
  const ended = Array.from({ length: count - 1 }, (_, index) => `C${index + 2}`);
  const { items } = await search(shop, { ended_from, oldest_first: true, per_page: 3 });
  expect(items.map(({ payment_code }) => payment_code)).toEqual(ended.slice(0, 3));
  expect(await readPaymentTotals(gateway, { merchant_id, ended_from, ...once })).toMatchObject({
    payment_count: limits.paymentsPerSearch,
    is_complete: false,
  });
  const table = await exportPayments(gateway, { merchant_id, ended_from });
  const exported: unknown[] = [];
  for await (const rows of table) exported.push(...rows.map(([code]) => code));
  expect(exported).toEqual(ended.toReversed());

  expect(await readPaymentCounts(gateway, { merchant_id })).toEqual({
    pending_count: 1,
    part_paid_count: 0,
    expired_count: limits.paymentsCountedPerState,
    open_count: 0,
    is_complete: true,
  });
  expect(await readPaymentCounts(gateway, { merchant_id, search: "c", ...once })).toEqual({
    pending_count: 0,
    part_paid_count: 0,
    expired_count: limits.paymentsCountedPerState,
    open_count: 0,
    is_complete: false,
  });
  // An invoice of exactly this code, older than those that are read.
  const oldest = { merchant_id, search: waiting.payment_code, ...once };
  expect(await readPaymentCounts(gateway, oldest)).toMatchObject({ pending_count: 1 });
  expect(
    await readPaymentCounts(gateway, { merchant_id, account_id: other.account_id, ...once }),
  ).toEqual({
    pending_count: 0,
    part_paid_count: 0,
    expired_count: 0,
    open_count: 0,
    is_complete: false,
  });

  // The other account's payments ended before those that are read.
  const ofOther = { ended_from, account_id: other.account_id, ...once };
  expect(await walk(shop, { ...ofOther, per_page: 50 })).toEqual(["C4", "C3", "C2"]);
  expect(await search(shop, { ...ofOther, per_page: 50 })).toMatchObject({
    items: [],
    next_cursor: String(count + 1 - limits.paymentsPerSearch),
    searched_until: expect.any(String),
  });
  expect(await readPaymentTotals(gateway, { merchant_id, ...ofOther })).toMatchObject({
    payment_count: 0,
    is_complete: false,
  });
  expect(await readPaymentTotals(gateway, { merchant_id, is_unpaid: true, ...once })).toMatchObject(
    {
      payment_count: limits.unpaidCounted,
      is_complete: false,
    },
  );
});

test("a list of part-paid payments looks at a bounded number of them", async () => {
  const shop = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  const other = await addAccount(gateway, shop, { channel: "BRI" });
  await pendingPayment(gateway, shop);
  const count = limits.paymentsPerSearch + 5;
  await database.sql`
    insert into payments (
      merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
      payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at, customer_name
    )
    select
      payment.merchant_id, number, gen_random_uuid(), 'P' || number, account.account_id, account.pool_id, 1000, 1, 1001,
      'EXPIRED', payment.created_at, payment.created_at, payment.created_at, payment.created_at, 'Other'
    from payments payment
    cross join generate_series(2, ${count}::integer) number
    join accounts account
      on account.account_id = case when number <= 4 then ${other.account_id}::uuid else payment.account_id end
    where payment.merchant_id = ${merchant_id}`;
  await database.sql`
    update payment_counters set payment_count = ${count} where merchant_id = ${merchant_id}`;
  await database.sql`
    insert into payment_ledgers (merchant_id, payment_number, received, changed_at)
    select merchant_id, payment_number, 500, created_at
    from payments
    where merchant_id = ${merchant_id}
      and payment_number > 1`;
  expect(await readPaymentCounts(gateway, { merchant_id })).toMatchObject({
    part_paid_count: limits.paymentsCountedPerState,
  });
  const ofOther = { is_part_paid: true, account_id: other.account_id, per_page: 50 };
  expect(await search(shop, ofOther)).toMatchObject({
    items: [],
    next_cursor: String(count + 1 - limits.paymentsPerSearch),
    searched_until: expect.any(String),
  });
  expect(await walk(shop, ofOther)).toEqual(["P4", "P3", "P2"]);
  expect(await codes(shop, { ...ofOther, oldest_first: true })).toEqual(["P2", "P3", "P4"]);
});

test("a paid payment has the difference between its money and its total", async () => {
  const shop = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  const device = await approvedDevice(gateway, shop);
  await reportTransfer(gateway, device, (await pendingPayment(gateway, shop)).payment_total);
  for (const difference of [-75_074, 75_176]) {
    const { payment_code, payment_total } = await pendingPayment(gateway, shop);
    const transfer = await reportTransfer(gateway, device, payment_total + difference);
    await tieTransfer(gateway, {
      merchant_id,
      mutation_id: transfer.mutation_id ?? "",
      payment_code,
      outcome: "part",
      refund: null,
    });
    await settlePayment(gateway, { merchant_id, payment_code });
  }
  const { items } = await search(shop, { payment_status: "PAID" });
  expect(items.map(({ kept_difference }) => kept_difference)).toEqual([75_176, -75_074, null]);
});

test("an expired payment with a part, a late transfer or a follow-up does not count as unpaid", async () => {
  const shop = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  const device = await approvedDevice(gateway, shop);
  gateway.setClock(minute(0));
  const payment_expired_at = minute(30).toISOString();
  const make = () => pendingPayment(gateway, shop, { payment_expired_at });
  const [part, late, followed, unpaid] = [await make(), await make(), await make(), await make()];
  const transfer = await reportTransfer(gateway, device, 5_000, { posted_at: minute(1) });
  await tieTransfer(gateway, {
    merchant_id,
    mutation_id: transfer.mutation_id ?? "",
    payment_code: part.payment_code,
    outcome: "part",
    refund: null,
  });
  const pending = await readPaymentTotals(gateway, { merchant_id, payment_status: "PENDING" });
  expect(pending.outstanding_sum).toBe(pending.payment_sum - 5_000);
  const { items } = await search(shop);
  expect(items.map(({ received_in_parts }) => received_in_parts)).toEqual([
    null,
    null,
    null,
    5_000,
  ]);
  expect(await readPaymentCounts(gateway, { merchant_id })).toEqual({
    pending_count: 3,
    part_paid_count: 1,
    expired_count: 0,
    open_count: 0,
    is_complete: true,
  });
  gateway.setClock(minute(40));
  const afterwards = {
    pending_count: 0,
    part_paid_count: 1,
    expired_count: 4,
    open_count: 0,
    is_complete: true,
  };
  expect(await readPaymentCounts(gateway, { merchant_id })).toEqual(afterwards);
  await expirePayments(gateway, 100);
  expect(await readPaymentCounts(gateway, { merchant_id })).toEqual(afterwards);
  const { mutation_id } = await reportTransfer(gateway, device, late.payment_total, {
    posted_at: minute(39),
  });
  // The state after a follow-up.
  await database.sql`
    insert into payments
    select (jsonb_populate_record(payment, jsonb_build_object(
      'payment_number', payment_number + 100, 'payment_id', gen_random_uuid(),
      'payment_code', payment_code || '-2', 'payment_status', 'PAID', 'is_manual_match', true,
      'matched_mutation_id', ${mutation_id}::uuid
    ))).*
    from payments payment
    where merchant_id = ${merchant_id}
      and payment_code = ${followed.payment_code}`;
  expect(await codes(shop, { is_unpaid: true })).toEqual([unpaid.payment_code]);
  expect(await codes(shop, { is_unpaid: true, ended_from: minute(20).toISOString() })).toEqual([
    unpaid.payment_code,
  ]);
  expect(await codes(shop, { is_unpaid: true, search: late.payment_code })).toEqual([]);

  await setTransferAside(gateway, { merchant_id, mutation_id: mutation_id ?? "", refund: null });
  expect(await codes(shop, { is_unpaid: true })).toEqual([unpaid.payment_code, late.payment_code]);
});

test("simulated money is counted separately, and in test mode like any other", async () => {
  const shop = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  gateway.setClock(null);
  const device = await approvedDevice(gateway, shop);
  const [real, simulated, waiting] = [
    await pendingPayment(gateway, shop),
    await pendingPayment(gateway, shop),
    await pendingPayment(gateway, shop),
  ];
  await reportTransfer(gateway, device, real.payment_total);
  const { notification, phone } = await expectedTransfer(gateway, { merchant_id, ...simulated });
  await reportNotifications(gateway, phone.device, [notification]);
  expect(await readPaymentTotals(gateway, { merchant_id })).toEqual({
    payment_count: 3,
    payment_sum: real.payment_total + waiting.payment_total,
    paid_count: 1,
    paid_sum: real.payment_total,
    simulated_count: 1,
    simulated_sum: simulated.payment_total,
    unchosen_count: 0,
    unchosen_sum: 0,
    outstanding_sum: waiting.payment_total,
    is_complete: true,
    counted_back_to: null,
  });
  expect(await readMutationTotals(gateway, { merchant_id })).toMatchObject({
    mutation_count: 2,
    credit_sum: real.payment_total,
    simulated_sum: simulated.payment_total,
  });
  const { merchant_id: other } = await shopWithAccount(gateway);
  await database.sql`
    update devices set is_simulated = true where merchant_id = ${merchant_id}`;
  await database.sql`
    update merchants set test_of = ${other}, password_hash = null where merchant_id = ${merchant_id}`;
  expect(await readPaymentTotals(gateway, { merchant_id })).toMatchObject({
    paid_count: 2,
    paid_sum: real.payment_total + simulated.payment_total,
    simulated_count: 0,
  });
});

test("a paid payment is listed with its time and sender", async () => {
  const shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const { payment_total } = await pendingPayment(gateway, shop);
  const waiting = await pendingPayment(gateway, shop);
  await reportTransfer(gateway, device, payment_total);
  const { items } = await search(shop);
  expect(items).toMatchObject([
    { payment_code: waiting.payment_code, paid_at: null, sender_name: null },
    { payment_status: "PAID", paid_at: items[1]?.payment_updated_at, sender_name: "SITI CONTOH" },
  ]);
});

test("no list and no search has another merchant's payments", async () => {
  const shop = await shopWithAccount(gateway);
  const stranger = await shopWithAccount(gateway);
  const payment = await pendingPayment(gateway, stranger, { customer_name: "Somebody else" });
  for (const filter of [
    {},
    { search: payment.payment_code },
    { search: "somebody" },
    { account_id: stranger.account_id },
    { payment_status: "PENDING" as const, account_id: stranger.account_id },
  ]) {
    expect(await codes(shop, filter)).toEqual([]);
    const found = { merchant_id: shop.merchant_id, ...filter };
    expect((await readPaymentTotals(gateway, found)).payment_count).toBe(0);
  }
});

test.each(["x", "-1", "1.5.2", "1.", ""])("%j is not a cursor", async (cursor) => {
  const shop = await shopWithAccount(gateway);
  await expect(search(shop, { cursor })).rejects.toMatchObject({ code: "validation_error" });
});
