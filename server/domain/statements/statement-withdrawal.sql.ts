import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { AccountName } from "./statement-imports.sql.ts";

export interface ImportName {
  merchant_id: string;
  import_id: string;
}

export interface ImportedDays extends AccountName {
  import_id: string;
  file_name: string;
  first_day: string;
  last_day: string;
}

export async function selectImport(
  sql: Sql | Tx,
  name: ImportName,
): Promise<ImportedDays | undefined> {
  const [row] = await sql<ImportedDays[]>`
    select merchant_id, account_id, import_id, file_name, first_day::text as first_day, last_day::text as last_day
    from statement_imports
    where merchant_id = ${name.merchant_id}
      and import_id = ${name.import_id}
  `;
  return row;
}

/** Finds the merchant of an import, with one probe for each merchant. */
export async function findImport(sql: Sql, import_id: string): Promise<ImportName | undefined> {
  const [row] = await sql<ImportName[]>`
    select own.merchant_id, own.import_id
    from merchants merchant
    cross join lateral (
      select merchant_id, import_id
      from statement_imports imported
      where imported.merchant_id = merchant.merchant_id
        and imported.import_id = ${import_id}
      limit 1
    ) own
  `;
  return row;
}

/**
 * Selects the newest later import that shares days with this one. Rows in both files belong to the earlier import, so
 * that import cannot be withdrawn before the later one. Ids follow the time except within one millisecond, in which
 * the account's turn lets no second import begin.
 */
export async function selectLaterImport(
  tx: Tx,
  { merchant_id, account_id, import_id, first_day, last_day }: ImportedDays,
): Promise<ImportedDays | undefined> {
  const [row] = await tx<ImportedDays[]>`
    select merchant_id, account_id, import_id, file_name, first_day::text as first_day, last_day::text as last_day
    from statement_imports
    where merchant_id = ${merchant_id}
      and account_id = ${account_id}
      and import_id > ${import_id}
      and first_day <= ${last_day}::date
      and last_day >= ${first_day}::date
    order by import_id desc
    limit 1
  `;
  return row;
}

interface StandingRow {
  day: string;
  file_row: number;
  /** The number of such rows, including this one. */
  count: number;
}

const rowsOf = (tx: Tx, imported: ImportedDays) => tx`
  booked.merchant_id = ${imported.merchant_id}
  and booked.account_id = ${imported.account_id}
  and booked.day between ${imported.first_day}::date and ${imported.last_day}::date
  and booked.import_id = ${imported.import_id}
`;

/** Selects rows whose mutations paid or have a decision. Takes the merchant's turn, so that no more are added. */
export async function selectRowsInUse(
  tx: Tx,
  imported: ImportedDays,
  limit: number,
): Promise<StandingRow[]> {
  const [recorded] = await tx`
    select from statement_rows booked
    where ${rowsOf(tx, imported)}
      and booked.meaning = 'recorded'
    limit 1
  `;
  if (!recorded) return [];
  await tx`
    select from mutation_counters
    where merchant_id = ${imported.merchant_id}
    for update
  `;
  return tx<StandingRow[]>`
    select booked.day::text as day, booked.file_row, count(*) over () as count
    from statement_rows booked
    join statement_ties tie
      on tie.merchant_id = booked.merchant_id
      and tie.row_id = booked.row_id
      and not tie.is_settlement
    join mutations mutation
      on mutation.merchant_id = tie.merchant_id
      and mutation.mutation_number = tie.mutation_number
    where ${rowsOf(tx, imported)}
      and booked.meaning = 'recorded'
      and (mutation.matched_payment_number is not null or mutation.decision in ('tied', 'refunded'))
    order by booked.day, booked.file_row
    limit ${limit}
  `;
}

/** Selects debits that have proved a refund. */
export function selectProvingRows(
  tx: Tx,
  imported: ImportedDays,
  limit: number,
): Promise<StandingRow[]> {
  return tx<StandingRow[]>`
    select booked.day::text as day, booked.file_row, count(*) over () as count
    from refunds refund
    join statement_rows booked
      on booked.merchant_id = refund.merchant_id
      and booked.row_id = refund.proved_by
    where refund.merchant_id = ${imported.merchant_id}
      and refund.proved_by is not null
      and ${rowsOf(tx, imported)}
    order by booked.day, booked.file_row
    limit ${limit}
  `;
}

/** Withdraws the import's rows of these days. Returns their number. */
export async function withdrawDays(
  tx: Tx,
  imported: ImportedDays,
  input: { first_day: string; last_day: string; at: Date | null },
): Promise<number> {
  const [row] = await tx<{ removed: number }[]>`
    select withdraw_statement_days(
      ${imported.merchant_id}, ${imported.account_id}, ${imported.import_id}, ${input.first_day}::date,
      ${input.last_day}::date, ${transactionTime(tx, input.at)}
    ) as removed
  `;
  return row?.removed ?? 0;
}

/** Deletes the import, and the open alarms that no other import raises. */
export async function deleteImport(tx: Tx, imported: ImportedDays): Promise<void> {
  await tx`
    delete from statement_imports
    where merchant_id = ${imported.merchant_id}
      and import_id = ${imported.import_id}
  `;
  await tx`
    delete from unsupported_mutations doubt
    using mutations mutation
    where doubt.merchant_id = ${imported.merchant_id}
      and doubt.account_id = ${imported.account_id}
      and doubt.closed_at is null
      and doubt.day between ${imported.first_day}::date - 1 and ${imported.last_day}::date + 1
      and mutation.merchant_id = doubt.merchant_id
      and mutation.mutation_number = doubt.mutation_number
      and transfer_is_covered(
        (
          select coalesce(range_agg(daterange(other.first_day, other.last_day, '[]')), '{}')
          from statement_imports other
          where other.merchant_id = doubt.merchant_id
            and other.account_id = doubt.account_id
        ),
        mutation.posted_at
      ) is not true
  `;
}
