import { describe, expect, test } from "vitest";
import {
  addressSeen,
  clearSessionCookie,
  readBrowserCookie,
  readSessionCookie,
  setCookies,
  sessionTokenOf,
  setSessionCookie,
} from "./session-cookie.ts";

const token = "A".repeat(43);

test("on an https service the cookie is Secure, and its name says so", () => {
  expect(setSessionCookie("https://pay.example", token)).toBe(
    `__Secure-tepat_session=${token}; Path=/dashboard; HttpOnly; SameSite=Lax; Secure; Max-Age=604800`,
  );
});

test("on another service the cookie is also sent without encryption", () => {
  expect(setSessionCookie("http://localhost:8080", token)).toBe(
    `tepat_session=${token}; Path=/dashboard; HttpOnly; SameSite=Lax; Max-Age=604800`,
  );
});

test("the cookie of a known browser is sent to the sign-in only", () => {
  const browser_token = "B".repeat(43);
  const [session, browser] = setCookies("https://pay.example", { token, browser_token }).split(
    "\n",
  );
  expect(session).toBe(setSessionCookie("https://pay.example", token));
  expect(browser).toBe(
    `__Secure-tepat_browser=${browser_token}; Path=/dashboard/api/session; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000`,
  );
  expect(readBrowserCookie("https://pay.example", browser)).toBe(browser_token);
  expect(readBrowserCookie("https://pay.example", session)).toBe("");
});

test("signing out removes the cookie of signing in", () => {
  expect(clearSessionCookie("https://pay.example")).toBe(
    "__Secure-tepat_session=; Path=/dashboard; HttpOnly; SameSite=Lax; Secure; Max-Age=0",
  );
});

test.each<[string, string | undefined, string]>([
  ["alone", `tepat_session=${token}`, token],
  ["among others", `a=b; tepat_session=${token};c=d`, token],
  ["not there", "a=b; other_tepat_session=x", ""],
  ["no header", undefined, ""],
  // A subdomain or a wider path might have set a cookie of the same name, so neither cookie is trusted.
  ["twice", `tepat_session=${token}; tepat_session=${"B".repeat(43)}`, ""],
])("the cookie is read: %s", (_case, header, expected) => {
  expect(readSessionCookie("http://localhost:8080", header)).toBe(expected);
});

test("a cookie without the prefix is ignored on an https service", () => {
  expect(readSessionCookie("https://pay.example", `tepat_session=${token}`)).toBe("");
});

describe("after the owner, signed in at http://localhost, has set an https address", () => {
  const publicUrl = "https://pay.example";
  const headers = (given: Record<string, string>) => (name: string) => given[name];

  test("the session at localhost goes on, and a new one there is not Secure", () => {
    const local = { host: "localhost:8080", cookie: `tepat_session=${token}` };
    expect(sessionTokenOf(publicUrl, headers(local))).toBe(token);
    const seen = addressSeen(publicUrl, headers({ origin: "http://localhost:8080" }));
    expect(setSessionCookie(seen, token)).not.toContain("Secure");
  });

  test("a cookie that was not encrypted is worth nothing at the public address", () => {
    const there = { host: "pay.example", cookie: `tepat_session=${token}` };
    expect(sessionTokenOf(publicUrl, headers(there))).toBe("");
    const seen = addressSeen(publicUrl, headers({ origin: publicUrl }));
    expect(setSessionCookie(seen, token)).toContain("__Secure-");
    expect(addressSeen(publicUrl, headers({}))).toBe(publicUrl);
  });

  test.each(["www.pay.example", "pay.example:8443", "pay.example.", "10.pay.example", ""])(
    "an unencrypted cookie is worth nothing at another public name: %j",
    (host) => {
      const there = { host, cookie: `tepat_session=${token}` };
      expect(sessionTokenOf(publicUrl, headers(there))).toBe("");
    },
  );

  test("an unencrypted cookie is worth nothing behind an https proxy that uses the local name", () => {
    const proxied = { host: "127.0.0.1:8080", "x-forwarded-proto": "https" };
    const cookie = `tepat_session=${token}`;
    expect(sessionTokenOf(publicUrl, headers({ ...proxied, cookie }))).toBe("");
  });

  test.each(["127.0.0.1:8080", "192.168.1.5", "10.0.0.7:80", "[::1]:8080", "kasir.local"])(
    "an unencrypted cookie is valid at the local host %s",
    (host) => {
      const there = { host, cookie: `tepat_session=${token}` };
      expect(sessionTokenOf(publicUrl, headers(there))).toBe(token);
    },
  );
});

test("the session at the https address goes on after the owner takes the address away", () => {
  const publicUrl = "http://localhost:8080";
  const headers = (given: Record<string, string>) => (name: string) => given[name];
  const there = { host: "pay.example", cookie: `__Secure-tepat_session=${token}` };
  expect(sessionTokenOf(publicUrl, headers(there))).toBe(token);
  const seen = addressSeen(publicUrl, headers({ origin: "https://pay.example" }));
  expect(setSessionCookie(seen, token)).toContain("__Secure-");
});
