import type { Sql } from "../db/client.ts";
import { findBrokenInvariants } from "../domain/upkeep/invariants.ts";

/** Returns the broken rules of the database, with an example of each. */
export const brokenInvariants = (sql: Sql): Promise<string[]> =>
  findBrokenInvariants(sql, { quotaTimeZone: "Asia/Jakarta" });
