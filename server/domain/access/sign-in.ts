import { GatewayError, invalidFields } from "../../contract/errors.ts";
import { audited, operatorCli, type Actor } from "./audit.ts";
import { DomainError } from "../base/domain-error.ts";
import { requirePerson } from "./people.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { newPassword, openMerchant } from "../merchants/merchants.ts";
import { deleteBrowsers } from "./known-browsers.sql.ts";
import { findKnownBrowser, rememberBrowser } from "./known-browsers.ts";
import { forgiveMissingCode, refuseSignIn } from "./refused-sign-ins.ts";
import { refuseGuessable } from "../security/guessable-passwords.ts";
import { checkPassword, hashPassword } from "../security/passwords.ts";
import { useRecoveryCode } from "./recovery-codes.ts";
import { deleteReset } from "./password-resets.sql.ts";
import { nameOf, openSession, type Client } from "./sessions.ts";
import { deleteSessions, type Person, type Session } from "./sessions.sql.ts";
import {
  browserRules,
  countAttempt,
  sessionRules,
  signInCodeRules,
  signUpRules,
  strangerRules,
} from "./sign-in-attempts.ts";
import { forgiveSignInAttempt } from "./sign-in-attempts.sql.ts";
import {
  holdPassword,
  selectPersonByEmail,
  selectPasswordHash,
  updatePasswordHash,
  type PersonToSignIn,
} from "./sign-in.sql.ts";
import { spendTotpCode } from "./totp.ts";

/** Signing in: each person has an email address, a password, and optionally a second factor. */

export interface SignInRequest {
  email: string;
  password: string;
  totp_code: string | null;
  recovery_code: string | null;
}

/**
 * Signs a person in. Every refusal has the same response after the same work. A guess thus reveals neither a known
 * address nor a correct password whose code is missing.
 */
export async function signIn(
  gateway: Gateway,
  request: SignInRequest,
  client: Client,
  browser_token = "",
): Promise<SignedIn> {
  const { email } = request;
  const browser = await findKnownBrowser(gateway, { email, token: browser_token });
  const rules = browser ? browserRules(browser) : strangerRules(email, client.client_address);
  await countAttempt(gateway, rules);
  const person = await selectPersonByEmail(gateway.sql, email);
  const known = { known_at: browser && person?.person.person_id };
  const verdict = await checkPassword(person?.password_hash ?? null, request.password, known);
  const proof =
    person && verdict.is_right && (await secondFactor(gateway, person, { request, browser }));
  if (!proof) {
    const reason = verdict.is_right && !hasCode(request) ? "code_missing" : "wrong";
    await refuseSignIn(gateway, { email, person: person ? nameOf(person) : null, reason, client });
    throw refusedSignIn(request);
  }

  await forgiveSignInAttempt(gateway.sql, rules);
  if (proof !== "none") await forgiveMissingCode(gateway, { email, client });
  const { password_hash: present_hash, ...account } = person;
  const password_hash = verdict.is_outdated
    ? await renewHash(gateway, person, request.password, known)
    : present_hash;
  const opened = await openSession(gateway, account, {
    client,
    is_confirmed: proof === "totp_code",
    ...(proof !== "none" && { details: { second_factor: proof } }),
    // A password that was replaced in the meantime has ended its sessions and opens no new one.
    async requirement(tx) {
      if (!(await holdPassword(tx, { ...nameOf(account), password_hash }))) {
        throw refusedSignIn(request);
      }
    },
  });
  return withBrowser(gateway, opened, browser_token);
}

/** The values of both cookies, which are never shown again. */
export interface SignedIn {
  token: string;
  browser_token: string;
  session: Session;
}

async function withBrowser(
  gateway: Gateway,
  opened: { token: string; session: Session },
  replaced: string,
): Promise<SignedIn> {
  const person = nameOf(opened.session);
  return { ...opened, browser_token: await rememberBrowser(gateway, { ...person, replaced }) };
}

type Proof = "none" | "totp_code" | "recovery_code";

/** Returns null if the person has a second factor and the request does not prove it. Either kind of code works once. */
async function secondFactor(
  gateway: Gateway,
  account: PersonToSignIn,
  { request, browser }: { request: SignInRequest; browser: Buffer | null },
): Promise<Proof | null> {
  const { totp_code, recovery_code } = request;
  const person = nameOf(account);
  if (!account.is_two_factor_enabled) return "none";
  if (recovery_code !== null) {
    const isRight = await useRecoveryCode(gateway, { ...person, code: recovery_code });
    return isRight ? "recovery_code" : null;
  }
  if (totp_code === null) return null;
  try {
    const rules = signInCodeRules(person, browser);
    await spendTotpCode(gateway, { ...person, code: totp_code, rules });
    return "totp_code";
  } catch (cause) {
    // The response "too many wrong codes" would reveal that the password is correct.
    if (cause instanceof GatewayError) return null;
    throw cause;
  }
}

const hasCode = ({ totp_code, recovery_code }: SignInRequest): boolean =>
  totp_code !== null || recovery_code !== null;

function refusedSignIn(request: SignInRequest): GatewayError {
  return new GatewayError("unauthorized", {
    message: hasCode(request)
      ? "The email address, the password or the code is wrong, or the code was already used. Check them, then send a new code."
      : "The email address or the password is wrong, or the account also needs a one-time code. Check them. If the account uses one-time codes, send one too.",
  });
}

async function renewHash(
  { sql }: Gateway,
  person: PersonToSignIn,
  password: string,
  known: { known_at: string | null | undefined },
): Promise<string> {
  const password_hash = await hashPassword(password, known);
  const change = { password_hash, expected_hash: person.password_hash };
  await updatePasswordHash(sql, { ...nameOf(person), ...change });
  return password_hash;
}

export interface NewAccount {
  merchant_name: string;
  email: string;
  password: string;
}

/** Creates an account for a person and signs the person in. */
export async function signUp(
  gateway: Gateway,
  request: NewAccount,
  client: Client,
): Promise<SignedIn> {
  if (!gateway.settings.allowSignUp) {
    throw new GatewayError("not_found", {
      message: "Only the operator creates accounts. Ask the operator for one.",
    });
  }
  // Every attempt counts, so that a stranger cannot test many addresses for existing accounts.
  await countAttempt(gateway, signUpRules(client.client_address));
  return openAccount(gateway, request, client, (tx, secrets, made) =>
    openMerchant(tx, secrets, made, { has_signed_up: true }),
  );
}

/** Creates a merchant as `open` does, and signs its owner in. */
export async function openAccount(
  gateway: Gateway,
  { merchant_name, email, password, is_operator = false }: NewAccount & { is_operator?: boolean },
  client: Client,
  open: typeof openMerchant,
): Promise<SignedIn> {
  refuseGuessable("password", password, [email, merchant_name]);
  const password_hash = await hashPassword(password);
  const actor: Actor = { actor: "merchant", session_id: null, person_id: null, ...client };
  const { merchant_id } = await audited(
    gateway,
    actor,
    ({ sql, secrets }) =>
      sql.begin((tx) => open(tx, secrets, { name: merchant_name, email, password_hash })),
    (opened) => ({
      merchant_id: opened.merchant_id,
      person_id: opened.merchant_id,
      action: "merchant.created",
    }),
  );
  const person: Person = { person_id: merchant_id, name: merchant_name, role: "owner" };
  const made = { merchant_id, merchant_name, person, email, password_hash, is_operator };
  return enter(gateway, made, client);
}

/** Signs in a person whose account was just created. */
export async function enter(
  gateway: Gateway,
  { password_hash, ...made }: Omit<PersonToSignIn, "is_two_factor_enabled">,
  client: Client,
): Promise<SignedIn> {
  const account = { ...made, is_two_factor_enabled: false };
  const opened = await openSession(gateway, account, {
    client,
    is_confirmed: false,
    // A person who was removed in the meantime no longer has a password.
    async requirement(tx) {
      if (await holdPassword(tx, { ...nameOf(made), password_hash })) return;
      throw new GatewayError("unauthorized", {
        message: "You were removed from the team. Ask a team owner for a new invitation.",
      });
    },
  });
  return withBrowser(gateway, opened, "");
}

/** Changes the password. Every other browser must then sign in again. */
export async function changePassword(
  gateway: Gateway,
  options: { session: Session; actor: Actor },
  request: { current_password: string; new_password: string },
): Promise<void> {
  const { merchant_id, session_id, email, merchant_name } = options.session;
  refuseGuessable("new_password", request.new_password, [email, merchant_name]);
  const person = nameOf(options.session);
  const rules = sessionRules(session_id);
  await countAttempt(gateway, rules);
  const expected_hash = await selectPasswordHash(gateway.sql, person);
  const known = { known_at: person.person_id };
  const { is_right } = await checkPassword(expected_hash, request.current_password, known);
  if (!is_right) throw notThePassword();
  await forgiveSignInAttempt(gateway.sql, rules);
  const password_hash = await hashPassword(request.new_password, known);
  await audited(
    gateway,
    options.actor,
    async ({ sql }) => {
      const change = { ...person, password_hash, expected_hash };
      if (!(await updatePasswordHash(sql, change))) throw notThePassword();
      await deleteBrowsers(sql, person);
      await deleteReset(sql, person);
      return deleteSessions(sql, { ...person, kept_session_id: session_id });
    },
    (ended_sessions) => ({ merchant_id, action: "password.changed", details: { ended_sessions } }),
  );
}

const notThePassword = () =>
  invalidFields({ current_password: { code: "wrong_password", params: {} } });

/**
 * Creates a new password for a person who has lost theirs: the merchant's first owner, unless another address is
 * given. Only the operator uses this function, and the password is shown only here.
 */
export async function resetPassword(
  gateway: Gateway,
  merchant_id: string,
  email: string | null = null,
): Promise<{ merchant_id: string; email: string; password: string; ended_sessions: number }> {
  const found = await requirePerson(gateway.sql, { merchant_id, email });
  const person = { merchant_id, person_id: found.person_id };
  const password = newPassword();
  const password_hash = await hashPassword(password);
  const ended_sessions = await audited(
    gateway,
    operatorCli,
    async ({ sql }) => {
      const isThere = await updatePasswordHash(sql, { ...person, password_hash });
      if (!isThere)
        throw new DomainError(`${found.email} has just left the team. Choose another team member.`);
      await deleteBrowsers(sql, person);
      await deleteReset(sql, person);
      return deleteSessions(sql, { ...person, kept_session_id: null });
    },
    (ended) => ({
      merchant_id,
      action: "password.reset",
      object_id: person.person_id,
      details: { ended_sessions: ended },
    }),
  );
  return { merchant_id, email: found.email, password, ended_sessions };
}
