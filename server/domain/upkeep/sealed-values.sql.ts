import type { Sql } from "../../db/client.ts";
import { qrisContext } from "../accounts/accounts.ts";
import { totpContext } from "../access/totp.ts";
import { settingContext } from "../gateway-settings/settings-in-force.ts";
import type { SettingName } from "../../contract/dashboard/gateway-settings.ts";
import { mailKeyContext, passwordContext, signInContext } from "../mail/mail-sealing.ts";
import { pushKeyContext, targetContext } from "../notices/notice-sending.ts";
import { webhookSecretContext } from "../merchants/webhook-secrets.ts";

/** A column of sealed values. Its rows are identified by the merchant and `id`. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  readonly id: string;
  contextOf(row: { merchant_id: string; id: string }): string;
}

/** All columns that store sealed values. */
export const sealedPlaces: readonly SealedPlace[] = [
  {
    table: "webhook_secrets",
    column: "sealed_secret",
    id: "secret_id",
    contextOf: ({ merchant_id }) => webhookSecretContext(merchant_id),
  },
  {
    table: "authenticators",
    column: "sealed_secret",
    id: "person_id",
    contextOf: ({ id }) => totpContext(id),
  },
  {
    table: "authenticator_offers",
    column: "sealed_secret",
    id: "person_id",
    contextOf: ({ id }) => totpContext(id),
  },
  {
    table: "accounts",
    column: "sealed_qris",
    id: "account_id",
    contextOf: ({ id }) => qrisContext(id),
  },
  {
    table: "notice_targets",
    column: "sealed_address",
    id: "target_id",
    contextOf: ({ id }) => targetContext(id),
  },
  {
    table: "push_keys",
    column: "sealed_private_key",
    id: "merchant_id",
    contextOf: ({ merchant_id }) => pushKeyContext(merchant_id),
  },
  {
    table: "mailboxes",
    column: "sealed_password",
    id: "device_id",
    contextOf: ({ id }) => passwordContext(id),
  },
  // This key seals the mailbox's emails.
  {
    table: "mailboxes",
    column: "sealed_mail_key",
    id: "device_id",
    contextOf: ({ id }) => mailKeyContext(id),
  },
  {
    table: "mail_sign_ins",
    column: "sealed_request",
    id: "session_id",
    contextOf: ({ id }) => signInContext(id),
  },
  {
    table: "gateway_settings",
    column: "sealed_value",
    id: "setting_name",
    contextOf: ({ id }) => settingContext(id as SettingName),
  },
];

export interface SealedRow {
  merchant_id: string;
  id: string;
  sealed: Buffer;
}

/** Selects the next merchants after this one, in the order of their ids. */
export async function selectMerchantsAfter(
  sql: Sql,
  { merchant_id, limit }: { merchant_id: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ merchant_id: string }[]>`
    select merchant_id
    from merchants
    where merchant_id > ${merchant_id}
    order by merchant_id
    limit ${limit}
  `;
  return rows.map((row) => row.merchant_id);
}

export function selectSealed(
  sql: Sql,
  { table, column, id }: SealedPlace,
  merchants: readonly string[],
): Promise<SealedRow[]> {
  return sql<SealedRow[]>`
    select merchant_id, ${sql(id)} as id, ${sql(column)} as sealed
    from ${sql(table)}
    where merchant_id = any (${[...merchants]}::uuid[])
      and ${sql(column)} is not null
  `;
}

/** Counts by key the newest webhook secrets that sign now. */
export function countPresentKeys(
  sql: Sql,
  { limit }: { limit: number },
): Promise<{ key_id: string; count: number }[]> {
  return sql<{ key_id: string; count: number }[]>`
    select encode(substring(sealed_secret from 2 for 4), 'hex') as key_id, count(*) as count
    from (
      select sealed_secret
      from webhook_secrets
      where expires_at is null
      order by created_at desc
      limit ${limit}
    ) present
    group by key_id
    order by count desc
  `;
}

/** Returns false if the value was replaced in the meantime by one that the current secret has sealed. */
export async function updateSealed(
  sql: Sql,
  { table, column, id }: SealedPlace,
  row: SealedRow & { resealed: Buffer },
): Promise<boolean> {
  const result = await sql`
    update ${sql(table)}
    set ${sql(column)} = ${row.resealed}
    where merchant_id = ${row.merchant_id}
      and ${sql(id)} = ${row.id}
      and ${sql(column)} = ${row.sealed}
  `;
  return result.count === 1;
}
