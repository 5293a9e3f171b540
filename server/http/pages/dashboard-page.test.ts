import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createDashboardPages, loadDashboardWeb, type DashboardWeb } from "./dashboard-page.ts";
import type { HttpRequest } from "../transport/message.ts";

const file = (content_type: string) => ({
  content_type,
  plain: Buffer.from("plain"),
  gzip: Buffer.from("gzip"),
  br: Buffer.from("br"),
});

const web: DashboardWeb = {
  page: file("text/html; charset=utf-8"),
  files: new Map([["/dashboard/assets/index-1a2b3c4d.js", file("text/javascript")]]),
};
const find = createDashboardPages(web, "https://pay.example");

const get = (name: string, acceptEncoding?: string) =>
  find(name)?.respond({
    header: (header: string) => (header === "accept-encoding" ? acceptEncoding : undefined),
  } as HttpRequest);

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

test("the policy lets nothing in but the page's own files, and nobody frame it", async () => {
  const answer = await get("/dashboard");
  const policy = answer?.headers["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test("a file may be kept for ever, and comes as the browser takes it", async () => {
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
])("%s is none of its pages", (name) => {
  expect(find(name)).toBeUndefined();
});

test("before it is built it says how to build it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-dashboard-"));
  const unbuilt = createDashboardPages(await loadDashboardWeb(folder), "http://localhost");
  await rm(folder, { recursive: true });
  const answer = await unbuilt("/dashboard")?.respond({ header: () => undefined } as never);
  expect(answer?.status).toBe(503);
  expect(String(answer?.body)).toContain("npm run build -w dashboard-web");
});
