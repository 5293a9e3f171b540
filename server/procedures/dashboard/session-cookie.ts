import { limits } from "../../contract/limits.ts";

/** The cookie that a browser proves its session with. */

const plainName = "tepat_session";

interface CookieScope {
  name: string;
  attributes: string;
}

/**
 * Sent to the dashboard's paths alone, and never to scripts. Where the service is https, the `__Secure-` prefix makes
 * browsers refuse one that was set without Secure; `__Host-` would send it to every path of the host (RFC 6265bis, 4.1.3).
 */
function scopeOf(publicUrl: string): CookieScope {
  const { protocol, pathname } = new URL(publicUrl);
  const path = `${pathname.replace(/\/$/, "")}/dashboard`;
  const isSecure = protocol === "https:";
  return {
    name: isSecure ? `__Secure-${plainName}` : plainName,
    attributes: `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`,
  };
}

export function setSessionCookie(publicUrl: string, token: string): string {
  const { name, attributes } = scopeOf(publicUrl);
  return `${name}=${token}; ${attributes}; Max-Age=${limits.sessionSeconds}`;
}

export function clearSessionCookie(publicUrl: string): string {
  const { name, attributes } = scopeOf(publicUrl);
  return `${name}=; ${attributes}; Max-Age=0`;
}

/** The session's token in a Cookie header; empty when there is none, or more than one. */
export function readSessionCookie(publicUrl: string, header: string | undefined): string {
  const { name } = scopeOf(publicUrl);
  const values = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? "") : "";
}
