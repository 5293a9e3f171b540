import type { Sql, Tx } from "../../db/client.ts";
import type { MonthName } from "./statement-months.sql.ts";

/** Returns today's date in the banks' time zone. */
export async function selectToday(sql: Sql | Tx, at: Date | null): Promise<string> {
  const [row] = await sql<{ today: string }[]>`
    select (coalesce(${at}::timestamptz, now()) at time zone statement_time_zone())::date::text as today
  `;
  return (row as { today: string }).today;
}

export async function insertClosing(
  sql: Sql | Tx,
  input: MonthName & {
    closing_sen: number | null;
    row_count: number;
    closed_by: string | null;
    at: Date | null;
  },
): Promise<void> {
  await sql`
    insert into statement_closings (merchant_id, account_id, month, closing_sen, row_count, closed_by, closed_at)
    values (
      ${input.merchant_id}, ${input.account_id}, ${`${input.month}-01`}::date, ${input.closing_sen}, ${input.row_count},
      ${input.closed_by}, coalesce(${input.at}::timestamptz, now())
    )
  `;
}

/** Returns false if the month is not closed. */
export async function deleteClosing(sql: Sql | Tx, name: MonthName): Promise<boolean> {
  const result = await sql`
    delete from statement_closings
    where merchant_id = ${name.merchant_id}
      and account_id = ${name.account_id}
      and month = ${`${name.month}-01`}::date
  `;
  return result.count === 1;
}

/** Whether the month of a row `booked` is closed. */
export const isInClosedMonth = (sql: Sql | Tx) => sql`
  is_closed_month(booked.merchant_id, booked.account_id, booked.day)
`;

/**
 * Whether a correction of a row `booked` is in a closed month. The correction is booked like the row, so the row must
 * stay.
 */
export const hasClosedCorrection = (sql: Sql | Tx) => sql`
  exists (
    select from statement_rows correction
    where correction.merchant_id = booked.merchant_id
      and correction.reverses_row_id = booked.row_id
      and is_closed_month(correction.merchant_id, correction.account_id, correction.day)
  )
`;

/** Selects a closed month that contains rows of an import, or corrections of its rows. */
export async function selectClosedMonthOfImport(
  sql: Sql | Tx,
  {
    merchant_id,
    account_id,
    import_id,
  }: { merchant_id: string; account_id: string; import_id: string },
): Promise<string | undefined> {
  const [row] = await sql<{ month: string }[]>`
    select to_char(booked.month, 'YYYY-MM') as month
    from statement_closings booked
    where booked.merchant_id = ${merchant_id}
      and booked.account_id = ${account_id}
      and exists (
        select from statement_rows held
        left join statement_rows reversed
          on reversed.merchant_id = held.merchant_id
          and reversed.row_id = held.reverses_row_id
        where held.merchant_id = ${merchant_id}
          and held.account_id = ${account_id}
          and held.day >= booked.month
          and held.day < booked.month + interval '1 month'
          and (held.import_id = ${import_id} or reversed.import_id = ${import_id})
      )
    order by booked.month
    limit 1
  `;
  return row?.month;
}

/** Selects the month of a row or of its correction, if that month is closed. */
export async function selectClosedMonthOfRow(
  sql: Sql | Tx,
  { merchant_id, row_id }: { merchant_id: string; row_id: string },
): Promise<string | undefined> {
  const [row] = await sql<{ month: string }[]>`
    select to_char(booked.day, 'YYYY-MM') as month
    from statement_rows booked
    where booked.merchant_id = ${merchant_id}
      and (booked.row_id = ${row_id} or booked.reverses_row_id = ${row_id})
      and ${isInClosedMonth(sql)}
    limit 1
  `;
  return row?.month;
}
