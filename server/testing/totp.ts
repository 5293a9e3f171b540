import { generateSync } from "otplib";

/** The code that an authenticator app shows at this time. */
export function currentTotpCode(secret: string, nowMilliseconds = Date.now()): string {
  return generateSync({ secret, epoch: Math.floor(nowMilliseconds / 1000) });
}
