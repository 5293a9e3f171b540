import assert from "node:assert/strict";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { createDocsPages } from "./docs-page.ts";
import type { HttpRequest } from "../transport/message.ts";

const find = createDocsPages();

async function get(path: string, acceptEncoding?: string) {
  const header = (name: string) => (name === "accept-encoding" ? acceptEncoding : undefined);
  const page = find(path);
  assert(page, `${path} is no page`);
  return page.respond({ method: "GET", path, header } as HttpRequest);
}

const textOf = (body: string | Uint8Array): string => Buffer.from(body as string).toString();

const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|data-redoc)="([^"]+)"/g)].map(([, path]) => path as string);

test("the policy lets in nothing but this server's scripts, and styles of this one answer", async () => {
  const [first, second] = [await get("/docs"), await get("/docs")];
  const policy = first.headers["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(textOf(first.body)).toContain(`nonce="${nonce}"`);
  expect(textOf(second.body)).not.toContain(`nonce="${nonce}"`);
});

test("its scripts are kept for ever and come compressed", async () => {
  const paths = scriptsOf(textOf((await get("/docs")).body));
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    const [plain, compressed] = [await get(path), await get(path, "gzip, br")];
    expect(plain.headers["cache-control"]).toContain("immutable");
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(compressed.body)).toEqual(plain.body);
    expect(compressed.body.length).toBeLessThan(700_000);
  }
});

test("a picture that Redoc would load from its makers' server comes with the script", async () => {
  const [redoc = ""] = scriptsOf(textOf((await get("/docs")).body));
  const text = textOf((await get(redoc)).body);
  expect(text).toContain("data:image/svg+xml,<svg");
  expect(text).not.toContain("cdn.redoc.ly");
});

test("a script of another release is not found", async () => {
  await expect(get("/docs/assets/redoc-000000000000.js")).rejects.toMatchObject({
    code: "not_found",
  });
});

test.each(["/docs/", "/docs/assets", "/docsx", "/"])("%s is none of its pages", (path) => {
  expect(find(path)).toBeUndefined();
});
