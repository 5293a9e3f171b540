import type { StatementMeaning, StatementMonth } from "../../contract/dashboard/statements.ts";
import type { Sql } from "../../db/client.ts";
import { selectMonths, type MonthName } from "./statement-months.sql.ts";

interface Days {
  merchant_id: string;
  first_day: string;
  /** The first day after the period. */
  next_day: string;
}

/** Lists the covered months of these days, by account and oldest first. */
export async function selectBooksMonths(sql: Sql, days: Days): Promise<StatementMonth[]> {
  const { merchant_id } = days;
  const names = await sql<MonthName[]>`
    select distinct imported.merchant_id, imported.account_id, to_char(covered.month, 'YYYY-MM') as month
    from statement_imports imported
    cross join lateral generate_series(
      greatest(date_trunc('month', imported.first_day::timestamp), ${days.first_day}::timestamp),
      least(imported.last_day::timestamp, ${days.next_day}::timestamp - interval '1 day'),
      interval '1 month'
    ) covered (month)
    where imported.merchant_id = ${merchant_id}
    order by imported.account_id, month
  `;
  return names.length === 0 ? [] : selectMonths(sql, { merchant_id, names });
}

export interface BooksSums {
  account_id: string;
  direction: "CREDIT" | "DEBIT";
  /** For a reversal: the meaning of the row that it reverses. */
  meaning: StatementMeaning;
  account_key: string | null;
  amount_sen: number;
  gross_sen: number | null;
  fee_sen: number | null;
}

/** Adds up the rows that the journal books alike. */
export function selectBooksSums(sql: Sql, days: Days): Promise<BooksSums[]> {
  return sql<BooksSums[]>`
    select
      booked.account_id, booked.direction, coalesce(reversed.meaning, booked.meaning) as meaning,
      coalesce(booked.account_key, reversed.account_key) as account_key, sum(booked.amount_sen)::bigint as amount_sen,
      sum(booked.gross_sen)::bigint as gross_sen, sum(booked.fee_sen)::bigint as fee_sen
    from statement_rows booked
    left join statement_rows reversed
      on reversed.merchant_id = booked.merchant_id
      and reversed.row_id = booked.reverses_row_id
    where booked.merchant_id = ${days.merchant_id}
      and booked.day >= ${days.first_day}::date
      and booked.day < ${days.next_day}::date
    group by 1, 2, 3, 4, booked.gross_sen is null or booked.fee_sen is null
  `;
}
