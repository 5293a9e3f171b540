import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { countAttempt as countByRules } from "./sign-in-attempts.ts";
import { forgiveSignInAttempt, type AttemptRule } from "./sign-in-attempts.sql.ts";
import { acceptedTotpStep, generateTotpSecret, totpUri } from "../security/totp-code.ts";
import {
  burnStep,
  countAttempt,
  enrol,
  forgiveAttempt,
  secondsUntilNextAttempt,
  selectSecret,
} from "./totp.sql.ts";

/** Two-factor authentication of a merchant: the secret, the throttle. Burning a code is part of match_payment. */

/** Sealed secrets open only for their own merchant. */
export const totpContext = (merchant_id: string) => `merchant:${merchant_id}:totp`;

/** Makes a new secret for the authenticator app in place of the old one. It is returned only here. */
export async function enableTotp(
  gateway: Gateway,
  merchant_id: string,
): Promise<{ secret: string; uri: string }> {
  const secret = generateTotpSecret();
  const sealed = gateway.secrets.seal(secret, totpContext(merchant_id));
  try {
    const label = await enrol(gateway.sql, { merchant_id, sealed_secret: sealed });
    return { secret, uri: totpUri({ secret, label, issuer: "Tepat" }) };
  } catch (cause) {
    if (violatedConstraint(cause)) throw new DomainError("There is no merchant with this id.");
    throw cause;
  }
}

/**
 * Returns the time step of a correct code that came with an API key. Every guess is counted before it is checked, so
 * that parallel guesses all count; a correct one is taken back. The dashboard's codes are counted apart, so a person
 * with a key cannot lock anybody out of it. Throws `totp_not_enabled`, `rate_limited` or `invalid totp code`, checked
 * in that order. `guessed` is called before the last wrong code of a window is refused.
 */
export async function verifyTotpCode(
  gateway: Gateway,
  options: { merchant_id: string; code: string; guessed?: () => Promise<void> },
): Promise<number> {
  const { merchant_id, code, guessed } = options;
  const attempt = await countAttempt(gateway.sql, merchant_id, gateway.now());
  if (!attempt) throw await refusedAttempt(gateway, merchant_id);
  const secret = gateway.secrets.open(attempt.sealed_secret, totpContext(merchant_id));
  const step = acceptedTotpStep(secret, code, attempt.at_seconds);
  if (step === null) {
    if (attempt.failure_count >= limits.totpFailures) await guessed?.();
    throw new GatewayError("invalid totp code");
  }
  await forgiveAttempt(gateway.sql, merchant_id, attempt.counted_at);
  return step;
}

/**
 * Uses up a correct code that was typed in the dashboard: neither it nor an older one works again. The rules say by
 * whom guesses are counted. Throws as `verifyTotpCode` does.
 */
export async function spendTotpCode(
  gateway: Gateway,
  options: { merchant_id: string; code: string; rules: readonly AttemptRule[] },
): Promise<void> {
  const { merchant_id, code, rules } = options;
  const enrolled = await selectSecret(gateway.sql, { merchant_id, at: gateway.now() });
  if (!enrolled) throw new GatewayError("totp_not_enabled");
  await countByRules(gateway, rules);
  const secret = gateway.secrets.open(enrolled.sealed_secret, totpContext(merchant_id));
  const totp_step = acceptedTotpStep(secret, code, enrolled.at_seconds);
  if (totp_step === null) throw new GatewayError("invalid totp code");
  await forgiveSignInAttempt(gateway.sql, rules);
  await useUp(gateway, { merchant_id, totp_step });
}

async function useUp(
  { sql }: Gateway,
  code: { merchant_id: string; totp_step: number },
): Promise<void> {
  if (await burnStep(sql, code)) return;
  throw new GatewayError("invalid totp code", {
    message: "This code was used before: wait for the next one and send again.",
  });
}

async function refusedAttempt(gateway: Gateway, merchant_id: string): Promise<GatewayError> {
  const wait = await secondsUntilNextAttempt(gateway.sql, merchant_id, gateway.now());
  if (wait === undefined) return new GatewayError("totp_not_enabled");
  const seconds = String(wait);
  return new GatewayError("rate_limited", {
    message: `Too many wrong codes: wait ${seconds} seconds, then send a new one.`,
    headers: { "x-ratelimit-reset": seconds, "retry-after": seconds },
  });
}
