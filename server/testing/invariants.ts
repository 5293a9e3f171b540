import type { Sql } from "../db/client.ts";
import { findBrokenInvariants } from "../domain/upkeep/invariants.ts";

/** What must hold after anything that can happen. Answers the rules that are broken, with an example of each. */
export const brokenInvariants = (sql: Sql): Promise<string[]> =>
  findBrokenInvariants(sql, { quotaTimeZone: "Asia/Jakarta" });
