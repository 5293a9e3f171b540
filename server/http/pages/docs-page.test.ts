import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDocsPages } from "./docs-page.ts";
import { renderGuides } from "./rendered-guides.ts";
import type { HttpRequest } from "../transport/message.ts";

const nowhere = path.join(tmpdir(), "tepat-docs-that-nobody-built");
const findUnbuilt = createDocsPages(nowhere);

async function get(path: string, acceptEncoding?: string, find = findUnbuilt) {
  const header = (name: string) => (name === "accept-encoding" ? acceptEncoding : undefined);
  const page = find(path);
  assert(page, `${path} is no page`);
  return page.respond({ method: "GET", path, header } as HttpRequest);
}

const textOf = (body: string | Uint8Array): string => Buffer.from(body as string).toString();

const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|data-redoc)="([^"]+)"/g)].map(([, path]) => path as string);

test("the policy allows only this server's scripts and styles", async () => {
  const [first, second] = [await get("/docs/api"), await get("/docs/api")];
  const policy = first.headers["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  // Attributes alone are allowed to style, because Redoc colours code samples by them.
  expect(policy.replace("style-src-attr 'unsafe-inline'", "")).not.toMatch(/unsafe|https?:|\*/);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(textOf(first.body)).toContain(`nonce="${nonce}"`);
  expect(textOf(second.body)).not.toContain(`nonce="${nonce}"`);
});

test("the API reference's scripts are cached for ever and compressed", async () => {
  const paths = scriptsOf(textOf((await get("/docs/api")).body));
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    const [plain, compressed] = [await get(path), await get(path, "gzip, br")];
    expect(plain.headers["cache-control"]).toContain("immutable");
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(compressed.body)).toEqual(plain.body);
    expect(compressed.body.length).toBeLessThan(700_000);
  }
});

test("a picture from Redoc's own server is included in the script", async () => {
  const [redoc = ""] = scriptsOf(textOf((await get("/docs/api")).body));
  const text = textOf((await get(redoc)).body);
  expect(text).toContain("data:image/svg+xml,<svg");
  expect(text).not.toContain("cdn.redoc.ly");
});

test("a script of another release is not found", async () => {
  await expect(get("/docs/api/assets/redoc-000000000000.js")).rejects.toMatchObject({
    code: "not_found",
  });
});

test.each(["/docsx", "/", "/doc"])("%s is not one of its pages", (path) => {
  expect(findUnbuilt(path)).toBeUndefined();
});

describe("without guides", () => {
  test("/docs is the API reference", async () => {
    const { status, body } = await get("/docs");
    expect(status).toBe(200);
    expect(scriptsOf(textOf(body))).toHaveLength(2);
  });

  test.each(["/docs/phone", "/docs/", "/docs/assets/app.js"])("%s is not found", async (path) => {
    await expect(get(path)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("with unbuilt guides, as in a clone,", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-guides-"));
  afterAll(() => rm(folder, { recursive: true }));
  const find = createDocsPages(folder);
  const read = async (path: string) => textOf((await get(path, undefined, find)).body);
  beforeAll(async () => {
    const guides = {
      "README.md": "# Guides\n\n[Phone](phone.md#the-app) and [the code](../server/README.md)",
      "README.id.md": "# Panduan",
      "phone.md":
        "# Set up a phone <b>\n\n## The `app`\n\n<!-- not-run -->\n\n[`try.py`](programs/try.py)\n",
    };
    for (const [name, text] of Object.entries(guides))
      await writeFile(path.join(folder, name), text);
    await mkdir(path.join(folder, "programs"));
    await writeFile(path.join(folder, "programs/try.py"), 'print("$& <b>")\n');
  });

  test("the guides are rendered, with links, anchors, programs and the other language", async () => {
    const first = await read("/docs");
    expect(first).toContain('<html lang="en">');
    expect(first).toContain('<a href="/docs/phone#the-app">Phone</a>');
    expect(first).toContain('<a href="/docs/id/">Bahasa Indonesia</a>');
    expect(await read("/docs/id/")).toContain('<h1 id="panduan">Panduan</h1>');
    const phone = await read("/docs/phone/");
    expect(phone).toContain("<title>Set up a phone &lt;b&gt; · Tepat</title>");
    expect(phone).toContain('<h2 id="the-app">');
    expect(phone).toContain("print(&quot;$&amp; &lt;b&gt;&quot;)");
    expect(phone).not.toContain("Bahasa Indonesia");
  });

  test("the guides run no script, load no other server's files, and have only their own style", async () => {
    const { headers, body } = await get("/docs", undefined, find);
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).not.toMatch(/unsafe|https?:|script-src|\*/);
    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(textOf(body)) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
  });

  test.each(["/docs/secret", "/docs/../package", "/docs/phone.md", "/docs/assets/app.js"])(
    "%s is not found",
    async (path) => {
      await expect(get(path, undefined, find)).rejects.toMatchObject({ code: "not_found" });
    },
  );
});

test("unreadable guides are read again at the next request", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-guides-"));
  const find = createDocsPages(folder);
  await writeFile(path.join(folder, "README.md"), "# Guides\n\n[`try.py`](programs/try.py)\n");
  await expect(get("/docs", undefined, find)).rejects.toThrow("ENOENT");
  await mkdir(path.join(folder, "programs"));
  await writeFile(path.join(folder, "programs/try.py"), "print(1)\n");
  expect(textOf((await get("/docs", undefined, find)).body)).toContain("print(1)");
  await rm(folder, { recursive: true });
});

test("every guide of this repository is rendered and links to existing pages", async () => {
  const folder = path.resolve(import.meta.dirname, "../../../docs");
  const pages = await renderGuides(folder);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".md"));
  expect(pages?.size).toBe(files.length);
  for (const [address, page] of pages ?? []) {
    const { body } = await page.respond({ method: "GET", header: () => undefined } as never);
    for (const [, href = ""] of textOf(body).matchAll(/<a href="(\/docs[^"#]*)/g)) {
      const path = href.replace(/\/$/, "");
      expect(pages?.has(path) || path === "/docs/api", `${address} leads to ${href}`).toBe(true);
    }
  }
});

describe("with built guides", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-docs-"));
  afterAll(() => rm(folder, { recursive: true }));
  const find = createDocsPages(folder);
  const dist = path.join(folder, "dist");
  const page = { content_type: "text/html; charset=utf-8", is_immutable: false };
  const files = [
    { ...page, path: "/docs", file: "index.html", scripts: ["'sha256-abc='"] },
    { ...page, path: "/docs/phone", file: "phone.html", scripts: [] },
    {
      path: "/docs/assets/app.12345678.js",
      file: "app.js",
      content_type: "text/javascript; charset=utf-8",
      is_immutable: true,
      scripts: [],
    },
  ];
  beforeAll(async () => {
    await get("/docs", undefined, find);
    await mkdir(dist);
    for (const { file } of files) {
      await writeFile(path.join(dist, file), `plain ${file}`);
      await writeFile(path.join(dist, `${file}.gz`), `gzip ${file}`);
      await writeFile(path.join(dist, `${file}.br`), `br ${file}`);
    }
    await writeFile(path.join(dist, "secret.txt"), "secret");
    await writeFile(path.join(dist, "manifest.json"), JSON.stringify({ files }));
  });

  test("the guides are available without a restart, with or without a slash at the path's end", async () => {
    for (const [path, file] of [
      ["/docs", "index.html"],
      ["/docs/", "index.html"],
      ["/docs/phone", "phone.html"],
      ["/docs/phone/", "phone.html"],
    ] as const) {
      const { status, headers, body } = await get(path, undefined, find);
      expect({ status, body: textOf(body) }).toEqual({ status: 200, body: `plain ${file}` });
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    }
  });

  test("the guides are served as the build compressed them", async () => {
    expect(textOf((await get("/docs/phone", "gzip", find)).body)).toBe("gzip phone.html");
    const best = await get("/docs/phone", "gzip, br", find);
    expect(textOf(best.body)).toBe("br phone.html");
    expect(best.headers["content-encoding"]).toBe("br");
  });

  test("a page can run this server's scripts and its own inline ones, by their hashes", async () => {
    const policy = (await get("/docs", undefined, find)).headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'sha256-abc=';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test("a file with a hash in its name is cached for ever, unlike a page", async () => {
    const asset = await get("/docs/assets/app.12345678.js", undefined, find);
    expect(asset.headers["cache-control"]).toContain("immutable");
    expect((await get("/docs", undefined, find)).headers["cache-control"]).toBe("no-store");
  });

  test.each([
    "/docs/secret.txt",
    "/docs/manifest.json",
    "/docs/../package.json",
    "/docs/%2e%2e/package.json",
    "/docs/phone.html",
    "/docs//",
  ])("%s is not found, because the build does not list it", async (path) => {
    await expect(get(path, undefined, find)).rejects.toMatchObject({ code: "not_found" });
  });

  test("the API reference keeps its address", async () => {
    expect(textOf((await get("/docs/api", undefined, find)).body)).toContain('id="reference"');
  });
});
