import { limits } from "../../contract/limits.ts";

/** The cookies of a browser: one that proves its session, and one by which it is known where somebody has signed in. */

interface Kind {
  name: string;
  /** The paths that it is sent to. */
  path: string;
  sameSite: "Lax" | "Strict";
  seconds: number;
}

const session: Kind = {
  name: "tepat_session",
  path: "/dashboard",
  sameSite: "Lax",
  seconds: limits.sessionSeconds,
};

/** Sent where somebody signs in, and nowhere else. */
const browser: Kind = {
  name: "tepat_browser",
  path: "/dashboard/api/session",
  sameSite: "Strict",
  seconds: limits.browserKnownSeconds,
};

/**
 * Never shown to scripts. Where the service is https, the `__Secure-` prefix makes browsers refuse one that was set
 * without Secure; `__Host-` would send it to every path of the host (RFC 6265bis, 4.1.3).
 */
function cookie(
  publicUrl: string,
  kind: Kind,
  { value, seconds }: { value: string; seconds: number },
) {
  const path = `${new URL(publicUrl).pathname.replace(/\/$/, "")}${kind.path}`;
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  return `${nameOf(publicUrl, kind)}=${value}; Path=${path}; HttpOnly; SameSite=${kind.sameSite}${secure}; Max-Age=${seconds}`;
}

const isSecure = (publicUrl: string): boolean => new URL(publicUrl).protocol === "https:";

const nameOf = (publicUrl: string, { name }: Kind): string =>
  isSecure(publicUrl) ? `__Secure-${name}` : name;

export const setSessionCookie = (publicUrl: string, token: string): string =>
  cookie(publicUrl, session, { value: token, seconds: session.seconds });

const setBrowserCookie = (publicUrl: string, token: string): string =>
  cookie(publicUrl, browser, { value: token, seconds: browser.seconds });

/** Both, one a line. */
export const setCookies = (
  publicUrl: string,
  { token, browser_token }: { token: string; browser_token: string },
): string => `${setSessionCookie(publicUrl, token)}\n${setBrowserCookie(publicUrl, browser_token)}`;

/** The browser stays known. */
export const clearSessionCookie = (publicUrl: string): string =>
  cookie(publicUrl, session, { value: "", seconds: 0 });

/** The session's token in a Cookie header; empty when there is none, or more than one. */
export const readSessionCookie = (publicUrl: string, header: string | undefined): string =>
  readCookie(nameOf(publicUrl, session), header);

/** The same, of the browser's. */
export const readBrowserCookie = (publicUrl: string, header: string | undefined): string =>
  readCookie(nameOf(publicUrl, browser), header);

function readCookie(name: string, header: string | undefined): string {
  const values = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? (values[0] ?? "") : "";
}
