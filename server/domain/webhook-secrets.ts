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
  options: { merchant_id: string; at: Date | null },
): Promise<string[]> {
  const rows = await sql<{ sealed_secret: Buffer }[]>`
    select sealed_secret
    from webhook_secrets
    where merchant_id = ${options.merchant_id}
      and (expires_at is null or expires_at > coalesce(${options.at}::timestamptz, now()))
    order by created_at desc, secret_id desc
  `;
  return rows.map((row) =>
    secrets.open(row.sealed_secret, webhookSecretContext(options.merchant_id)),
  );
}
