import type { Sql, Tx } from "../../db/client.ts";
import {
  chooseMissing,
  countRemoved,
  insertRows,
  mutationChildren,
  takeTurns,
  type Places,
} from "./archive-batches.sql.ts";
import type { ArchivePart } from "./archive-parts.ts";

/** Restores the rows of an archive that the database lacks. */

/**
 * Restores all rows of merchants without an API key here. Such a merchant is a copy for reading, because an archive
 * contains no API keys. Its numbers begin where the archive's do, so the counters state that the earlier rows are
 * missing.
 */
export async function restoreCopies(
  sql: Sql,
  { timeZone, parts }: { timeZone: string; parts: readonly ArchivePart[] },
): Promise<{ payments: number; mutations: number }> {
  return sql.begin(async (tx) => {
    await tx`
      create temporary table copied_merchants on commit drop as
      select merchant_id from archived_merchants
      where not exists (select from api_keys where api_keys.merchant_id = archived_merchants.merchant_id)
    `;
    const inserted = new Map<string, number>();
    await tx`
      create temporary table new_payments on commit drop as
      select merchant_id, payment_number
      from (
        select merchant_id, payment_number from archived_payments
        union all
        select merchant_id, payment_number from archived_payments_referenced
      ) archived
      where merchant_id in (select merchant_id from copied_merchants)
        and not exists (
          select from payments present
          where present.merchant_id = archived.merchant_id
            and present.payment_number = archived.payment_number
        )
    `;
    for (const { name, table, merchant = "merchant_id" } of parts) {
      if (name === "mutations_referenced") continue;
      if (name === "channels") await nameApart(tx);
      // A transfer can refer to another transfer of either part, so both parts are inserted at once.
      const from =
        name === "mutations"
          ? tx`(select * from archived_mutations union all select * from archived_mutations_referenced)`
          : tx(`archived_${name}`);
      const { count } = await tx`
        insert into ${tx(table)}
        select archived.* from ${from} archived
        where archived.${tx(merchant)} in (select merchant_id from copied_merchants)
        on conflict do nothing
      `;
      inserted.set(name, count);
    }
    await tx`
      insert into ended_payments (
        merchant_id, ended_at, payment_status, payment_total, is_manual_match, waited_seconds, account_id, mutation_id
      )
      select
        payment.merchant_id, payment.payment_updated_at, payment.payment_status, payment.payment_total,
        payment.is_manual_match,
        case when payment.payment_status = 'PAID' then
          extract(epoch from payment.payment_updated_at - payment.created_at)
        end,
        payment.account_id, payment.matched_mutation_id
      from new_payments
      join payments payment using (merchant_id, payment_number)
      where payment.payment_status <> 'PENDING'
    `;
    await tx`
      insert into quota_days (merchant_id, account_id, day)
      select distinct used.merchant_id, used.account_id, (used.at at time zone ${timeZone})::date
      from new_payments
      cross join lateral (
        select payment.merchant_id, payment.account_id, asked_since(payment) as at
        from payments payment
        where payment.merchant_id = new_payments.merchant_id
          and payment.payment_number = new_payments.payment_number
        union all
        select former.merchant_id, former.account_id, former.offered_at
        from former_choices former
        where former.merchant_id = new_payments.merchant_id
          and former.payment_number = new_payments.payment_number
      ) used
      on conflict do nothing
    `;
    await tx`
      update accounts account
      set quota_day = (
        select max(day) from quota_days paid
        where paid.merchant_id = account.merchant_id
          and paid.account_id = account.account_id
      )
      where account.merchant_id in (select merchant_id from copied_merchants)
    `;
    for (const kind of ["payment", "mutation"]) {
      await tx.unsafe(`
        insert into ${kind}_counters as counter (merchant_id, ${kind}_count, removed_count)
        select
          copied.merchant_id,
          coalesce(max(present.${kind}_number), 0),
          coalesce(max(present.${kind}_number), 0) - count(present.${kind}_number)
        from copied_merchants copied
        left join ${kind}s present using (merchant_id)
        group by copied.merchant_id
        on conflict (merchant_id) do update
        set ${kind}_count = excluded.${kind}_count, removed_count = excluded.removed_count
      `);
    }
    return { payments: inserted.get("payments") ?? 0, mutations: inserted.get("mutations") ?? 0 };
  });
}

/**
 * Adds a bank's code to its name if its merchant already has a bank with this name, from an archive that was restored
 * before.
 */
async function nameApart(tx: Tx): Promise<void> {
  await tx`
    update archived_channels archived
    set channel_name = archived.channel_name || ' (' || archived.channel_code || ')'
    where exists (
      select from channels present
      where present.added_by = archived.added_by
        and lower(present.channel_name) = lower(archived.channel_name)
        and present.channel_id <> archived.channel_id
    )
  `;
}

/** Restores removed payments with the rows removed together with them. Returns their number. */
export async function restorePayments(
  sql: Sql,
  places: Places,
): Promise<{ payments: number; mutations: number }> {
  return sql.begin(async (tx) => {
    await takeTurns(tx, "payments", places);
    await chooseMissing(tx, "payments", places);
    const payments = await insertRows(tx, "payments", "payments");
    await tx`
      delete from removed_payments removed
      using restoring_payments restoring
      join archived_payments archived using (merchant_id, payment_number)
      where removed.merchant_id = archived.merchant_id
        and removed.payment_code = archived.payment_code
    `;
    await countRemoved(tx, "restoring", "payment");
    await tx`
      create temporary table restoring_mutations on commit drop as
      select archived.merchant_id, archived.mutation_number
      from restoring_payments restoring
      join archived_mutations archived
        on archived.merchant_id = restoring.merchant_id
        and archived.matched_payment_number = restoring.payment_number
    `;
    const mutations = await insertMutations(tx);
    await tx`
      create temporary table restoring_deliveries on commit drop as
      select archived.merchant_id, archived.delivery_id
      from restoring_payments
      join archived_webhook_deliveries archived using (merchant_id, payment_number)
    `;
    await insertDeliveries(tx);
    return { payments, mutations };
  });
}

/** Restores removed transfers that paid nothing. Returns their number. */
export async function restoreMutations(sql: Sql, places: Places): Promise<number> {
  return sql.begin(async (tx) => {
    await takeTurns(tx, "mutations", places);
    await chooseMissing(tx, "mutations", places);
    return insertMutations(tx);
  });
}

/** Inserts transfers with their rows. If a transfer stayed and lost rows, these rows are not restored. */
async function insertMutations(tx: Tx): Promise<number> {
  const count = await insertRows(tx, "mutations", "mutations");
  for (const { table } of mutationChildren) await insertRows(tx, "mutations", table);
  await countRemoved(tx, "restoring", "mutation");
  return count;
}

/** Restores removed webhooks about phones and tests of addresses. Returns their number. */
export async function restoreDeliveries(sql: Sql, places: Places): Promise<number> {
  return sql.begin(async (tx) => {
    await chooseMissing(tx, "deliveries", places);
    return insertDeliveries(tx);
  });
}

async function insertDeliveries(tx: Tx): Promise<number> {
  const count = await insertRows(tx, "deliveries", "webhook_deliveries");
  await insertRows(tx, "deliveries", "webhook_attempts");
  return count;
}

/** Restores audit entries that have been deleted since. */
export async function restoreAuditEntries(sql: Sql): Promise<number> {
  const inserted = await sql`
    insert into audit_entries
    select * from archived_audit_entries
    on conflict do nothing
  `;
  return inserted.count;
}

/** Counts archived payments and transfers whose content in the database differs, because they have changed since. */
export async function countChanged(sql: Sql): Promise<number> {
  const [row] = await sql<[{ changed: number }]>`
    select
      (
        select count(*) from archived_payments archived join payments present using (merchant_id, payment_number)
        where archived::text <> present::text
      ) + (
        select count(*) from archived_mutations archived join mutations present using (merchant_id, mutation_number)
        where archived::text <> present::text
      ) as changed
  `;
  return row.changed;
}
