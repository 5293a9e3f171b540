import type { Sql } from "../../db/client.ts";

/** The direction of a list that is newest first unless a person asked for the oldest. */
export const listDirection = (sql: Sql, { isOldestFirst }: { isOldestFirst: boolean }) =>
  isOldestFirst ? sql`asc` : sql`desc`;
