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
 * Returns whether the database accepts writes. Throws if its disk has no room. The query's result does not fit into
 * 64 kB of memory, so it is written to a temporary file on that disk, which is deleted with the statement. The query
 * therefore leaves no dead rows, however often it runs (3 ms). A row of ours could find room in an existing page.
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

/** Selects the first merchant and the last one. If TEPAT_SECRET was changed in between, one of them shows it. */
export async function selectOuterMerchants(sql: Sql): Promise<string[]> {
  const rows = await sql<{ merchant_id: string }[]>`
    (select merchant_id from merchants order by created_at limit 1)
    union
    (select merchant_id from merchants order by created_at desc limit 1)
  `;
  return rows.map(({ merchant_id }) => merchant_id);
}
