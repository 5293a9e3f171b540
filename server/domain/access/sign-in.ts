import { GatewayError, invalidFields } from "../../contract/errors.ts";
import { audited, operatorCli, type Actor } from "./audit.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { newPassword, openMerchant } from "../merchants/merchants.ts";
import { deleteBrowsers } from "./known-browsers.sql.ts";
import { findKnownBrowser, rememberBrowser } from "./known-browsers.ts";
import { forgiveMissingCode, refuseSignIn } from "./refused-sign-ins.ts";
import { checkPassword, hashPassword } from "../security/passwords.ts";
import { useRecoveryCode } from "./recovery-codes.ts";
import { deleteReset } from "./password-resets.sql.ts";
import { openSession, type Client } from "./sessions.ts";
import { deleteSessions, type Session } from "./sessions.sql.ts";
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
  selectMerchantByEmail,
  selectPasswordHash,
  updatePasswordHash,
  type MerchantToSignIn,
} from "./sign-in.sql.ts";
import { spendTotpCode } from "./totp.ts";

/** Signing in: each merchant has one e-mail address and password, and a second factor if it is on. */

export interface SignInRequest {
  email: string;
  password: string;
  totp_code: string | null;
  recovery_code: string | null;
}

/**
 * Every refusal is the same answer after the same work. So a guess reveals neither whether the address is known, nor
 * whether the password was right and only the code is missing.
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
  const merchant = await selectMerchantByEmail(gateway.sql, email);
  const known = { known_at: browser && merchant?.merchant_id };
  const verdict = await checkPassword(merchant?.password_hash ?? null, request.password, known);
  const proof =
    merchant && verdict.is_right && (await secondFactor(gateway, merchant, { request, browser }));
  if (!proof) {
    const reason = verdict.is_right && !hasCode(request) ? "code_missing" : "wrong";
    const merchant_id = merchant?.merchant_id ?? null;
    await refuseSignIn(gateway, { email, merchant_id, reason, client });
    throw refusedSignIn(request);
  }

  await forgiveSignInAttempt(gateway.sql, rules);
  if (proof !== "none") await forgiveMissingCode(gateway, { email, client });
  const { password_hash: present_hash, ...account } = merchant;
  const password_hash = verdict.is_outdated
    ? await renewHash(gateway, merchant, request.password, known)
    : present_hash;
  const opened = await openSession(gateway, account, {
    client,
    is_confirmed: proof === "totp_code",
    ...(proof !== "none" && { details: { second_factor: proof } }),
    // A password that was replaced meanwhile has ended its sessions and opens no new one.
    async requirement(tx) {
      if (!(await holdPassword(tx, { merchant_id: account.merchant_id, password_hash }))) {
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
  const { merchant_id } = opened.session;
  return { ...opened, browser_token: await rememberBrowser(gateway, { merchant_id, replaced }) };
}

type Proof = "none" | "totp_code" | "recovery_code";

/**
 * Returns null when the merchant has a second factor and the request does not prove it. Either kind of code works once.
 */
async function secondFactor(
  gateway: Gateway,
  { merchant_id, is_two_factor_enabled }: MerchantToSignIn,
  { request, browser }: { request: SignInRequest; browser: Buffer | null },
): Promise<Proof | null> {
  const { totp_code, recovery_code } = request;
  if (!is_two_factor_enabled) return "none";
  if (recovery_code !== null) {
    const isRight = await useRecoveryCode(gateway, { merchant_id, code: recovery_code });
    return isRight ? "recovery_code" : null;
  }
  if (totp_code === null) return null;
  try {
    const rules = signInCodeRules(merchant_id, browser);
    await spendTotpCode(gateway, { merchant_id, code: totp_code, rules });
    return "totp_code";
  } catch (cause) {
    // The answer "too many wrong codes" would reveal that the password is right.
    if (cause instanceof GatewayError) return null;
    throw cause;
  }
}

const hasCode = ({ totp_code, recovery_code }: SignInRequest): boolean =>
  totp_code !== null || recovery_code !== null;

function refusedSignIn(request: SignInRequest): GatewayError {
  return new GatewayError("unauthorized", {
    message: hasCode(request)
      ? "The e-mail address, the password or the code is wrong, or the code was used before: check them, and send a new code."
      : "The e-mail address or the password is wrong, or the account asks for a one-time code too: check them, and send the code if it has one.",
  });
}

async function renewHash(
  { sql }: Gateway,
  { merchant_id, password_hash: expected_hash }: MerchantToSignIn,
  password: string,
  known: { known_at: string | null | undefined },
): Promise<string> {
  const password_hash = await hashPassword(password, known);
  await updatePasswordHash(sql, { merchant_id, password_hash, expected_hash });
  return password_hash;
}

/** Makes an account for a person, who is then signed in with it. */
export async function signUp(
  gateway: Gateway,
  request: { merchant_name: string; email: string; password: string },
  client: Client,
): Promise<SignedIn> {
  if (!gateway.settings.allowSignUp) {
    throw new GatewayError("not_found", { message: "Accounts are opened by the operator." });
  }
  // Every attempt counts, so that nobody can find out for many addresses whether they are taken.
  await countAttempt(gateway, signUpRules(client.client_address));
  const { merchant_name, email } = request;
  const password_hash = await hashPassword(request.password);
  const actor: Actor = { actor: "merchant", session_id: null, ...client };
  const { merchant_id } = await audited(
    gateway,
    actor,
    ({ sql, secrets }) =>
      sql.begin((tx) => openMerchant(tx, secrets, { name: merchant_name, email, password_hash })),
    (opened) => ({ merchant_id: opened.merchant_id, action: "merchant.created" }),
  );
  const merchant = { merchant_id, merchant_name, email };
  const flags = { is_operator: false, is_two_factor_enabled: false };
  const known = { ...merchant, ...flags };
  const opened = await openSession(gateway, known, { client, is_confirmed: false });
  return withBrowser(gateway, opened, "");
}

/** Every other browser has to sign in again with the new password. */
export async function changePassword(
  gateway: Gateway,
  options: { session: Session; actor: Actor },
  request: { current_password: string; new_password: string },
): Promise<void> {
  const { merchant_id, session_id } = options.session;
  const rules = sessionRules(session_id);
  await countAttempt(gateway, rules);
  const expected_hash = await selectPasswordHash(gateway.sql, merchant_id);
  const known = { known_at: merchant_id };
  const { is_right } = await checkPassword(expected_hash, request.current_password, known);
  if (!is_right) throw notThePassword();
  await forgiveSignInAttempt(gateway.sql, rules);
  const password_hash = await hashPassword(request.new_password, known);
  await audited(
    gateway,
    options.actor,
    async ({ sql }) => {
      const change = { merchant_id, password_hash, expected_hash };
      if (!(await updatePasswordHash(sql, change))) throw notThePassword();
      await deleteBrowsers(sql, merchant_id);
      await deleteReset(sql, merchant_id);
      return deleteSessions(sql, { merchant_id, kept_session_id: session_id });
    },
    (ended_sessions) => ({ merchant_id, action: "password.changed", details: { ended_sessions } }),
  );
}

const notThePassword = () =>
  invalidFields({ current_password: { code: "wrong_password", params: {} } });

/** Makes a new password for a person who has lost theirs. Used by the operator, and shown only here. */
export async function resetPassword(
  gateway: Gateway,
  merchant_id: string,
): Promise<{ merchant_id: string; password: string; ended_sessions: number }> {
  const password = newPassword();
  const password_hash = await hashPassword(password);
  const ended_sessions = await audited(
    gateway,
    operatorCli,
    async ({ sql }) => {
      const isKnown = await updatePasswordHash(sql, { merchant_id, password_hash });
      if (!isKnown) throw new DomainError(`There is no merchant ${merchant_id}.`);
      await deleteBrowsers(sql, merchant_id);
      await deleteReset(sql, merchant_id);
      return deleteSessions(sql, { merchant_id, kept_session_id: null });
    },
    (ended) => ({ merchant_id, action: "password.reset", details: { ended_sessions: ended } }),
  );
  return { merchant_id, password, ended_sessions };
}
