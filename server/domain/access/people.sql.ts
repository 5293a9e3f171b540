import type { Role } from "../../contract/dashboard/roles.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { isOpen, type PersonName } from "./sessions.sql.ts";

/** Returns a team member by email address. null: the first of the current owners. */
export async function selectPerson(
  sql: Sql,
  { merchant_id, email }: { merchant_id: string; email: string | null },
): Promise<{ person_id: string; email: string } | undefined> {
  const [row] = await sql<{ person_id: string; email: string }[]>`
    select person_id, email
    from people
    where merchant_id = ${merchant_id}
      and left_at is null
      and case when ${email}::text is null then role = 'owner' else lower(email) = lower(${email}) end
    order by created_at, person_id
    limit 1
  `;
  return row;
}

export async function selectOwnerAddresses(sql: Sql, merchant_id: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select email
    from people
    where merchant_id = ${merchant_id}
      and role = 'owner'
      and left_at is null
    order by created_at, person_id
  `;
  return rows.map(({ email }) => email);
}

export interface TeamRow {
  person_id: string;
  name: string;
  email: string;
  role: Role;
  is_two_factor_enabled: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

export function selectTeam(
  sql: Sql,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<TeamRow[]> {
  return sql<TeamRow[]>`
    select
      person.person_id,
      person.person_name as name,
      person.email,
      person.role,
      exists (
        select from authenticators authenticator
        where authenticator.merchant_id = person.merchant_id
          and authenticator.person_id = person.person_id
      ) as is_two_factor_enabled,
      person.created_at,
      (
        select max(session.last_used_at)
        from sessions session
        where session.merchant_id = person.merchant_id
          and session.person_id = person.person_id
          and ${isOpen(sql, at)}
      ) as last_used_at
    from people person
    where person.merchant_id = ${merchant_id}
      and person.left_at is null
    order by person.created_at, person.person_id
  `;
}

/** Returns the person's current role, or undefined if the person has left. */
export async function selectRole(sql: Sql, person: PersonName): Promise<Role | undefined> {
  const [row] = await sql<{ role: Role }[]>`
    select role
    from people
    where merchant_id = ${person.merchant_id}
      and person_id = ${person.person_id}
      and left_at is null
  `;
  return row?.role;
}

export async function insertPerson(
  sql: Sql,
  person: PersonName & {
    name: string;
    email: string;
    password_hash: string;
    role: Role;
    at: Date | null;
  },
): Promise<void> {
  await sql`
    insert into people (merchant_id, person_id, person_name, email, password_hash, role, created_at)
    values (
      ${person.merchant_id}, ${person.person_id}, ${person.name}, ${person.email}, ${person.password_hash},
      ${person.role}, ${transactionTime(sql, person.at)}
    )
  `;
}

/** Returns false if no team member has this id. Throws a violation of `people_keep_an_owner` for the last owner. */
export async function updateRole(
  sql: Sql,
  { merchant_id, person_id, role }: PersonName & { role: Role },
): Promise<boolean> {
  const result = await sql`
    update people
    set role = ${role}
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
      and left_at is null
  `;
  return result.count === 1;
}

export async function updateName(
  sql: Sql,
  { merchant_id, person_id, name }: PersonName & { name: string },
): Promise<void> {
  await sql`
    update people
    set person_name = ${name}
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
  `;
}

/**
 * Removes the person and all their credentials from the team. Returns false if no team member has this id. Throws a
 * violation of `people_keep_an_owner` for the last owner.
 */
export async function updateLeft(
  sql: Sql,
  { merchant_id, person_id, at }: PersonName & { at: Date | null },
): Promise<boolean> {
  const result = await sql`
    update people
    set left_at = ${transactionTime(sql, at)},
      password_hash = null
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
      and left_at is null
  `;
  return result.count === 1;
}
