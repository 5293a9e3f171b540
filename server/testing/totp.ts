import { generateSync } from "otplib";

/** Returns the code of an authenticator app at this time. */
export function currentTotpCode(secret: string, nowMilliseconds = Date.now()): string {
  return generateSync({ secret, epoch: Math.floor(nowMilliseconds / 1000) });
}
