import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Sql } from "../../db/client.ts";
import { limits } from "../../contract/limits.ts";
import type { MatchReason } from "../../contract/mutation-reasons.ts";
import type { CreatePaymentInput, PaymentStatus } from "../../contract/payments.ts";
import { answeredWith } from "../../testing/attempt-result.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  paymentInput,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { readCheckout } from "../payments/checkout.ts";
import { listTransfers } from "../reconciliation/reconciliation.ts";
import type { Device } from "../sources/devices.ts";
import { rematchMutations } from "../mutations/matching.ts";
import { explainMutation, listMutationReasons } from "../mutations/mutation-reasons.ts";
import { readMutationTotals } from "../mutations/mutation-search.ts";
import { listLikelyMutations, listNearMisses } from "../mutations/near-misses.ts";
import { readOperatingFigures } from "./operating-figures.ts";
import {
  cancelPayment,
  createPayments,
  expirePayments,
  listPayments,
  listPaymentsWithStatus,
  readPayments,
} from "../payments/payments.ts";
import { listPaymentsByTime } from "../payments/payments-by-time.ts";
import { listMutationsByTime } from "../mutations/mutations-by-time.ts";
import { leaseDueDeliveries, recordAttempts } from "../webhooks/webhooks.ts";

/**
 * Tests that frequent statements read through indexes, and few rows, on a shop with many payments and with
 * statistics.
 */

const past = 20_000;
const pendingOnes = 900;

let database: TestDatabase;
/** One connection, so that its statistics can be flushed and read. */
let sql: Sql;
let gateway: TestGateway;
let shop: Shop;
let device: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, { connections: 1, statementMilliseconds: 0 });
  gateway = testGateway(sql);
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
  await addPast();
  await sql`analyze`;
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/**
 * Adds the past of a shop with one price, as many have: most payments were PAID long ago, some expired, a few are
 * PENDING, and a tenth of the mutations is unmatched.
 */
async function addPast(): Promise<void> {
  await sql`
    insert into payments (
      merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
      payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at, customer_name
    )
    select
      ${shop.merchant_id}, number, gen_random_uuid(), 'PAST-' || number, account_id, pool_id, 150000,
      1 + number % 999, 150001 + number % 999,
      case when number <= ${pendingOnes} then 'PENDING' else 'PAID' end,
      now() + interval '1 day', now() - number * interval '1 minute', now() - number * interval '1 minute',
      case when number > ${pendingOnes} then now() - number * interval '1 minute' end,
      'Customer ' || number
    from generate_series(1, ${past}::integer) number
    join accounts on account_id = ${shop.account_id}
  `;
  await sql`update payment_counters set payment_count = ${past} where merchant_id = ${shop.merchant_id}`;
  await sql`
    insert into mutations (
      merchant_id, mutation_number, mutation_id, device_id, identity, package_name, body, posted_at, amount_parsed,
      type_parsed, rule, pool_id, created_at, match_reason, matched_payment_number, window_ends_at, judged_at, wording
    )
    select
      ${shop.merchant_id}, number, gen_random_uuid(), ${device.device_id}, sha256(number::text::bytea), 'com.bca', 'x',
      now(), 150001 + number % 999, 'CREDIT', 'r', pool_id, now() - number * interval '1 minute',
      case when number % 10 = 0 then 'no_such_total' else 'matched' end,
      case when number % 10 <> 0 then number end,
      now(), now() - number * interval '1 minute', substr(sha256(number::text::bytea), 1, 8)
    from generate_series(1, ${past}::integer) number
    join accounts on account_id = ${shop.account_id}
  `;
  await sql`update mutation_counters set mutation_count = ${past} where merchant_id = ${shop.merchant_id}`;
  await sql`
    insert into webhook_deliveries
      (merchant_id, delivery_id, payment_number, event_type, url, delivery_status, created_at, next_attempt_at)
    select
      ${shop.merchant_id}, 'msg_' || number, number, 'payment.paid', 'https://shop.example/webhook',
      case when number % 1000 = 0 then 'RETRYING' else 'SUCCESS' end,
      now(),
      case when number % 1000 = 0 then now() + interval '1 hour' end
    from generate_series(1, ${past}::integer) number
  `;
}

interface Reads {
  sequential_scans: number;
  rows: number;
}

async function counters(): Promise<Reads> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<Reads[]>`
    select
      sum(seq_scan)::integer as sequential_scans,
      sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_user_tables
    where relname in ('payments', 'mutations', 'webhook_deliveries')
  `;
  return row as Reads;
}

async function readsOf(work: () => Promise<unknown>): Promise<Reads> {
  const before = await counters();
  await work();
  const after = await counters();
  return {
    sequential_scans: after.sequential_scans - before.sequential_scans,
    rows: after.rows - before.rows,
  };
}

const page = () => ({
  merchant_id: shop.merchant_id,
  page: 1,
  per_page: 100,
  only_unmatched: false,
});

/** Creates payments at the same time, like the batches of a busy process. */
const creates = (count: number, input: (index: number) => Partial<CreatePaymentInput>) => () =>
  createPayments(
    gateway,
    Array.from({ length: count }, (_, index) => ({
      merchant_id: shop.merchant_id,
      input: paymentInput(shop, input(index)),
    })),
  );

const names = () =>
  Array.from({ length: 30 }, (_, index) => ({
    merchant_id: shop.merchant_id,
    payment_code: `PAST-${index * 600 + 1}`,
  }));

/** Creates a payment with an amount that no earlier payment has. */
const unrivalled = () => pendingPayment(gateway, shop, { payment_amount: 300_000 });

const listed = (page: number) => () =>
  listPayments(gateway, { merchant_id: shop.merchant_id, page, per_page: 20 });

const withStatus = (status: PaymentStatus, page: number) => () =>
  listPaymentsWithStatus(gateway, { merchant_id: shop.merchant_id, page, per_page: 20, status });

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const changedSince = (minutes: number, status?: PaymentStatus) => () =>
  listPaymentsByTime(gateway, { ...shop, status, updated_since: ago(minutes), per_page: 20 });

const madeSince = (minutes: number) => () =>
  listPaymentsByTime(gateway, { ...shop, since: ago(minutes), per_page: 20 });

const transfers = (name: "since" | "updated_since", minutes: number) => () =>
  listMutationsByTime(gateway, {
    ...shop,
    only_unmatched: false,
    per_page: 20,
    [name]: ago(minutes),
  });

test.each<[string, number, () => Promise<unknown>]>([
  [
    "a transfer that pays",
    60,
    () => pendingPayment(gateway, shop, { payment_amount: 90_000 }).then(pay),
  ],
  ["a create", 60, creates(1, () => ({ payment_amount: 300_000 }))],
  [
    "thirty creates of different amounts",
    600,
    creates(30, (index) => ({ payment_amount: 200_000 + index * 2000 })),
  ],
  [
    "thirty creates of an amount that is nearly used up",
    // Each create can read the whole range twice: the pending totals and the released ones.
    30 * 4 * 999,
    creates(30, () => ({ payment_amount: 150_000 })),
  ],
  ["a create of a code that is taken", 60, creates(1, () => ({ payment_code: "PAST-5" }))],
  ["a payment by its code", 10, () => readPayments(gateway, names().slice(0, 1))],
  ["thirty payments by their codes", 60, () => readPayments(gateway, names())],
  ["the first page of payments", 60, listed(1)],
  ["the last page of payments", 60, listed(past / 20)],
  ["the first page of the PAID ones", 200, withStatus("PAID", 1)],
  ["a page of the PAID ones far back", 16_000, withStatus("PAID", 700)],
  ["the PENDING ones", 3 * pendingOnes, withStatus("PENDING", 1)],
  ["a part of what changed since then", 8 * pendingOnes, changedSince(5000)],
  ["a part of what changed, of the PAID ones", 8 * pendingOnes, changedSince(5000, "PAID")],
  ["a part of what was made since then", 22_000, madeSince(15_000)],
  ["a part of the transfers that changed since then", 22_000, transfers("updated_since", 15_000)],
  ["a part of the transfers since then", 22_000, transfers("since", 15_000)],
  ["what changed lately", 3 * pendingOnes, changedSince(950)],
  ["the transfers that changed lately", 400, transfers("updated_since", 100)],
  ["the EXPIRED ones, of which there are none", 2 * pendingOnes, withStatus("EXPIRED", 1)],
  [
    "a checkout page",
    60,
    () => unrivalled().then(({ payment_id }) => readCheckout(gateway, payment_id)),
  ],
  [
    "a cancel",
    60,
    () =>
      unrivalled().then(({ payment_code }) =>
        cancelPayment(gateway, { merchant_id: shop.merchant_id, payment_code }),
      ),
  ],
  ["the expiry job with nothing due", 60, () => expirePayments(gateway, 100)],
  [
    "the webhook sender with nothing due",
    60,
    () => leaseDueDeliveries(gateway, { limit: 100, per_merchant: 10, under_way: {} }),
  ],
  ["a transfer that pays nothing", 60, () => reportTransfer(gateway, device, 77_777)],
  ["a transfer of a total of the past", 60, () => reportTransfer(gateway, device, 150_950)],
  ["looking again", 5000, () => rematchMutations(gateway)],
  ["what monitoring asks", 3000, () => readOperatingFigures(gateway)],
  ["the list", 600, () => listMutationReasons(gateway, page())],
  [
    "its matched part",
    4000,
    () => listMutationReasons(gateway, { ...page(), match_reason: "matched" }),
  ],
  [
    "a rare reason",
    600,
    () => listMutationReasons(gateway, { ...page(), match_reason: "late_payment" }),
  ],
])("%s reads through indexes", async (_, mostRows, work) => {
  const { sequential_scans, rows } = await readsOf(work);
  expect(sequential_scans).toBe(0);
  expect(rows).toBeLessThan(mostRows);
});

const pay = ({ payment_total }: { payment_total: number }) =>
  reportTransfer(gateway, device, payment_total);

test("a webhook's path from due to recorded reads through indexes", async () => {
  await sql`
    update webhook_deliveries set next_attempt_at = now() where payment_number % 1000 = 0
  `;
  const { sequential_scans, rows } = await readsOf(async () => {
    const places = { limit: 100, per_merchant: 10, under_way: {} };
    const { deliveries } = await leaseDueDeliveries(gateway, places);
    expect(deliveries).toHaveLength(10);
    const records = deliveries.map((delivery) => ({
      delivery,
      is_manual: false,
      started_at: new Date(),
      result: answeredWith(200),
      next: { delivery_status: "SUCCESS" as const, delay_seconds: null },
    }));
    expect(await recordAttempts(gateway, records)).toEqual(deliveries.map(() => "SUCCESS"));
  });
  expect(sequential_scans).toBe(0);
  expect(rows).toBeLessThan(200);
});

test("near misses in both directions read through indexes and a limited number of rows", async () => {
  const { mutation_id } = await reportTransfer(gateway, device, 150_000);
  const search = { merchant_id: shop.merchant_id, mutation_id: mutation_id as string };
  const wanted = { merchant_id: shop.merchant_id, payment_code: "PAST-7" };
  const reads = {
    nearMisses: await readsOf(() => listNearMisses(gateway, search)),
    likelyMutations: await readsOf(() => listLikelyMutations(gateway, wanted)),
    explanation: await readsOf(() => explainMutation(gateway, search.mutation_id)),
    // Transfers that came in time are listed first, and are searched for only among the late ones.
    undecided: await readsOf(() =>
      listTransfers(gateway, { merchant_id: shop.merchant_id, state: "open", per_page: 20 }),
    ),
  };
  console.log(`rows read of ${past} payments and as many mutations:`, JSON.stringify(reads));
  for (const { sequential_scans, rows } of Object.values(reads)) {
    expect(sequential_scans).toBe(0);
    expect(rows).toBeLessThan(6000);
  }
});

test("totals of transfers read at most two index entries per counted transfer", async () => {
  const other = await shopWithAccount(gateway);
  const { merchant_id } = other;
  const { device_id } = await approvedDevice(gateway, other);
  await sql`
    insert into mutations (
      merchant_id, mutation_number, mutation_id, device_id, identity, package_name, posted_at, amount_parsed,
      type_parsed, rule, created_at, match_reason, window_ends_at, judged_at
    )
    select
      ${merchant_id}, number, gen_random_uuid(), ${device_id}, sha256(number::text::bytea), 'com.bca', now(), 1, 'CREDIT',
      'r', now(), case when number % 4 = 0 then 'no_such_total' when number % 8 = 1 then 'no_account' else 'debit' end,
      now(), now()
    from generate_series(1, ${8 * limits.rowsPerTotal}::integer) number
  `;
  await sql`analyze mutations`;
  const entries = async () => {
    await sql`select pg_stat_force_next_flush()`;
    const [row] = await sql<[{ entries: number }]>`
      select sum(idx_tup_read)::integer as entries from pg_stat_user_indexes
      where relname = 'mutations'
    `;
    return row.entries;
  };
  const totalsOf = async (filter: { state?: "unmatched"; match_reason?: MatchReason }) => {
    const before = await entries();
    const totals = await readMutationTotals(gateway, { merchant_id, ...filter });
    expect((await entries()) - before).toBeLessThanOrEqual(2 * limits.rowsPerTotal + 1);
    return totals;
  };
  const counted = {
    mutation_count: limits.rowsPerTotal,
    credit_sum: limits.rowsPerTotal,
    simulated_sum: 0,
  };
  for (const filter of [
    { state: "unmatched" as const },
    { match_reason: "no_such_total" as const },
  ]) {
    expect(await totalsOf(filter)).toEqual({ ...counted, is_complete: false });
  }
  // The number of matching transfers is exactly the bound.
  const filter = { match_reason: "no_account" as const };
  expect(await totalsOf(filter)).toEqual({ ...counted, is_complete: true });
});
