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

/**
 * The merchants of these keys, in their order; null for a key that is not valid. The lookup is by hash, so no secret is
 * compared byte by byte.
 */
export async function findMerchantsByApiKeys(
  sql: Sql,
  api_keys: readonly string[],
): Promise<(string | null)[]> {
  const hashes = api_keys.map((key) => (isApiKey(key) ? hashCredential(key).toString("hex") : ""));
  if (hashes.every((hash) => hash === "")) return hashes.map(() => null);
  const rows = await sql<{ merchant_id: string | null }[]>`
    select (
      select merchant_id
      from api_keys
      where key_hash = decode(given.key_hash, 'hex')
        and revoked_at is null
    ) as merchant_id
    from unnest(${hashes}::text[]) with ordinality as given (key_hash, number)
    order by given.number
  `;
  return rows.map(({ merchant_id }) => merchant_id);
}
