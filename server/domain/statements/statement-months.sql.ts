import type {
  StatementMeaning,
  StatementMonth,
  StatementRowView,
  UnsupportedMutation,
} from "../../contract/dashboard/statements.ts";
import type { UnsupportedVerdict } from "../../contract/dashboard/transfers.ts";
import type { PendingQuery, Row } from "postgres";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { chartKeyOf } from "./chart.ts";
import { closerOf } from "./bank-records.sql.ts";
import {
  importColumns,
  sumOf,
  type AccountName,
  type StatementImportRow,
} from "./statement-imports.sql.ts";

/** A month of an account's statements. */
export interface MonthName extends AccountName {
  /** The month as YYYY-MM. */
  month: string;
}

const firstDay = (sql: Sql, { month }: { month: string }) => sql`${`${month}-01`}::date`;
const nextMonth = (sql: Sql, name: { month: string }) =>
  sql`(${firstDay(sql, name)} + interval '1 month')::date`;

/** The order of the bank's books. A file can run backwards. */
const inOrder = (sql: Sql) => sql`
  booked.day, case when imported.is_newest_first then - booked.file_row else booked.file_row end, booked.row_id
`;

async function countOf(sql: Sql, found: PendingQuery<Row[]>): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from (${found}) found`;
  return row?.count ?? 0;
}

/** Lists the covered months of all accounts, newest first, with their number. */
export async function selectMonthNames(
  sql: Sql,
  input: { merchant_id: string; limit: number; offset: number },
): Promise<{ total: number; names: MonthName[] }> {
  const rows = await sql<{ total: number; account_id: string | null; month: string }[]>`
    with covered as materialized (
      select distinct imported.account_id, covered.month
      from statement_imports imported
      cross join lateral generate_series(
        date_trunc('month', imported.first_day::timestamp), imported.last_day::timestamp, interval '1 month'
      ) covered (month)
      where imported.merchant_id = ${input.merchant_id}
    )
    select (select count(*) from covered) as total, page.account_id, to_char(page.month, 'YYYY-MM') as month
    from (values (true)) once
    left join (
      select account_id, month
      from covered
      order by month desc, account_id
      limit ${input.limit}
      offset ${input.offset}
    ) page on true
    order by page.month desc, page.account_id
  `;
  const { merchant_id } = input;
  return {
    total: rows[0]?.total ?? 0,
    // A page beyond the last one has only the total.
    names: rows.flatMap(({ account_id, month }) =>
      account_id === null ? [] : [{ merchant_id, account_id, month }],
    ),
  };
}

/** Returns undefined if no statement covers the month. */
export async function selectMonth(sql: Sql, name: MonthName): Promise<StatementMonth | undefined> {
  const [month] = await selectMonths(sql, { merchant_id: name.merchant_id, names: [name] });
  return month;
}

/** Selects the months among these that a statement covers, in the order of the names. */
export async function selectMonths(
  sql: Sql,
  { merchant_id, names }: { merchant_id: string; names: readonly MonthName[] },
): Promise<StatementMonth[]> {
  const accounts = names.map(({ account_id }) => account_id);
  const firstDays = names.map(({ month }) => `${month}-01`);
  const months = await sql<(Omit<StatementMonth, "closed_at"> & { closed_at: Date | null })[]>`
    with wanted as (
      select
        account_id::uuid as account_id, first_day::date as first_day,
        (first_day::date + interval '1 month')::date as next_month, place
      from unnest(${accounts}::text[], ${firstDays}::text[]) with ordinality as named (account_id, first_day, place)
    )
    select month.*
    from wanted
    cross join lateral (
      with booked as materialized (
        select booked.*, row_number() over (order by ${inOrder(sql)}) as place
        from statement_rows booked
        join statement_imports imported using (merchant_id, import_id)
        where booked.merchant_id = ${merchant_id}
          and booked.account_id = wanted.account_id
          and booked.day >= wanted.first_day
          and booked.day < wanted.next_month
      ),
      sums as (
        select
          ${sumOf(sql, sql`coalesce(sum(amount_sen) filter (where direction = 'CREDIT'), 0)`)} as credit_sen,
          ${sumOf(sql, sql`coalesce(sum(amount_sen) filter (where direction = 'DEBIT'), 0)`)} as debit_sen,
          ${sumOf(
            sql,
            sql`
              coalesce(sum(amount_sen) filter (where meaning = 'fee'), 0)
              + coalesce(sum(fee_sen) filter (where meaning = 'settlement'), 0)
            `,
          )} as fee_sen,
          count(*) as row_count,
          count(*) filter (where meaning = 'missed') as missed_count,
          count(*) filter (where meaning = 'ambiguous') as ambiguous_count,
          count(*) filter (where ${isUnexplained(sql)}) as unexplained_count,
          min(balance_sen - case when direction = 'CREDIT' then amount_sen else - amount_sen end)
            filter (where place = 1) as opening_sen,
          min(balance_sen) filter (where place = (select count(*) from booked)) as closing_sen
        from booked
      ),
      days as (
        select
          greatest(min(imported.first_day), wanted.first_day) as first_day,
          least(max(imported.last_day), wanted.next_month - 1) as last_day
        from statement_imports imported
        where imported.merchant_id = ${merchant_id}
          and imported.account_id = wanted.account_id
          and imported.first_day < wanted.next_month
          and imported.last_day >= wanted.first_day
        having count(*) > 0
      )
      select
        to_char(wanted.first_day, 'YYYY-MM') as month, account.account_id, account_number, account_name, channel_name,
        days.first_day::text as first_day, days.last_day::text as last_day, sums.*,
        opening_sen + credit_sen - debit_sen = sums.closing_sen as is_complete,
        (
          select count(*)
          from unsupported_mutations doubt
          where doubt.merchant_id = ${merchant_id}
            and doubt.account_id = wanted.account_id
            and doubt.day >= wanted.first_day
            and doubt.day < wanted.next_month
            and doubt.closed_at is null
        ) as unsupported_count,
        closing.closed_at, closer.person_name as closed_by
      from days
      cross join sums
      join accounts account on account.merchant_id = ${merchant_id} and account.account_id = wanted.account_id
      join channels channel using (channel_id)
      left join statement_closings closing
        on closing.merchant_id = ${merchant_id}
        and closing.account_id = wanted.account_id
        and closing.month = wanted.first_day
      left join people closer
        on closer.merchant_id = closing.merchant_id
        and closer.person_id = closing.closed_by
    ) month
    order by wanted.place
  `;
  return months.map((month) => ({ ...month, closed_at: month.closed_at?.toISOString() ?? null }));
}

/** Whether a row `booked` still needs a meaning from a person. */
export const isUnexplained = (sql: Sql | Tx) => sql`
  (
    booked.meaning in ('open', 'missed', 'ambiguous')
    or booked.meaning = 'outgoing' and booked.account_key is null and booked.explained_at is null
  )
`;

export function selectImportsOfMonth(sql: Sql, name: MonthName): Promise<StatementImportRow[]> {
  return sql<StatementImportRow[]>`
    select ${importColumns(sql)}
    from statement_imports imported
    where imported.merchant_id = ${name.merchant_id}
      and imported.account_id = ${name.account_id}
      and imported.first_day < ${nextMonth(sql, name)}
      and imported.last_day >= ${firstDay(sql, name)}
    order by imported.imported_at desc, imported.import_id
    limit ${limits.perPageMax}
  `;
}

export type StatementRowViewRow = Omit<StatementRowView, "booked_at" | "account_key"> & {
  booked_at: Date | null;
  /** null: the usual account of the row's meaning. */
  account_key: string | null;
  /** For a reversal: the meaning of the row that it reverses. */
  booked_as: StatementMeaning;
};

export const presentRow = ({ booked_as, ...row }: StatementRowViewRow): StatementRowView => ({
  ...row,
  booked_at: row.booked_at?.toISOString() ?? null,
  account_key: chartKeyOf({ meaning: booked_as, account_key: row.account_key }),
});

interface RowsName extends MonthName {
  /** null: all meanings. */
  meaning: StatementMeaning | null;
  isUnexplained?: boolean | undefined;
}

const isOfMonth = (sql: Sql, name: RowsName) => sql`
  booked.merchant_id = ${name.merchant_id}
  and booked.account_id = ${name.account_id}
  and booked.day >= ${firstDay(sql, name)}
  and booked.day < ${nextMonth(sql, name)}
  and (${name.meaning}::text is null or booked.meaning = ${name.meaning})
  ${name.isUnexplained ? sql`and ${isUnexplained(sql)}` : sql``}
`;

export const countRows = (sql: Sql, name: RowsName): Promise<number> =>
  countOf(sql, sql`select from statement_rows booked where ${isOfMonth(sql, name)}`);

/** The columns of the response for a row, `booked`, and the tables that they need. */
export const rowColumns = (sql: Sql | Tx) => sql`
  booked.row_id, booked.day::text as day, booked.booked_at, imported.file_name, booked.file_row, booked.description,
  booked.reference, booked.direction, booked.amount_sen, booked.balance_sen, booked.gross_sen, booked.fee_sen,
  booked.meaning, mutation.mutation_id, payment.payment_code, booked.reverses_row_id,
  coalesce(reversed.meaning, booked.meaning) as booked_as,
  coalesce(booked.account_key, reversed.account_key) as account_key,
  (
    select count(*) from statement_ties settled
    where settled.merchant_id = booked.merchant_id
      and settled.row_id = booked.row_id
      and settled.is_settlement
  ) as settled_count
`;

export const rowTables = (sql: Sql | Tx) => sql`
  join statement_imports imported on imported.merchant_id = booked.merchant_id and imported.import_id = booked.import_id
  left join statement_rows reversed
    on reversed.merchant_id = booked.merchant_id
    and reversed.row_id = booked.reverses_row_id
  left join statement_ties tie
    on tie.merchant_id = booked.merchant_id
    and tie.row_id = booked.row_id
    and not tie.is_settlement
  left join mutations mutation
    on mutation.merchant_id = tie.merchant_id
    and mutation.mutation_number = tie.mutation_number
  left join payments payment
    on payment.merchant_id = mutation.merchant_id
    and payment.payment_number = mutation.matched_payment_number
`;

/** Lists the rows of a month in the order of the bank's books. */
export function selectRows(
  sql: Sql,
  name: RowsName & { limit: number; offset: number },
): Promise<StatementRowViewRow[]> {
  return sql<StatementRowViewRow[]>`
    select ${rowColumns(sql)}
    from statement_rows booked
    ${rowTables(sql)}
    where ${isOfMonth(sql, name)}
    order by ${inOrder(sql)}
    limit ${name.limit}
    offset ${name.offset}
  `;
}

export type UnsupportedRow = Omit<
  UnsupportedMutation,
  "posted_at" | "found_at" | "closed_at" | "supported_at"
> & {
  posted_at: Date;
  found_at: Date;
  closed_at: Date | null;
  supported_at: Date | null;
};

interface UnsupportedName {
  merchant_id: string;
  /** null: all months. */
  of: MonthName | null;
  /** Whether a team member has closed the alarms. */
  isClosed: boolean;
}

const isDoubtful = (sql: Sql, { merchant_id, of, isClosed }: UnsupportedName) => sql`
  doubt.merchant_id = ${merchant_id}
  and ${isClosed ? sql`doubt.closed_at is not null` : sql`doubt.closed_at is null`}
  and ${
    of === null
      ? sql`true`
      : sql`
          doubt.account_id = ${of.account_id}
          and doubt.day >= ${firstDay(sql, of)}
          and doubt.day < ${nextMonth(sql, of)}
        `
  }
`;

export const countUnsupported = (sql: Sql, name: UnsupportedName): Promise<number> =>
  countOf(sql, sql`select from unsupported_mutations doubt where ${isDoubtful(sql, name)}`);

/** Lists the unsupported transfers, newest first. */
export function selectUnsupported(
  sql: Sql,
  input: UnsupportedName & { limit: number; offset: number },
): Promise<UnsupportedRow[]> {
  return sql<UnsupportedRow[]>`
    select
      mutation.mutation_id, doubt.account_id, doubt.day::text as day, mutation.posted_at, mutation.amount_parsed,
      mutation.sender_parsed, device.device_name, payment.payment_code, doubt.is_one_of_several, doubt.found_at,
      doubt.verdict, doubt.note, doubt.closed_at, doubt.supported_at, ${closerOf(sql)} as closed_by
    from unsupported_mutations doubt
    join mutations mutation using (merchant_id, mutation_number)
    join devices device using (merchant_id, device_id)
    left join payments payment
      on payment.merchant_id = mutation.merchant_id
      and payment.payment_number = mutation.matched_payment_number
    where ${isDoubtful(sql, input)}
    order by doubt.day desc, mutation.mutation_number desc
    limit ${input.limit}
    offset ${input.offset}
  `;
}

/** Returns false if there is no open alarm. */
export async function closeUnsupported(
  tx: Sql | Tx,
  input: {
    merchant_id: string;
    mutation_id: string;
    verdict: UnsupportedVerdict;
    note: string;
    closed_by: string | null;
    at: Date | null;
  },
): Promise<boolean> {
  const result = await tx`
    update unsupported_mutations doubt
    set closed_at = coalesce(${input.at}::timestamptz, now()),
      verdict = ${input.verdict},
      note = ${input.note},
      closed_by = ${input.closed_by}
    from mutations mutation
    where doubt.merchant_id = ${input.merchant_id}
      and mutation.merchant_id = doubt.merchant_id
      and mutation.mutation_number = doubt.mutation_number
      and mutation.mutation_id = ${input.mutation_id}
      and doubt.closed_at is null
  `;
  return result.count === 1;
}
