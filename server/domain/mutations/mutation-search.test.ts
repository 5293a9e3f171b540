import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
} from "../../testing/fixtures.ts";
import {
  listMutationReasons,
  readMutationTotals,
  readMutation,
  searchMutations,
} from "./mutation-reasons.ts";

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

const found = async (search: string, { merchant_id }: Shop = shop) =>
  (await searchMutations(gateway, { merchant_id, search })).map(
    ({ amount_parsed }) => amount_parsed,
  );

test.each([
  ["76000", [76_000]],
  ["Rp76.000", [76_000]],
  ["7600", []],
  ["nobody", []],
  ["%", []],
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
  const [own] = await searchMutations(gateway, { merchant_id: shop.merchant_id, search: "77000" });
  const name = { merchant_id, mutation_id: own?.id ?? "" };
  await expect(readMutation(gateway, name)).rejects.toMatchObject({ code: "not_found" });
  expect(await readMutationTotals(gateway, { merchant_id, only_unmatched: false })).toEqual({
    mutation_count: 0,
    credit_sum: 0,
    simulated_sum: 0,
    is_complete: true,
  });
});

test("a transfer is read by its id, and an unknown one is not found", async () => {
  const { merchant_id } = shop;
  const [own] = await searchMutations(gateway, { merchant_id, search: "77000" });
  expect(await readMutation(gateway, { merchant_id, mutation_id: own?.id ?? "" })).toEqual(own);
  const unknown = { merchant_id, mutation_id: randomUUID() };
  await expect(readMutation(gateway, unknown)).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  [{}, 4],
  [{ only_unmatched: true }, 3],
  [{ match_reason: "matched" as const }, 1],
  [{ match_reason: "no_such_total" as const }, 3],
])(
  "the list from the oldest is the reversed list with matching totals: %j",
  async (filter, count) => {
    const { merchant_id } = shop;
    const list = async (oldest_first: boolean, page: number, per_page: number) =>
      (
        await listMutationReasons(gateway, {
          merchant_id,
          only_unmatched: false,
          ...filter,
          oldest_first,
          page,
          per_page,
        })
      ).items;
    const newest = await list(false, 1, 20);
    expect(newest).toHaveLength(count);
    expect(await list(true, 1, 20)).toEqual(newest.toReversed());
    expect(await list(true, count, 1)).toEqual(newest.slice(0, 1));
    expect(
      await readMutationTotals(gateway, { merchant_id, only_unmatched: false, ...filter }),
    ).toEqual({
      mutation_count: count,
      credit_sum: newest.reduce((sum, { amount_parsed }) => sum + amount_parsed, 0),
      simulated_sum: 0,
      is_complete: true,
    });
  },
);

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

test("a search covers only the newest transfers, and totals stop at a limit", async () => {
  await addTransfers(shop, Math.max(limits.mutationsPerSearch, limits.rowsPerTotal));
  expect(await found("siti")).toEqual([]);
  const { merchant_id } = shop;
  expect(await readMutationTotals(gateway, { merchant_id, only_unmatched: false })).toMatchObject({
    mutation_count: limits.rowsPerTotal,
    is_complete: false,
  });
});

test("a search finds a limited number, newest first", async () => {
  expect(await found("others")).toHaveLength(limits.mutationsFound);
});
