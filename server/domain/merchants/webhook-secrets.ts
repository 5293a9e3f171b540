import { randomUUIDv7 } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { newWebhookSecret } from "../security/credentials.ts";
import { DomainError } from "../base/domain-error.ts";
import { holdMerchant } from "./merchants.sql.ts";
import type { SecretBox } from "../security/secrets.ts";
import { transactionTime } from "../base/clock.sql.ts";

/** The secrets that sign a merchant's webhooks: one, or several after a rotation. */

/** A sealed secret opens only for its own merchant. */
export const webhookSecretContext = (merchant_id: string) =>
  `merchant:${merchant_id}:webhook_secret`;

/** Adds a secret and returns it in clear text, which is never shown again. */
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
 * Creates a new secret that signs from now on. The previous secret also signs for another 24 hours. Returns the new
 * secret, which is never shown again.
 */
export async function rotateWebhookSecret(
  sql: Sql,
  secrets: SecretBox,
  options: { merchant_id: string; at: Date | null },
): Promise<string> {
  return sql.begin(async (tx) => {
    await holdMerchant(tx, options.merchant_id);
    const [row] = await tx<{ count: number }[]>`
      select count(*) as count
      from webhook_secrets
      where merchant_id = ${options.merchant_id}
        and (expires_at is null or expires_at > ${transactionTime(tx, options.at)})
    `;
    if ((row?.count ?? 0) >= limits.webhookSecretsInForce) throw tooManySecrets();
    await tx`
      update webhook_secrets
      set expires_at = ${transactionTime(tx, options.at)} 
          + make_interval(hours => ${limits.webhookSecretOverlapHours})
      where merchant_id = ${options.merchant_id}
        and expires_at is null
    `;
    return addWebhookSecret(tx, secrets, options.merchant_id);
  });
}

const tooManySecrets = () =>
  new DomainError({
    code: "webhook_secret_limit",
    params: { secrets: limits.webhookSecretsInForce, hours: limits.webhookSecretOverlapHours },
  });

/** Lists the secrets, newest first. */
export async function liveWebhookSecrets(
  sql: Sql,
  secrets: SecretBox,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<string[]> {
  const [row] = await sql<{ secrets: string[] }[]>`
    ${liveSecretsOf(sql, { merchants: [merchant_id], at })}
  `;
  return sealedSecrets(row?.secrets ?? []).map((each) =>
    secrets.open(each, webhookSecretContext(merchant_id)),
  );
}

/** Selects the sealed secrets of each of the merchants, newest first, as texts for `sealedSecrets`. */
export const liveSecretsOf = (
  sql: Sql,
  { merchants, at }: { merchants: readonly string[]; at: Date | null },
) => sql`
  select
    secret.merchant_id,
    array_agg(encode(secret.sealed_secret, 'hex') order by secret.created_at desc, secret.secret_id desc) as secrets
  from webhook_secrets secret
  where secret.merchant_id = any(${merchants}::uuid[])
    and (secret.expires_at is null or secret.expires_at > ${transactionTime(sql, at)})
  group by secret.merchant_id
`;

export const sealedSecrets = (texts: readonly string[]): Buffer[] =>
  texts.map((text) => Buffer.from(text, "hex"));

/**
 * The opened secrets of each list of sealed ones. An entry lives as long as its list, and a list lives as long as the
 * lease that read it.
 */
const openedOf = new WeakMap<readonly Buffer[], readonly string[]>();

/**
 * Returns the secrets that can be opened. A secret whose key was lost must not prevent a signature with a newer one.
 * If none opens, nothing can be sent. Each list is opened once.
 */
export function openSigningSecrets(
  secrets: SecretBox,
  merchant_id: string,
  sealed: readonly Buffer[],
): readonly string[] {
  const known = openedOf.get(sealed);
  if (known) return known;
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
  openedOf.set(sealed, opened);
  return opened;
}
