import { createHash, randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type MailboxTrial,
  mailProviders,
  type MailProviderName,
  type MailSignIn,
} from "../../contract/dashboard/mailboxes.ts";
import { notFound } from "../../contract/errors.ts";
import type { Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { mailSignInUrl } from "../gateway-settings/mail-sign-in-url.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { hashCredential } from "../security/credentials.ts";
import { MailboxFailure, usualFolder } from "./inbox.ts";
import { endedBy, type Tokens } from "./mail-access.ts";
import { signInContext } from "./mail-sealing.ts";
import { takeSignIn, upsertSignIn } from "./mail-sign-ins.sql.ts";
import {
  connectSignedIn,
  failed,
  type MailDoors,
  readableAccounts,
  readOwnMailbox,
  signInAgain,
} from "./own-mailboxes.ts";

/**
 * Connects a mailbox by a sign-in at its provider: the authorization code flow (RFC 6749, section 4.1) with a code
 * challenge (RFC 7636). The state belongs to the session that began the sign-in, and counts once.
 */

const signInRequest = z.object({
  provider: z.enum(mailProviders),
  address: z.string(),
  account_ids: z.array(z.string()),
  /** The mailbox whose sign-in is renewed; null for a new one. */
  device_id: z.string().nullable(),
  /** The address at the beginning of the sign-in, because the provider compares it. */
  redirect_uri: z.string(),
  code_verifier: z.string(),
});

type SignInRequest = z.infer<typeof signInRequest>;

interface Asking {
  session: Session;
  /** The origin of the browser's open dashboard. The browser has its session only there. */
  origin: string | undefined;
}

interface NewSignIn extends Asking {
  provider: MailProviderName;
  address: string;
  account_ids: readonly string[];
}

export async function beginSignIn(
  gateway: Gateway,
  doors: MailDoors,
  { session, origin, provider, ...request }: NewSignIn,
): Promise<MailSignIn> {
  requireConfirmed(session);
  const account_ids = await readableAccounts(gateway, session.merchant_id, request.account_ids);
  if (account_ids === null) return { problem: "unread_bank", url: null };
  const address = request.address.toLowerCase();
  const wanted = { provider, address, account_ids, device_id: null };
  return begin(gateway, doors, { session, origin }, wanted);
}

/** Begins another sign-in for a mailbox that has one. */
export async function renewSignIn(
  gateway: Gateway,
  doors: MailDoors,
  { device_id, ...asking }: Asking & { device_id: string },
): Promise<MailSignIn> {
  const { merchant_id } = asking.session;
  const { provider, address } = await readOwnMailbox(gateway, { merchant_id, device_id });
  if (provider === null) throw notFound("mailbox");
  return begin(gateway, doors, asking, { provider, address, account_ids: [], device_id });
}

const newToken = (): string => randomBytes(32).toString("base64url");

async function begin(
  gateway: Gateway,
  { mailAccess }: MailDoors,
  { session: { merchant_id, session_id }, origin }: Asking,
  wanted: Omit<SignInRequest, "redirect_uri" | "code_verifier">,
): Promise<MailSignIn> {
  const redirect_uri = mailSignInUrl(gateway);
  if (origin !== undefined && origin !== new URL(redirect_uri).origin) {
    return { problem: "other_address", url: null };
  }
  const client_id = mailAccess.clientId(wanted.provider);
  if (client_id === null) return { problem: "sign_in_unavailable", url: null };
  const state = newToken();
  const code_verifier = newToken();
  const request: SignInRequest = { ...wanted, redirect_uri, code_verifier };
  await upsertSignIn(gateway.sql, {
    merchant_id,
    session_id,
    state_hash: hashCredential(state),
    sealed_request: gateway.secrets.seal(JSON.stringify(request), signInContext(session_id)),
    at: gateway.now(),
  });
  const { sign_in_url, parameters } = mailAccess.provider(wanted.provider);
  const url = new URL(sign_in_url);
  url.search = new URLSearchParams({
    ...parameters,
    response_type: "code",
    client_id,
    redirect_uri,
    state,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
    login_hint: wanted.address,
  }).toString();
  return { problem: null, url: url.href };
}

export async function completeSignIn(
  gateway: Gateway,
  doors: MailDoors,
  actor: Actor,
  { session, state, code }: { session: Session; state: string; code: string },
): Promise<MailboxTrial> {
  const { merchant_id, session_id } = session;
  const state_hash = hashCredential(state);
  const at = gateway.now();
  const sealed = await takeSignIn(gateway.sql, { merchant_id, session_id, state_hash, at });
  if (sealed === null) return failed("sign_in_ended");
  const opened = gateway.secrets.open(sealed, signInContext(session_id));
  const request = signInRequest.parse(JSON.parse(opened));
  const { provider, address, account_ids, device_id } = request;
  try {
    const { refresh_token, position } = await enter(gateway, doors, request, code);
    if (device_id !== null) {
      const name = { merchant_id, device_id };
      return await signInAgain(gateway, actor, { ...name, refresh_token });
    }
    const { host, port } = doors.mailAccess.provider(provider);
    return await connectSignedIn(gateway, actor, {
      merchant_id,
      device_id: randomUUID(),
      address,
      login: address,
      host,
      port,
      provider,
      password: refresh_token,
      ...position,
      account_ids,
    });
  } catch (cause) {
    if (cause instanceof MailboxFailure) return failed(cause.problem, cause.words);
    throw cause;
  }
}

/** Exchanges the code for tokens, and signs in with them, because the person could have chosen another mailbox. */
async function enter(
  gateway: Gateway,
  { openInbox, mailAccess }: MailDoors,
  { provider, address, redirect_uri, code_verifier }: SignInRequest,
  code: string,
) {
  const grant = { grant_type: "authorization_code", code, redirect_uri, code_verifier };
  const tokens: Tokens = await mailAccess.askTokens(gateway, provider, grant);
  const { access_token, refresh_token } = tokens;
  if (refresh_token === null) throw new MailboxFailure("sign_in_unavailable");
  const { host, port } = mailAccess.provider(provider);
  const login = { host, port, login: address, folder: usualFolder };
  const inbox = await openInbox({ ...login, password: access_token, is_token: true }).catch(
    (cause: unknown) => {
      const isRefused = cause instanceof MailboxFailure && cause.problem === "login_refused";
      throw isRefused ? endedBy(cause) : cause;
    },
  );
  const { uid_validity, uid_next } = inbox;
  inbox.close();
  return { refresh_token, position: { uid_validity, last_uid: uid_next - 1 } };
}
