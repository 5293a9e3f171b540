import { inject } from "vitest";
import { connect } from "../../server/db/client.ts";
import type { openShop } from "./people.ts";

const { environment } = inject("service");

type Shop = Awaited<ReturnType<typeof openShop>>;

/** The payments of each local day of the last 180, by day. */
export type PaidDays = Map<string, { count: number; total: number }>;

/**
 * Connects to the service's own database, to create at once what takes a shop months. The test file must end the
 * connection.
 */
export const connectToService = () =>
  connect(environment["DATABASE_URL"] ?? "", { connections: 1 });

/**
 * Gives a shop 10,000 paid invoices of 180 days: a growing number, fewer on Sundays, none on one day, and the last
 * ones today. Returns the payments of each day.
 */
export async function growShop(
  database: ReturnType<typeof connectToService>,
  shop: Pick<Shop, "merchant_id" | "account">,
): Promise<PaidDays> {
  const { merchant_id, account } = shop;
  await database.begin(async (sql) => {
    await sql`
      create temporary table grown on commit drop as
      select
        row_number() over (order by paid_at) as n,
        paid_at,
        (25 + (hashint4(n::integer) & 1023) % 176) * 1000 as amount,
        1 + (hashint4(n::integer + 7) & 1023) % 999 as unique_amount
      from (
        select
          n,
          least(
            now() - (180 * (1 - sqrt(n / 10000.0))) * interval '1 day',
            now() - (10000 - n) * interval '10 seconds'
          ) as paid_at
        from generate_series(1, 10000) n
      ) spread
    `;
    // Fewer on Sundays, and none on the third day before today.
    const aDayEarlier = sql`update grown set paid_at = paid_at - interval '1 day'`;
    await sql`
      ${aDayEarlier} where extract(dow from paid_at at time zone 'Asia/Jakarta') = 0 and n % 3 > 0
    `;
    await sql`
      ${aDayEarlier}
      where (paid_at at time zone 'Asia/Jakarta')::date = (now() at time zone 'Asia/Jakarta')::date - 3
    `;
    await sql`
      update grown
      set n = renumbered.n
      from (select n as was, row_number() over (order by paid_at, n) as n from grown) renumbered
      where grown.n = renumbered.was
    `;
    await sql`
      insert into payments (
        merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
        payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at, customer_name
      )
      select
        ${merchant_id}, n, gen_random_uuid(), 'INV-' || to_char(paid_at, 'YYMM') || '-' || lpad(n::text, 5, '0'),
        account_id, pool_id, amount, unique_amount, amount + unique_amount, 'PAID', paid_at + interval '1 day',
        paid_at - interval '3 minutes', paid_at, paid_at,
        (array['Siti Rahayu', 'Budi Santoso', 'Dewi Lestari', 'Agus Wijaya', 'Putri Ayu Ningsih', 'Joko Susilo'])[1 + n % 6]
      from grown, accounts
      where accounts.account_id = ${account.account_id}
    `;
    await sql`
      insert into payment_counters (merchant_id, payment_count)
      values (${merchant_id}, 10000)
      on conflict (merchant_id) do update set payment_count = 10000
    `;
    await sql`
      insert into ended_payments (
        merchant_id, ended_at, payment_status, payment_total, is_manual_match, waited_seconds, account_id
      )
      select ${merchant_id}, paid_at, 'PAID', amount + unique_amount, false, 20 + n % 400, ${account.account_id}
      from grown
    `;
  });
  const rows = await database<{ day: string; count: number; total: number }[]>`
    select
      (payment_updated_at at time zone 'Asia/Jakarta')::date::text as day,
      count(*) as count,
      sum(payment_total)::bigint as total
    from payments
    where merchant_id = ${merchant_id}
    group by 1
    order by 1
  `;
  return new Map(rows.map(({ day, count, total }) => [day, { count, total }]));
}
