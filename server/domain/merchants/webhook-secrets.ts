import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { newWebhookSecret } from "../security/credentials.ts";
import { DomainError } from "../base/domain-error.ts";
import { holdMerchant } from "./merchants.sql.ts";
import type { SecretBox } from "../security/secrets.ts";
import {
  countSecretsInForce,
  endSecretsLater,
  insertWebhookSecret,
  selectLiveSecrets,
} from "./webhook-secrets.sql.ts";

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
  const sealed_secret = secrets.seal(secret, webhookSecretContext(merchant_id));
  await insertWebhookSecret(tx, { merchant_id, sealed_secret });
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
    await holdMerchant(tx, options.merchant_id);
    if ((await countSecretsInForce(tx, options)) >= limits.webhookSecretsInForce)
      throw tooManySecrets();
    await endSecretsLater(tx, options);
    return addWebhookSecret(tx, secrets, options.merchant_id);
  });
}

const tooManySecrets = () =>
  new DomainError({
    code: "webhook_secret_limit",
    params: { secrets: limits.webhookSecretsInForce, hours: limits.webhookSecretOverlapHours },
  });

/** The newest first. */
export async function liveWebhookSecrets(
  sql: Sql,
  secrets: SecretBox,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<string[]> {
  return (await selectLiveSecrets(sql, { merchant_id, at })).map((each) =>
    secrets.open(each, webhookSecretContext(merchant_id)),
  );
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
