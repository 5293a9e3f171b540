import type { Ground } from "./ground.ts";

/** The tables that an archive of `fillBooks` takes rows from. */
export const bookTables = [
  "payments",
  "mutations",
  "mutation_notes",
  "webhook_deliveries",
  "webhook_attempts",
] as const;

const rowsPerInsert = 100_000;

/**
 * Writes directly into the tables, as months of trade would leave them, evenly from `begins_at` to `ends_at` and spread over
 * the shops. Of 20 payments, 17 are paid by a transfer, 2 expired and 1 is pending; each that ended was told by a webhook.
 * There are two further transfers that paid nothing, of which every fourth one is decided. Only for shops without payments.
 */
export async function fillBooks(
  { sql, shops }: Ground,
  { count, begins_at, ends_at }: { count: number; begins_at: Date; ends_at: Date },
): Promise<void> {
  await sql`
    create table filling as
    select
      row_number() over (order by account.merchant_id) - 1 as place,
      account.merchant_id, account.account_id, account.pool_id, device.device_id
    from accounts account
    join devices device using (merchant_id)
  `;
  for (let first = 0; first < count; first += rowsPerInsert) {
    const last = Math.min(first + rowsPerInsert, count) - 1;
    await sql.begin(async (tx) => {
      await tx`
        create temporary table piece on commit drop as
        select
          shop.*, number, number / ${shops.length} + 1 as payment_number,
          number / ${shops.length} / 20 * 19 + number / ${shops.length} % 20 + 1 as mutation_number,
          number / ${shops.length} % 20 as kind, gen_random_uuid() as payment_id, gen_random_uuid() as mutation_id,
          100000 + 1000 * (number / ${shops.length} % 100000) as amount,
          ${begins_at}::timestamptz + (${ends_at}::timestamptz - ${begins_at}::timestamptz) * (number::float8 / ${count}) as at
        from generate_series(${first}::bigint, ${last}::bigint) number
        join filling shop on place = number % ${shops.length}
      `;
      await tx`
        insert into payments (
          merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
          payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at,
          payment_webhook_url, customer_name, customer_email, matched_mutation_id
        )
        select
          merchant_id, payment_number, payment_id, 'GROWN-' || number, account_id, pool_id, amount, 500,
          amount + 500, case when kind < 17 then 'PAID' when kind < 19 then 'EXPIRED' else 'PENDING' end,
          case when kind = 19 then '2099-12-31' else at + interval '1 hour' end, at, at + interval '5 minutes',
          case when kind < 19 then at + interval '5 minutes' end,
          'https://shop.example/hook', 'Budi Santoso', 'budi@example.com', case when kind < 17 then mutation_id end
        from piece
      `;
      await tx`
        insert into mutations (
          merchant_id, mutation_number, mutation_id, device_id, identity, package_name, app_name, app_version, title, body,
          posted_at, amount_parsed, sender_parsed, type_parsed, currency_parsed, rule, pool_id, matched_payment_number,
          created_at, match_reason, window_ends_at, judged_at, wording, decision, decided_at
        )
        select
          merchant_id, mutation_number, mutation_id, device_id, sha256(uuid_send(mutation_id)), 'com.bca', 'BCA mobile',
          '1.0', 'Catatan Finansial', 'Pemasukan sebesar Rp ' || amount || ' dari BUDI SANTOSO ke rekening 1234', at,
          amount + 500, 'BUDI SANTOSO', 'CREDIT', 'IDR', 'bca.credit', pool_id, case when kind < 17 then payment_number end,
          at + interval '5 minutes', case when kind < 17 then 'matched' else 'no_such_total' end,
          at + interval '5 minutes', at + interval '5 minutes', substring(sha256(uuid_send(mutation_id)) for 8),
          case when is_decided then 'not_ours' end, case when is_decided then at + interval '1 hour' end
        from (select *, kind = 17 and number / ${shops.length} / 20 % 2 = 0 as is_decided from piece) piece
        where kind < 19
      `;
      await tx`
        insert into mutation_notes (merchant_id, mutation_number, note, changed_at)
        select merchant_id, mutation_number, 'asked the bank', at
        from piece
        where kind = 17 and number / ${shops.length} / 20 % 2 = 0
      `;
      await tx`
        insert into webhook_deliveries (
          merchant_id, delivery_id, payment_number, event_type, url, body, delivery_status, attempt_count, scheduled_count,
          created_at
        )
        select
          merchant_id, payment_id, payment_number, case when kind < 17 then 'payment.paid' else 'payment.expired' end,
          'https://shop.example/hook', repeat('{"payment_code":"GROWN"}', 30), 'SUCCESS', 1, 1, at + interval '5 minutes'
        from piece
        where kind < 19
      `;
      await tx`
        insert into webhook_attempts (merchant_id, delivery_id, attempt_number, is_manual, started_at, duration_ms, http_status)
        select merchant_id, payment_id, 1, false, at + interval '5 minutes', 20, 200
        from piece
        where kind < 19
      `;
    });
  }
  for (const kind of ["payment", "mutation"]) {
    await sql.unsafe(`
      insert into ${kind}_counters (merchant_id, ${kind}_count)
      select merchant_id, max(${kind}_number) from ${kind}s group by merchant_id
      on conflict (merchant_id) do update set ${kind}_count = excluded.${kind}_count
    `);
  }
  await sql`drop table filling`;
  await sql`vacuum analyze`;
}
