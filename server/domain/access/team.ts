import { randomUUIDv7 } from "node:crypto";
import type { Role } from "../../contract/dashboard/roles.ts";
import type { Invitation, TeamPerson } from "../../contract/dashboard/team.ts";
import { GatewayError, notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import type { Sql } from "../../db/client.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { hashCredential, isInvitationToken, newInvitationToken } from "../security/credentials.ts";
import { refuseGuessable } from "../security/guessable-passwords.ts";
import { hashPassword } from "../security/passwords.ts";
import { audited, type Actor } from "./audit.ts";
import {
  countTeam,
  deleteInvitation,
  deleteInvitationsOf,
  selectInvitations,
  selectOpenInvitation,
  takeInvitation,
  upsertInvitation,
  type InvitationRow,
  type OpenInvitation,
} from "./invitations.sql.ts";
import { deleteBrowsers } from "./known-browsers.sql.ts";
import type { Mailer } from "./password-resets.ts";
import { deleteReset } from "./password-resets.sql.ts";
import {
  insertPerson,
  selectRole,
  selectTeam,
  updateLeft,
  updateName,
  updateRole,
} from "./people.sql.ts";
import { deleteCodes } from "./recovery-codes.sql.ts";
import { nameOf, type Client } from "./sessions.ts";
import { deleteSessions, type PersonName, type Session } from "./sessions.sql.ts";
import { enter, type SignedIn } from "./sign-in.ts";
import { countAttempt, invitationRules, visitorRules } from "./sign-in-attempts.ts";
import { deleteEnrolment, deleteOffer } from "./two-factor.sql.ts";
import { requireConfirmed } from "./two-factor.ts";

/**
 * Manages a merchant's team. Only an owner decides about people, so no member can raise their own role or invite
 * someone above it. Every decision first takes the merchant's turn and then reads the owner's current role. If two
 * owners demote each other at once, the second is no longer an owner when their turn comes.
 */

export async function readTeam(
  gateway: Gateway,
  merchant_id: string,
): Promise<{ people: TeamPerson[]; invitations: Invitation[] }> {
  const options = { merchant_id, at: gateway.now() };
  const [people, invitations] = await Promise.all([
    selectTeam(gateway.sql, options),
    selectInvitations(gateway.sql, options),
  ]);
  return {
    people: people.map((person) => ({
      ...person,
      created_at: person.created_at.toISOString(),
      last_used_at: person.last_used_at?.toISOString() ?? null,
    })),
    invitations: invitations.map(presentInvitation),
  };
}

const presentInvitation = (row: InvitationRow): Invitation => ({
  ...row,
  invited_at: row.invited_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

async function takeTurnOfOwner(sql: Sql, owner: PersonName): Promise<void> {
  await holdMerchant(sql, owner.merchant_id);
  if ((await selectRole(sql, owner)) === "owner") return;
  throw new GatewayError("forbidden", {
    message: "You are no longer an owner of this team. Ask an owner.",
  });
}

export async function invitePerson(
  gateway: Gateway,
  mailer: Mailer | null,
  actor: Actor,
  { session, email, role }: { session: Session; email: string; role: Role },
): Promise<Invitation & { link: string | null }> {
  requireConfirmed(session);
  const owner = nameOf(session);
  const { merchant_id } = owner;
  await countAttempt(gateway, invitationRules(merchant_id));
  const token = newInvitationToken();
  const invitation = await audited(
    gateway,
    actor,
    async ({ sql }) => {
      await takeTurnOfOwner(sql, owner);
      const { count, is_in_team } = await countTeam(sql, { merchant_id, but: email });
      if (is_in_team) throw new DomainError({ code: "already_in_team", params: { email } });
      requireRoom(count);
      return upsertInvitation(sql, {
        ...owner,
        invitation_id: randomUUIDv7(),
        email,
        role,
        token_hash: hashCredential(token),
        at: gateway.now(),
      });
    },
    ({ invitation_id }) => ({
      merchant_id,
      action: "person.invited",
      object_id: invitation_id,
      details: { email, role },
    }),
  );
  // The token follows the `#`, so that no server logs it.
  const link = `${gateway.settings.publicUrl}/dashboard/invitation#token=${token}`;
  mailer?.send({ to: email, ...mailOf(session.merchant_name, link) });
  return { ...presentInvitation(invitation), link: mailer ? null : link };
}

function requireRoom(count: number): void {
  if (count < limits.teamPeople) return;
  throw new DomainError({ code: "team_limit", params: { people: limits.teamPeople } });
}

function mailOf(merchant_name: string, link: string): { subject: string; text: string } {
  const days = limits.invitationSeconds / 86_400;
  return {
    subject: `Undangan ke tim ${merchant_name} / Invitation to the team of ${merchant_name}`,
    text: `Anda diundang ke tim ${merchant_name} di Tepat. Buka tautan ini dalam ${days} hari, lalu isi nama dan kata sandi Anda:\n${link}\n\nJika Anda tidak mengenal ${merchant_name}, abaikan email ini.\n\n---\n\nYou are invited to the team of ${merchant_name} on Tepat. Open this link within ${days} days, and enter your name and a password:\n${link}\n\nIf you do not know ${merchant_name}, ignore this email.\n`,
  };
}

export async function withdrawInvitation(
  gateway: Gateway,
  actor: Actor,
  { session, invitation_id }: { session: Session; invitation_id: string },
): Promise<void> {
  const owner = nameOf(session);
  const { merchant_id } = owner;
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      await takeTurnOfOwner(sql, owner);
      const email = await deleteInvitation(sql, { merchant_id, invitation_id });
      if (email === undefined) {
        throw notFound("invitation");
      }
      return email;
    },
    (email) => ({
      merchant_id,
      action: "invitation.withdrawn",
      object_id: invitation_id,
      details: { email },
    }),
  );
}

/** Changes a role. The person's sessions end, so that no page keeps showing data that the new role must not see. */
export async function changeRole(
  gateway: Gateway,
  actor: Actor,
  { session, person_id, role }: { session: Session; person_id: string; role: Role },
): Promise<void> {
  requireConfirmed(session);
  const { merchant_id } = session;
  const person = { merchant_id, person_id };
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      await takeTurnOfOwner(sql, nameOf(session));
      const former = await selectRole(sql, person);
      if (former === undefined) throw notInTeam();
      await keepingAnOwner(updateRole(sql, { ...person, role }));
      if (role !== "owner") await deleteInvitationsOf(sql, person);
      if (role !== former) await deleteSessions(sql, { ...person, kept_session_id: null });
    },
    () => ({
      merchant_id,
      action: "person.role_changed",
      object_id: person_id,
      details: { role },
    }),
  );
}

/** Removes a person. All the person's credentials end in the same transaction. */
export async function removePerson(
  gateway: Gateway,
  actor: Actor,
  { session, person_id }: { session: Session; person_id: string },
): Promise<void> {
  const { merchant_id } = session;
  const person = { merchant_id, person_id };
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      await takeTurnOfOwner(sql, nameOf(session));
      const isRemoved = await keepingAnOwner(updateLeft(sql, { ...person, at: gateway.now() }));
      if (!isRemoved) throw notInTeam();
      await deleteInvitationsOf(sql, person);
      await deleteBrowsers(sql, person);
      await deleteReset(sql, person);
      await deleteEnrolment(sql, person);
      await deleteOffer(sql, person);
      await deleteCodes(sql, person);
      return deleteSessions(sql, { ...person, kept_session_id: null });
    },
    (ended_sessions) => ({
      merchant_id,
      action: "person.removed",
      object_id: person_id,
      details: { ended_sessions },
    }),
  );
}

const notInTeam = () => notFound("team member");

async function keepingAnOwner(change: Promise<boolean>): Promise<boolean> {
  try {
    return await change;
  } catch (cause) {
    if (violatedConstraint(cause) !== "people_keep_an_owner") throw cause;
    throw new DomainError({ code: "last_owner", params: {} }, { cause });
  }
}

export async function changeOwnName(
  gateway: Gateway,
  actor: Actor,
  { session, name }: { session: Session; name: string },
): Promise<void> {
  const person = nameOf(session);
  await audited(
    gateway,
    actor,
    ({ sql }) => updateName(sql, { ...person, name }),
    () => ({
      merchant_id: person.merchant_id,
      action: "person.renamed",
      object_id: person.person_id,
      details: { name },
    }),
  );
}

/** Opens an invitation. Guessed links count like guessed passwords. */
export async function openInvitation(
  gateway: Gateway,
  token: string,
  client: Client,
): Promise<Omit<OpenInvitation, "merchant_id">> {
  await countAttempt(gateway, visitorRules(client.client_address));
  const { merchant_name, email, role } = await requireInvitation(gateway, token);
  return { merchant_name, email, role };
}

async function requireInvitation(gateway: Gateway, token: string): Promise<OpenInvitation> {
  const found = isInvitationToken(token)
    ? await selectOpenInvitation(gateway.sql, {
        token_hash: hashCredential(token),
        at: gateway.now(),
      })
    : undefined;
  if (found) return found;
  throw uselessLink();
}

export async function acceptInvitation(
  gateway: Gateway,
  { token, name, password }: { token: string; name: string; password: string },
  client: Client,
): Promise<SignedIn> {
  await countAttempt(gateway, visitorRules(client.client_address));
  const invited = await requireInvitation(gateway, token);
  const { merchant_id, merchant_name } = invited;
  refuseGuessable("password", password, [invited.email, merchant_name, name]);
  const password_hash = await hashPassword(password);
  const person_id = randomUUIDv7();
  const { email, role } = await audited(
    gateway,
    { actor: "merchant", session_id: null, person_id, ...client },
    async ({ sql }) => {
      // Takes the locks of a decision about people. All such decisions use this order, so that none of them waits for
      // another in a circle.
      await holdMerchant(sql, merchant_id);
      const at = gateway.now();
      const invitation = await takeInvitation(sql, { token_hash: hashCredential(token), at });
      if (!invitation) throw uselessLink();
      const { count } = await countTeam(sql, { merchant_id, but: invitation.email });
      requireRoom(count);
      const person = { merchant_id, person_id, name, ...invitation, password_hash, at };
      await withFreeAddress(insertPerson(sql, person), invitation.email);
      return invitation;
    },
    (joined) => ({
      merchant_id,
      action: "person.joined",
      object_id: person_id,
      details: { ...joined },
    }),
  );
  const account = { merchant_id, merchant_name, person: { person_id, name, role }, email };
  return enter(gateway, { ...account, password_hash, is_operator: false }, client);
}

async function withFreeAddress(insert: Promise<void>, email: string): Promise<void> {
  try {
    await insert;
  } catch (cause) {
    if (violatedConstraint(cause) !== "people_email_key") throw cause;
    throw new DomainError({ code: "email_taken", params: { email } }, { cause });
  }
}

const uselessLink = () =>
  new GatewayError("conflict", { reason: { code: "link_expired", params: {} } });
