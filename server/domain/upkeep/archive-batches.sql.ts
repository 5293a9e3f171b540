import type { Sql, Tx } from "../../db/client.ts";

/**
 * Processes a loaded archive in batches of payments, and then of the transfers and webhooks that belong to none of
 * them.
 */

const kinds = {
  payments: { table: "payments", key: "payment_number", alone: "true" },
  mutations: {
    table: "mutations",
    key: "mutation_number",
    alone: "matched_payment_number is null",
  },
  deliveries: {
    table: "webhook_deliveries",
    key: "delivery_id",
    alone: "payment_number is null and ledger_payment_number is null",
  },
} as const;

type Kind = keyof typeof kinds;

/** Numbers the rows of each kind, so that they can be processed in parts. Returns the number of rows of each kind. */
export async function queueArchived(sql: Sql): Promise<Record<Kind, number>> {
  await sql`create index on archived_mutations (merchant_id, matched_payment_number)`;
  await sql`create index on archived_webhook_deliveries (merchant_id, payment_number)`;
  await sql`analyze archived_mutations, archived_webhook_deliveries`;
  const queue = async (kind: Kind): Promise<number> => {
    const { table, key, alone } = kinds[kind];
    await sql.unsafe(`drop table if exists queued_${kind}`);
    const { count } = await sql.unsafe(`
      create temporary table queued_${kind} as
      select row_number() over (order by merchant_id, ${key}) as place, merchant_id, ${key}
      from archived_${table}
      where ${alone}
    `);
    await sql.unsafe(`create index on queued_${kind} (place)`);
    await sql.unsafe(`analyze queued_${kind}`);
    return count;
  };
  return {
    payments: await queue("payments"),
    mutations: await queue("mutations"),
    deliveries: await queue("deliveries"),
  };
}

/** The places after `after`, up to and including `until`. */
export interface Places {
  after: number;
  until: number;
}

/** Whether the row `queued` is in this batch. */
export const isInBatch = (tx: Tx, { after, until }: Places) => tx`
  queued.place > ${after} and queued.place <= ${until}
`;

/**
 * Locks the counters, so that the merchants' creates and reports wait. The order is that of hold_follow_up, which
 * locks both too.
 */
export async function takeTurns(tx: Tx, kind: Kind, places: Places): Promise<void> {
  for (const counters of ["mutation_counters", "payment_counters"]) {
    await tx`
      select from ${tx(counters)}
      where merchant_id in (
        select merchant_id from ${tx(`queued_${kind}`)} queued where ${isInBatch(tx, places)}
      )
      order by merchant_id
      for update
    `;
  }
}

/** Deletes the rows that belong to those in `removing_<kind>`. */
export async function deleteRows(tx: Tx, kind: Kind, table: string): Promise<number> {
  const { key } = kinds[kind];
  const { count } = await tx.unsafe(`
    delete from ${table} taken
    using removing_${kind} removing
    where taken.merchant_id = removing.merchant_id
      and taken.${key} = removing.${key}
  `);
  return count;
}

/** Creates `restoring_<kind>` from the batch's rows that the database lacks. */
export async function chooseMissing(tx: Tx, kind: Kind, places: Places): Promise<void> {
  const { key, table } = kinds[kind];
  await tx`
    create temporary table ${tx(`restoring_${kind}`)} on commit drop as
    select queued.merchant_id, queued.${tx(key)}
    from ${tx(`queued_${kind}`)} queued
    where ${isInBatch(tx, places)}
      and not exists (
        select from ${tx(table)} present
        where present.merchant_id = queued.merchant_id
          and present.${tx(key)} = queued.${tx(key)}
      )
  `;
}

/** Inserts the archived rows that belong to those in `restoring_<kind>`. */
export async function insertRows(tx: Tx, kind: Kind, table: string): Promise<number> {
  const { count } = await tx.unsafe(`
    insert into ${table}
    select archived.* from archived_${table} archived
    join restoring_${kind} using (merchant_id, ${kinds[kind].key})
  `);
  return count;
}

/** Records in the merchants' counters how many rows exist only in archives. */
export async function countRemoved(
  tx: Tx,
  change: "removing" | "restoring",
  kind: "payment" | "mutation",
): Promise<void> {
  await tx.unsafe(`
    update ${kind}_counters counter
    set removed_count = counter.removed_count ${change === "removing" ? "+" : "-"} counted.rows
    from (
      select merchant_id, count(*) as rows from ${change}_${kind}s group by merchant_id
    ) counted
    where counter.merchant_id = counted.merchant_id
  `);
}

/**
 * The rows that belong to a transfer are removed with it, if the archive has exactly these rows. `closed` is the
 * condition under which they can be removed.
 */
export const mutationChildren = [
  { table: "mutation_notes", closed: "true" },
  { table: "statement_ties", closed: "true" },
  { table: "unsupported_mutations", closed: "child.closed_at is not null" },
] as const;
