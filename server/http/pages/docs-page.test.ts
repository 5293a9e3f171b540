import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDocsPages } from "./docs-page.ts";
import { pageOf } from "./guide-addresses.ts";
import { readGuides } from "./guides.ts";
import type { HttpRequest } from "../transport/message.ts";

const nowhere = path.join(tmpdir(), "tepat-docs-that-nobody-built");
const findUnbuilt = createDocsPages(nowhere);

async function get(
  path: string,
  acceptEncoding?: string,
  find = findUnbuilt,
  { query = "", ...headers }: Record<string, string> = {},
) {
  const given = new Map(
    Object.entries({
      "accept-language": "en",
      ...(acceptEncoding && { "accept-encoding": acceptEncoding }),
      ...headers,
    }),
  );
  const page = find(path);
  assert(page, `${path} is no page`);
  const header = (name: string) => given.get(name);
  return page.respond({ method: "GET", path, query, header } as HttpRequest);
}

const textOf = (body: string | Uint8Array): string => Buffer.from(body as string).toString();

const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|data-redoc)="([^"]+\.js)"/g)].map(([, path]) => path as string);

test("the policy allows only this server's scripts and styles", async () => {
  const [first, second] = [await get("/docs/api"), await get("/docs/api")];
  const policy = first.headers["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  // Only style attributes are allowed, because Redoc colours code samples with them.
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

test.each(["/docsx", "/", "/doc", "/guidesx"])("%s is not a page of the documentation", (path) => {
  expect(findUnbuilt(path)).toBeUndefined();
});

describe("without guides", () => {
  test("/docs is the API reference", async () => {
    const { status, body } = await get("/docs");
    expect(status).toBe(200);
    expect(scriptsOf(textOf(body))).toHaveLength(2);
  });

  test("the API reference has its style sheet", async () => {
    const page = textOf((await get("/docs")).body);
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    expect((await get(style)).status).toBe(200);
  });

  test.each(["/docs/phone", "/docs/", "/docs/assets/app.js"])("%s is not found", async (path) => {
    await expect(get(path)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("with guides", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-guides-"));
  afterAll(() => rm(folder, { recursive: true }));
  const find = createDocsPages(folder);
  const read = async (path: string) => textOf((await get(path, undefined, find)).body);
  beforeAll(async () => {
    const guides = {
      "README.md":
        "# Guides\n\n## Shop\n\nFirst.\n\n## All\n\n### Sources\n\n- [Phone](phone.md)\n- [QRIS](qris.md)\n",
      "README.id.md": "# Panduan\n\n## Semua\n\n### Sumber\n\n- [QRIS](qris.id.md)\n",
      "phone.md":
        "# Set up a phone <b>\n\n[App](qris.md#the-app), [the code](../server/README.md)\n\n## The `app`\n\n<!-- not-run -->\n\n[`try.py`](programs/try.py)\n\n[`config.ru`](programs/config.ru)\n\n```sh not-run: it needs a phone\nnpm start\n```\n",
      "qris.md":
        '# QRIS\n\n## The app\n\n<a name="scanner"></a>The scanner.\n\n```sh\nphp -v\n```\n',
      "qris.id.md": "# QRIS\n\n[English](qris.md), [HP](phone.md)\n",
    };
    for (const [name, text] of Object.entries(guides))
      await writeFile(path.join(folder, name), text);
    await mkdir(path.join(folder, "programs"));
    await writeFile(path.join(folder, "programs/try.py"), 'print("$& <b>")\n');
    await writeFile(path.join(folder, "programs/config.ru"), 'run "Webhook"\n');
  });

  test("a guide has links, anchors, programs and coloured commands, without the notes for our tests", async () => {
    const phone = await read("/docs/phone/");
    expect(phone).toContain("<title>Set up a phone &lt;b&gt; · Tepat</title>");
    expect(phone).toContain('<a href="/docs/qris#the-app">App</a>');
    expect(phone).toContain('<span title="server/README.md">the code</span>');
    expect(phone).toContain('<h2 id="the-app">');
    expect(phone).toContain("<figcaption>try.py</figcaption>");
    expect(phone).toContain('<span class="hljs-string">&quot;$&amp; &lt;b&gt;&quot;</span>');
    expect(phone).toContain('run <span class="hljs-string">&quot;Webhook&quot;</span>');
    expect(phone).not.toContain("it needs a phone");
  });

  test("the side menu has the groups of the first page and marks the current guide", async () => {
    const menu = /<nav class="menu"[^]*?<\/nav>/.exec(await read("/docs/phone"))?.[0];
    expect(menu).toContain("<h2>Sources</h2>");
    expect(menu).toContain('<a href="/docs/phone" aria-current="page">Phone</a>');
    expect(menu).toContain('<a href="/docs/qris">QRIS</a>');
  });

  test.each([
    ["/docs", {}, undefined],
    ["/docs", { "accept-language": "id-ID,id;q=0.9,en;q=0.8" }, "/docs/id"],
    ["/docs/qris", { "accept-language": "id" }, "/docs/id/qris"],
    ["/docs/qris", { "accept-language": "id", query: "q=a&b" }, "/docs/id/qris?q=a&b"],
    ["/docs/qris", { "accept-language": "id", cookie: "tepat_lang=en" }, undefined],
    ["/docs/qris", { "accept-language": "id", query: "lang=en" }, undefined],
    ["/docs/qris", { cookie: "tepat_lang=id" }, "/docs/id/qris"],
    // This guide has no translation.
    ["/docs/phone", { "accept-language": "id" }, undefined],
    // An Indonesian address is a choice of the language.
    ["/docs/id/qris", { "accept-language": "en" }, undefined],
  ])("%s with %j leads to the address %s", async (path, headers, target) => {
    const { status, headers: answered } = await get(path, undefined, find, headers);
    expect([status, answered["location"]]).toEqual([target ? 302 : 200, target]);
    expect(answered["vary"]).toMatch(/accept-language, cookie/);
  });

  test("the switch and links to a translated guide name the language that they lead to", async () => {
    expect(await read("/docs/qris")).toContain('href="/docs/id/qris?lang=id" lang="id"');
    expect(await read("/docs/phone")).toContain('href="/docs/id?lang=id" lang="id"');
    const indonesian = await read("/docs/id/qris");
    expect(indonesian).toContain('<html lang="id">');
    expect(indonesian).toContain('<a href="/docs/qris?lang=en" hreflang="en">English</a>');
    expect(indonesian).toContain('<a href="/docs/phone" hreflang="en">HP</a>');
  });

  test("the search's index has each section of a language with its anchor", async () => {
    const index: unknown = JSON.parse(await read("/docs/assets/search-en.json"));
    expect(index).toContainEqual([
      "/docs/qris",
      "QRIS",
      "the-app",
      "The app",
      "The scanner. ",
      "php -v ",
      "",
      true,
    ]);
    expect(await read("/docs/assets/search-id.json")).not.toContain("scanner");
  });

  test("the guides run only this server's scripts and load no other server's files", async () => {
    const policy = (await get("/docs", undefined, find)).headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test("style and script are cached for ever, unlike a page", async () => {
    const page = await get("/docs", undefined, find);
    expect(page.headers["cache-control"]).toBe("no-store");
    const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(textOf(page.body)) ?? [];
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(textOf(page.body)) ?? [];
    for (const asset of [script, style]) {
      const { headers } = await get(asset, "br", find);
      expect(headers["cache-control"]).toContain("immutable");
      expect(headers["content-encoding"]).toBe("br");
    }
  });

  test.each([
    "/docs/secret",
    "/docs/../package",
    "/docs/phone.md",
    "/docs/programs/try.py",
    "/docs/%2e%2e/package.json",
    "/docs//",
  ])("%s is not found", async (path) => {
    await expect(get(path, undefined, find)).rejects.toMatchObject({ code: "not_found" });
  });

  test.each([
    ["/docs/secret", "en", "There is no such guide", "/docs"],
    ["/docs/secret/", "id", "Panduan ini tidak ada", "/docs/id"],
    ["/docs/id/secret", "en", "Panduan ini tidak ada", "/docs/id"],
  ])(
    "a browser at %s reads in %s that there is no such guide",
    async (path, language, words, home) => {
      const { status, body } = await get(path, undefined, find, {
        "accept-language": language,
        accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      });
      const page = textOf(body);
      expect(status).toBe(404);
      expect(page).toContain(`>${words}</h1>`);
      expect(page).toContain('type="search"');
      expect(/<main[^]*<\/main>/.exec(page)?.[0]).toContain(`<a href="${home}">`);
    },
  );

  test.each([
    ["/guides", "/docs"],
    ["/guides/phone", "/docs/phone"],
    ["/guides/phone?lang=en", "/docs/phone?lang=en"],
  ])("%s leads to %s", async (address, target) => {
    const [path = "", query] = address.split("?");
    const { status, headers } = await get(path, undefined, find, query ? { query } : {});
    expect([status, headers["location"]]).toEqual([302, target]);
  });
});

test("unreadable guides are read again at the next request", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-guides-"));
  const find = createDocsPages(folder);
  await writeFile(path.join(folder, "README.md"), "# Guides\n\n[`try.py`](programs/try.py)\n");
  await expect(get("/docs", undefined, find)).rejects.toThrow("ENOENT");
  await mkdir(path.join(folder, "programs"));
  await writeFile(path.join(folder, "programs/try.py"), "print(1)\n");
  expect(textOf((await get("/docs", undefined, find)).body)).toContain(
    "<figcaption>try.py</figcaption>",
  );
  await rm(folder, { recursive: true });
});

describe("in this repository", async () => {
  const folder = path.resolve(import.meta.dirname, "../../../docs");
  const site = await readGuides(folder);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".md"));
  const find = createDocsPages(folder);
  const htmlOf = async (address: string) =>
    textOf((await get(address, undefined, find, { query: "lang=en" })).body);

  test.each(files)("every link and picture of %s is there", async (file) => {
    const address = pageOf(file);
    const html = await htmlOf(address);
    for (const [, target = ""] of html.matchAll(/(?:href|src)="(\/docs[^"#?]*)/g)) {
      const isThere = target === "/docs/api" || site?.pages.has(target);
      expect(isThere, `${address} leads to ${target}`).toBe(true);
    }
  });

  test.each(files.filter((file) => !file.startsWith("README")))(
    "the menu of %s marks the guide as the current page",
    async (file) => {
      expect(await htmlOf(pageOf(file))).toContain(
        `<a href="${pageOf(file)}" aria-current="page">`,
      );
    },
  );
});
