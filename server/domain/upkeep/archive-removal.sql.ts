import type { Sql, Tx } from "../../db/client.ts";
import {
  countRemoved,
  deleteRows,
  isInBatch,
  mutationChildren,
  takeTurns,
  type Places,
} from "./archive-batches.sql.ts";

/** Removes the rows that are identical in the database and in an archive. */

/** Whether no row refers to `payment` or `mutation` by one of these columns. */
const isUnreferenced = (
  tx: Tx,
  row: "payment" | "mutation",
  columns: readonly `${string}.${string}`[],
) =>
  tx.unsafe(
    columns
      .map((column) => {
        const [table] = column.split(".");
        return `not exists (
          select from ${table}
          where ${table}.merchant_id = ${row}.merchant_id
            and ${column} = ${row}.${row}_number
        )`;
      })
      .join(" and "),
  );

/** Whether only archived rows refer to the transfer `mutation`. */
const hasNothingNew = (tx: Tx) => tx`
  ${tx.unsafe(
    mutationChildren
      .map(
        ({ table, closed }) => `not exists (
          select from ${table} child
          where child.merchant_id = mutation.merchant_id
            and child.mutation_number = mutation.mutation_number
            and not (${closed} and exists (
              select from archived_${table} archived
              where archived.merchant_id = child.merchant_id
                and archived.mutation_number = child.mutation_number
                and archived::text = child::text
            ))
        )`,
      )
      .join(" and "),
  )}
  and ${isUnreferenced(tx, "mutation", [
    "payment_receipts.mutation_number",
    "refunds.mutation_number",
    "mutations.announced_by_number",
  ])}
`;

/**
 * Whether the delivery `delivery` has ended and the archive has it with its attempts. Old attempts are deleted
 * earlier, which does not count as a change.
 */
const isArchivedDelivery = (tx: Tx, books_before: Date) => tx`
  delivery.next_attempt_at is null
  and delivery.created_at < ${books_before}
  and exists (
    select from archived_webhook_deliveries archived
    where archived.merchant_id = delivery.merchant_id
      and archived.delivery_id = delivery.delivery_id
      and to_jsonb(archived) - 'forgotten_attempt_count' = to_jsonb(delivery) - 'forgotten_attempt_count'
  )
  and not exists (
    select from webhook_attempts attempt
    where attempt.merchant_id = delivery.merchant_id
      and attempt.delivery_id = delivery.delivery_id
      and not exists (
        select from archived_webhook_attempts archived
        where archived.merchant_id = attempt.merchant_id
          and archived.delivery_id = attempt.delivery_id
          and archived.attempt_number = attempt.attempt_number
          and archived::text = attempt::text
      )
  )
`;

/** Removes transfers that paid nothing and need no decision. Returns their number. */
export async function removeMutations(
  sql: Sql,
  { places, books_before }: { places: Places; books_before: Date },
): Promise<number> {
  return sql.begin(async (tx) => {
    await takeTurns(tx, "mutations", places);
    await tx`
      create temporary table removing_mutations on commit drop as
      select mutation.merchant_id, mutation.mutation_number
      from queued_mutations queued
      join archived_mutations archived using (merchant_id, mutation_number)
      join mutations mutation using (merchant_id, mutation_number)
      where ${isInBatch(tx, places)}
        and mutation::text = archived::text
        and mutation.created_at < ${books_before}
        and (
          mutation.type_parsed = 'DEBIT'
          or mutation.match_reason = 'announced_twice'
          or mutation.decision = 'not_ours'
        )
        and ${hasNothingNew(tx)}
      for update of mutation
    `;
    return deleteMutations(tx);
  });
}

async function deleteMutations(tx: Tx): Promise<number> {
  for (const { table } of mutationChildren) await deleteRows(tx, "mutations", table);
  await countRemoved(tx, "removing", "mutation");
  return deleteRows(tx, "mutations", "mutations");
}

/**
 * Removes ended payments with the transfers that paid them and the webhooks about them. Payments with a ledger, a
 * sale or an order of days stay, and so does every row that differs from the archive. Returns the number of payments.
 */
export async function removePayments(
  sql: Sql,
  { places, books_before }: { places: Places; books_before: Date },
): Promise<{ payments: number; mutations: number }> {
  return sql.begin(async (tx) => {
    await takeTurns(tx, "payments", places);
    await tx`
      create temporary table removing_payments on commit drop as
      select payment.merchant_id, payment.payment_number, payment.payment_code, payment.account_id, payment.created_at
      from queued_payments queued
      join archived_payments archived using (merchant_id, payment_number)
      join payments payment using (merchant_id, payment_number)
      where ${isInBatch(tx, places)}
        and payment::text = archived::text
        and payment.released_at < ${books_before}
        and ${isUnreferenced(tx, "payment", [
          "payment_ledgers.payment_number",
          "sales.payment_number",
          "mutations.candidate_payment_number",
        ])}
        and not exists (
          select from quota_orders ordered
          where ordered.seller_id = payment.merchant_id
            and ordered.payment_code = payment.payment_code
        )
        and not exists (
          select from mutations mutation
          where mutation.merchant_id = payment.merchant_id
            and mutation.matched_payment_number = payment.payment_number
            and not (
              exists (
                select from archived_mutations archived
                where archived.merchant_id = mutation.merchant_id
                  and archived.mutation_number = mutation.mutation_number
                  and archived::text = mutation::text
              )
              and ${hasNothingNew(tx)}
            )
        )
        and not exists (
          select from webhook_deliveries delivery
          where delivery.merchant_id = payment.merchant_id
            and delivery.payment_number = payment.payment_number
            and not (${isArchivedDelivery(tx, books_before)})
        )
      for update of payment
    `;
    await tx`
      create temporary table removing_mutations on commit drop as
      select mutation.merchant_id, mutation.mutation_number
      from removing_payments removing
      join mutations mutation
        on mutation.merchant_id = removing.merchant_id
        and mutation.matched_payment_number = removing.payment_number
    `;
    const mutations = await deleteMutations(tx);
    await tx`
      create temporary table removing_deliveries on commit drop as
      select delivery.merchant_id, delivery.delivery_id
      from removing_payments removing
      join webhook_deliveries delivery using (merchant_id, payment_number)
    `;
    await deleteDeliveries(tx);
    await deleteRows(tx, "payments", "payments");
    const noted = await tx`
      insert into removed_payments (merchant_id, payment_code, payment_number, account_id, created_at)
      select merchant_id, payment_code, payment_number, account_id, created_at from removing_payments
    `;
    await countRemoved(tx, "removing", "payment");
    return { payments: noted.count, mutations };
  });
}

/** Removes webhooks about phones and tests of addresses. Returns their number. */
export async function removeDeliveries(
  sql: Sql,
  { places, books_before }: { places: Places; books_before: Date },
): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`
      create temporary table removing_deliveries on commit drop as
      select delivery.merchant_id, delivery.delivery_id
      from queued_deliveries queued
      join webhook_deliveries delivery using (merchant_id, delivery_id)
      where ${isInBatch(tx, places)}
        and ${isArchivedDelivery(tx, books_before)}
      for update of delivery
    `;
    return deleteDeliveries(tx);
  });
}

async function deleteDeliveries(tx: Tx): Promise<number> {
  await deleteRows(tx, "deliveries", "webhook_attempts");
  return deleteRows(tx, "deliveries", "webhook_deliveries");
}

/** Counts the archive's books that the database still has. */
export async function countKept(sql: Sql): Promise<{ payments: number; mutations: number }> {
  const [row] = await sql<[{ payments: number; mutations: number }]>`
    select
      (
        select count(*) from archived_payments join payments using (merchant_id, payment_number)
      ) as payments,
      (
        select count(*) from archived_mutations join mutations using (merchant_id, mutation_number)
      ) as mutations
  `;
  return row;
}
