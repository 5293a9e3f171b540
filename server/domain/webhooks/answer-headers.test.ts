import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { keptHeaders } from "./answer-headers.ts";

describe("the headers of a response", () => {
  test("are kept one per line, in order, with each repeated one", () => {
    expect(
      keptHeaders({ "content-type": "text/html", via: ["1.1 a", "1.1 b"], "x-none": undefined }),
    ).toBe("content-type: text/html\nvia: 1.1 a\nvia: 1.1 b");
    expect(keptHeaders({})).toBe(null);
  });

  test.each([
    "set-cookie",
    "Set-Cookie2",
    "authorization",
    "proxy-authenticate",
    "www-authenticate",
    "authentication-info",
    "x-csrf-token",
    "x-amz-security-token",
    "x-api-key",
    "x-session-id",
    "webhook-signature",
    "x-client-secret",
  ])("keep %s without its value", (name) => {
    expect(keptHeaders({ [name]: "s3cr3t", date: "now" })).toBe(`${name}: [redacted]\ndate: now`);
  });

  test("keep each of several cookies without its value", () => {
    expect(keptHeaders({ "set-cookie": ["a=1", "b=2"] })).toBe(
      "set-cookie: [redacted]\nset-cookie: [redacted]",
    );
  });

  test.each([
    ["location", "https://x.example/in?token=abc#id", "https://x.example/in?…"],
    ["location", "/hook/", "/hook/"],
    ["refresh", "0; url=https://x.example/?t=abc", "0; url=https://x.example/?…"],
    ["link", "<https://x.example/a?k=1>; rel=next", "<https://x.example/a?…>; rel=next"],
  ])("keep an address in %s without its query: %s", (name, value, shown) => {
    expect(keptHeaders({ [name]: value })).toBe(`${name}: ${shown}`);
  });

  test("exclude Tepat's own credentials", () => {
    const secret = `whsec_${"A".repeat(43)}=`;
    expect(keptHeaders({ "x-echo": `it was ${secret}` })).not.toContain("AAAA");
  });

  test.each([
    ["NUL, escape codes and direction marks", "a\0b\u001b[31mc\u202ed", "a b [31mc d"],
    ["a lone surrogate", "a\ud800b", "a\ufffdb"],
    ["a line break", "a\r\nset-cookie: b", "a set-cookie: b"],
  ])("can be shown and stored with %s in a value", (_, value, shown) => {
    expect(keptHeaders({ "x-a": value })).toBe(`x-a: ${shown}`);
  });

  test("are cut between characters if too long", () => {
    const kept = keptHeaders({ "x-a": "é".repeat(5000) }) ?? "";
    expect(kept.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(kept)).toBe(limits.webhookAnswerHeaderBytes - 1);
  });

  test("are limited in number and in size", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x-${n}`, "v"]));
    expect(keptHeaders(many)?.split("\n")).toHaveLength(limits.webhookAnswerHeaders);
    const large = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`x-${n}`, "v".repeat(1000)]),
    );
    const kept = keptHeaders(large) ?? "";
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(limits.webhookAnswerHeadersBytes);
    expect(kept.split("\n")).toHaveLength(7);
  });
});
