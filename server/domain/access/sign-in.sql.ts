import type { Sql, Tx } from "../../db/client.ts";
import { personColumn, type Person, type PersonName } from "./sessions.sql.ts";

export interface PersonToSignIn {
  merchant_id: string;
  merchant_name: string;
  person: Person;
  email: string;
  is_operator: boolean;
  is_two_factor_enabled: boolean;
  password_hash: string | null;
}

const columns = (sql: Sql) => sql`
  merchant.merchant_id,
  merchant.merchant_name,
  ${personColumn(sql)},
  person.email,
  merchant.is_operator,
  authenticator.person_id is not null as is_two_factor_enabled,
  person.password_hash
`;

export async function selectPersonByEmail(
  sql: Sql,
  email: string,
): Promise<PersonToSignIn | undefined> {
  const [row] = await sql<PersonToSignIn[]>`
    select ${columns(sql)}
    from people person
    join merchants merchant using (merchant_id)
    left join authenticators authenticator using (merchant_id, person_id)
    where lower(person.email) = lower(${email})
      and person.left_at is null
  `;
  return row;
}

export async function selectPasswordHash(
  sql: Sql,
  { merchant_id, person_id }: PersonName,
): Promise<string | null> {
  const [row] = await sql<{ password_hash: string | null }[]>`
    select password_hash
    from people
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
  `;
  return row?.password_hash ?? null;
}

/** Returns whether the hash is still the person's, and locks it until the transaction ends. */
export async function holdPassword(
  tx: Tx,
  options: PersonName & { password_hash: string | null },
): Promise<boolean> {
  const rows = await tx`
    select
    from people
    where merchant_id = ${options.merchant_id}
      and person_id = ${options.person_id}
      and password_hash = ${options.password_hash}
    for share
  `;
  return rows.count === 1;
}

/**
 * Replaces the hash. If an expected hash is given, replaces only that one, so that a password that was changed in the
 * meantime stays.
 */
export async function updatePasswordHash(
  sql: Sql,
  options: PersonName & { password_hash: string; expected_hash?: string | null },
): Promise<boolean> {
  const result = await sql`
    update people
    set password_hash = ${options.password_hash}
    where merchant_id = ${options.merchant_id}
      and person_id = ${options.person_id}
      and left_at is null
      and (${options.expected_hash === undefined} or password_hash = ${options.expected_hash ?? null})
  `;
  return result.count === 1;
}
