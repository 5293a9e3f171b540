import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { keptHeaders } from "./answer-headers.ts";

describe("the headers of an answer", () => {
  test("are kept one in each line, in their order, and repeated ones each", () => {
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
  ])("%s is kept without its value", (name) => {
    expect(keptHeaders({ [name]: "s3cr3t", date: "now" })).toBe(`${name}: [redacted]\ndate: now`);
  });

  test("each of several cookies is kept without its value", () => {
    expect(keptHeaders({ "set-cookie": ["a=1", "b=2"] })).toBe(
      "set-cookie: [redacted]\nset-cookie: [redacted]",
    );
  });

  test.each([
    ["location", "https://x.example/in?token=abc#id", "https://x.example/in?…"],
    ["location", "/hook/", "/hook/"],
    ["refresh", "0; url=https://x.example/?t=abc", "0; url=https://x.example/?…"],
    ["link", "<https://x.example/a?k=1>; rel=next", "<https://x.example/a?…>; rel=next"],
  ])("an address in %s loses its query: %s", (name, value, shown) => {
    expect(keptHeaders({ [name]: value })).toBe(`${name}: ${shown}`);
  });

  test("a credential of ours that comes back is not kept", () => {
    const secret = `whsec_${"A".repeat(43)}=`;
    expect(keptHeaders({ "x-echo": `it was ${secret}` })).not.toContain("AAAA");
  });

  test.each([
    ["NUL, escape codes and direction marks", "a\0b\u001b[31mc\u202ed", "a b [31mc d"],
    ["a lone surrogate", "a\ud800b", "a\ufffdb"],
    ["a line break", "a\r\nset-cookie: b", "a set-cookie: b"],
  ])("%s in a value can be shown and stored", (_, value, shown) => {
    expect(keptHeaders({ "x-a": value })).toBe(`x-a: ${shown}`);
  });

  test("a long value is cut between characters", () => {
    const kept = keptHeaders({ "x-a": "é".repeat(5000) }) ?? "";
    expect(kept.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(kept)).toBe(limits.webhookAnswerHeaderBytes - 1);
  });

  test("no more are kept than the bounds say, in number and in all", () => {
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
