import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createDashboardPages, loadDashboardWeb, type DashboardWeb } from "./dashboard-page.ts";
import type { HttpRequest } from "../transport/message.ts";

const file = (content_type: string, plain = "plain") => ({
  content_type,
  plain: Buffer.from(plain),
  gzip: Buffer.from("gzip"),
  br: Buffer.from("br"),
});

const web: DashboardWeb = {
  pages: {
    id: file("text/html; charset=utf-8", "in Indonesian"),
    en: file("text/html; charset=utf-8", "in English"),
  },
  files: new Map([["/dashboard/assets/index-1a2b3c4d.js", file("text/javascript")]]),
};
const find = createDashboardPages(web, () => "https://pay.example");

const get = (name: string, acceptEncoding?: string) =>
  ask(name, { "accept-encoding": acceptEncoding });

const ask = (name: string, headers: Record<string, string | undefined>, query = "") =>
  find(name)?.respond({ header: (header: string) => headers[header], query } as HttpRequest);

test.each(["/dashboard", "/dashboard/", "/dashboard/payments/INV%2F1", "/dashboard/apis"])(
  "%s is the dashboard's document",
  async (name) => {
    const answer = await get(name, "gzip");
    expect(answer?.status).toBe(200);
    expect(answer?.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-encoding": "gzip",
      "cache-control": "no-store",
      "strict-transport-security": "max-age=31536000",
      "x-content-type-options": "nosniff",
    });
  },
);

test.each([
  ["in Indonesian", {}, ""],
  ["in Indonesian", { "accept-language": "de, fr" }, ""],
  ["in English", { "accept-language": "de, en-GB" }, ""],
  ["in Indonesian", { "accept-language": "en", cookie: "tepat_lang=id" }, ""],
  ["in English", { "accept-language": "id", cookie: "tepat_lang=en" }, ""],
  ["in English", { cookie: "tepat_lang=id" }, "lang=en"],
  ["in Indonesian", { cookie: "tepat_lang=../../etc" }, "lang=<script>"],
])("the document is %s for %j and ?%s", async (text, headers, query) => {
  const answer = await ask("/dashboard", headers, query);
  expect(String(answer?.body)).toBe(text);
  expect(answer?.headers["vary"]).toBe("accept-encoding, accept-language, cookie");
});

test("the policy allows only the page's own files, and no framing", async () => {
  const answer = await get("/dashboard");
  const policy = answer?.headers["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test("only the page that sets up a phone by cable can use USB", async () => {
  const policyOf = async (at: string) => (await get(at))?.headers["permissions-policy"];
  expect(await policyOf("/dashboard/devices/cable")).toBe("usb=(self)");
  for (const at of ["/dashboard", "/dashboard/devices", "/dashboard/devices/cable/x"]) {
    expect(await policyOf(at), at).toBe("usb=()");
  }
  const policy = async (at: string) => (await get(at))?.headers["content-security-policy"];
  expect(await policy("/dashboard/devices/cable")).toBe(await policy("/dashboard"));
});

test("a file can be cached for ever, and is served in an accepted encoding", async () => {
  const name = "/dashboard/assets/index-1a2b3c4d.js";
  const compressed = await get(name, "gzip, br");
  expect(compressed?.headers["cache-control"]).toContain("immutable");
  expect(compressed?.headers["content-encoding"]).toBe("br");
  expect(String((await get(name))?.body)).toBe("plain");
});

test.each([
  "/dashboard/api",
  "/dashboard/api/unknown",
  "/dashboard/assets/index-00000000.js",
  "/dashboards",
  "/",
])("%s is not a page of the dashboard", (name) => {
  expect(find(name)).toBeUndefined();
});

test("an unbuilt dashboard explains how to build it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-dashboard-"));
  const unbuilt = createDashboardPages(await loadDashboardWeb(folder), () => "http://localhost");
  await rm(folder, { recursive: true });
  const answer = await unbuilt("/dashboard")?.respond({
    header: () => undefined,
    query: "",
  } as never);
  expect(answer?.status).toBe(503);
  expect(String(answer?.body)).toContain("npm run build -w dashboard-web");
});
