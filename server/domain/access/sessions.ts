import { randomUUIDv7 } from "node:crypto";
import type { OpenSession, SignedInPerson } from "../../contract/dashboard/session.ts";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Tx } from "../../db/client.ts";
import { audited, type Actor, type PersonAtBrowser } from "./audit.ts";
import { hashCredential, isCookieToken, newCookieToken } from "../security/credentials.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { hasApiKey } from "../merchants/api-keys.ts";
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessions,
  insertSession,
  selectSessions,
  useSession,
  type PersonName,
  type Session,
} from "./sessions.sql.ts";
import { forgetOldAttempts } from "./sign-in-attempts.sql.ts";

/** The signed-in browsers. A session is 256 random bits in a cookie, and their hash in the database. */

/** The address and the browser of a request. */
export interface Client {
  client_address: string;
  user_agent: string | null;
}

/** Returns the session of a cookie's value, or null if there is none or the session has ended. */
export async function findSession(gateway: Gateway, token: string): Promise<Session | null> {
  if (!isCookieToken(token)) return null;
  const options = { token_hash: hashCredential(token), at: gateway.now() };
  return (await useSession(gateway.sql, options)) ?? null;
}

export const actorOf = (
  { session_id, person }: Pick<Session, "session_id" | "person">,
  client: Client,
): PersonAtBrowser => ({
  actor: "merchant",
  session_id,
  person_id: person.person_id,
  ...client,
});

/** Returns the key of the signed-in person. */
export const nameOf = ({
  merchant_id,
  person,
}: Pick<Session, "merchant_id" | "person">): PersonName => ({
  merchant_id,
  person_id: person.person_id,
});

/** Opens a session and returns the cookie's value, which is never shown again. */
export async function openSession(
  gateway: Gateway,
  account: Omit<Session, "session_id" | "created_at" | "confirmed_until">,
  options: {
    client: Client;
    is_confirmed: boolean;
    details?: Record<string, unknown>;
    /** A condition that is checked in the transaction that opens the session. Throws if the condition is false. */
    requirement?(tx: Tx): Promise<void>;
  },
): Promise<{ token: string; session: Session }> {
  const { client, is_confirmed, details } = options;
  const token = newCookieToken();
  const session_id = randomUUIDv7();
  const { merchant_id, person } = account;
  const times = await audited(
    gateway,
    actorOf({ session_id, person }, client),
    (inside) =>
      inside.sql.begin(async (tx) => {
        await options.requirement?.(tx);
        const opened = {
          merchant_id,
          person_id: person.person_id,
          session_id,
          token_hash: hashCredential(token),
          ...client,
          is_confirmed,
        };
        return insertSession(tx, opened, gateway.now());
      }),
    () => ({
      merchant_id,
      action: "session.opened",
      object_id: session_id,
      ...(details && { details }),
    }),
  );
  return { token, session: { ...account, session_id, ...times } };
}

/** Returns whether the person can change the settings of the whole gateway. */
export const ownsServer = ({ is_operator, person }: Pick<Session, "is_operator" | "person">) =>
  is_operator && person.role === "owner";

export async function presentSession(
  { sql, settings }: Gateway,
  session: Session,
): Promise<SignedInPerson> {
  return {
    merchant_id: session.merchant_id,
    merchant_name: session.merchant_name,
    person: session.person,
    email: session.email,
    is_operator: ownsServer(session),
    time_zone: settings.quotaTimeZone,
    has_api_key: await hasApiKey(sql, session.merchant_id),
    sends_mail: settings.sendsMail,
    session_id: session.session_id,
    signed_in_at: session.created_at.toISOString(),
    confirmed_until: session.confirmed_until?.toISOString() ?? null,
    is_two_factor_enabled: session.is_two_factor_enabled,
  };
}

export async function listSessions(gateway: Gateway, session: Session): Promise<OpenSession[]> {
  const { session_id } = session;
  const rows = await selectSessions(gateway.sql, { ...nameOf(session), at: gateway.now() });
  return rows.map((row) => ({
    session_id: row.session_id,
    is_current: row.session_id === session_id,
    client_address: row.client_address,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
  }));
}

/** Ends the caller's own session (signing out), or another session of the same person. */
export async function endSession(
  gateway: Gateway,
  actor: Actor,
  session: PersonName & { session_id: string },
): Promise<void> {
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      if (await deleteSession(sql, session)) return;
      throw notFound("session");
    },
    () => ({
      merchant_id: session.merchant_id,
      action: "session.ended",
      object_id: session.session_id,
    }),
  );
}

export async function endOtherSessions(
  gateway: Gateway,
  actor: Actor,
  session: Session,
): Promise<void> {
  const person = nameOf(session);
  await audited(
    gateway,
    actor,
    ({ sql }) => deleteSessions(sql, { ...person, kept_session_id: session.session_id }),
    (ended_sessions) => ({
      merchant_id: person.merchant_id,
      action: "session.ended",
      details: { ended_sessions },
    }),
  );
}

/**
 * The number of sessions that one statement deletes. Strangers decide how many sessions there are, and each statement
 * has a time limit.
 */
const forgottenAtOnce = 1_000;

/** Deletes ended sessions, which cannot be used anyway, to keep the table small. */
export async function forgetEndedSessions(gateway: Gateway): Promise<void> {
  const bounds = { at: gateway.now(), limit: forgottenAtOnce };
  while ((await deleteEndedSessions(gateway.sql, bounds)) === forgottenAtOnce);
  while ((await forgetOldAttempts(gateway.sql, bounds)) === forgottenAtOnce);
}

/** Returns the request's address and browser. The browser's own description is cut to fit the table. */
export const clientOf = (client_address: string, user_agent: string | undefined): Client => ({
  client_address,
  user_agent: user_agent?.slice(0, limits.userAgentCharacters).toWellFormed() ?? null,
});
