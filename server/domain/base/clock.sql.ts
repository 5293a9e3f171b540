import type { Sql } from "../../db/client.ts";

/** What the database's clock says now. */
export async function selectClock(sql: Sql): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
  return (row as { at: Date }).at;
}
