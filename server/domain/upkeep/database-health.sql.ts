import type { Sql } from "../../db/client.ts";

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

/**
 * Whether the database takes writes. Throws where its disk has no room: what does not fit into 64 kB of memory goes to a
 * temporary file there and is gone with the statement, so it leaves no dead rows, however often it is asked (3 ms). A row
 * of ours could find room in a page that is there already.
 */
export async function selectTakesWrites(sql: Sql): Promise<boolean> {
  const [row] = await sql.begin(async (tx) => {
    await tx`set local work_mem = '64kB'`;
    return tx<{ takes_writes: boolean }[]>`
      with room as materialized (
        select repeat('.', 1000) from generate_series(1, 200)
      )
      select current_setting('transaction_read_only') = 'off' and count(*) = 200 as takes_writes
      from room
    `;
  });
  return row?.takes_writes === true;
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
