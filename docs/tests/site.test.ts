import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../web-shared/testing/browser.ts";
import { isScrolledSideways, openPage, takePicture } from "../../web-shared/testing/open-page.ts";
import { createDocsPages } from "../../server/http/pages/docs-page.ts";
import type { HttpRequest } from "../../server/http/transport/message.ts";
import { pageOf } from "../../server/http/pages/guide-addresses.ts";

/**
 * Tests the site as `npm run docs` builds it and the gateway serves it, in a browser that reports whatever the policy
 * forbids.
 */

const docs = path.resolve(import.meta.dirname, "..");
const root = path.resolve(docs, "..");
/** Screenshots, which are not in git; CI keeps them for people to look at. */
const pictures = path.join(root, "artifacts/docs");
const guides = (await readdir(docs)).filter((name) => name.endsWith(".md"));

const folder = await mkdtemp(path.join(tmpdir(), "tepat-site-"));
const build = path.join(folder, "dist");
const browser = await launchBrowser();
const asked: string[] = [];
const server = createServer((request, response) => {
  void answer(request.url ?? "/", response);
});
let origin: string;

beforeAll(async () => {
  await buildSite(docs, build);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const findPage = createDocsPages(folder);

/** Builds the site as a person would: in the environment of the tests Vue would behave differently. */
async function buildSite(source: string, to: string): Promise<void> {
  const { NODE_ENV: _, VITEST: _vitest, ...env } = process.env;
  const program = path.join(docs, "scripts/build.ts");
  await promisify(execFile)(process.execPath, [program, "--source", source, "--to", to], { env });
}

async function answer(url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, "http://localhost");
  asked.push(pathname);
  if (pathname === "/openapi.json") {
    response.end(await readFile(path.join(root, "openapi/openapi.json")));
    return;
  }
  const request = { method: "GET", path: pathname, header: () => undefined };
  try {
    const page = await findPage(pathname)?.respond(request as unknown as HttpRequest);
    response.writeHead(page?.status ?? 404, page?.headers).end(page?.body);
  } catch {
    response.writeHead(404).end();
  }
}

/**
 * Opens an address of the site. Returns at the end what the browser asked of other servers and which errors it
 * reported.
 */
async function visit(address: string, options: { width?: number; locale?: string } = {}) {
  const elsewhere: string[] = [];
  const failed: string[] = [];
  const { page, complaints } = await openPage(browser, `${origin}${address}`, {
    viewport: { width: options.width ?? 1280, height: 860 },
    locale: options.locale ?? "en-GB",
    async before(page) {
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) elsewhere.push(url);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) failed.push(response.url());
      });
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
    },
  });
  return {
    page,
    async leave() {
      expect({ elsewhere, failed, complaints }).toEqual({
        elsewhere: [],
        failed: [],
        complaints: [],
      });
      await page.context().close();
    },
  };
}

test.each(guides)("%s is a page with its heading and without console errors", async (guide) => {
  const text = await readFile(path.join(docs, guide), "utf8");
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? "";
  const { page, leave } = await visit(`/docs${pageOf(guide)}`);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe(
    guide.endsWith(".id.md") ? "id" : "en",
  );
  await leave();
});

test.each([1280, 390])("a page is readable at a width of %d", async (width) => {
  const { page, leave } = await visit("/docs/phone", { width });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await isScrolledSideways(page)).toBe(false);
  await takePicture(page, path.join(pictures, `guide-${width}.png`));
  await leave();
});

test("code is highlighted without style attributes", async () => {
  const { page, leave } = await visit("/docs/webhooks");
  const colours = await page
    .locator("div.language-js code span span")
    .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
  expect(colours).toBeGreaterThan(2);
  await leave();
});

test.each([
  ["/docs", "Search", "quarantine", "Settings"],
  ["/docs/id", "Cari", "pemindai", "QRIS"],
])("a search from %s works in the browser alone", async (address, button, word, title) => {
  const { page, leave } = await visit(address);
  await page.getByRole("button", { name: button }).first().click();
  await page.locator("input[type=search]").fill(word);
  const result = page.locator(".result").filter({ hasText: title }).first();
  await result.click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await leave();
});

test("links lead from guide to guide, to the other language and to the API reference", async () => {
  const { page, leave } = await visit("/docs");
  await page.getByRole("main").getByRole("link", { name: "Pembayaran pertama" }).click();
  await page.getByRole("heading", { level: 1, name: "Pembayaran pertama" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "English" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Your first payment" }).waitFor();
  await page.getByRole("switch").first().click();
  await page.getByRole("link", { name: "API reference" }).first().click();
  await page.getByRole("heading", { name: "Rate limits" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/docs/api");
  await leave();
});

test.each([
  ["/docs", guides.filter((guide) => !guide.endsWith(".id.md"))],
  ["/docs/id", guides.filter((guide) => guide.endsWith(".id.md"))],
])("the guides of %s have a sidebar link to each of them", async (address, own) => {
  const { page, leave } = await visit(address);
  const links = await page
    .locator(".VPSidebar a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual(expect.arrayContaining(own.map((guide) => `/docs${pageOf(guide)}`)));
  await leave();
});

test.each([
  ["/docs/phone", "/docs/id/phone"],
  ["/docs/id/phone", "/docs/phone"],
  ["/docs/errors", "/docs/id/"],
  ["/docs", "/docs/id/"],
  ["/docs/id", "/docs/"],
])("the switch of languages leads from %s to %s", async (from, to) => {
  const { page, leave } = await visit(from);
  await page.locator(".VPNavBarTranslations button").hover();
  await page.locator(".VPNavBarTranslations a").click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(to);
  await page.locator(`html[lang="${to.includes("/id") ? "id" : "en"}"]`).waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await leave();
});

test("a page can be read without JavaScript", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}/docs/errors`);
  await page.getByText("payment_code_conflict").waitFor();
  await context.close();
});

test("every file exists in its compressed forms", async () => {
  const { files } = JSON.parse(await readFile(path.join(build, "manifest.json"), "utf8")) as {
    files: { file: string }[];
  };
  expect(files.filter(({ file }) => file.includes("localSearchIndex")).length).toBe(2);
  for (const { file } of files) {
    for (const form of ["", ".gz", ".br"]) {
      expect(existsSync(path.join(build, file + form)), file + form).toBe(true);
    }
  }
});

test.each([
  ["of a text", "qris.md", "# QRIS\n\n[gone](nowhere.md)\n"],
  [
    "of a menu",
    ".vitepress/config.ts",
    (await readFile(path.join(docs, ".vitepress/config.ts"), "utf8")).replace(
      '"/id/notices"',
      '"/id/gone"',
    ),
  ],
])("a dead link %s fails the build, which names it", async (what, file, content) => {
  const copy = path.join(folder, what, "docs");
  await cp(docs, copy, { recursive: true, filter: (name) => !/\/(dist|\.temp)$/.test(name) });
  for (const shared of ["node_modules", "server", "web-shared"])
    await symlink(path.join(root, shared), path.join(folder, what, shared));
  await writeFile(path.join(copy, file), content);
  await expect(buildSite(copy, path.join(folder, what, "broken"))).rejects.toThrow(
    /dead links?[^]*(nowhere|\/id\/gone)/i,
  );
});
