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

/** Lists the accounts of which there has been a statement. */
export function selectBankAccounts(
  sql: Sql | Tx,
  merchant_id: string,
): Promise<{ account_id: string; name: string }[]> {
  return sql<{ account_id: string; name: string }[]>`
    select account_id, concat_ws(' ', channel_name, account_number) as name
    from statement_accounts
    join accounts using (merchant_id, account_id)
    join channels using (channel_id)
    where merchant_id = ${merchant_id}
    order by name, account_id
  `;
}

/** Whether a row or a rule is booked on it. */
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
