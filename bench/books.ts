import type { Sql } from "../server/db/client.ts";
import type { Fixture } from "./fixture.ts";

/** The tables from which an archive of `fillBooks` takes rows. */
export const bookTables = [
  "payments",
  "mutations",
  "mutation_notes",
  "webhook_deliveries",
  "webhook_attempts",
] as const;

const rowsPerInsert = 100_000;
/** The number of pieces written at a time. */
const writers = 3;

/**
 * Writes rows directly into the tables, like months of trade: evenly from `begins_at` to `ends_at`, and spread over the
 * shops. Of 20 payments, 17 are paid by a transfer, 2 are expired, and 1 is pending, or expired if it is older than
 * `pending_from`. Each ended payment has a webhook, and one webhook in a hundred was rejected. Per 20 payments, two
 * further transfers paid nothing; every fourth of these is decided. Use this only for shops without payments, and while
 * no other program uses the database.
 */
export async function fillBooks(
  { sql, shops }: Fixture,
  {
    count,
    begins_at,
    ends_at,
    pending_from = begins_at,
  }: { count: number; begins_at: Date; ends_at: Date; pending_from?: Date },
): Promise<void> {
  const addKeys = await dropKeys(sql);
  await sql`
    create table filling as
    select
      row_number() over (order by account.merchant_id) - 1 as place,
      account.merchant_id, account.account_id, account.pool_id, device.device_id
    from accounts account
    join devices device using (merchant_id)
    where account.merchant_id = any (${shops.map(({ merchant_id }) => merchant_id)}::uuid[])
  `;
  const writePiece = async (first: number) => {
    const last = Math.min(first + rowsPerInsert, count) - 1;
    await sql.begin(async (tx) => {
      await tx`set local synchronous_commit = off`;
      await tx`
        create temporary table piece on commit drop as
        select
          shop.*, number, nth, nth + 1 as payment_number, nth / 20 * 19 + nth % 20 + 1 as mutation_number,
          gen_random_uuid() as payment_id, gen_random_uuid() as mutation_id,
          'msg_' || replace(gen_random_uuid()::text, '-', '') as delivery_id, nth % 20 = 17 and nth / 20 % 2 = 0 as is_decided,
          100000 + 1000 * (nth % 100000) as amount, at,
          case
            when nth % 20 < 17 then 'PAID'
            when nth % 20 < 19 or at < ${pending_from}::timestamptz then 'EXPIRED'
            else 'PENDING'
          end as payment_status,
          case when nth % 20 < 17 then 'matched' when nth % 20 < 19 then 'no_such_total' end as match_reason
        from generate_series(${first}::bigint, ${last}::bigint) number
        join filling shop on place = number % ${shops.length}
        cross join lateral (
          select
            number / ${shops.length} as nth,
            ${begins_at}::timestamptz + (${ends_at}::timestamptz - ${begins_at}::timestamptz) * (number::float8 / ${count}) as at
        ) piece
      `;
      await tx`
        insert into payments (
          merchant_id, payment_number, payment_id, payment_code, account_id, pool_id, payment_amount, payment_unique,
          payment_total, payment_status, payment_expired_at, created_at, payment_updated_at, released_at,
          payment_webhook_url, customer_name, customer_email, matched_mutation_id
        )
        select
          merchant_id, payment_number, payment_id, 'GROWN-' || number, account_id, pool_id, amount, 500,
          amount + 500, payment_status,
          case payment_status when 'PENDING' then '2099-12-31' else at + interval '1 hour' end, at,
          at + interval '5 minutes', case when payment_status <> 'PENDING' then at + interval '5 minutes' end,
          'https://shop.example/hook', 'Budi Santoso', 'budi@example.com',
          case payment_status when 'PAID' then mutation_id end
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
          amount + 500, 'BUDI SANTOSO', 'CREDIT', 'IDR', 'bca.credit', pool_id,
          case match_reason when 'matched' then payment_number end, at + interval '5 minutes', match_reason,
          at + interval '5 minutes', at + interval '5 minutes', substring(sha256(uuid_send(mutation_id)) for 8),
          case when is_decided then 'not_ours' end, case when is_decided then at + interval '1 hour' end
        from piece
        where match_reason is not null
      `;
      await tx`
        insert into mutation_notes (merchant_id, mutation_number, note, changed_at)
        select merchant_id, mutation_number, 'asked the bank', at
        from piece
        where is_decided
      `;
      await tx`
        insert into webhook_deliveries (
          merchant_id, delivery_id, payment_number, event_type, url, body, delivery_status, attempt_count, scheduled_count,
          created_at
        )
        select
          merchant_id, delivery_id, payment_number, 'payment.' || lower(payment_status), 'https://shop.example/hook',
          '{"type":"payment.grown","data":"' || repeat('GROWN ', 114) || '"}',
          case when nth % 100 = 18 then 'FAILED' else 'SUCCESS' end, 1, 1,
          at + interval '5 minutes'
        from piece
        where payment_status <> 'PENDING'
      `;
      await tx`
        insert into webhook_attempts (merchant_id, delivery_id, attempt_number, is_manual, started_at, duration_ms, http_status)
        select merchant_id, delivery_id, 1, false, at + interval '5 minutes', 20, case when nth % 100 = 18 then 500 else 200 end
        from piece
        where payment_status <> 'PENDING'
      `;
    });
  };
  let next = 0;
  const write = async () => {
    while (next < count) {
      const first = next;
      next += rowsPerInsert;
      await writePiece(first);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  await addKeys();
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

/**
 * Drops all indexes and keys of the tables of `fillBooks`, and returns a function that creates them again. Sorting ten
 * million rows once is several times faster than inserting each into the indexes. Foreign keys are not checked again,
 * because the created rows satisfy them.
 */
async function dropKeys(sql: Sql): Promise<() => Promise<void>> {
  const constraints = await sql<
    { of: string; name: string; definition: string; is_foreign: boolean }[]
  >`
    select
      conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition,
      contype = 'f' as is_foreign
    from pg_constraint
    where contype in ('f', 'p', 'u')
      and (conrelid::regclass::text = any (${bookTables}) or confrelid::regclass::text = any (${bookTables}))
    order by is_foreign
  `;
  const indexes = await sql<{ of: string; name: string; definition: string }[]>`
    select indrelid::regclass::text as of, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid::regclass::text = any (${bookTables})
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  `;
  for (const { of, name } of constraints.toReversed()) {
    await sql.unsafe(`alter table ${of} drop constraint ${name}`);
  }
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  for (const name of bookTables) {
    await sql.unsafe(`alter table ${name} set (autovacuum_enabled = false)`);
  }
  const addTo = (name: string) =>
    sql.begin(async (tx) => {
      await tx`set local maintenance_work_mem = '512MB'`;
      for (const { definition } of indexes.filter(({ of }) => of === name)) {
        await tx.unsafe(definition);
      }
      for (const key of constraints.filter(({ of, is_foreign }) => of === name && !is_foreign)) {
        await tx.unsafe(`alter table ${name} add constraint ${key.name} ${key.definition}`);
      }
    });
  return async () => {
    await Promise.all(bookTables.map(addTo));
    for (const { of, name, definition } of constraints.filter(({ is_foreign }) => is_foreign)) {
      await sql.unsafe(`alter table ${of} add constraint ${name} ${definition} not valid`);
    }
    await Promise.all(bookTables.map((name) => sql.unsafe(`vacuum analyze ${name}`)));
    for (const name of bookTables) {
      await sql.unsafe(`alter table ${name} reset (autovacuum_enabled)`);
    }
  };
}
