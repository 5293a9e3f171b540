import type { Sql } from "../db/client.ts";

export async function selectServerVersion(
  sql: Sql,
): Promise<{ version: string; version_number: number }> {
  const [row] = await sql<{ version: string; version_number: number }[]>`
    select
      current_setting('server_version') as version,
      current_setting('server_version_num')::integer as version_number
  `;
  return row as { version: string; version_number: number };
}

export async function selectClock(sql: Sql): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
  return (row as { at: Date }).at;
}

/** The first merchant and the last: of a TEPAT_SECRET that was changed in between, one of them knows. */
export async function selectOuterMerchants(sql: Sql): Promise<string[]> {
  const rows = await sql<{ merchant_id: string }[]>`
    (select merchant_id from merchants order by created_at limit 1)
    union
    (select merchant_id from merchants order by created_at desc limit 1)
  `;
  return rows.map(({ merchant_id }) => merchant_id);
}
