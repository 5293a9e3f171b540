import { randomUUIDv7 } from "node:crypto";
import type { Sql, Tx } from "../db/client.ts";
import { hashCredential, isApiKey, newApiKey } from "./credentials.ts";

const prefixCharacters = 12;

/** Answers the key in clear text, for the only time. */
export async function createApiKey(
  sql: Sql | Tx,
  merchant_id: string,
): Promise<{ key_id: string; api_key: string }> {
  const key_id = randomUUIDv7();
  const api_key = newApiKey();
  await sql`
    insert into api_keys (merchant_id, key_id, key_hash, key_prefix, created_at)
    values (
      ${merchant_id}, ${key_id}, ${hashCredential(api_key)}, ${api_key.slice(0, prefixCharacters)}, now()
    )
  `;
  return { key_id, api_key };
}

/** False when there is no such key, or it was revoked before. */
export async function revokeApiKey(sql: Sql, key_id: string): Promise<boolean> {
  const result = await sql`
    update api_keys
    set revoked_at = now()
    where key_id = ${key_id}
      and revoked_at is null
  `;
  return result.count === 1;
}

/** The merchant of a valid key, else null. The lookup is by hash, so no secret is compared byte by byte. */
export async function findMerchantByApiKey(sql: Sql, api_key: string): Promise<string | null> {
  if (!isApiKey(api_key)) return null;
  const [row] = await sql<{ merchant_id: string }[]>`
    select merchant_id
    from api_keys
    where key_hash = ${hashCredential(api_key)}
      and revoked_at is null
  `;
  return row?.merchant_id ?? null;
}
