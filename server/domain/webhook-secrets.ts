import { randomUUIDv7 } from "node:crypto";
import { limits } from "../contract/limits.ts";
import type { Sql, Tx } from "../db/client.ts";
import { newWebhookSecret } from "./credentials.ts";
import type { SecretBox } from "./secrets.ts";

/** The secrets that a merchant's webhooks are signed with: one, or two while a rotation lasts. */

/** Sealed secrets open only for their own merchant. */
export const webhookSecretContext = (merchant_id: string) =>
  `merchant:${merchant_id}:webhook_secret`;

/** Answers the secret in clear text, for the only time. */
export async function addWebhookSecret(
  tx: Tx,
  secrets: SecretBox,
  merchant_id: string,
): Promise<string> {
  const secret = newWebhookSecret();
  await tx`
    insert into webhook_secrets (merchant_id, secret_id, sealed_secret, created_at)
    values (
      ${merchant_id}, ${randomUUIDv7()}, ${secrets.seal(secret, webhookSecretContext(merchant_id))}, now()
    )
  `;
  return secret;
}

/**
 * A new secret that signs from now on; the earlier ones sign beside it for another 24 hours (decisions, section 4).
 * Answers the new one, for the only time.
 */
export async function rotateWebhookSecret(
  sql: Sql,
  secrets: SecretBox,
  options: { merchant_id: string; at: Date | null },
): Promise<string> {
  return sql.begin(async (tx) => {
    await tx`
      update webhook_secrets
      set expires_at = coalesce(${options.at}::timestamptz, now()) 
          + make_interval(hours => ${limits.webhookSecretOverlapHours})
      where merchant_id = ${options.merchant_id}
        and expires_at is null
    `;
    return addWebhookSecret(tx, secrets, options.merchant_id);
  });
}

/** The newest first. */
export async function liveWebhookSecrets(
  sql: Sql,
  secrets: SecretBox,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<string[]> {
  const sealed = await selectLiveWebhookSecrets(sql, { merchant_ids: [merchant_id], at });
  const ofMerchant = sealed.get(merchant_id) ?? [];
  return ofMerchant.map((each) => secrets.open(each, webhookSecretContext(merchant_id)));
}

/** Of each merchant that has any, sealed: one that cannot be opened is its own merchant's trouble. */
export async function selectLiveWebhookSecrets(
  sql: Sql,
  { merchant_ids, at }: { merchant_ids: readonly string[]; at: Date | null },
): Promise<Map<string, Buffer[]>> {
  const rows = await sql<{ merchant_id: string; sealed_secret: Buffer }[]>`
    select merchant_id, sealed_secret
    from webhook_secrets
    where merchant_id = any(${merchant_ids as string[]}::uuid[])
      and (expires_at is null or expires_at > coalesce(${at}::timestamptz, now()))
    order by created_at desc, secret_id desc
  `;
  const byMerchant = new Map<string, Buffer[]>();
  for (const { merchant_id, sealed_secret } of rows) {
    const sealed = byMerchant.get(merchant_id);
    if (sealed) sealed.push(sealed_secret);
    else byMerchant.set(merchant_id, [sealed_secret]);
  }
  return byMerchant;
}

/**
 * What an attempt signs with: those that open. One whose key was lost must not keep back what a newer one signs; where
 * none opens, nothing can be sent.
 */
export function openSigningSecrets(
  secrets: SecretBox,
  merchant_id: string,
  sealed: readonly Buffer[],
): string[] {
  const opened: string[] = [];
  let failure: unknown;
  for (const each of sealed) {
    try {
      opened.push(secrets.open(each, webhookSecretContext(merchant_id)));
    } catch (cause) {
      failure ??= cause;
    }
  }
  if (opened.length === 0 && failure !== undefined) throw failure;
  return opened;
}
