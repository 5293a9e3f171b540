import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "./audit.ts";
import { drawQrSvg } from "../base/qr-code.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { deleteCodes } from "./recovery-codes.sql.ts";
import { renewRecoveryCodes, unusedRecoveryCodes, useRecoveryCode } from "./recovery-codes.ts";
import { nameOf } from "./sessions.ts";
import { confirmSession, type PersonName, type Session } from "./sessions.sql.ts";
import { codeRules } from "./sign-in-attempts.ts";
import { acceptedTotpStep, generateTotpSecret, totpUri } from "../security/totp-code.ts";
import { spendTotpCode, totpContext } from "./totp.ts";
import {
  acceptOffer,
  deleteEnrolment,
  selectEnrolment,
  selectOffer,
  upsertOffer,
} from "./two-factor.sql.ts";

/** Switches a person's two-factor authentication on and off. totp.ts decides the rights of a code afterwards. */

export async function readTwoFactor(gateway: Gateway, person: PersonName) {
  const enrolment = await selectEnrolment(gateway.sql, person);
  return {
    is_enabled: enrolment !== undefined,
    enabled_at: enrolment?.enabled_at.toISOString() ?? null,
    unused_recovery_codes: await unusedRecoveryCodes(gateway, person),
  };
}

/**
 * Offers a secret to scan. This needs a confirmed person, because a stranger at a signed-in browser must not replace
 * the owner's secret.
 */
export async function offerTwoFactor(gateway: Gateway, session: Session) {
  requireConfirmed(session);
  const { email } = session;
  const person = nameOf(session);
  const secret = generateTotpSecret();
  const offered_at = await upsertOffer(gateway.sql, {
    ...person,
    sealed_secret: gateway.secrets.seal(secret, totpContext(person.person_id)),
    at: gateway.now(),
  });
  const uri = totpUri({ secret, label: email, issuer: "Tepat" });
  const expires_at = new Date(offered_at.getTime() + limits.totpOfferSeconds * 1000);
  return { secret, uri, qr_svg: drawQrSvg(uri), expires_at: expires_at.toISOString() };
}

/**
 * Throws if the person has a second factor and is not confirmed. Required before an operation that gives access
 * beyond the session or redirects money, because a stolen cookie must not be enough. Operations that take access away
 * need no confirmation, so that they can be done at once.
 */
export function requireConfirmed({ is_two_factor_enabled, confirmed_until }: Session): void {
  if (is_two_factor_enabled && !confirmed_until) throw new GatewayError("confirmation_required");
}

/**
 * Accepts the offered secret. Its first code shows that the app has the secret. The secret then replaces an earlier
 * one, and the used code also confirms the person. If another browser has switched two-factor authentication on since
 * the offer, the offer must not replace that secret. The person must confirm again.
 */
export async function enableTwoFactor(
  gateway: Gateway,
  actor: Actor,
  { session, code }: { session: Session; code: string },
): Promise<{ recovery_codes: string[] }> {
  requireConfirmed(session);
  const person = nameOf(session);
  const { merchant_id } = person;
  const offer = await selectOffer(gateway.sql, { ...person, at: gateway.now() });
  if (!offer) throw noOffer();
  const secret = gateway.secrets.open(offer.sealed_secret, totpContext(person.person_id));
  const totp_step = acceptedTotpStep(secret, code, offer.at_seconds);
  if (totp_step === null) throw new GatewayError("invalid totp code");
  const recovery_codes = await audited(
    gateway,
    actor,
    async ({ sql }) => {
      const { sealed_secret } = offer;
      const isAccepted = await acceptOffer(sql, {
        ...person,
        sealed_secret,
        totp_step,
        may_replace: session.is_two_factor_enabled,
        at: gateway.now(),
      });
      // Another browser has confirmed or replaced the offer since.
      if (!isAccepted) throw noOffer();
      await confirmSession(sql, session, gateway.now());
      return renewRecoveryCodes(sql, person);
    },
    () => ({ merchant_id, action: "two_factor.enabled" }),
  );
  return { recovery_codes };
}

const ofSession = (session: Session, code: string) => {
  const person = nameOf(session);
  return { ...person, code, rules: codeRules({ ...person, session_id: session.session_id }) };
};

const noOffer = () =>
  new GatewayError("conflict", {
    reason: { code: "no_enrolment", params: {} },
  });

export async function disableTwoFactor(
  gateway: Gateway,
  actor: Actor,
  proof: { session: Session; totp_code: string | null; recovery_code: string | null },
): Promise<void> {
  const { session, totp_code, recovery_code } = proof;
  const person = nameOf(session);
  const { merchant_id } = person;
  if (totp_code !== null) await spendTotpCode(gateway, ofSession(session, totp_code));
  await audited(
    gateway,
    actor,
    async (inside) => {
      if (recovery_code !== null) {
        const isRight = await useRecoveryCode(inside, { ...person, code: recovery_code });
        if (!isRight) throw new GatewayError("invalid totp code");
      }
      if (!(await deleteEnrolment(inside.sql, person))) {
        throw new GatewayError("totp_not_enabled");
      }
      await deleteCodes(inside.sql, person);
    },
    () => ({ merchant_id, action: "two_factor.disabled" }),
  );
}

export async function replaceRecoveryCodes(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; code: string },
): Promise<{ recovery_codes: string[] }> {
  await spendTotpCode(gateway, ofSession(options.session, options.code));
  const person = nameOf(options.session);
  const { merchant_id } = person;
  const recovery_codes = await audited(
    gateway,
    actor,
    ({ sql }) => renewRecoveryCodes(sql, person),
    () => ({ merchant_id, action: "recovery_codes.renewed" }),
  );
  return { recovery_codes };
}

/** Confirms the person at one browser for some minutes, so that several matches or changes need one code. */
export async function confirmPerson(
  gateway: Gateway,
  actor: Actor,
  { session, code }: { session: Session; code: string },
): Promise<{ confirmed_until: string }> {
  const { merchant_id, session_id } = session;
  await spendTotpCode(gateway, ofSession(session, code));
  const confirmed_until = await audited(
    gateway,
    actor,
    ({ sql }) => confirmSession(sql, session, gateway.now()),
    () => ({ merchant_id, action: "person.confirmed", object_id: session_id }),
  );
  return { confirmed_until: confirmed_until.toISOString() };
}
