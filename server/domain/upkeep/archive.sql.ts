import type { Sql, Tx } from "../../db/client.ts";
import type { ArchivedTable, ArchiveSummary } from "./archive-folder.ts";

/** What belongs to a month's books, what of it may be removed, and how it is brought back. */

interface ArchivePart {
  /** The name of the file, and of the temporary table. */
  name: string;
  table: string;
  part: ArchivedTable["part"];
  /** Which rows of `row`. */
  where: string;
  /** The column with the money. */
  money?: string;
  /** The column with the time that the manifest tells of. */
  time?: string;
}

const ofMerchant = "row.merchant_id in (select merchant_id from chosen_merchants)";
const ofPayment = (number: string) =>
  `(row.merchant_id, row.${number}) in (select merchant_id, payment_number from chosen_payments where is_main)`;
const ofMutation = (part = "is_main") =>
  `(row.merchant_id, row.mutation_number) in (select merchant_id, mutation_number from chosen_mutations where ${part})`;
const ofRow =
  "row.row_id in (select tie.row_id from statement_ties tie join chosen_mutations using (merchant_id, mutation_number) where is_main)";
const ofDelivery =
  "(row.merchant_id, row.delivery_id) in (select merchant_id, delivery_id from chosen_deliveries)";
const ofMonth = `row.created_at >= month.begins_at and row.created_at < month.ends_at
  and (month.merchant_id is null or row.merchant_id = month.merchant_id)`;

/** In an order that foreign keys allow. */
export const archiveParts: readonly ArchivePart[] = [
  {
    name: "merchants",
    table: "merchants",
    part: "referenced",
    // A test mode refers to its merchant, which may have no books of that month.
    where: `(${ofMerchant} or row.merchant_id in (select test_of from merchants join chosen_merchants using (merchant_id)))`,
  },
  { name: "people", table: "people", part: "referenced", where: ofMerchant },
  { name: "devices", table: "devices", part: "referenced", where: ofMerchant },
  { name: "matching_pools", table: "matching_pools", part: "referenced", where: ofMerchant },
  { name: "accounts", table: "accounts", part: "referenced", where: ofMerchant },
  {
    name: "payments_referenced",
    table: "payments",
    part: "referenced",
    where:
      "(row.merchant_id, row.payment_number) in (select merchant_id, payment_number from chosen_payments where not is_main)",
  },
  {
    name: "payments",
    table: "payments",
    part: "books",
    where: ofPayment("payment_number"),
    money: "payment_total",
    time: "created_at",
  },
  {
    name: "mutations_referenced",
    table: "mutations",
    part: "referenced",
    where: ofMutation("not is_main"),
  },
  {
    name: "mutations",
    table: "mutations",
    part: "books",
    where: ofMutation(),
    money: "amount_parsed",
    time: "created_at",
  },
  {
    name: "payment_ledgers",
    table: "payment_ledgers",
    part: "books",
    where: ofPayment("payment_number"),
    money: "received",
    time: "changed_at",
  },
  {
    name: "payment_receipts",
    table: "payment_receipts",
    part: "books",
    where: ofPayment("payment_number"),
    money: "amount",
    time: "booked_at",
  },
  {
    name: "refunds",
    table: "refunds",
    part: "books",
    where: `(${ofPayment("payment_number")} or ${ofMutation()})`,
    money: "amount",
    time: "refunded_at",
  },
  {
    name: "sales",
    table: "sales",
    part: "books",
    where: ofPayment("payment_number"),
    money: "payment_amount",
    time: "created_at",
  },
  {
    name: "mutation_notes",
    table: "mutation_notes",
    part: "books",
    where: ofMutation(),
    time: "changed_at",
  },
  {
    name: "statement_accounts",
    table: "statement_accounts",
    part: "referenced",
    where: ofMerchant,
  },
  {
    name: "statement_imports",
    table: "statement_imports",
    part: "referenced",
    where: `(row.merchant_id, row.import_id) in (select row.merchant_id, row.import_id from statement_rows row where ${ofRow})`,
  },
  { name: "statement_rows", table: "statement_rows", part: "referenced", where: ofRow },
  {
    name: "statement_ties",
    table: "statement_ties",
    part: "books",
    where: ofMutation(),
    time: "tied_at",
  },
  {
    name: "unsupported_mutations",
    table: "unsupported_mutations",
    part: "books",
    where: ofMutation(),
    time: "found_at",
  },
  {
    name: "webhook_deliveries",
    table: "webhook_deliveries",
    part: "books",
    where: ofDelivery,
    time: "created_at",
  },
  {
    name: "webhook_attempts",
    table: "webhook_attempts",
    part: "books",
    where: ofDelivery,
    time: "started_at",
  },
  {
    name: "audit_entries",
    table: "audit_entries",
    part: "books",
    where: ofMonth,
    time: "created_at",
  },
];

/** The text of these tables never changes with an input, so it may be part of a COPY, which takes no parameters. */
const fromOf = ({ table, where }: ArchivePart): string =>
  `from ${table} row cross join archive_month month where ${where}`;

export interface Month {
  begins_at: Date;
  ends_at: Date;
  now: Date;
}

export async function selectMonth(
  sql: Sql | Tx,
  { month, timeZone }: { month: string; timeZone: string },
): Promise<Month> {
  const [row] = await sql<[Month]>`
    select
      ${`${month}-01`}::timestamp at time zone ${timeZone} as begins_at,
      (${`${month}-01`}::timestamp + interval '1 month') at time zone ${timeZone} as ends_at,
      now() as now
  `;
  return row;
}

/**
 * Takes the month's ended payments, the transfers that paid them, the other transfers of the month, and whatever these
 * refer to. Returns how many payments of the month had not ended.
 */
export async function chooseRows(
  tx: Tx,
  {
    begins_at,
    ends_at,
    merchant_id,
  }: { begins_at: Date; ends_at: Date; merchant_id: string | null },
): Promise<number> {
  await tx`
    create temporary table archive_month on commit drop as
    select ${begins_at}::timestamptz as begins_at, ${ends_at}::timestamptz as ends_at, ${merchant_id}::uuid as merchant_id
  `;
  await tx`
    create temporary table chosen_payments (
      merchant_id uuid, payment_number bigint, is_main boolean, primary key (merchant_id, payment_number)
    ) on commit drop
  `;
  await tx`
    create temporary table chosen_mutations (
      merchant_id uuid, mutation_number bigint, is_main boolean, primary key (merchant_id, mutation_number)
    ) on commit drop
  `;
  const counted = await tx<[{ pending_count: number }]>`
    with of_month as materialized (
      select payment.merchant_id, payment.payment_number, payment.payment_status
      from archive_month month
      join merchants merchant on month.merchant_id is null or merchant.merchant_id = month.merchant_id
      cross join lateral (
        select
          first_payment_number_since(merchant.merchant_id, month.begins_at) as low,
          first_payment_number_since(merchant.merchant_id, month.ends_at) as high
      ) numbers
      join payments payment
        on payment.merchant_id = merchant.merchant_id
        and payment.payment_number >= numbers.low
        and payment.payment_number < numbers.high
    ),
    ended as (
      insert into chosen_payments
      select merchant_id, payment_number, true from of_month where payment_status <> 'PENDING'
    )
    select count(*) as pending_count from of_month where payment_status = 'PENDING'
  `;
  await tx`
    insert into chosen_mutations
    select mutation.merchant_id, mutation.mutation_number, true
    from chosen_payments chosen
    join mutations mutation
      on mutation.merchant_id = chosen.merchant_id
      and mutation.matched_payment_number = chosen.payment_number
    union all
    select mutation.merchant_id, mutation.mutation_number, true
    from archive_month month
    join merchants merchant on month.merchant_id is null or merchant.merchant_id = month.merchant_id
    cross join lateral (
      select
        first_mutation_number_since(merchant.merchant_id, month.begins_at) as low,
        first_mutation_number_since(merchant.merchant_id, month.ends_at) as high
    ) numbers
    join mutations mutation
      on mutation.merchant_id = merchant.merchant_id
      and mutation.mutation_number >= numbers.low
      and mutation.mutation_number < numbers.high
    where mutation.matched_payment_number is null
  `;
  await tx`analyze chosen_payments, chosen_mutations`;
  while ((await chooseReferenced(tx)) > 0);
  await tx`analyze chosen_payments, chosen_mutations`;
  // Each has an index of its own. Tests of an address are found in the log.
  await tx`
    create temporary table chosen_deliveries on commit drop as
    select delivery.merchant_id, delivery.delivery_id
    from chosen_payments chosen
    join webhook_deliveries delivery using (merchant_id, payment_number)
    where chosen.is_main
    union all
    select delivery.merchant_id, delivery.delivery_id
    from chosen_payments chosen
    join webhook_deliveries delivery
      on delivery.merchant_id = chosen.merchant_id
      and delivery.ledger_payment_number = chosen.payment_number
    where chosen.is_main
    union all
    select row.merchant_id, row.delivery_id
    from archive_month month
    join merchants merchant on month.merchant_id is null or merchant.merchant_id = month.merchant_id
    cross join unnest(array['PENDING', 'RETRYING', 'SUCCESS', 'FAILED']) status
    join webhook_deliveries row
      on row.merchant_id = merchant.merchant_id
      and row.delivery_status = status
      and row.created_at >= month.begins_at
      and row.created_at < month.ends_at
    where row.payment_number is null
      and row.ledger_payment_number is null
  `;
  await tx`
    create temporary table chosen_merchants on commit drop as
    select merchant_id from chosen_payments
    union
    select merchant_id from chosen_mutations
    union
    select merchant_id from chosen_deliveries
    union
    select row.merchant_id from audit_entries row cross join archive_month month where ${tx.unsafe(ofMonth)}
  `;
  await tx`analyze chosen_deliveries, chosen_merchants`;
  return counted[0].pending_count;
}

/** One step along the foreign keys. It ends, because each step adds rows or is the last one. */
async function chooseReferenced(tx: Tx): Promise<number> {
  const payments = await tx`
    insert into chosen_payments
    select distinct mutation.merchant_id, named.payment_number, false
    from chosen_mutations
    join mutations mutation using (merchant_id, mutation_number)
    cross join lateral (
      values (mutation.matched_payment_number), (mutation.candidate_payment_number)
    ) named (payment_number)
    where named.payment_number is not null
    on conflict do nothing
  `;
  const mutations = await tx`
    insert into chosen_mutations
    select mutation.merchant_id, mutation.announced_by_number, false
    from chosen_mutations
    join mutations mutation using (merchant_id, mutation_number)
    where mutation.announced_by_number is not null
    union
    select receipt.merchant_id, receipt.mutation_number, false
    from chosen_payments chosen
    join payment_receipts receipt using (merchant_id, payment_number)
    where chosen.is_main
      and receipt.mutation_number is not null
    on conflict do nothing
  `;
  return payments.count + mutations.count;
}

/** The columns of a table in their order, each as the archive has it: nothing with which anybody could sign in. */
async function selectColumns(sql: Sql | Tx, { table, part }: ArchivePart): Promise<ColumnText[]> {
  const columns = await sql<{ name: string; is_required: boolean }[]>`
    select attname::text as name, attnotnull as is_required
    from pg_attribute
    where attrelid = ${table}::regclass
      and attnum > 0
      and not attisdropped
      and attgenerated = ''
    order by attnum
  `;
  return columns.map(({ name, is_required }) => {
    const isSecret =
      /^sealed_|_hash$/.test(name) && part === "referenced" && table !== "statement_imports";
    if (!isSecret) return { name, text: `row.${name}` };
    // The hash of no token that is ever made: those are texts.
    return { name, text: is_required ? "sha256(uuid_send(row.device_id))" : "null" };
  });
}

interface ColumnText {
  name: string;
  text: string;
}

async function selectKey(sql: Sql | Tx, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select attribute.attname::text as name
    from pg_index index
    cross join lateral unnest(index.indkey::smallint[]) with ordinality as part (number, place)
    join pg_attribute attribute on attribute.attrelid = index.indrelid and attribute.attnum = part.number
    where index.indrelid = ${table}::regclass
      and index.indisprimary
    order by part.place
  `;
  return rows.map(({ name }) => name);
}

/** Returns the columns, the figures and the rows of a part as CSV in the order of the key. */
export async function readPart(
  tx: Tx,
  part: ArchivePart,
): Promise<{
  columns: string[];
  summary: ArchiveSummary;
  rows: () => Promise<AsyncIterable<Buffer>>;
}> {
  const { money, time } = part;
  const columns = await selectColumns(tx, part);
  const key = (await selectKey(tx, part.table)).map((name) => `row.${name}`).join(", ");
  const [figures] = await tx.unsafe<
    [{ row_count: number; total: string; first_at: Date | null; last_at: Date | null }]
  >(`
    select
      count(*) as row_count,
      coalesce(sum(${money === undefined ? 0 : `row.${money}`}), 0)::text as total,
      min(${time === undefined ? "null::timestamptz" : `row.${time}`}) as first_at,
      max(${time === undefined ? "null::timestamptz" : `row.${time}`}) as last_at
    ${fromOf(part)}
  `);
  return {
    columns: columns.map(({ name }) => name),
    summary: {
      row_count: figures.row_count,
      sum: money === undefined ? null : { column: money, total: figures.total },
      first_at: figures.first_at?.toISOString() ?? null,
      last_at: figures.last_at?.toISOString() ?? null,
    },
    rows: () =>
      tx
        .unsafe(
          `copy (select ${columns.map(({ name, text }) => `${text} as ${name}`).join(", ")}
          ${fromOf(part)} order by ${key}) to stdout (format csv, header)`,
        )
        .readable(),
  };
}

/** Makes the temporary table `archived_<name>` of a part and returns how to fill it. Its rows look like the table's. */
export async function makeArchived(
  sql: Sql,
  { name, table, columns }: ArchivedTable,
): Promise<{ fill: () => Promise<NodeJS.WritableStream>; index: () => Promise<void> }> {
  await sql.unsafe(`drop table if exists archived_${name}`);
  await sql.unsafe(`create temporary table archived_${name} (like ${table} including defaults)`);
  return {
    fill: () =>
      sql
        .unsafe(`copy archived_${name} (${columns.join(", ")}) from stdin (format csv, header)`)
        .writable(),
    async index() {
      const key = (await selectKey(sql, table)).join(", ");
      await sql.unsafe(`create unique index on archived_${name} (${key})`);
      await sql.unsafe(`analyze archived_${name}`);
    },
  };
}

/** Numbers the archived payments, transfers and deliveries, so that they can be taken in parts. Returns how many each has. */
export async function queueArchived(
  sql: Sql,
): Promise<{ payments: number; mutations: number; deliveries: number }> {
  await sql`drop table if exists queued_payments, queued_mutations, queued_deliveries`;
  await sql`
    create temporary table queued_payments as
    select row_number() over (order by merchant_id, payment_number) as place, merchant_id, payment_number
    from archived_payments
  `;
  await sql`
    create temporary table queued_mutations as
    select row_number() over (order by merchant_id, mutation_number) as place, merchant_id, mutation_number
    from archived_mutations
    where matched_payment_number is null
  `;
  await sql`
    create temporary table queued_deliveries as
    select row_number() over (order by merchant_id, delivery_id) as place, merchant_id, delivery_id
    from archived_webhook_deliveries
    where payment_number is null
      and ledger_payment_number is null
  `;
  await sql`create index on queued_payments (place)`;
  await sql`create index on queued_mutations (place)`;
  await sql`create index on queued_deliveries (place)`;
  await sql`create index on archived_mutations (merchant_id, matched_payment_number)`;
  await sql`create index on archived_webhook_deliveries (merchant_id, payment_number)`;
  await sql`analyze queued_payments, queued_mutations, queued_deliveries, archived_mutations, archived_webhook_deliveries`;
  const [counts] = await sql<[{ payments: number; mutations: number; deliveries: number }]>`
    select
      (select count(*) from queued_payments) as payments,
      (select count(*) from queued_mutations) as mutations,
      (select count(*) from queued_deliveries) as deliveries
  `;
  return counts;
}

/** After `after`, up to `until`. */
export interface Places {
  after: number;
  until: number;
}

/** Creates and reports of the merchants wait while the counters are held. The order is that of creates, then of reports. */
async function takeTurns(tx: Tx, queue: string, { after, until }: Places): Promise<void> {
  for (const counters of ["payment_counters", "mutation_counters"]) {
    await tx`
      select from ${tx(counters)}
      where merchant_id in (
        select merchant_id from ${tx(queue)} where place > ${after} and place <= ${until}
      )
      order by merchant_id
      for update
    `;
  }
}

/** What hangs on a transfer goes with it, if the archive has exactly that; `closed` says when it may. */
const mutationChildren = [
  { table: "mutation_notes", closed: "true" },
  { table: "statement_ties", closed: "true" },
  { table: "unsupported_mutations", closed: "child.closed_at is not null" },
] as const;

/** Whether nothing but the archived rows hangs on the transfer `mutation`. */
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
  and not exists (
    select from payment_receipts receipt
    where receipt.merchant_id = mutation.merchant_id
      and receipt.mutation_number = mutation.mutation_number
  )
  and not exists (
    select from refunds refund
    where refund.merchant_id = mutation.merchant_id
      and refund.mutation_number = mutation.mutation_number
  )
  and not exists (
    select from mutations other
    where other.merchant_id = mutation.merchant_id
      and other.announced_by_number = mutation.mutation_number
  )
`;

/**
 * Whether the delivery `delivery` is over and the archive has it with its attempts. Old attempts are forgotten sooner,
 * and that is no change.
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

/** Removes transfers that paid nothing and about which nobody has to decide any more. Returns how many. */
export async function removeMutations(
  sql: Sql,
  { places, books_before }: { places: Places; books_before: Date },
): Promise<number> {
  return sql.begin(async (tx) => {
    await takeTurns(tx, "queued_mutations", places);
    await tx`
      create temporary table removing_mutations on commit drop as
      select mutation.merchant_id, mutation.mutation_number
      from queued_mutations queued
      join archived_mutations archived using (merchant_id, mutation_number)
      join mutations mutation using (merchant_id, mutation_number)
      where queued.place > ${places.after}
        and queued.place <= ${places.until}
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
  for (const table of [...mutationChildren.map((child) => child.table), "mutations"]) {
    await tx`
      delete from ${tx(table)} taken
      using removing_mutations removing
      where taken.merchant_id = removing.merchant_id
        and taken.mutation_number = removing.mutation_number
    `;
  }
  const [row] = await tx<[{ removed: number }]>`
    with counted as (
      select merchant_id, count(*) as removed from removing_mutations group by merchant_id
    ),
    noted as (
      update mutation_counters counter
      set removed_count = counter.removed_count + counted.removed
      from counted
      where counter.merchant_id = counted.merchant_id
    )
    select coalesce(sum(removed), 0)::bigint as removed from counted
  `;
  return row.removed;
}

/**
 * Removes ended payments with the transfers that paid them and the webhooks that told of them. Those with a ledger, a
 * sale or an order of days stay, and so does everything that is not exactly as the archive has it. Returns how many.
 */
export async function removePayments(
  sql: Sql,
  { places, books_before }: { places: Places; books_before: Date },
): Promise<{ payments: number; mutations: number }> {
  return sql.begin(async (tx) => {
    await takeTurns(tx, "queued_payments", places);
    await tx`
      create temporary table removing_payments on commit drop as
      select payment.merchant_id, payment.payment_number, payment.payment_code, payment.account_id, payment.created_at
      from queued_payments queued
      join archived_payments archived using (merchant_id, payment_number)
      join payments payment using (merchant_id, payment_number)
      where queued.place > ${places.after}
        and queued.place <= ${places.until}
        and payment::text = archived::text
        and payment.released_at < ${books_before}
        and not exists (
          select from payment_ledgers ledger
          where ledger.merchant_id = payment.merchant_id
            and ledger.payment_number = payment.payment_number
        )
        and not exists (
          select from sales sale
          where sale.merchant_id = payment.merchant_id
            and sale.payment_number = payment.payment_number
        )
        and not exists (
          select from quota_orders ordered
          where ordered.seller_id = payment.merchant_id
            and ordered.payment_code = payment.payment_code
        )
        and not exists (
          select from mutations other
          where other.merchant_id = payment.merchant_id
            and other.candidate_payment_number = payment.payment_number
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
    await tx`
      delete from payments payment
      using removing_payments removing
      where payment.merchant_id = removing.merchant_id
        and payment.payment_number = removing.payment_number
    `;
    const noted = await tx`
      insert into removed_payments (merchant_id, payment_code, payment_number, account_id, created_at)
      select merchant_id, payment_code, payment_number, account_id, created_at from removing_payments
    `;
    await tx`
      update payment_counters counter
      set removed_count = counter.removed_count + counted.removed
      from (
        select merchant_id, count(*) as removed from removing_payments group by merchant_id
      ) counted
      where counter.merchant_id = counted.merchant_id
    `;
    return { payments: noted.count, mutations };
  });
}

/** Removes webhooks about phones and tests of addresses. Returns how many. */
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
      where queued.place > ${places.after}
        and queued.place <= ${places.until}
        and ${isArchivedDelivery(tx, books_before)}
      for update of delivery
    `;
    return deleteDeliveries(tx);
  });
}

async function deleteDeliveries(tx: Tx): Promise<number> {
  let count = 0;
  for (const table of ["webhook_attempts", "webhook_deliveries"]) {
    const deleted = await tx`
      delete from ${tx(table)} taken
      using removing_deliveries removing
      where taken.merchant_id = removing.merchant_id
        and taken.delivery_id = removing.delivery_id
    `;
    count = deleted.count;
  }
  return count;
}

/** Counts what the database still has of the archive's books. */
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

/**
 * Brings all rows of merchants that do not work here: they have no API key, because an archive has none. The copy is for
 * reading. Its numbers begin where the archive's do, so the counters say that the rest is elsewhere.
 */
export async function restoreCopies(
  sql: Sql,
  { timeZone }: { timeZone: string },
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
    for (const { name, table } of archiveParts) {
      if (name === "mutations_referenced") continue;
      // A transfer may refer to another of either part, so both are inserted at once.
      const from =
        name === "mutations"
          ? tx`(select * from archived_mutations union all select * from archived_mutations_referenced)`
          : tx(`archived_${name}`);
      const { count } = await tx`
        insert into ${tx(table)}
        select archived.* from ${from} archived
        where archived.merchant_id in (select merchant_id from copied_merchants)
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
      select distinct payment.merchant_id, payment.account_id, (payment.created_at at time zone ${timeZone})::date
      from new_payments
      join payments payment using (merchant_id, payment_number)
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

/** Puts back removed payments with what was removed with them. Returns how many. */
export async function restorePayments(
  sql: Sql,
  places: Places,
): Promise<{ payments: number; mutations: number }> {
  return sql.begin(async (tx) => {
    await takeTurns(tx, "queued_payments", places);
    await tx`
      create temporary table restoring_payments on commit drop as
      select queued.merchant_id, queued.payment_number
      from queued_payments queued
      where queued.place > ${places.after}
        and queued.place <= ${places.until}
        and not exists (
          select from payments present
          where present.merchant_id = queued.merchant_id
            and present.payment_number = queued.payment_number
        )
    `;
    const payments = await tx`
      insert into payments
      select archived.* from archived_payments archived
      join restoring_payments using (merchant_id, payment_number)
    `;
    await tx`
      delete from removed_payments removed
      using restoring_payments restoring
      join archived_payments archived using (merchant_id, payment_number)
      where removed.merchant_id = archived.merchant_id
        and removed.payment_code = archived.payment_code
    `;
    await tx`
      update payment_counters counter
      set removed_count = counter.removed_count - counted.restored
      from (
        select merchant_id, count(*) as restored from restoring_payments group by merchant_id
      ) counted
      where counter.merchant_id = counted.merchant_id
    `;
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
    return { payments: payments.count, mutations };
  });
}

/** Puts back removed transfers that paid nothing. Returns how many. */
export async function restoreMutations(sql: Sql, places: Places): Promise<number> {
  return sql.begin(async (tx) => {
    await takeTurns(tx, "queued_mutations", places);
    await tx`
      create temporary table restoring_mutations on commit drop as
      select queued.merchant_id, queued.mutation_number
      from queued_mutations queued
      where queued.place > ${places.after}
        and queued.place <= ${places.until}
        and not exists (
          select from mutations present
          where present.merchant_id = queued.merchant_id
            and present.mutation_number = queued.mutation_number
        )
    `;
    return insertMutations(tx);
  });
}

/** What hung on a transfer comes back only with it: what was taken off one that stayed is not put on again. */
async function insertMutations(tx: Tx): Promise<number> {
  const inserted = await tx`
    insert into mutations
    select archived.* from archived_mutations archived
    join restoring_mutations using (merchant_id, mutation_number)
  `;
  for (const { table } of mutationChildren) {
    await tx`
      insert into ${tx(table)}
      select archived.* from ${tx(`archived_${table}`)} archived
      join restoring_mutations using (merchant_id, mutation_number)
    `;
  }
  await tx`
    update mutation_counters counter
    set removed_count = counter.removed_count - counted.restored
    from (
      select merchant_id, count(*) as restored from restoring_mutations group by merchant_id
    ) counted
    where counter.merchant_id = counted.merchant_id
  `;
  return inserted.count;
}

/** Puts back removed webhooks about phones and tests of addresses. Returns how many. */
export async function restoreDeliveries(sql: Sql, places: Places): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`
      create temporary table restoring_deliveries on commit drop as
      select queued.merchant_id, queued.delivery_id
      from queued_deliveries queued
      where queued.place > ${places.after}
        and queued.place <= ${places.until}
        and not exists (
          select from webhook_deliveries present
          where present.merchant_id = queued.merchant_id
            and present.delivery_id = queued.delivery_id
        )
    `;
    return insertDeliveries(tx);
  });
}

async function insertDeliveries(tx: Tx): Promise<number> {
  const inserted = await tx`
    insert into webhook_deliveries
    select archived.* from archived_webhook_deliveries archived
    join restoring_deliveries using (merchant_id, delivery_id)
  `;
  await tx`
    insert into webhook_attempts
    select archived.* from archived_webhook_attempts archived
    join restoring_deliveries using (merchant_id, delivery_id)
  `;
  return inserted.count;
}

/** Puts back audit entries that were forgotten since. */
export async function restoreAuditEntries(sql: Sql): Promise<number> {
  const inserted = await sql`
    insert into audit_entries
    select * from archived_audit_entries
    on conflict do nothing
  `;
  return inserted.count;
}

/** Counts archived payments and transfers that the database has with other content: they have changed since. */
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
