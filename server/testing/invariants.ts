import type { Sql } from "../db/client.ts";
import { findBrokenInvariants } from "../domain/upkeep/invariants.ts";

/** Checks what must always hold. Returns the broken rules, with an example of each. */
export const brokenInvariants = (sql: Sql): Promise<string[]> =>
  findBrokenInvariants(sql, { quotaTimeZone: "Asia/Jakarta" });
