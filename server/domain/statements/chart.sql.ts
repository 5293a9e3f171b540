import type { AccountingProgram, ChartAccount } from "../../contract/dashboard/books.ts";
import type { Sql, Tx } from "../../db/client.ts";

export interface SavedChart {
  program: AccountingProgram;
  accounts: ChartAccount[];
}

export async function selectChart(
  sql: Sql | Tx,
  merchant_id: string,
): Promise<SavedChart | undefined> {
  const [row] = await sql<{ chart: SavedChart }[]>`
    select chart from statement_charts
    where merchant_id = ${merchant_id}
  `;
  return row?.chart;
}

export async function upsertChart(
  sql: Sql | Tx,
  { merchant_id, chart }: { merchant_id: string; chart: SavedChart },
): Promise<void> {
  await sql`
    insert into statement_charts (merchant_id, chart)
    values (${merchant_id}, ${JSON.stringify(chart)}::text::json)
    on conflict (merchant_id) do update
    set chart = excluded.chart
  `;
}

export interface BankAccount {
  account_id: string;
  /** The bank and the number. */
  bank: string;
  /**
   * The position among the merchant's accounts with the same bank and number, oldest first. Accounts without
   * statements count too.
   */
  twin_number: number;
}

/** Lists the accounts that have had a statement. */
export function selectBankAccounts(sql: Sql | Tx, merchant_id: string): Promise<BankAccount[]> {
  return sql<BankAccount[]>`
    with numbered as (
      select
        account_id, concat_ws(' ', channel_name, account_number) as bank,
        row_number() over (
          partition by channel_id, bare_number(account_number)
          order by created_at, account_id
        ) as twin_number
      from accounts
      join channels using (channel_id)
      where merchant_id = ${merchant_id}
    )
    select account_id, bank, twin_number
    from statement_accounts
    join numbered using (account_id)
    where merchant_id = ${merchant_id}
    order by bank, twin_number
  `;
}

/** Returns whether a row or a rule uses this account of the chart. */
export async function isKeyUsed(
  sql: Sql | Tx,
  { merchant_id, key }: { merchant_id: string; key: string },
): Promise<boolean> {
  const [row] = await sql<{ is_used: boolean }[]>`
    select
      exists (
        select from statement_rows
        where merchant_id = ${merchant_id}
          and account_key = ${key}
      )
      or exists (
        select from statement_rules
        where merchant_id = ${merchant_id}
          and account_key = ${key}
      ) as is_used
  `;
  return row?.is_used ?? false;
}
