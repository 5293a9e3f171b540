import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import {
  rowColumns,
  rowTables,
  type MonthName,
  type StatementRowViewRow,
} from "./statement-months.sql.ts";

/** The words with which banks mark a reversal. */
const correctionWords =
  "\\m(REV|REVERSAL|REVERSE|RVSL|KOREKSI|KOR|CORRECTION|CORR|PEMBATALAN|BATAL|RETUR)\\M";

/**
 * Whether `booked` can reverse `original`: a row of a nearby day with the same amount in the other direction, which is
 * no reversal and has none.
 */
const isPair = (sql: Sql | Tx, days: number) => sql`
  original.merchant_id = booked.merchant_id
  and original.account_id = booked.account_id
  and original.direction <> booked.direction
  and original.amount_sen = booked.amount_sen
  and original.day between booked.day - ${days}::integer and booked.day + ${days}::integer
  and original.meaning <> 'reversal'
  and not exists (
    select from statement_rows taken
    where taken.merchant_id = original.merchant_id
      and taken.reverses_row_id = original.row_id
  )
`;

const mayTakeBack = (sql: Sql | Tx) => sql`
  booked.meaning in ('missed', 'ambiguous', 'fee', 'tax', 'own_transfer', 'interest', 'refund', 'outgoing', 'other')
`;

export interface FoundReversal {
  reversal_id: string;
  reversed_id: string;
  candidate_count: number;
}

/**
 * Selects corrections of a month, each with the nearest row that it can reverse. A row of the same day or earlier
 * goes before a later one.
 */
export function selectProposals(sql: Sql, name: MonthName): Promise<FoundReversal[]> {
  return sql<FoundReversal[]>`
    select distinct on (booked.day, booked.file_row, booked.row_id)
      booked.row_id as reversal_id, original.row_id as reversed_id,
      count(*) over (partition by booked.row_id) as candidate_count
    from statement_rows booked
    join statement_rows original
      on ${isPair(sql, limits.statementReversalDays)}
      and original.description !~* ${correctionWords}
    where booked.merchant_id = ${name.merchant_id}
      and booked.account_id = ${name.account_id}
      and booked.day >= ${`${name.month}-01`}::date
      and booked.day < ${`${name.month}-01`}::date + interval '1 month'
      and booked.description ~* ${correctionWords}
      and booked.explained_at is null
      and ${mayTakeBack(sql)}
    order by booked.day, booked.file_row, booked.row_id, (original.day > booked.day), abs(original.day - booked.day),
      original.row_id
    limit ${limits.statementReversalsListed}
  `;
}

export function selectRowsById(
  sql: Sql | Tx,
  { merchant_id, ids }: { merchant_id: string; ids: readonly string[] },
): Promise<StatementRowViewRow[]> {
  return sql<StatementRowViewRow[]>`
    select ${rowColumns(sql)}
    from statement_rows booked
    ${rowTables(sql)}
    where booked.merchant_id = ${merchant_id}
      and booked.row_id = any(${ids as string[]}::uuid[])
  `;
}

/** Returns false if the two rows are no pair. */
export async function takeBack(
  tx: Sql | Tx,
  input: { merchant_id: string; row_id: string; reversed_row_id: string; at: Date | null },
): Promise<boolean> {
  const result = await tx`
    update statement_rows booked
    set meaning = 'reversal',
      account_key = null,
      reverses_row_id = original.row_id,
      explained_at = coalesce(${input.at}::timestamptz, now())
    from statement_rows original
    where booked.merchant_id = ${input.merchant_id}
      and booked.row_id = ${input.row_id}
      and original.row_id = ${input.reversed_row_id}
      and ${isPair(tx, limits.statementReversalDaysMax)}
      and ${mayTakeBack(tx)}
  `;
  return result.count === 1;
}
