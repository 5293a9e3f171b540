import type { Sql, Tx } from "../../db/client.ts";

export interface MerchantToSignIn {
  merchant_id: string;
  merchant_name: string;
  email: string;
  is_operator: boolean;
  is_two_factor_enabled: boolean;
  password_hash: string | null;
}

const columns = (sql: Sql) => sql`
  merchant.merchant_id,
  merchant.merchant_name,
  merchant.email,
  merchant.is_operator,
  enrolment.merchant_id is not null as is_two_factor_enabled,
  merchant.password_hash
`;

export async function selectMerchantByEmail(
  sql: Sql,
  email: string,
): Promise<MerchantToSignIn | undefined> {
  const [row] = await sql<MerchantToSignIn[]>`
    select ${columns(sql)}
    from merchants merchant
    left join totp_enrolments enrolment using (merchant_id)
    where lower(merchant.email) = lower(${email})
  `;
  return row;
}

export async function selectPasswordHash(sql: Sql, merchant_id: string): Promise<string | null> {
  const [row] = await sql<{ password_hash: string | null }[]>`
    select password_hash from merchants where merchant_id = ${merchant_id}
  `;
  return row?.password_hash ?? null;
}

/** Returns whether the hash is still the merchant's, and locks it until the transaction ends. */
export async function holdPassword(
  tx: Tx,
  options: { merchant_id: string; password_hash: string | null },
): Promise<boolean> {
  const rows = await tx`
    select
    from merchants
    where merchant_id = ${options.merchant_id}
      and password_hash = ${options.password_hash}
    for share
  `;
  return rows.count === 1;
}

/** If an expected hash is given, replaces only that one, so that a password that was changed meanwhile stays. */
export async function updatePasswordHash(
  sql: Sql,
  options: { merchant_id: string; password_hash: string; expected_hash?: string | null },
): Promise<boolean> {
  const result = await sql`
    update merchants
    set password_hash = ${options.password_hash}
    where merchant_id = ${options.merchant_id}
      and (${options.expected_hash === undefined} or password_hash = ${options.expected_hash ?? null})
  `;
  return result.count === 1;
}
