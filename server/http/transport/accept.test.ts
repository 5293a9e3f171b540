import { describe, expect, test } from "vitest";
import { acceptsEncoding, cookie, preferredLanguage, prefersHtml } from "./accept.ts";

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
  ])("gzip in %j: %s", (header, expected) => {
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
  ["text/html, application/json", true],
  ["application/json;q=0.9, text/html", true],
  ["TEXT/*", true],
  ["*/*;q=0.5, text/html", true],
  ["application/json, text/plain, */*", false],
  ["application/json, text/html", false],
  ["text/html;q=0.8, application/json;q=0.9", false],
  ["text/html;q=0, */*", false],
  ["*/*", false],
  ["image/png", false],
  ["", false],
  [undefined, false],
])("Accept %j asks for HTML before JSON: %s", (header, expected) => {
  expect(prefersHtml(header)).toBe(expected);
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
