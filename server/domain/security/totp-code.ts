/** Time-based one-time codes (RFC 6238) as all authenticator apps generate them: SHA-1, 6 digits, 30 seconds. */

import { generateSecret, generateURI, verifySync } from "otplib";

/** Returns 160 random bits in base32, the length that RFC 4226 recommends. */
export function generateTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** Returns the text of the QR code that enrols an authenticator app. */
export function totpUri(account: { secret: string; label: string; issuer: string }): string {
  return generateURI(account);
}

/**
 * A slowly typed code still counts during the step after its own. A code of the next step counts in the last 5
 * seconds before that step, for a phone whose clock is fast.
 */
const toleranceSeconds: [past: number, future: number] = [30, 5];

/**
 * Returns the time step of the code, or null if the code is wrong. The caller records the step as used, so that each
 * code works once. otplib's own `afterTimeStep` is not used for that, because it throws if the clock was set back.
 */
export function acceptedTotpStep(secret: string, code: string, nowSeconds: number): number | null {
  // otplib throws for other forms. \d is ASCII only, so digits of other scripts are wrong codes too.
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({
    secret,
    token: code,
    epoch: nowSeconds,
    epochTolerance: toleranceSeconds,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}
