import type { Sql, Tx } from "../../db/client.ts";
import type {
  StatementImport,
  StatementMapping,
  StatementMeaningSums,
} from "../../contract/dashboard/statements.ts";
import type { UnsupportedVerdict } from "../../contract/dashboard/transfers.ts";
import { limits } from "../../contract/limits.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { StatementRow, StatementSummary } from "./statement-row-reader.ts";

export interface AccountName {
  merchant_id: string;
  account_id: string;
}

export interface StatementAccountRow {
  account_number: string | null;
  channel_id: string;
  channel_code: string;
  channel_name: string;
  channel_type: string;
  own_numbers: string[];
}

/** Selects the account, and the numbers of the merchant's other accounts as digits. */
export async function selectStatementAccount(
  sql: Sql | Tx,
  { merchant_id, account_id }: AccountName,
): Promise<StatementAccountRow | undefined> {
  const [row] = await sql<StatementAccountRow[]>`
    select account.account_number, channel_id, channel_code, channel_name, channel_type,
      array(
        select distinct regexp_replace(other.account_number, '[^0-9]', '', 'g')
        from accounts other
        join channels other_channel using (channel_id)
        where other.merchant_id = account.merchant_id
          and other.account_id <> account.account_id
          and other_channel.channel_type = 'TRANSFER'
          and other.account_number is distinct from account.account_number
          and length(regexp_replace(other.account_number, '[^0-9]', '', 'g')) >= 8
      ) as own_numbers
    from accounts account
    join channels channel using (channel_id)
    where account.merchant_id = ${merchant_id}
      and account.account_id = ${account_id}
  `;
  return row;
}

/**
 * Creates the row on which imports of the account take turns. The first time, the statement waits for a rule that is
 * being created, which holds the merchant. Otherwise the rule would not see this account, and the account's first
 * import would not see the rule.
 */
export async function upsertStatementAccount(
  sql: Sql,
  { merchant_id, account_id }: AccountName,
): Promise<void> {
  await sql`
    insert into statement_accounts (merchant_id, account_id)
    select merchant_id, ${account_id}::uuid
    from merchants
    where merchant_id = ${merchant_id}
      and not exists (
        select from statement_accounts
        where merchant_id = ${merchant_id}
          and account_id = ${account_id}
      )
    for share of merchants
    on conflict do nothing
  `;
}

/** `alone`: no other turn runs at the same time. `shared`: other shared turns can run. */
export type Turn = "alone" | "shared";

/**
 * Takes the turn of an account, or of all accounts of a merchant, until the transaction ends. Two concurrent imports
 * would count each other's rows as new. Returns false, without waiting, if another transaction holds a conflicting
 * turn.
 */
export async function lockStatements(
  tx: Sql | Tx,
  { merchant_id, account_id, turn }: { merchant_id: string; account_id: string | null; turn: Turn },
): Promise<boolean> {
  const wanted = tx`
    from statement_accounts
    where merchant_id = ${merchant_id}
      and (account_id = ${account_id}::uuid or ${account_id}::uuid is null)
  `;
  const [row] = await tx<{ has_all: boolean }[]>`
    with taken as (
      select ${wanted}
      ${turn === "alone" ? tx`for update` : tx`for share`} skip locked
    )
    select (select count(*) from taken) = count(*) as has_all ${wanted}
  `;
  return (row as { has_all: boolean }).has_all;
}

/** Inserts the import before its rows. Values that are known only at the end are set later. */
export async function insertImport(
  tx: Tx,
  input: AccountName & { import_id: string; file_name: string; at: Date | null },
): Promise<void> {
  await tx`
    insert into statement_imports (
      merchant_id, import_id, account_id, file_name, file_hash, layout, first_day, last_day, is_newest_first, row_count,
      new_count, pending_sen, imported_at
    )
    values (
      ${input.merchant_id}, ${input.import_id}, ${input.account_id}, ${input.file_name}, '', '', 'epoch', 'epoch', false,
      1, 0, '{}', ${transactionTime(tx, input.at)}
    )
  `;
}

/** Completes the import. A file with a period into the future proves nothing about future days. */
export async function finishImport(
  tx: Tx,
  input: { merchant_id: string; import_id: string; summary: StatementSummary; new_count: number },
): Promise<StatementImport> {
  const { summary } = input;
  const [row] = await tx<StatementImportRow[]>`
    update statement_imports imported
    set file_hash = ${summary.file_hash},
      layout = ${summary.layout},
      first_day = ${summary.first_day}::date,
      last_day = greatest(
        ${summary.first_day}::date,
        least(${summary.last_day}::date, (imported_at at time zone statement_time_zone())::date)
      ),
      is_newest_first = ${summary.is_newest_first},
      row_count = ${summary.row_count},
      new_count = ${input.new_count},
      pending_sen = ${summary.pending_sen}::bigint[]
    where imported.merchant_id = ${input.merchant_id}
      and imported.import_id = ${input.import_id}
    returning ${importColumns(tx)}
  `;
  return presentImport(row as StatementImportRow);
}

export type StatementImportRow = Omit<StatementImport, "imported_at"> & { imported_at: Date };

export const presentImport = (row: StatementImportRow): StatementImport => ({
  ...row,
  imported_at: row.imported_at.toISOString(),
});

export const importColumns = (sql: Sql | Tx) => sql`
  imported.import_id, imported.account_id, imported.file_name, imported.layout, imported.first_day::text as first_day,
  imported.last_day::text as last_day, imported.row_count, imported.new_count,
  cardinality(imported.pending_sen) as pending_count, imported.imported_at
`;

/** Returns the number of new rows. The key recognises the rows of earlier imports. */
export async function insertRows(
  tx: Tx,
  input: AccountName & { import_id: string; rows: readonly StatementRow[] },
): Promise<number> {
  const result = await tx`
    insert into statement_rows (
      merchant_id, account_id, day, wording, twin_number, row_id, import_id, file_row, booked_at, description, reference,
      direction, amount_sen, balance_sen, gross_sen, fee_sen, hint, meaning
    )
    select
      ${input.merchant_id}::uuid, ${input.account_id}::uuid, day, decode(wording, 'hex'), twin_number, gen_random_uuid(),
      ${input.import_id}::uuid, file_row, booked_at, description, reference, direction, amount_sen, balance_sen, gross_sen,
      fee_sen, hint,
      -- The final meaning of most rows, so that judging them writes few of them again.
      case
        when direction = 'DEBIT' then coalesce(hint, 'outgoing')
        when hint is null then 'missed'
        else 'open'
      end
    from json_to_recordset(${JSON.stringify(input.rows)}::text::json) as (
      day date, wording text, twin_number integer, file_row integer, booked_at timestamptz, description text,
      reference text, direction text, amount_sen bigint, balance_sen bigint, gross_sen bigint, fee_sen bigint, hint text
    )
    on conflict do nothing
  `;
  return result.count;
}

/** Runs one step of tying over some days. Returns the number of tied rows. */
export async function tieRows(
  tx: Tx,
  input: AccountName & { first_day: string; last_day: string; step: number; at: Date | null },
): Promise<number> {
  const [row] = await tx<{ tied: number }[]>`
    select tie_statement_rows(
      ${input.merchant_id}, ${input.account_id}, ${input.first_day}::date, ${input.last_day}::date, ${input.step},
      ${transactionTime(tx, input.at)}
    ) as tied
  `;
  return row?.tied ?? 0;
}

export async function tieSettlements(
  tx: Tx,
  input: AccountName & { first_day: string; last_day: string; at: Date | null },
): Promise<number> {
  const [row] = await tx<{ tied: number }[]>`
    select tie_settlements(
      ${input.merchant_id}, ${input.account_id}, ${input.first_day}::date, ${input.last_day}::date,
      ${transactionTime(tx, input.at)}
    ) as tied
  `;
  return row?.tied ?? 0;
}

/** Ties debits to the refunds that they prove. */
export async function proveRefunds(
  tx: Tx,
  input: AccountName & { first_day: string; last_day: string; at: Date | null },
): Promise<void> {
  await tx`
    select prove_refunds(
      ${input.merchant_id}, ${input.account_id}, ${input.first_day}::date, ${input.last_day}::date,
      ${transactionTime(tx, input.at)}
    )
  `;
}

/** Ties late reports to money that a person has recorded. Returns their number. */
export async function tieLateReports(
  tx: Tx,
  input: AccountName & { first_day: string; last_day: string; at: Date | null },
): Promise<number> {
  const [row] = await tx<{ tied: number }[]>`
    select tie_late_reports(
      ${input.merchant_id}, ${input.account_id}, ${input.first_day}::date, ${input.last_day}::date,
      ${transactionTime(tx, input.at)}
    ) as tied
  `;
  return row?.tied ?? 0;
}

/** A verdict that the account's rows now contradict or confirm. */
export interface SupportedVerdict {
  mutation_id: string;
  amount_parsed: number;
  verdict: UnsupportedVerdict;
  closed_at: Date;
}

/**
 * Records on verdicts whether a row supports their transfer: the row can be tied to it, or represents recorded money.
 * Returns the verdicts that have just become supported.
 */
export function noteSupport(
  tx: Tx,
  input: AccountName & { at: Date | null },
): Promise<SupportedVerdict[]> {
  return tx<SupportedVerdict[]>`
    with fact as materialized (
      select
        doubt.mutation_number, mutation.mutation_id, mutation.amount_parsed,
        exists (
          select from statement_ties tie
          where tie.merchant_id = doubt.merchant_id
            and tie.mutation_number in (doubt.mutation_number, mutation.announced_by_number)
        ) as is_supported
      from unsupported_mutations doubt
      join mutations mutation using (merchant_id, mutation_number)
      where doubt.merchant_id = ${input.merchant_id}
        and doubt.account_id = ${input.account_id}
        and doubt.closed_at is not null
    ),
    noted as (
      update unsupported_mutations doubt
      set supported_at = case when fact.is_supported then ${transactionTime(tx, input.at)} end
      from fact
      where doubt.merchant_id = ${input.merchant_id}
        and doubt.mutation_number = fact.mutation_number
        and fact.is_supported <> (doubt.supported_at is not null)
      returning doubt.mutation_number, doubt.verdict, doubt.closed_at, doubt.supported_at
    )
    select fact.mutation_id, fact.amount_parsed, noted.verdict, noted.closed_at
    from noted
    join fact using (mutation_number)
    where noted.supported_at is not null
    order by mutation_number
    limit ${limits.statementAlarmsNamed}
  `;
}

/** Returns the numbers of the mutations that have just become unsupported. */
export async function judgeDays(
  tx: Tx,
  input: AccountName & { first_day: string; last_day: string; at: Date | null },
): Promise<number[]> {
  const rows = await tx<{ mutation_number: number }[]>`
    select judge_statement(
      ${input.merchant_id}, ${input.account_id}, ${input.first_day}::date, ${input.last_day}::date,
      ${transactionTime(tx, input.at)}
    ) as mutation_number
  `;
  return rows.map(({ mutation_number }) => mutation_number);
}

export interface FoundUnsupported {
  mutation_id: string;
  amount_parsed: number;
  posted_at: Date;
  payment_code: string | null;
}

export function selectFoundUnsupported(
  tx: Tx,
  { merchant_id, numbers }: { merchant_id: string; numbers: readonly number[] },
): Promise<FoundUnsupported[]> {
  return tx<FoundUnsupported[]>`
    select mutation.mutation_id, mutation.amount_parsed, mutation.posted_at, payment.payment_code
    from mutations mutation
    left join payments payment
      on payment.merchant_id = mutation.merchant_id
      and payment.payment_number = mutation.matched_payment_number
    where mutation.merchant_id = ${merchant_id}
      and mutation.mutation_number = any(${numbers as number[]}::bigint[])
    order by mutation.mutation_number
  `;
}

/** Notifies people of the transfers that an import found unsupported, once for the import. */
export async function oweUnsupportedNotice(
  tx: Tx,
  input: AccountName & { import_id: string; numbers: readonly number[]; at: Date | null },
): Promise<void> {
  await tx`
    select owe_notices(
      account.merchant_id,
      'unsupported',
      ${input.import_id},
      json_build_object(
        'account_id', account.account_id,
        'channel_name', channel.channel_name,
        'account_number_end', right(account.account_number, 4),
        'transfer_count', found.transfer_count,
        'amount', found.amount
      ),
      ${transactionTime(tx, input.at)}
    )
    from accounts account
    join channels channel using (channel_id)
    cross join (
      select count(*) as transfer_count, ${sumOf(tx, tx`sum(amount_parsed)`)} as amount
      from mutations
      where merchant_id = ${input.merchant_id}
        and mutation_number = any(${input.numbers as number[]}::bigint[])
    ) found
    where account.merchant_id = ${input.merchant_id}
      and account.account_id = ${input.account_id}
  `;
}

/** Counts the account's rows of these days by their meaning. */
export async function countMeanings(
  tx: Tx,
  input: AccountName & { first_day: string; last_day: string },
): Promise<{ missed_count: number; ambiguous_count: number }> {
  const [row] = await tx<{ missed_count: number; ambiguous_count: number }[]>`
    select
      count(*) filter (where meaning = 'missed') as missed_count,
      count(*) filter (where meaning = 'ambiguous') as ambiguous_count
    from statement_rows
    where merchant_id = ${input.merchant_id}
      and account_id = ${input.account_id}
      and day between ${input.first_day}::date and ${input.last_day}::date
  `;
  return row as { missed_count: number; ambiguous_count: number };
}

/** Returns a sum up to a bound. An invented statement can add up to more than a number can hold. */
export const sumOf = (sql: Sql | Tx, sum: ReturnType<Sql>) =>
  sql`least(${sum}, ${limits.paymentTotalMax}::numeric)::bigint`;

/** Counts and sums the account's rows of these days by their meaning. */
export function sumMeanings(
  sql: Sql | Tx,
  input: AccountName & { first_day: string; last_day: string },
): Promise<StatementMeaningSums[]> {
  return sql<StatementMeaningSums[]>`
    with booked as materialized (
      select row_id, meaning, amount_sen, fee_sen
      from statement_rows
      where merchant_id = ${input.merchant_id}
        and account_id = ${input.account_id}
        and day between ${input.first_day}::date and ${input.last_day}::date
    ),
    proved as (
      select booked.meaning, count(*) as transfer_count
      from booked
      join statement_ties tie on tie.merchant_id = ${input.merchant_id} and tie.row_id = booked.row_id
      group by booked.meaning
    )
    select
      booked.meaning, count(*) as row_count, coalesce(min(proved.transfer_count), 0) as transfer_count,
      ${sumOf(sql, sql`sum(booked.amount_sen)`)} as amount_sen, ${sumOf(sql, sql`coalesce(sum(booked.fee_sen), 0)`)} as fee_sen
    from booked
    left join proved on proved.meaning = booked.meaning
    group by booked.meaning
    order by booked.meaning
  `;
}

/** Stores the mapping for the bank, without the period, which belongs to the file. */
export async function upsertMapping(
  tx: Tx,
  input: { merchant_id: string; channel_id: string; mapping: StatementMapping },
): Promise<void> {
  const { first_day: _, last_day: __, left_out_rows: ___, ...mapping } = input.mapping;
  await tx`
    insert into statement_mappings (merchant_id, channel_id, mapping)
    values (${input.merchant_id}, ${input.channel_id}, ${tx.json(mapping)})
    on conflict (merchant_id, channel_id) do update
    set mapping = excluded.mapping
  `;
}
