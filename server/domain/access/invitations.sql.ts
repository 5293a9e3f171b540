import type { Role } from "../../contract/dashboard/roles.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { PersonName } from "./sessions.sql.ts";

export interface InvitationRow {
  invitation_id: string;
  email: string;
  role: Role;
  invited_by: string;
  invited_at: Date;
  expires_at: Date;
  is_expired: boolean;
}

const expiresAt = (sql: Sql) => sql`
  invited_at + make_interval(secs => ${limits.invitationSeconds})
`;

const columns = (sql: Sql, at: Date | null) => sql`
  invitation_id,
  invitation.email,
  invitation.role,
  inviter.person_name as invited_by,
  invited_at,
  ${expiresAt(sql)} as expires_at,
  ${expiresAt(sql)} <= ${transactionTime(sql, at)} as is_expired
`;

export function selectInvitations(
  sql: Sql,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<InvitationRow[]> {
  return sql<InvitationRow[]>`
    select ${columns(sql, at)}
    from invitations invitation
    join people inviter on inviter.merchant_id = invitation.merchant_id
      and inviter.person_id = invitation.inviter_id
    where invitation.merchant_id = ${merchant_id}
    order by invited_at, invitation_id
  `;
}

/** Replaces the address's current invitation, so that the previous link ends. */
export async function upsertInvitation(
  sql: Sql,
  invitation: PersonName & {
    invitation_id: string;
    email: string;
    role: Role;
    token_hash: Buffer;
    at: Date | null;
  },
): Promise<InvitationRow> {
  const { at } = invitation;
  const [row] = await sql<InvitationRow[]>`
    with invitation as (
      insert into invitations (merchant_id, invitation_id, email, role, token_hash, inviter_id, invited_at)
      values (
        ${invitation.merchant_id}, ${invitation.invitation_id}, ${invitation.email}, ${invitation.role},
        ${invitation.token_hash}, ${invitation.person_id}, ${transactionTime(sql, at)}
      )
      on conflict (merchant_id, lower(email)) do update
      set email = excluded.email,
        role = excluded.role,
        token_hash = excluded.token_hash,
        inviter_id = excluded.inviter_id,
        invited_at = excluded.invited_at
      returning *
    )
    select ${columns(sql, at)}
    from invitation
    join people inviter on inviter.merchant_id = invitation.merchant_id
      and inviter.person_id = invitation.inviter_id
  `;
  return row as InvitationRow;
}

/** Counts the team's members and the invitations to other addresses, which share one limit. */
export async function countTeam(
  sql: Sql,
  { merchant_id, but }: { merchant_id: string; but: string },
): Promise<{ count: number; is_in_team: boolean }> {
  const [row] = await sql<{ count: number; is_in_team: boolean }[]>`
    select
      (
        select count(*) from people where merchant_id = ${merchant_id} and left_at is null
      ) + (
        select count(*) from invitations where merchant_id = ${merchant_id} and lower(email) <> lower(${but})
      ) as count,
      exists (
        select from people
        where merchant_id = ${merchant_id}
          and left_at is null
          and lower(email) = lower(${but})
      ) as is_in_team
  `;
  return row as { count: number; is_in_team: boolean };
}

/** Returns the invitation's address, or undefined if there is no such invitation. */
export async function deleteInvitation(
  sql: Sql,
  { merchant_id, invitation_id }: { merchant_id: string; invitation_id: string },
): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    delete from invitations
    where merchant_id = ${merchant_id}
      and invitation_id = ${invitation_id}
    returning email
  `;
  return row?.email;
}

/** Deletes this person's invitations, so that a removed person cannot return with such an invitation. */
export async function deleteInvitationsOf(sql: Sql, person: PersonName): Promise<void> {
  await sql`
    delete from invitations
    where merchant_id = ${person.merchant_id}
      and inviter_id = ${person.person_id}
  `;
}

export interface OpenInvitation {
  merchant_id: string;
  merchant_name: string;
  email: string;
  role: Role;
}

/** Returns the invitation of a link that is still valid. */
export async function selectOpenInvitation(
  sql: Sql,
  { token_hash, at }: { token_hash: Buffer; at: Date | null },
): Promise<OpenInvitation | undefined> {
  const [row] = await sql<OpenInvitation[]>`
    select merchant_id, merchant_name, invitation.email, invitation.role
    from invitations invitation
    join merchants using (merchant_id)
    where token_hash = ${token_hash}
      and ${expiresAt(sql)} > ${transactionTime(sql, at)}
  `;
  return row;
}

/** Uses up the link. If two requests send the link at once, the delete succeeds for only one. */
export async function takeInvitation(
  sql: Sql,
  { token_hash, at }: { token_hash: Buffer; at: Date | null },
): Promise<{ email: string; role: Role } | undefined> {
  const [row] = await sql<{ email: string; role: Role }[]>`
    delete from invitations
    where token_hash = ${token_hash}
      and ${expiresAt(sql)} > ${transactionTime(sql, at)}
    returning email, role
  `;
  return row;
}
