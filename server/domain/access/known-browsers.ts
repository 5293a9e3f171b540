import { hashCredential, isCookieToken, newCookieToken } from "../security/credentials.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PersonName } from "./sessions.sql.ts";
import { insertBrowser, isKnownBrowser } from "./known-browsers.sql.ts";

/**
 * Browsers in which a person has signed in. A known browser gives no access. Only its attempts to sign in are counted
 * separately.
 */

/** Returns the hash of a cookie that belongs to this account, or null for any other cookie. */
export async function findKnownBrowser(
  gateway: Gateway,
  { email, token }: { email: string; token: string },
): Promise<Buffer | null> {
  if (!isCookieToken(token)) return null;
  const token_hash = hashCredential(token);
  const isKnown = await isKnownBrowser(gateway.sql, { email, token_hash, at: gateway.now() });
  return isKnown ? token_hash : null;
}

/**
 * Returns the cookie's value. The value is always new, because a cookie that a stranger has planted in the browser
 * must not become a known one.
 */
export async function rememberBrowser(
  gateway: Gateway,
  { merchant_id, person_id, replaced }: PersonName & { replaced: string },
): Promise<string> {
  const token = newCookieToken();
  await insertBrowser(gateway.sql, {
    merchant_id,
    person_id,
    token_hash: hashCredential(token),
    replaced_hash: hashCredential(replaced),
    at: gateway.now(),
  });
  return token;
}
