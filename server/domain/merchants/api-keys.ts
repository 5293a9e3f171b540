import type { ListedApiKey } from "../../contract/dashboard/api-keys.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { hashCredential, isApiKey, newApiKey } from "../security/credentials.ts";
import { DomainError } from "../base/domain-error.ts";
import {
  forgetRevokedKeys,
  insertApiKey,
  noteApiKeyUse,
  selectApiKeys,
  selectMerchantsByApiKeys,
  type KeyRow,
} from "./api-keys.sql.ts";

const prefixCharacters = 12;

/** Answers the key in clear text, for the only time. */
export async function createApiKey(
  sql: Sql | Tx,
  merchant_id: string,
  label: string | null = null,
): Promise<ListedApiKey & { api_key: string }> {
  const api_key = newApiKey();
  await forgetRevokedKeys(sql, merchant_id);
  try {
    const row = await insertApiKey(sql, {
      merchant_id,
      label,
      key_hash: hashCredential(api_key),
      key_prefix: api_key.slice(0, prefixCharacters),
    });
    return { ...presentKey(row), api_key };
  } catch (cause) {
    if (violatedConstraint(cause) !== "api_keys_at_most_five_active") throw cause;
    throw new DomainError(
      { code: "api_key_limit", params: { keys: limits.activeApiKeys } },
      { cause },
    );
  }
}

/** The keys in force, the oldest first. */
export async function listApiKeys(sql: Sql, merchant_id: string): Promise<ListedApiKey[]> {
  const rows = await selectApiKeys(sql, merchant_id);
  return rows.map(presentKey);
}

const presentKey = ({ created_at, last_used_at, ...key }: KeyRow): ListedApiKey => ({
  ...key,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

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
  const rows = await selectMerchantsByApiKeys(sql, hashes);
  const due = hashes.filter((_, index) => rows[index]?.is_use_due);
  // Nobody waits for it, and the next use is noted if this one is not.
  if (due.length > 0) noteApiKeyUse(sql, due).catch(() => undefined);
  return rows.map(({ merchant_id }) => merchant_id);
}
