import type { Sql } from "../db/client.ts";
import { invariants } from "../domain/invariants.sql.ts";

/** What must hold after anything that can happen. Answers the rules that are broken, with an example of each. */
export async function brokenInvariants(sql: Sql): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, select] of Object.entries(invariants)) {
    const [example] = await select(sql, { quotaTimeZone: "Asia/Jakarta" });
    if (example) broken.push(`${rule}: ${JSON.stringify(example)}`);
  }
  return broken;
}
