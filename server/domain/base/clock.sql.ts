import type { Sql, Tx } from "../../db/client.ts";

/** Returns the database's time. */
export async function selectClock(sql: Sql): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
  return (row as { at: Date }).at;
}

/** The start of this transaction by the database's clock, or `at` if a test or the simulator sets the time. */
export const transactionTime = (sql: Sql | Tx, at: Date | null) =>
  sql`coalesce(${at}::timestamptz, now())`;

/** The time of the statement. This time is later than the transaction's start if the statement waited for a lock. */
export const presentTime = (sql: Sql | Tx, at: Date | null) =>
  sql`coalesce(${at}::timestamptz, clock_timestamp())`;

/** The current time to the millisecond, which is the precision of JavaScript's times. */
export const presentMillisecond = (sql: Sql | Tx, at: Date | null) =>
  sql`date_trunc('milliseconds', ${presentTime(sql, at)})`;
