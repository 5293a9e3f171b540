import { GatewayError } from "../contract/errors.ts";
import { audited, operatorCli, type Actor } from "./audit.ts";
import { DomainError } from "./domain-error.ts";
import type { Gateway } from "./gateway.ts";
import { newPassword, openMerchant } from "./merchants.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { useRecoveryCode } from "./recovery-codes.ts";
import { openSession, type Client } from "./sessions.ts";
import { deleteSessions, type Session } from "./sessions.sql.ts";
import {
  countSignInAttempt,
  forgiveSignInAttempt,
  type AttemptSubjects,
} from "./sign-in-attempts.sql.ts";
import {
  selectMerchantByEmail,
  selectPasswordHash,
  updatePasswordHash,
  type MerchantToSignIn,
} from "./sign-in.sql.ts";
import { spendTotpCode } from "./totp.ts";

/** Signing in: one e-mail address and password a merchant, and a second factor where it is on. */

export interface SignInRequest {
  email: string;
  password: string;
  totp_code: string | null;
  recovery_code: string | null;
}

/**
 * Every refusal is the same answer after the same work, so that a guess tells nothing: not whether the address is known,
 * not whether the password was right and only the code is missing.
 */
export async function signIn(
  gateway: Gateway,
  request: SignInRequest,
  client: Client,
): Promise<{ token: string; session: Session }> {
  const subjects = { email: request.email, client_address: client.client_address };
  await countAttempt(gateway, subjects);
  const merchant = await selectMerchantByEmail(gateway.sql, request.email);
  const verdict = await checkPassword(merchant?.password_hash ?? null, request.password);
  const proof = merchant && verdict.is_right && (await secondFactor(gateway, merchant, request));
  if (!proof) throw refusedSignIn(request);

  await forgiveSignInAttempt(gateway.sql, subjects);
  if (verdict.is_outdated) await renewHash(gateway, merchant, request.password);
  const { password_hash: _, ...known } = merchant;
  return openSession(gateway, known, {
    client,
    is_confirmed: proof === "totp_code",
    ...(proof !== "none" && { details: { second_factor: proof } }),
  });
}

type Proof = "none" | "totp_code" | "recovery_code";

/** null when the merchant has a second factor and the request does not prove it. Either kind of code counts once. */
async function secondFactor(
  gateway: Gateway,
  { merchant_id, is_two_factor_enabled }: MerchantToSignIn,
  { totp_code, recovery_code }: SignInRequest,
): Promise<Proof | null> {
  if (!is_two_factor_enabled) return "none";
  if (recovery_code !== null) {
    const isRight = await useRecoveryCode(gateway, { merchant_id, code: recovery_code });
    return isRight ? "recovery_code" : null;
  }
  if (totp_code === null) return null;
  try {
    await spendTotpCode(gateway, { merchant_id, code: totp_code });
    return "totp_code";
  } catch (cause) {
    // "Too many wrong codes" would say that the password is right.
    if (cause instanceof GatewayError) return null;
    throw cause;
  }
}

function refusedSignIn({ totp_code, recovery_code }: SignInRequest): GatewayError {
  const hasCode = totp_code !== null || recovery_code !== null;
  return new GatewayError("unauthorized", {
    message: hasCode
      ? "The e-mail address, the password or the code is wrong, or the code was used before: check them, and send a new code."
      : "The e-mail address or the password is wrong, or the account asks for a one-time code too: check them, and send the code if it has one.",
  });
}

async function renewHash(
  { sql }: Gateway,
  { merchant_id, password_hash }: MerchantToSignIn,
  password: string,
): Promise<void> {
  await updatePasswordHash(sql, {
    merchant_id,
    password_hash: await hashPassword(password),
    ...(password_hash !== null && { expected_hash: password_hash }),
  });
}

/** Counted before anything is looked at, so that parallel guesses all count. */
export async function countAttempt(gateway: Gateway, subjects: AttemptSubjects): Promise<void> {
  const waitSeconds = await countSignInAttempt(gateway.sql, subjects, gateway.now());
  if (waitSeconds === null) return;
  const seconds = String(waitSeconds);
  throw new GatewayError("rate_limited", {
    message: `Too many attempts: wait ${seconds} seconds, then try again.`,
    headers: { "x-ratelimit-reset": seconds, "retry-after": seconds },
  });
}

/** Opens an account for somebody who is signed in with it at once. */
export async function signUp(
  gateway: Gateway,
  request: { merchant_name: string; email: string; password: string },
  client: Client,
): Promise<{ token: string; session: Session }> {
  if (!gateway.settings.allowSignUp) {
    throw new GatewayError("not_found", { message: "Accounts are opened by the operator." });
  }
  // Each attempt counts: whether an address is taken may not be asked for many.
  await countAttempt(gateway, { email: null, client_address: client.client_address });
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
  return openSession(gateway, { ...merchant, ...flags }, { client, is_confirmed: false });
}

/** Every other browser has to sign in again with the new password. */
export async function changePassword(
  gateway: Gateway,
  options: { session: Session; actor: Actor; client: Client },
  request: { current_password: string; new_password: string },
): Promise<void> {
  const { merchant_id, email, session_id } = options.session;
  const subjects = { email, client_address: options.client.client_address };
  await countAttempt(gateway, subjects);
  const hash = await selectPasswordHash(gateway.sql, merchant_id);
  if (!(await checkPassword(hash, request.current_password)).is_right) {
    throw new GatewayError("validation_error", {
      errors: { current_password: "is not the present password" },
    });
  }
  await forgiveSignInAttempt(gateway.sql, subjects);
  const password_hash = await hashPassword(request.new_password);
  await audited(
    gateway,
    options.actor,
    async ({ sql }) => {
      await updatePasswordHash(sql, { merchant_id, password_hash });
      return deleteSessions(sql, { merchant_id, kept_session_id: session_id });
    },
    (ended_sessions) => ({ merchant_id, action: "password.changed", details: { ended_sessions } }),
  );
}

/** The operator's help for somebody who has lost the password: a new one, which is shown only here. */
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
      return deleteSessions(sql, { merchant_id, kept_session_id: null });
    },
    (ended) => ({ merchant_id, action: "password.reset", details: { ended_sessions: ended } }),
  );
  return { merchant_id, password, ended_sessions };
}
