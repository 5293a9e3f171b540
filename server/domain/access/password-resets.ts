import { setTimeout as wait } from "node:timers/promises";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { audited } from "./audit.ts";
import { hashCredential, isResetToken, newResetToken } from "../security/credentials.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { deleteBrowsers } from "./known-browsers.sql.ts";
import { refuseGuessable } from "../security/guessable-passwords.ts";
import { hashPassword } from "../security/passwords.ts";
import { insertReset, takeReset } from "./password-resets.sql.ts";
import type { Client } from "./sessions.ts";
import { deleteSessions } from "./sessions.sql.ts";
import { countAttempt, visitorRules } from "./sign-in-attempts.ts";
import { updatePasswordHash } from "./sign-in.sql.ts";

/** Sends emails. outside/mailer.ts implements the interface. */
export interface Mailer {
  /** Returns at once and logs failures. The person can request another email. */
  send(mail: { to: string; subject: string; text: string }): void;
}

/**
 * Gives the same response after the same time for every address, so that strangers cannot detect known addresses.
 * Only a known address causes a write to the database, so the response waits longer than the write takes.
 */
export async function requestPasswordReset(
  gateway: Gateway,
  mailer: Mailer | null,
  email: string,
  client: Client,
): Promise<void> {
  if (!mailer) {
    throw new GatewayError("not_found", {
      message: "This server sends no email. Ask the operator for a new password.",
    });
  }
  await countAttempt(gateway, visitorRules(client.client_address));
  const answerTime = wait(limits.passwordResetAnswerMilliseconds);
  const token = newResetToken();
  const reset = { email, token_hash: hashCredential(token), at: gateway.now() };
  const to = await insertReset(gateway.sql, reset);
  if (to) mailer.send({ to, ...mailOf(gateway.settings.publicUrl, token) });
  await answerTime;
}

/** The token follows the `#`, so that no server logs it. */
function mailOf(publicUrl: string, token: string): { subject: string; text: string } {
  const link = `${publicUrl}/dashboard/reset-password#token=${token}`;
  const minutes = limits.passwordResetSeconds / 60;
  return {
    subject: "Kata sandi baru untuk Tepat / New password for Tepat",
    text: `Buka tautan ini dalam ${minutes} menit untuk membuat kata sandi baru:\n${link}\n\nJika bukan Anda yang meminta, abaikan email ini.\n\n---\n\nOpen this link within ${minutes} minutes to set a new password:\n${link}\n\nIf you did not request a new password, ignore this email.\n`,
  };
}

export async function redeemPasswordReset(
  gateway: Gateway,
  { token, new_password }: { token: string; new_password: string },
  client: Client,
): Promise<void> {
  await countAttempt(gateway, visitorRules(client.client_address));
  if (!isResetToken(token)) throw uselessLink();
  const password_hash = await hashPassword(new_password);
  await audited(
    gateway,
    { actor: "merchant", session_id: null, person_id: null, ...client },
    async ({ sql, now }) => {
      const person = await takeReset(sql, { token_hash: hashCredential(token), at: now() });
      if (!person) throw uselessLink();
      // The link stays valid for a better password.
      refuseGuessable("new_password", new_password, [person.email, person.merchant_name]);
      await updatePasswordHash(sql, { ...person, password_hash });
      await deleteBrowsers(sql, person);
      const ended_sessions = await deleteSessions(sql, { ...person, kept_session_id: null });
      return { ...person, ended_sessions };
    },
    ({ merchant_id, person_id, ended_sessions }) => ({
      merchant_id,
      person_id,
      action: "password.reset",
      object_id: person_id,
      details: { ended_sessions },
    }),
  );
}

const uselessLink = () =>
  new GatewayError("conflict", {
    reason: { code: "link_expired", params: {} },
  });
