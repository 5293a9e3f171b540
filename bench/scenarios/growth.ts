import { randomUUID } from "node:crypto";
import type { Sql } from "../../server/db/client.ts";
import { rematchMutations } from "../../server/domain/mutations/matching.ts";
import { expirePayments } from "../../server/domain/payments/payments.ts";
import { testGateway } from "../../server/testing/fixtures.ts";
import { startTepat } from "../contestants/servers.ts";
import type { Ground } from "../ground.ts";
import { runLoad } from "../http-load.ts";
import { preparePayments } from "../payments.ts";
import { approvedDevices, transferReport } from "../phones.ts";
import { table, whole } from "../report.ts";
import { createRequest, getRequest, inTurn, listRequest } from "../requests.ts";
import { median } from "../rounds.ts";
import type { Size } from "../size.ts";

/** Measures the same calls, one at a time, while the number of payments grows. */
export async function measureGrowth(ground: Ground, size: Size): Promise<string> {
  const columns: { count: number; bytes: number; milliseconds: Map<string, number> }[] = [];
  let loaded = 0;
  for (const count of size.growth) {
    await loadPayments(ground, loaded, count);
    loaded = count;
    columns.push({
      count,
      bytes: await bytesPerPayment(ground.sql),
      milliseconds: await measureCalls(ground, size),
    });
  }
  const [first] = columns;
  const last = columns.at(-1);
  const names = [...(first?.milliseconds.keys() ?? [])];
  const rows = names.map((name) => {
    const values = columns.map(({ milliseconds }) => milliseconds.get(name) ?? Number.NaN);
    const growth = (last?.milliseconds.get(name) ?? 0) / (first?.milliseconds.get(name) ?? 1);
    return [name, ...values.map((value) => `${value.toFixed(2)} ms`), `${growth.toFixed(2)} ×`];
  });
  const storage = columns.map(({ bytes }) => whole(bytes));
  return table(
    ["", ...columns.map(({ count }) => whole(count)), "growth"],
    [...rows, ["bytes per payment, with indexes", ...storage, ""]],
  );
}

/** Returns the median milliseconds of each call. */
async function measureCalls(ground: Ground, size: Size): Promise<Map<string, number>> {
  const { shops, sql } = ground;
  const gateway = testGateway(sql);
  const payments = await preparePayments(ground, size.growthCalls);
  const devices = await approvedDevices(ground);
  const [counter] = await sql<{ pages: number }[]>`
    select min(payment_count) / 20 as pages from payment_counters
  `;
  const lastPage = counter?.pages ?? 1;
  const calls: Record<string, (index: number) => Buffer> = {
    create: (index) => createRequest(inTurn(shops, index), randomUUID(), 10_000 + index),
    get: (index) => {
      const { shop, payment } = inTurn(payments, index);
      return getRequest(shop, payment.payment_code);
    },
    "list, first page": (index) => listRequest(inTurn(shops, index)),
    "list, last page": (index) => listRequest(inTurn(shops, index), lastPage),
    "report that pays": (index) => transferReport(devices, inTurn(payments, index)),
  };
  const sweeps: Record<string, () => Promise<unknown>> = {
    "expiry sweep, nothing due": () => expirePayments(gateway, 500),
    "rematch sweep, nothing to match": () => rematchMutations(gateway),
  };

  const medians = new Map<string, number>();
  const server = await startTepat(ground, "node");
  try {
    for (const [name, requestAt] of Object.entries(calls)) {
      const requests = Array.from({ length: size.growthCalls }, (_, index) => requestAt(index));
      const { milliseconds } = await runLoad({ port: server.port, requests, connections: 1 });
      medians.set(name, median(milliseconds.slice(milliseconds.length / 5)));
    }
  } finally {
    await server.stop();
  }
  for (const [name, sweep] of Object.entries(sweeps)) {
    const milliseconds: number[] = [];
    while (milliseconds.length < size.growthCalls / 10) {
      const startedAt = performance.now();
      await sweep();
      milliseconds.push(performance.now() - startedAt);
    }
    medians.set(name, median(milliseconds));
  }
  return medians;
}

const rowsPerInsert = 100_000;

/**
 * Writes directly into the table, as years of trade would leave it: of 20 payments, 17 are paid, 2 expired and 1 is
 * pending.
 */
async function loadPayments({ sql, shops }: Ground, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += rowsPerInsert) {
    const last = Math.min(first + rowsPerInsert, to) - 1;
    await sql`
      with shop as (
        select row_number() over () - 1 as place, account.*, counter.payment_count
        from accounts account
        join payment_counters counter using (merchant_id)
      ),
      loaded as (
        insert into payments (
          merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount,
          payment_unique, payment_total, payment_status, payment_expired_at, created_at, payment_updated_at,
          released_at, customer_name, customer_email
        )
        select
          merchant_id, payment_count + 1 + (number - ${first}) / ${shops.length}, gen_random_uuid(),
          'GROWN-' || number, account_id, pool_id, amount, 500, amount + 500, status,
          now() + interval '1 day', now() - interval '2 days', now() - interval '1 day',
          case when status <> 'PENDING' then now() - interval '1 day' end, 'Budi Santoso', 'budi@example.com'
        from generate_series(${first}::bigint, ${last}::bigint) number
        join shop on place = number % ${shops.length}
        cross join lateral (
          select
            100000000000 + 1000 * number as amount,
            case
              when number / ${shops.length} % 20 < 17 then 'PAID'
              when number / ${shops.length} % 20 < 19 then 'EXPIRED'
              else 'PENDING'
            end as status
        ) chosen
        returning merchant_id
      )
      update payment_counters counter
      set payment_count = counter.payment_count + loaded.count
      from (select merchant_id, count(*) from loaded group by merchant_id) loaded
      where counter.merchant_id = loaded.merchant_id
    `;
  }
  await sql`vacuum analyze`;
}

async function bytesPerPayment(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select pg_total_relation_size('payments')::float8 / count(*) as bytes from payments
  `;
  return row?.bytes ?? Number.NaN;
}
