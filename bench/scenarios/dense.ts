import { randomUUID } from "node:crypto";
import { GatewayError } from "../../server/contract/errors.ts";
import { createPayments } from "../../server/domain/payments/payments.ts";
import { testGateway, type Shop } from "../../server/testing/fixtures.ts";
import { treeCpuSeconds } from "../cpu.ts";
import type { Fixture } from "../fixture.ts";
import { rounded, table, whole } from "../report.ts";
import { customer, deadline, inTurn } from "../requests.ts";
import { median } from "../rounds.ts";
import type { Size } from "../size.ts";

/**
 * Measures the cost of a create in PostgreSQL if the pool is full of pending invoices. The prices of a minimarket
 * are multiples of Rp500, so the 999 totals of an amount overlap with those of neighbouring amounts.
 */
export async function measureDense(fixture: Fixture, size: Size): Promise<string> {
  const { densePending: pending, denseCreates: creates, rounds } = size;
  const pools = [
    { name: "amounts spread", amountAt: (index: number) => 10_000 + ((index * 7_919) % 5_000_000) },
    ...[0.5, 0.75].map((share) => {
      const amounts = Math.round(pending / share / 500);
      return {
        name: `multiples of Rp500, ${100 * share} % of the totals pending`,
        amountAt: (index: number) => 10_000 + 500 * (index % amounts),
      };
    }),
  ].map((pool, index) => ({
    ...pool,
    shop: inTurn(fixture.shops, index),
    microseconds: [] as number[],
    made: 0,
  }));
  for (const pool of pools) {
    await create(fixture, pool, pending, 100);
    await fixture.sql`analyze payments`;
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const pool of pools) {
      const before = treeCpuSeconds(fixture.pid);
      await create(fixture, pool, creates, 30);
      const used = ((treeCpuSeconds(fixture.pid) - before) / creates) * 1e6;
      if (round > 0) pool.microseconds.push(used);
      await remove(fixture, pool.shop, pending);
    }
  }
  const base = median(pools[0]?.microseconds ?? []);
  return table(
    ["", "pending", "PostgreSQL's CPU for a create", ""],
    pools.map(({ name, microseconds }) => [
      name,
      whole(pending),
      rounded(median(microseconds), "µs"),
      `${(median(microseconds) / base).toFixed(2)} ×`,
    ]),
  );
}

/** Removes the payments of a round, so that the next round starts with the same number. */
async function remove({ sql }: Fixture, { merchant_id }: Shop, pending: number): Promise<void> {
  await sql`delete from payments where merchant_id = ${merchant_id} and payment_number > ${pending}`;
  await sql`update payment_counters set payment_count = ${pending} where merchant_id = ${merchant_id}`;
}

interface Pool {
  shop: Shop;
  amountAt(index: number): number;
  made: number;
}

async function create(fixture: Fixture, pool: Pool, count: number, batch: number): Promise<void> {
  const gateway = testGateway(fixture.sql);
  for (let left = count; left > 0; left -= batch) {
    const requests = Array.from({ length: Math.min(batch, left) }, () => ({
      merchant_id: pool.shop.merchant_id,
      input: {
        account_id: pool.shop.account_id,
        payment_code: randomUUID(),
        payment_amount: pool.amountAt(pool.made++),
        payment_expired_at: deadline,
        ...customer,
      },
    }));
    for (const outcome of await createPayments(gateway, requests)) {
      if (outcome instanceof GatewayError) throw outcome;
    }
  }
}
