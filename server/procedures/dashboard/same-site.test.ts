import { describe, expect, test } from "vitest";
import { requireSameSite } from "./same-site.ts";

const publicUrl = "https://pay.example";
const json = { "content-type": "application/json" };

function judge(headers: Record<string, string>, method = "POST"): () => void {
  return () => requireSameSite((name) => headers[name], { method, publicUrl });
}

describe("accepts", () => {
  test.each<[string, Record<string, string>]>([
    ["what the browser says comes from the same origin", { "sec-fetch-site": "same-origin" }],
    ["the public address as origin", { origin: "https://pay.example" }],
    [
      "the host that was asked as origin",
      { origin: "http://192.168.1.5:8080", host: "192.168.1.5:8080" },
    ],
  ])("%s", (_case, headers) => {
    expect(judge({ ...json, ...headers })).not.toThrow();
    expect(judge(headers, "DELETE")).not.toThrow();
  });
});

describe("refuses", () => {
  test.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["another site that knows our origin", { "sec-fetch-site": "cross-site", origin: publicUrl }],
    ["a sibling domain", { "sec-fetch-site": "same-site", origin: "https://blog.pay.example" }],
    ["an address that was typed", { "sec-fetch-site": "none" }],
    ["a foreign origin", { origin: "https://evil.example", host: "pay.example" }],
    ["an opaque origin", { origin: "null", host: "null" }],
    ["another port", { origin: "https://pay.example:444", host: "pay.example" }],
    ["nothing said", { host: "pay.example" }],
  ])("%s", (_case, headers) => {
    for (const method of ["POST", "DELETE"]) {
      expect(judge({ ...json, ...headers }, method)).toThrow("did not come from a dashboard page");
    }
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
  ])("a POST of %j, as a form could send it", (type) => {
    const headers = { "sec-fetch-site": "same-origin", "content-type": type };
    expect(judge(headers)).toThrow("application/json");
  });
});
