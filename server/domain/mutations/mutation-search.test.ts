import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
} from "../../testing/fixtures.ts";
import { randomFrom } from "../../testing/random.ts";
import { setTransferAside } from "./ledgers.ts";
import { readMutation } from "./mutation-reasons.ts";
import { readMutationTotals, searchMutations, type MutationSearch } from "./mutation-search.ts";

const today = drawnDay("the search of transfers");

const database = await createTestDatabase();
const { sql } = database;
const gateway = testGateway(sql);
let shop: Shop;
let device: Awaited<ReturnType<typeof approvedDevice>>;
let stranger: Shop;

beforeAll(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
  stranger = await shopWithAccount(gateway);
  const payment = await pendingPayment(gateway, shop);
  await reportTransfer(gateway, device, payment.payment_total);
  for (const amount of [75_000, 76_000, 77_000]) await reportTransfer(gateway, device, amount);
});
afterAll(database.drop);

type Filter = Omit<MutationSearch, "merchant_id" | "per_page">;

const list = (filter: Filter & { per_page?: number }, { merchant_id }: Shop = shop) =>
  searchMutations(gateway, { merchant_id, per_page: 20, ...filter });

const amountsOf = async (filter: Filter, of?: Shop) =>
  (await list(filter, of)).items.map(({ amount_parsed }) => amount_parsed);

const found = (search: string, of?: Shop) => amountsOf({ search }, of);

test.each([
  ["76000", [76_000]],
  ["Rp76.000", [76_000]],
  ["7600", []],
  ["nobody", []],
  ["%", []],
  ["76000 siti", [76_000]],
  ["siti 76000 nobody", []],
])("the search for %j finds the matching transfers", async (search, expected) => {
  expect(await found(search)).toEqual(expected);
});

test("a search finds part of the sender's name in any case, newest first", async () => {
  const amounts = await found("siti con");
  expect(amounts.slice(0, 3)).toEqual([77_000, 76_000, 75_000]);
  expect(amounts).toHaveLength(4);
});

test("a merchant cannot find, read or count another merchant's transfers", async () => {
  const { merchant_id } = stranger;
  expect(await found("siti", stranger)).toEqual([]);
  const {
    items: [own],
  } = await list({ search: "77000" });
  const name = { merchant_id, mutation_id: own?.id ?? "" };
  await expect(readMutation(gateway, name)).rejects.toMatchObject({ code: "not_found" });
  expect(await readMutationTotals(gateway, { merchant_id })).toEqual({
    mutation_count: 0,
    credit_sum: 0,
    simulated_sum: 0,
    is_complete: true,
  });
});

test("a transfer is read by its id, and an unknown one is not found", async () => {
  const { merchant_id } = shop;
  const {
    items: [own],
  } = await list({ search: "77000" });
  expect(await readMutation(gateway, { merchant_id, mutation_id: own?.id ?? "" })).toEqual(own);
  const unknown = { merchant_id, mutation_id: randomUUID() };
  await expect(readMutation(gateway, unknown)).rejects.toMatchObject({ code: "not_found" });
});

test("every page of every filter equals a scan of all transfers", async () => {
  const random = randomFrom("mutation-search");
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const own = await shopWithAccount(gateway);
  const { merchant_id } = own;
  const other = await addAccount(gateway, own, { channel: "BRI" });
  const phones = [await approvedDevice(gateway, own), await approvedDevice(gateway, own)];
  const minute = (number: number) => new Date(today("10:00").getTime() + number * 60_000);
  gateway.setClock(minute(0));
  const totals: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const { payment_total } = await pendingPayment(gateway, own, {
      payment_expired_at: minute(600).toISOString(),
    });
    totals.push(payment_total);
  }
  for (let number = 1; number <= 40; number += 1) {
    gateway.setClock(minute(number));
    const amount = random() < 0.3 ? (totals.pop() ?? 5_000) : 70_000 + number;
    const phone = pick(phones);
    const { mutation_id } = await reportTransfer(gateway, phone, amount, {
      posted_at: minute(number),
    });
    if (random() < 0.3 && amount > 70_000 && amount < 71_000) {
      await setTransferAside(gateway, {
        merchant_id,
        mutation_id: mutation_id ?? "",
        refund: null,
      });
    }
  }
  const { items: all } = await list({ per_page: 100 }, own);
  expect(all).toHaveLength(40);
  const decided = new Set(
    (
      await sql<{ mutation_id: string }[]>`
        select mutation_id from mutations where merchant_id = ${merchant_id} and decision is not null`
    ).map(({ mutation_id }) => mutation_id),
  );
  const isIn = {
    open: (each: { id: string; is_matched: boolean }) => !each.is_matched && !decided.has(each.id),
    matched: (each: { is_matched: boolean }) => each.is_matched,
    unmatched: (each: { is_matched: boolean }) => !each.is_matched,
    decided: (each: { id: string }) => decided.has(each.id),
  };
  for (let trial = 0; trial < 80; trial += 1) {
    const state = pick([undefined, "open", "matched", "unmatched", "decided"] as const);
    const match_reason = pick([undefined, undefined, "matched", "no_such_total"] as const);
    const device_id = pick([undefined, undefined, ...phones.map((phone) => phone.device_id)]);
    const account_id = pick([undefined, undefined, own.account_id, other.account_id]);
    const search = pick([undefined, undefined, "siti", "70005", "nobody"]);
    const [from, before] = [Math.floor(random() * 45), Math.floor(random() * 45)];
    const created_from = random() < 0.7 ? undefined : minute(from).toISOString();
    const created_before = random() < 0.7 ? undefined : minute(before).toISOString();
    const filter = {
      ...(state && { state }),
      ...(match_reason && { match_reason }),
      ...(device_id !== undefined && { device_id }),
      ...(account_id !== undefined && { account_id }),
      ...(search !== undefined && { search }),
      ...(created_from !== undefined && { created_from }),
      ...(created_before !== undefined && { created_before }),
    };
    const expected = all
      .filter((each) => state === undefined || isIn[state](each))
      .filter((each) => match_reason === undefined || each.match_reason === match_reason)
      .filter((each) => device_id === undefined || each.device_id === device_id)
      // All of them belong to the first account, because the phones report its app.
      .filter(() => account_id !== other.account_id)
      .filter((each) => search !== "70005" || each.amount_parsed === 70_005)
      .filter(() => search !== "nobody")
      .filter((each) => created_from === undefined || each.created_at >= created_from)
      .filter((each) => created_before === undefined || each.created_at < created_before);
    const oldest_first = random() < 0.5;
    const per_page = 1 + Math.floor(random() * 9);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const part = { ...filter, oldest_first, per_page, ...(cursor !== null && { cursor }) };
      const page = await list(part, own);
      walked.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    const inOrder = oldest_first ? expected.toReversed() : expected;
    expect(walked, JSON.stringify(filter)).toEqual(inOrder.map(({ id }) => id));
    expect(await readMutationTotals(gateway, { merchant_id, ...filter })).toEqual({
      mutation_count: expected.length,
      credit_sum: expected.reduce((sum, { amount_parsed }) => sum + amount_parsed, 0),
      simulated_sum: 0,
      is_complete: true,
    });
  }
  gateway.setClock(null);
});

/** Copies the first transfer, as years of business would. */
async function addTransfers({ merchant_id }: Shop, count: number) {
  await sql`
    insert into mutations
    select (
      jsonb_populate_record(
        mutation,
        jsonb_build_object(
          'mutation_number', number, 'mutation_id', gen_random_uuid(), 'identity', '\\x' || md5(number::text), 'sender_parsed', 'OTHERS',
          'matched_payment_number', null, 'match_reason', 'no_such_total'
        )
      )
    ).*
    from mutations mutation
    cross join generate_series(5, ${count + 4}::integer) number
    where merchant_id = ${merchant_id}
      and mutation_number = 2`;
  await sql`
    update mutation_counters set mutation_count = ${count + 4} where merchant_id = ${merchant_id}`;
}

test("a search covers a limited number and continues from there, and totals stop at a limit", async () => {
  await addTransfers(shop, Math.max(limits.mutationsPerSearch, limits.rowsPerTotal));
  const first = await list({ search: "siti" });
  expect(first).toMatchObject({ items: [], next_cursor: "5" });
  expect(first.searched_until).toMatch(/^\d{4}-/);
  const { items } = await list({ search: "siti", cursor: first.next_cursor ?? "" });
  expect(items).toHaveLength(4);
  const { merchant_id } = shop;
  expect(await readMutationTotals(gateway, { merchant_id })).toMatchObject({
    mutation_count: limits.rowsPerTotal,
    is_complete: false,
  });
});
