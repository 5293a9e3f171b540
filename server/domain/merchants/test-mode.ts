import { randomUUIDv7 } from "node:crypto";
import { asSql, type Sql } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { DomainError } from "../base/domain-error.ts";
import type { SecretBox } from "../security/secrets.ts";
import { addWebhookSecret, liveWebhookSecrets } from "./webhook-secrets.ts";

/**
 * A merchant's test mode is a separate merchant, to which the test keys belong. The separation of merchants therefore
 * also separates tests from real money: no list, count, transfer or statement of one appears in the other. A database
 * trigger gives test mode accounts that mirror the merchant's, and refuses every phone except a simulated one.
 */

/** Returns the merchant of the test keys and the secret of its webhooks. The first test key creates both. */
export async function openTestMode(
  { sql, secrets }: { sql: Sql; secrets: SecretBox },
  merchant_id: string,
): Promise<{ merchant_id: string; webhook_secret: string }> {
  try {
    return await sql.begin(async (tx) => {
      const [mode] = await tx<[{ merchant_id: string; is_new: boolean }]>`
        select merchant_id, is_new from open_test_mode(${merchant_id}, ${randomUUIDv7()})
      `;
      if (mode.is_new) await addWebhookSecret(tx, secrets, mode.merchant_id);
      const name = { merchant_id: mode.merchant_id, at: null };
      const [webhook_secret] = await liveWebhookSecrets(asSql(tx), secrets, name);
      if (webhook_secret === undefined) throw new Error("a test mode has no webhook secret");
      return { merchant_id: mode.merchant_id, webhook_secret };
    });
  } catch (cause) {
    if (violatedConstraint(cause) !== "merchants_test_mode_has_none") throw cause;
    throw new DomainError(`${merchant_id} is a test mode itself.`, { cause });
  }
}

/** Stands for a missing test mode. Reads for this merchant find nothing. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** Returns the merchant, or in test mode the merchant that holds the test keys. */
export async function merchantInMode(
  sql: Sql,
  { merchant_id, is_test }: { merchant_id: string; is_test: boolean },
): Promise<string> {
  if (!is_test) return merchant_id;
  const [mode] = await sql<{ merchant_id: string }[]>`
    select merchant_id from merchants where test_of = ${merchant_id}
  `;
  return mode?.merchant_id ?? nobody;
}

/** Returns the merchant whose test mode this is, or null if this merchant is no test mode. */
export async function findTestedMerchant(sql: Sql, merchant_id: string): Promise<string | null> {
  const [row] = await sql<{ test_of: string | null }[]>`
    select test_of from merchants where merchant_id = ${merchant_id}
  `;
  return row?.test_of ?? null;
}
