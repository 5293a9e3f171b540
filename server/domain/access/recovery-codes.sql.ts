import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { PersonName } from "./sessions.sql.ts";

export async function replaceCodes(
  sql: Sql,
  options: PersonName & { code_hashes: readonly Buffer[] },
): Promise<void> {
  await deleteCodes(sql, options);
  await sql`
    insert into recovery_codes (merchant_id, person_id, code_hash)
    select ${options.merchant_id}, ${options.person_id}, decode(code_hash, 'hex')
    from unnest(${options.code_hashes.map((hash) => hash.toString("hex"))}::text[]) code_hash
  `;
}

export async function deleteCodes(sql: Sql, person: PersonName): Promise<void> {
  await sql`
    delete from recovery_codes
    where merchant_id = ${person.merchant_id}
      and person_id = ${person.person_id}
  `;
}

/** Marks a code as used. If two requests send one code at once, the guarded update succeeds for only one. */
export async function spendCode(
  sql: Sql,
  options: PersonName & { code_hash: Buffer; at: Date | null },
): Promise<boolean> {
  const result = await sql`
    update recovery_codes
    set used_at = ${transactionTime(sql, options.at)}
    where merchant_id = ${options.merchant_id}
      and person_id = ${options.person_id}
      and code_hash = ${options.code_hash}
      and used_at is null
  `;
  return result.count === 1;
}

export async function countUnusedCodes(sql: Sql, person: PersonName): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count
    from recovery_codes
    where merchant_id = ${person.merchant_id}
      and person_id = ${person.person_id}
      and used_at is null
  `;
  return row?.count ?? 0;
}
