import { randomUUIDv7 } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";

export interface KeyRow {
  key_id: string;
  label: string | null;
  key_prefix: string;
  created_at: Date;
  last_used_at: Date | null;
}

export async function insertApiKey(
  sql: Sql | Tx,
  key: { merchant_id: string; label: string | null; key_hash: Buffer; key_prefix: string },
): Promise<KeyRow> {
  const [row] = await sql<KeyRow[]>`
    insert into api_keys (merchant_id, key_id, key_hash, key_prefix, label, created_at)
    values (
      ${key.merchant_id}, ${randomUUIDv7()}, ${key.key_hash}, ${key.key_prefix},
      ${key.label}, now()
    )
    returning key_id, label, key_prefix, created_at, last_used_at
  `;
  return row as KeyRow;
}

/** All but the newest of them: a key that is not known is refused like one that was revoked. */
export async function forgetRevokedKeys(sql: Sql | Tx, merchant_id: string): Promise<void> {
  await sql`
    delete from api_keys
    where merchant_id = ${merchant_id}
      and key_id in (
        select key_id
        from api_keys
        where merchant_id = ${merchant_id}
          and revoked_at is not null
        order by revoked_at desc, key_id
        offset ${limits.revokedApiKeys}
      )
  `;
}

export function selectApiKeys(sql: Sql, merchant_id: string): Promise<KeyRow[]> {
  return sql<KeyRow[]>`
    select key_id, label, key_prefix, created_at, last_used_at
    from api_keys
    where merchant_id = ${merchant_id}
      and revoked_at is null
    order by created_at, key_id
  `;
}

/** The key's merchant; null when there is no such key of that merchant, or it was revoked before. */
export async function revokeApiKey(
  sql: Sql,
  key_id: string,
  merchant_id: string | null = null,
): Promise<string | null> {
  const [row] = await sql<{ merchant_id: string }[]>`
    update api_keys
    set revoked_at = now()
    where key_id = ${key_id}
      and merchant_id = coalesce(${merchant_id}::uuid, merchant_id)
      and revoked_at is null
    returning merchant_id
  `;
  return row?.merchant_id ?? null;
}

/** One row for each hash, in their order. */
export function selectMerchantsByApiKeys(
  sql: Sql,
  hashes: readonly string[],
): Promise<{ merchant_id: string | null; is_use_due: boolean | null }[]> {
  return sql<{ merchant_id: string | null; is_use_due: boolean | null }[]>`
    select found.merchant_id, found.is_use_due
    from unnest(${hashes}::text[]) with ordinality as given (key_hash, number)
    left join lateral (
      select
        merchant_id,
        coalesce(last_used_at < now() - make_interval(secs => ${limits.useNotedSeconds}), true) as is_use_due
      from api_keys
      where key_hash = decode(given.key_hash, 'hex')
        and revoked_at is null
    ) found on true
    order by given.number
  `;
}

/** At most once a minute, whichever processes saw the key. */
export async function noteApiKeyUse(sql: Sql, hashes: readonly string[]): Promise<void> {
  await sql`
    update api_keys
    set last_used_at = now()
    where key_hash in (select decode(key_hash, 'hex') from unnest(${hashes}::text[]) key_hash)
      and coalesce(last_used_at < now() - make_interval(secs => ${limits.useNotedSeconds}), true)
  `;
}
