import type { Role } from "../../contract/dashboard/roles.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

/** A person of a merchant's team. */
export interface Person {
  person_id: string;
  name: string;
  role: Role;
}

/** The key of a person. */
export interface PersonName {
  merchant_id: string;
  person_id: string;
}

/** An open session, found by its cookie. The role is the current one, because each request reads it. */
export interface Session {
  merchant_id: string;
  session_id: string;
  merchant_name: string;
  person: Person;
  /** The person's email address. */
  email: string;
  is_operator: boolean;
  is_two_factor_enabled: boolean;
  created_at: Date;
  confirmed_until: Date | null;
}

export const isOpen = (sql: Sql | Tx, at: Date | null) => sql`
  session.created_at > ${transactionTime(sql, at)} - make_interval(secs => ${limits.sessionSeconds})
  and session.last_used_at > ${transactionTime(sql, at)} - make_interval(secs => ${limits.sessionIdleSeconds})
`;

/** The person of the row `person` as an object. */
export const personColumn = (sql: Sql) => sql`
  json_build_object('person_id', person.person_id, 'name', person.person_name, 'role', person.role) as person
`;

/** Returns the open session of a cookie, with one index. Records the use if the last recorded use is a minute old. */
export async function useSession(
  sql: Sql,
  { token_hash, at }: { token_hash: Buffer; at: Date | null },
): Promise<Session | undefined> {
  const [row] = await sql<Session[]>`
    with used as (
      update sessions session
      set last_used_at = ${transactionTime(sql, at)}
      where session.token_hash = ${token_hash}
        and ${isOpen(sql, at)}
        and session.last_used_at <= ${transactionTime(sql, at)} - make_interval(secs => ${limits.useNotedSeconds})
    )
    select
      session.merchant_id,
      session.session_id,
      merchant.merchant_name,
      ${personColumn(sql)},
      person.email,
      merchant.is_operator,
      authenticator.person_id is not null as is_two_factor_enabled,
      session.created_at,
      case when session.confirmed_until > ${transactionTime(sql, at)} then session.confirmed_until end as confirmed_until
    from sessions session
    join merchants merchant using (merchant_id)
    join people person using (merchant_id, person_id)
    left join authenticators authenticator using (merchant_id, person_id)
    where session.token_hash = ${token_hash}
      and ${isOpen(sql, at)}
      and person.left_at is null
  `;
  return row;
}

export interface NewSession {
  merchant_id: string;
  person_id: string;
  session_id: string;
  token_hash: Buffer;
  client_address: string;
  user_agent: string | null;
  is_confirmed: boolean;
}

/** Adds a session. Deletes the person's ended sessions, and the longest unused ones beyond the limit. */
export async function insertSession(
  tx: Tx,
  session: NewSession,
  at: Date | null,
): Promise<{ created_at: Date; confirmed_until: Date | null }> {
  await tx`
    delete from sessions session
    where session.merchant_id = ${session.merchant_id}
      and session.person_id = ${session.person_id}
      and (
        not (${isOpen(tx, at)})
        or session.session_id in (
          select session_id
          from sessions
          where merchant_id = ${session.merchant_id}
            and person_id = ${session.person_id}
          order by last_used_at desc
          offset ${limits.sessionsPerPerson - 1}
        )
      )
  `;
  const [row] = await tx<{ created_at: Date; confirmed_until: Date | null }[]>`
    insert into sessions (
      merchant_id, person_id, session_id, token_hash, client_address, user_agent, created_at, last_used_at,
      confirmed_until
    )
    select
      ${session.merchant_id}, ${session.person_id}, ${session.session_id}, ${session.token_hash},
      ${session.client_address}, ${session.user_agent}, clock.at, clock.at,
      case when ${session.is_confirmed} then clock.at + make_interval(secs => ${limits.confirmationSeconds}) end
    from (select ${transactionTime(tx, at)} as at) clock
    returning created_at, confirmed_until
  `;
  return row as { created_at: Date; confirmed_until: Date | null };
}

export async function confirmSession(
  sql: Sql,
  session: { merchant_id: string; session_id: string },
  at: Date | null,
): Promise<Date> {
  const [row] = await sql<{ confirmed_until: Date }[]>`
    update sessions
    set confirmed_until = ${transactionTime(sql, at)} + make_interval(secs => ${limits.confirmationSeconds})
    where merchant_id = ${session.merchant_id}
      and session_id = ${session.session_id}
    returning confirmed_until
  `;
  if (!row) throw new Error("a session that was just used is gone");
  return row.confirmed_until;
}

export interface SessionRow {
  session_id: string;
  client_address: string;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
}

/** Lists sessions, the most recently used first. */
export function selectSessions(
  sql: Sql,
  { merchant_id, person_id, at }: PersonName & { at: Date | null },
): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select session_id, client_address, user_agent, created_at, last_used_at
    from sessions session
    where merchant_id = ${merchant_id}
      and person_id = ${person_id}
      and ${isOpen(sql, at)}
    order by last_used_at desc, session_id
  `;
}

/** Returns false if the person has no such session. */
export async function deleteSession(
  sql: Sql,
  session: PersonName & { session_id: string },
): Promise<boolean> {
  const result = await sql`
    delete from sessions
    where merchant_id = ${session.merchant_id}
      and person_id = ${session.person_id}
      and session_id = ${session.session_id}
  `;
  return result.count === 1;
}

/** Ends all of a person's sessions except `kept`; null keeps none. Returns the number of ended sessions. */
export async function deleteSessions(
  sql: Sql,
  options: PersonName & { kept_session_id: string | null },
): Promise<number> {
  const result = await sql`
    delete from sessions
    where merchant_id = ${options.merchant_id}
      and person_id = ${options.person_id}
      and session_id is distinct from ${options.kept_session_id}
  `;
  return result.count;
}

/** Deletes at most `limit` ended sessions of all merchants. Returns their number. */
export async function deleteEndedSessions(
  sql: Sql,
  { at, limit }: { at: Date | null; limit: number },
): Promise<number> {
  const result = await sql`
    delete from sessions
    where ctid = any (array(
      select session.ctid
      from sessions session
      where not (${isOpen(sql, at)})
      limit ${limit}
    ))
  `;
  return result.count;
}
