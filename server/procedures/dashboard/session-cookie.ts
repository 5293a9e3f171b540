import { limits } from "../../contract/limits.ts";

/**
 * A browser's two cookies. One proves its session. The other shows that a person has signed in with this browser
 * before.
 */

interface Kind {
  name: string;
  /** The paths to which the browser sends the cookie. */
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

/** Sent only to the addresses for signing in. */
const browser: Kind = {
  name: "tepat_browser",
  path: "/dashboard/api/session",
  sameSite: "Strict",
  seconds: limits.browserKnownSeconds,
};

type Header = (name: string) => string | undefined;

/**
 * Returns the public address with the scheme by which the browser sees the dashboard. The owner can set or remove a
 * gateway's https address while signed in at http://localhost, and must stay signed in. A page cannot forge Origin,
 * which browsers send with every sign-in.
 */
export function addressSeen(publicUrl: string, header: Header): string {
  const origin = header("origin") ?? publicUrl;
  return origin.startsWith("http:") ? plainOf(publicUrl) : secureOf(publicUrl);
}

const plainOf = (url: string): string => url.replace(/^https:/, "http:");
const secureOf = (url: string): string => url.replace(/^http:/, "https:");

/**
 * Returns the session's token in a request. A cookie that was set without encryption counts only if the public
 * address is http or the host is local. At an internet name, a stranger in the network could have set that cookie.
 */
export function sessionTokenOf(publicUrl: string, header: Header): string {
  const cookies = header("cookie");
  const isPlainAllowed =
    !isSecure(publicUrl) ||
    (localHost.test(header("host") ?? "") && header("x-forwarded-proto") !== "https");
  return (
    readSessionCookie(secureOf(publicUrl), cookies) ||
    (isPlainAllowed ? readSessionCookie(plainOf(publicUrl), cookies) : "")
  );
}

const localHost =
  /^(?:localhost|\[::1\]|[a-z0-9-]+\.local|(?:127(?:\.\d+)?|10(?:\.\d+)?|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+)(?::\d+)?$/i;

/**
 * Returns a Set-Cookie header. Scripts cannot read the cookie. If the service is https, the `__Secure-` prefix makes
 * browsers refuse a cookie that was set without Secure. `__Host-` would send the cookie to every path of the host
 * (RFC 6265bis, 4.1.3).
 */
function cookie(
  publicUrl: string,
  kind: Kind,
  { value, seconds }: { value: string; seconds: number },
) {
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  return `${nameOf(publicUrl, kind)}=${value}; Path=${kind.path}; HttpOnly; SameSite=${kind.sameSite}${secure}; Max-Age=${seconds}`;
}

const isSecure = (publicUrl: string): boolean => new URL(publicUrl).protocol === "https:";

const nameOf = (publicUrl: string, { name }: Kind): string =>
  isSecure(publicUrl) ? `__Secure-${name}` : name;

export const setSessionCookie = (publicUrl: string, token: string): string =>
  cookie(publicUrl, session, { value: token, seconds: session.seconds });

const setBrowserCookie = (publicUrl: string, token: string): string =>
  cookie(publicUrl, browser, { value: token, seconds: browser.seconds });

/** Sets both cookies, one in each line. */
export const setCookies = (
  publicUrl: string,
  { token, browser_token }: { token: string; browser_token: string },
): string => `${setSessionCookie(publicUrl, token)}\n${setBrowserCookie(publicUrl, browser_token)}`;

/** Removes the session's cookie. The browser's cookie stays. */
export const clearSessionCookie = (publicUrl: string): string =>
  cookie(publicUrl, session, { value: "", seconds: 0 });

/** Returns the session's token in a Cookie header. The result is empty if there is no such cookie, or more than one. */
export const readSessionCookie = (publicUrl: string, header: string | undefined): string =>
  readCookie(nameOf(publicUrl, session), header);

/** Returns the browser's token in a Cookie header. The result is empty if there is no such cookie, or more than one. */
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
