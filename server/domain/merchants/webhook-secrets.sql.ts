import { randomUUIDv7 } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

export async function insertWebhookSecret(
  tx: Tx,
  { merchant_id, sealed_secret }: { merchant_id: string; sealed_secret: Buffer },
): Promise<void> {
  await tx`
    insert into webhook_secrets (merchant_id, secret_id, sealed_secret, created_at)
    values (
      ${merchant_id}, ${randomUUIDv7()}, ${sealed_secret}, now()
    )
  `;
}

export async function countSecretsInForce(
  tx: Tx,
  options: { merchant_id: string; at: Date | null },
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count
    from webhook_secrets
    where merchant_id = ${options.merchant_id}
      and (expires_at is null or expires_at > ${transactionTime(tx, options.at)})
  `;
  return row?.count ?? 0;
}

/** The present ones sign beside the one to come for as long as receivers may need to learn it. */
export async function endSecretsLater(
  tx: Tx,
  options: { merchant_id: string; at: Date | null },
): Promise<void> {
  await tx`
    update webhook_secrets
    set expires_at = ${transactionTime(tx, options.at)}
        + make_interval(hours => ${limits.webhookSecretOverlapHours})
    where merchant_id = ${options.merchant_id}
      and expires_at is null
  `;
}

/** The newest first. */
export async function selectLiveSecrets(
  sql: Sql,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<Buffer[]> {
  const [row] = await sql<{ sealed: string[] }[]>`
    select ${liveSecrets(sql, { row: "merchant", at })} as sealed
    from merchants merchant
    where merchant.merchant_id = ${merchant_id}
  `;
  return sealedSecrets(row?.sealed ?? []);
}

/** Those of the merchant whom `row` names, sealed, the newest first: text for `sealedSecrets`. */
export const liveSecrets = (sql: Sql, { row, at }: { row: string; at: Date | null }) => sql`
  array(
    select encode(secret.sealed_secret, 'hex')
    from webhook_secrets secret
    where secret.merchant_id = ${sql(`${row}.merchant_id`)}
      and (secret.expires_at is null or secret.expires_at > ${transactionTime(sql, at)})
    order by secret.created_at desc, secret.secret_id desc
  )
`;

export const sealedSecrets = (texts: readonly string[]): Buffer[] =>
  texts.map((text) => Buffer.from(text, "hex"));
