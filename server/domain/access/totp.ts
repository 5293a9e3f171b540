import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { requirePerson } from "./people.ts";
import type { PersonName } from "./sessions.sql.ts";
import {
  countAttempt as countByRules,
  testKeyCodeRules,
  throttleHeaders,
} from "./sign-in-attempts.ts";
import { forgiveSignInAttempt, type AttemptRule } from "./sign-in-attempts.sql.ts";
import { acceptedTotpStep, generateTotpSecret, totpUri } from "../security/totp-code.ts";
import {
  burnStep,
  countAttempt,
  enrol,
  forgiveAttempt,
  secondsUntilNextAttempt,
  selectMatchersSecrets,
  selectSecret,
} from "./totp.sql.ts";

/** A person's two-factor authentication: the secret, the throttle, and the use of a code. */

/**
 * Sealed secrets open only for their own person. Version 0.1.0 sealed the merchant's secret, and the first owner has
 * the merchant's id.
 */
export const totpContext = (person_id: string) => `merchant:${person_id}:totp`;

/**
 * Creates a new secret for a person's authenticator app, which replaces the current one: for the merchant's first
 * owner, unless another address is given. The secret is returned only here.
 */
export async function enableTotp(
  gateway: Gateway,
  merchant_id: string,
  email: string | null = null,
): Promise<{ secret: string; uri: string }> {
  const person = await requirePerson(gateway.sql, { merchant_id, email });
  const secret = generateTotpSecret();
  const sealed_secret = gateway.secrets.seal(secret, totpContext(person.person_id));
  await enrol(gateway.sql, { merchant_id, person_id: person.person_id, sealed_secret });
  return { secret, uri: totpUri({ secret, label: person.email, issuer: "Tepat" }) };
}

/** The person whose code was correct, and the code's time step. */
export interface TotpProof extends PersonName {
  totp_step: number;
}

/**
 * Returns the person and the time step of a correct code with an API key. The code of any member who can match
 * payments counts. Every guess is counted before it is checked, so that parallel guesses all count. A correct code's
 * count is taken back. The dashboard's codes are counted separately, so a person with a key cannot lock anyone out of
 * the dashboard. Throws `totp_not_enabled`, `rate_limited` or `invalid totp code`, in that order of checks. `guessed`
 * is called before the last wrong code of a window is refused.
 */
export async function verifyTotpCode(
  gateway: Gateway,
  options: { merchant_id: string; code: string; guessed?: () => Promise<void> },
): Promise<TotpProof> {
  const { merchant_id, code, guessed } = options;
  const attempts = await countAttempt(gateway.sql, merchant_id, gateway.now());
  if (attempts.length === 0) throw await refusedAttempt(gateway, merchant_id);
  for (const { person_id, sealed_secret, at_seconds, counted_at } of attempts) {
    const secret = gateway.secrets.open(sealed_secret, totpContext(person_id));
    const totp_step = acceptedTotpStep(secret, code, at_seconds);
    if (totp_step === null) continue;
    await forgiveAttempt(gateway.sql, merchant_id, counted_at);
    return { merchant_id, person_id, totp_step };
  }
  if (attempts.some(({ failure_count }) => failure_count >= limits.totpFailures)) await guessed?.();
  throw new GatewayError("invalid totp code");
}

/**
 * Checks a code with a test key in the same way. Guesses with test keys are counted separately. A test key is kept
 * less safely than a live key, and wrong codes with a test key must not block live keys.
 */
export async function verifyTestKeyCode(
  gateway: Gateway,
  options: { merchant_id: string; code: string; guessed?: () => Promise<void> },
): Promise<TotpProof> {
  const { merchant_id, code, guessed } = options;
  const enrolled = await selectMatchersSecrets(gateway.sql, merchant_id, gateway.now());
  if (enrolled.length === 0) throw new GatewayError("totp_not_enabled");
  const rules = testKeyCodeRules(merchant_id);
  try {
    await countByRules(gateway, rules);
  } catch (cause) {
    await guessed?.();
    throw cause;
  }
  for (const { person_id, sealed_secret, at_seconds } of enrolled) {
    const secret = gateway.secrets.open(sealed_secret, totpContext(person_id));
    const totp_step = acceptedTotpStep(secret, code, at_seconds);
    if (totp_step === null) continue;
    // oxlint-disable-next-line no-await-in-loop -- the loop ends here
    await forgiveSignInAttempt(gateway.sql, rules);
    return { merchant_id, person_id, totp_step };
  }
  throw new GatewayError("invalid totp code");
}

/**
 * Uses up a correct code that was typed in the dashboard, so that neither this code nor an older one works again.
 * `rules` decide by whom guesses are counted. Throws as `verifyTotpCode` does.
 */
export async function spendTotpCode(
  gateway: Gateway,
  options: PersonName & { code: string; rules: readonly AttemptRule[] },
): Promise<void> {
  const { merchant_id, person_id, code, rules } = options;
  const enrolled = await selectSecret(gateway.sql, { merchant_id, person_id, at: gateway.now() });
  if (!enrolled) throw new GatewayError("totp_not_enabled");
  await countByRules(gateway, rules);
  const secret = gateway.secrets.open(enrolled.sealed_secret, totpContext(person_id));
  const totp_step = acceptedTotpStep(secret, code, enrolled.at_seconds);
  if (totp_step === null) throw new GatewayError("invalid totp code");
  await forgiveSignInAttempt(gateway.sql, rules);
  if (await burnStep(gateway.sql, { merchant_id, person_id, totp_step })) return;
  throw new GatewayError("invalid totp code", {
    message: "This code was already used. Wait for the next code, then send it.",
  });
}

async function refusedAttempt(gateway: Gateway, merchant_id: string): Promise<GatewayError> {
  const wait = await secondsUntilNextAttempt(gateway.sql, merchant_id, gateway.now());
  if (wait === undefined) return new GatewayError("totp_not_enabled");
  const seconds = String(wait);
  return new GatewayError("rate_limited", {
    message: `Too many wrong codes. Wait ${seconds} seconds, then send a new one.`,
    headers: throttleHeaders(limits.totpFailures, seconds),
  });
}
