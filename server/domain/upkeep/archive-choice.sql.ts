import type { Sql, Tx } from "../../db/client.ts";
import { ofMonth } from "./archive-parts.ts";

/** Chooses the rows of an archive, in temporary tables of the transaction that writes the archive. */

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
 * Chooses the month's ended payments, the transfers that paid them, the other transfers of the month, and all rows to
 * which these refer. Returns the number of the month's payments that had not ended.
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
  for (const kind of ["payment", "mutation"]) {
    await tx.unsafe(`
      create temporary table chosen_${kind}s (
        merchant_id uuid, ${kind}_number bigint, is_main boolean, primary key (merchant_id, ${kind}_number)
      ) on commit drop
    `);
  }
  const pending_count = await choosePayments(tx);
  await chooseMutations(tx);
  await tx`analyze chosen_payments, chosen_mutations`;
  while ((await chooseReferenced(tx)) > 0);
  await tx`analyze chosen_payments, chosen_mutations`;
  await chooseDeliveries(tx);
  await chooseMerchants(tx);
  await tx`analyze chosen_deliveries, chosen_merchants`;
  return pending_count;
}

/** Selects the rows of the month by their numbers, which grow with time. */
const ofMonthByNumber = (tx: Tx, kind: "payment" | "mutation") =>
  tx.unsafe(`
  archive_month month
  join merchants merchant on month.merchant_id is null or merchant.merchant_id = month.merchant_id
  cross join lateral (
    select
      first_${kind}_number_since(merchant.merchant_id, month.begins_at) as low,
      first_${kind}_number_since(merchant.merchant_id, month.ends_at) as high
  ) numbers
  join ${kind}s ${kind}
    on ${kind}.merchant_id = merchant.merchant_id
    and ${kind}.${kind}_number >= numbers.low
    and ${kind}.${kind}_number < numbers.high
`);

async function choosePayments(tx: Tx): Promise<number> {
  const [counted] = await tx<[{ pending_count: number }]>`
    with of_month as materialized (
      select payment.merchant_id, payment.payment_number, payment.payment_status
      from ${ofMonthByNumber(tx, "payment")}
    ),
    ended as (
      insert into chosen_payments
      select merchant_id, payment_number, true from of_month where payment_status <> 'PENDING'
    )
    select count(*) as pending_count from of_month where payment_status = 'PENDING'
  `;
  return counted.pending_count;
}

async function chooseMutations(tx: Tx): Promise<void> {
  await tx`
    insert into chosen_mutations
    select mutation.merchant_id, mutation.mutation_number, true
    from chosen_payments chosen
    join mutations mutation
      on mutation.merchant_id = chosen.merchant_id
      and mutation.matched_payment_number = chosen.payment_number
    union all
    select mutation.merchant_id, mutation.mutation_number, true
    from ${ofMonthByNumber(tx, "mutation")}
    where mutation.matched_payment_number is null
  `;
}

/** Follows the foreign keys by one step. The steps end, because each step adds rows or is the last one. */
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

/** Chooses the deliveries about ended payments and ledgers, and the tests of an address, each by its own index. */
async function chooseDeliveries(tx: Tx): Promise<void> {
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
}

async function chooseMerchants(tx: Tx): Promise<void> {
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
}
