import type { Sql } from "../../db/client.ts";

/** The direction of a list: newest first, unless a person requests the oldest first. */
export const listDirection = (sql: Sql, { isOldestFirst }: { isOldestFirst: boolean }) =>
  isOldestFirst ? sql`asc` : sql`desc`;
