import { describe, expect, test } from "vitest";
import { acceptsEncoding, cookie, preferredLanguage, isNavigation } from "./accept.ts";

describe("acceptsEncoding", () => {
  test.each([
    ["gzip, deflate, br", true],
    ["GZIP;q=0.5", true],
    ["gzip;q=0", false],
    ["gzip; q=0.000", false],
    ["br", false],
    ["x-gzip2", false],
    ["", false],
    [undefined, false],
  ])("finds gzip in %j: %s", (header, expected) => {
    expect(acceptsEncoding(header, "gzip")).toBe(expected);
  });
});

describe("preferredLanguage", () => {
  test.each([
    ["the query comes first", ["en", "id"], "id", "en"],
    ["then the cookie", [undefined, "en"], "id", "en"],
    ["then the browser", [undefined, undefined], "en-US,en;q=0.9,id;q=0.8", "en"],
    ["weights decide, not the order", [], "en;q=0.5, id;q=0.9", "id"],
    ["Android's old code is Indonesian", [], "in-ID, en;q=0.9", "id"],
    ["a refused language is not taken", [], "en;q=0, fr", "id"],
    ["an unknown choice is no choice", ["fr", "constructor"], "en", "en"],
    ["others get Indonesian", [], "fr-FR, *;q=0.1", "id"],
    ["so does who says nothing", [], undefined, "id"],
  ])("%s", (_, chosen, acceptLanguage, expected) => {
    expect(preferredLanguage(chosen, acceptLanguage)).toBe(expected);
  });
});

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
  ["application/json, Application/XHTML+XML;q=0.1", true],
  ["application/xhtml+xml;q=0, */*", false],
  ["text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", false],
  ["text/html", false],
  ["text/*", false],
  ["application/json, text/plain, */*", false],
  ["*/*", false],
  ["", false],
  [undefined, false],
])("Accept %j comes from a navigating browser: %s", (accept, expected) => {
  expect(isNavigation((name) => (name === "accept" ? accept : undefined))).toBe(expected);
});

test.each([
  ["document", true],
  ["empty", false],
  ["image", false],
])("Sec-Fetch-Dest %s comes from a navigating browser: %s", (sought, expected) => {
  const headers: Record<string, string> = { accept: "*/*", "sec-fetch-dest": sought };
  expect(isNavigation((name) => headers[name])).toBe(expected);
});

test.each([
  ["tepat_lang=en", "en"],
  ["a=b; tepat_lang=en; c=d", "en"],
  ["not_tepat_lang=en", undefined],
  ["tepat_lang", undefined],
  ["", undefined],
  [undefined, undefined],
])("the cookie in %j is %s", (header, expected) => {
  expect(cookie(header, "tepat_lang")).toBe(expected);
});
