import { randomUUIDv7 } from "node:crypto";
import type { ListedApiKey } from "../../contract/dashboard/api-keys.ts";
import { limits } from "../../contract/limits.ts";
import { asSql, type Sql, type Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import {
  hashCredential,
  isApiKey,
  isTestKeyBeginning,
  newApiKey,
  newTestApiKey,
} from "../security/credentials.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { openTestMode } from "./test-mode.ts";

const prefixCharacters = 12;

interface KeyRow {
  key_id: string;
  label: string | null;
  key_prefix: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Creates a key and returns it in clear text, which is never shown again. */
export function createApiKey(
  sql: Sql | Tx,
  merchant_id: string,
  label: string | null = null,
): Promise<ListedApiKey & { api_key: string }> {
  return insertApiKey(sql, { merchant_id, label, api_key: newApiKey() });
}

/** Creates a key for tests. The first such key also creates test mode. The secret signs the webhooks of test mode. */
export async function createTestApiKey(
  gateway: Pick<Gateway, "sql" | "secrets">,
  merchant_id: string,
  label: string | null = null,
): Promise<ListedApiKey & { api_key: string; webhook_secret: string }> {
  return gateway.sql.begin(async (tx) => {
    const mode = await openTestMode({ ...gateway, sql: asSql(tx) }, merchant_id);
    const key = { merchant_id: mode.merchant_id, label, api_key: newTestApiKey() };
    return { ...(await insertApiKey(tx, key)), webhook_secret: mode.webhook_secret };
  });
}

async function insertApiKey(
  sql: Sql | Tx,
  { merchant_id, label, api_key }: { merchant_id: string; label: string | null; api_key: string },
): Promise<ListedApiKey & { api_key: string }> {
  await forgetRevokedKeys(sql, merchant_id);
  try {
    const [row] = await sql<KeyRow[]>`
      insert into api_keys (merchant_id, key_id, key_hash, key_prefix, label, created_at)
      values (
        ${merchant_id}, ${randomUUIDv7()}, ${hashCredential(api_key)}, ${api_key.slice(0, prefixCharacters)},
        ${label}, now()
      )
      returning key_id, label, key_prefix, created_at, last_used_at
    `;
    return { ...presentKey(row as KeyRow), api_key };
  } catch (cause) {
    switch (violatedConstraint(cause)) {
      case "api_keys_at_most_five_active":
        throw new DomainError(
          { code: "api_key_limit", params: { keys: limits.activeApiKeys } },
          { cause },
        );
      case "api_keys_say_their_mode":
        throw new DomainError(
          `${merchant_id} is a test mode. Create a test key for its live merchant instead.`,
          {
            cause,
          },
        );
      default:
        throw cause;
    }
  }
}

/** Deletes all but the newest revoked keys, because an unknown key gets the same response as a revoked one. */
async function forgetRevokedKeys(sql: Sql | Tx, merchant_id: string): Promise<void> {
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

/** The merchant and its test mode. */
const inBothModes = (sql: Sql | Tx, merchant_id: string) => sql`
  array(
    select merchant_id
    from merchants
    where merchant_id = ${merchant_id}
      or test_of = ${merchant_id}
  )
`;

/** Returns whether the merchant has a valid key, in either mode. */
export async function hasApiKey(sql: Sql, merchant_id: string): Promise<boolean> {
  const rows = await sql`
    select
    from api_keys
    where merchant_id = any (${inBothModes(sql, merchant_id)})
      and revoked_at is null
    limit 1
  `;
  return rows.length > 0;
}

/** Lists the valid keys, including those of test mode, oldest first. */
export async function listApiKeys(sql: Sql, merchant_id: string): Promise<ListedApiKey[]> {
  const rows = await sql<KeyRow[]>`
    select key_id, label, key_prefix, created_at, last_used_at
    from api_keys
    where merchant_id = any (${inBothModes(sql, merchant_id)})
      and revoked_at is null
    order by created_at, key_id
  `;
  return rows.map(presentKey);
}

const presentKey = ({ created_at, last_used_at, ...key }: KeyRow): ListedApiKey => ({
  ...key,
  is_test: isTestKeyBeginning(key.key_prefix),
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/**
 * Revokes the key and returns its merchant. Returns null if that merchant has no such key, or the key was revoked
 * before.
 */
export async function revokeApiKey(
  sql: Sql,
  key_id: string,
  merchant_id: string | null = null,
): Promise<string | null> {
  const [row] = await sql<{ merchant_id: string }[]>`
    update api_keys
    set revoked_at = now()
    from merchants merchant
    where api_keys.key_id = ${key_id}
      and api_keys.revoked_at is null
      and merchant.merchant_id = api_keys.merchant_id
      and (
        ${merchant_id}::uuid is null
        or coalesce(merchant.test_of, merchant.merchant_id) = ${merchant_id}
      )
    returning coalesce(merchant.test_of, merchant.merchant_id) as merchant_id
  `;
  return row?.merchant_id ?? null;
}

/**
 * Returns the merchants of these keys, in the order of the keys; null for an invalid key. The lookup is by hash, so
 * no secret is compared byte by byte.
 */
export async function findMerchantsByApiKeys(
  sql: Sql,
  api_keys: readonly string[],
): Promise<(string | null)[]> {
  const hashes = api_keys.map((key) => (isApiKey(key) ? hashCredential(key).toString("hex") : ""));
  if (hashes.every((hash) => hash === "")) return hashes.map(() => null);
  const rows = await sql<{ merchant_id: string | null; is_use_due: boolean | null }[]>`
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
  const due = hashes.filter((_, index) => rows[index]?.is_use_due);
  // No request waits for this record. If it fails, the next use is recorded.
  if (due.length > 0) noteUse(sql, due).catch(() => undefined);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Records the use of keys at most once a minute, whichever processes saw the keys. */
async function noteUse(sql: Sql, hashes: readonly string[]): Promise<void> {
  await sql`
    update api_keys
    set last_used_at = now()
    where key_hash in (select decode(key_hash, 'hex') from unnest(${hashes}::text[]) key_hash)
      and coalesce(last_used_at < now() - make_interval(secs => ${limits.useNotedSeconds}), true)
  `;
}
