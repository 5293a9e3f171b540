import type { Sql, Tx } from "../../db/client.ts";

/** What the database's clock says now. */
export async function selectClock(sql: Sql): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
  return (row as { at: Date }).at;
}

/** When this transaction began, by the database's clock; `at` where a test or the simulator has a clock of its own. */
export const transactionTime = (sql: Sql | Tx, at: Date | null) =>
  sql`coalesce(${at}::timestamptz, now())`;

/** The same while the statement runs: later than its transaction's start where it waited for a lock. */
export const presentTime = (sql: Sql | Tx, at: Date | null) =>
  sql`coalesce(${at}::timestamptz, clock_timestamp())`;

/** The same to the millisecond, which is as exact as a time is handed to JavaScript and back. */
export const presentMillisecond = (sql: Sql | Tx, at: Date | null) =>
  sql`date_trunc('milliseconds', ${presentTime(sql, at)})`;
