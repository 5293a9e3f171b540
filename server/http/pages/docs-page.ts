import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { GatewayError } from "../../contract/errors.ts";
import { isNavigation } from "../transport/accept.ts";
import type { GuideSite } from "./guides.ts";
import type { FindPage, Page } from "./page.ts";
import { compressed, staticPage } from "./static-file.ts";

const guides = fileURLToPath(new URL("../../../docs", import.meta.url));

/**
 * Serves the guides at `/docs`, and the contract drawn by Redoc at `/docs/api`. All files come from this server, so
 * that the pages can be read without the internet. The files are loaded at the first request. Without guides, `/docs`
 * shows the contract.
 */
export function createDocsPages(directory = guides): FindPage {
  let loading: Promise<Docs> | undefined;
  const load = () => (loading ??= loadDocs());
  let site: Promise<GuideSite | null> | undefined;
  const readSite = async () => (await import("./guides.ts")).readGuides(directory);

  async function loadSite() {
    try {
      return await (site ??= readSite());
    } catch (cause) {
      // The next request reads the guides again.
      site = undefined;
      throw cause;
    }
  }

  async function reference() {
    const nonce = randomBytes(16).toString("base64");
    const { redoc, start, style } = await load();
    const body = html({ nonce, redoc: redoc.path, start: start.path, style: style.path });
    return { status: 200, headers: pageHeaders(nonce), body };
  }
  const apiPage: Page = { name: "docsPage", respond: reference };
  const apiAsset: Page = {
    name: "docsAsset",
    async respond(request) {
      const found = Object.values(await load()).find(({ path }) => path === request.path);
      if (!found) throw noSuchPath();
      return found.page.respond(request);
    },
  };
  const guide: Page = {
    name: "docsPage",
    async respond(request) {
      const site = await loadSite();
      // Without guides, the reference is at their address, and its style sheet is below that address.
      if (site === null) return request.path === "/docs" ? reference() : apiAsset.respond(request);
      const found = site.pages.get(request.path.replace(/\/$/, ""));
      if (found) return found.respond(request);
      if (!isNavigation(request.header)) throw noSuchPath();
      return site.missing.respond(request);
    },
  };
  return (path) => {
    if (path === "/docs/api") return apiPage;
    if (path.startsWith(apiAssets)) return apiAsset;
    if (path === "/guides" || path.startsWith("/guides/")) return guessed;
    return path === "/docs" || path.startsWith("/docs/") ? guide : undefined;
  };
}

const apiAssets = "/docs/api/assets/";

/** Redirects `/guides`, which people might guess, to the guides. */
const guessed: Page = {
  name: "docsPage",
  respond: async ({ path, query }) => ({
    status: 302,
    headers: {
      location: `/docs${path.slice("/guides".length)}${query && `?${query}`}`,
      "cache-control": "no-store",
    },
    body: "",
  }),
};

const noSuchPath = () =>
  new GatewayError("not_found", { message: "This path does not exist. Check the URL." });

interface Script {
  path: string;
  page: Page;
}

type Docs = Record<"redoc" | "start" | "style", Script>;

async function loadDocs(): Promise<Docs> {
  const { readStyle } = await import("./guides.ts");
  const [redoc, start, style] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve("redoc/bundles/redoc.standalone.js")), "utf8"),
    readFile(new URL("docs-start.mjs", import.meta.url), "utf8"),
    readStyle(),
  ]);
  return {
    redoc: await script("redoc", withOwnLogo(redoc)),
    start: await script("start", start),
    style: { path: style[0], page: style[1] },
  };
}

/**
 * Replaces Redoc's logo with ours. The original is a picture on the server of Redoc's makers, who would learn about
 * each reader.
 */
function withOwnLogo(redoc: string): string {
  return redoc.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini[\w-]*\.svg/g, redocLogo);
}

const redocLogo =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='42' height='14'><text y='11' font-family='sans-serif' font-size='11' fill='%230044d4'>Redocly</text></svg>";

async function script(name: string, text: string): Promise<Script> {
  const bytes = Buffer.from(text);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const file = await compressed(bytes, "text/javascript; charset=utf-8");
  return { path: `${apiAssets}${name}-${hash}.js`, page: staticPage("docsAsset", file) };
}

const html = (page: {
  nonce: string;
  redoc: string;
  start: string;
  style: string;
}) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tepat: API reference</title>
    <link rel="icon" href="/dashboard/mark.svg" type="image/svg+xml" />
    <link rel="modulepreload" href="${page.redoc}" />
    <link rel="stylesheet" href="${page.style}" />
    <style nonce="${page.nonce}">noscript { display: block; padding: 2rem }</style>
  </head>
  <body class="reference">
    <header class="bar">
      <a class="brand" href="/docs"><img src="/dashboard/mark.svg" width="32" height="32" alt="" /><b>Tepat</b> API reference</a>
      <nav class="places" aria-label="Tepat">
        <a href="/docs">‹ Guides</a>
        <a href="/dashboard">Dashboard</a>
      </nav>
    </header>
    <noscript>This page needs JavaScript. The same is in <a href="/openapi.json">openapi.json</a>.</noscript>
    <div id="reference" data-redoc="${page.redoc}" nonce="${page.nonce}"></div>
    <script type="module" src="${page.start}"></script>
  </body>
</html>
`;

/** `data:` allows the fonts and pictures inside Redoc. */
const pageHeaders = (nonce: string): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Redoc colours code samples with style attributes. Such attributes run no script, and the page shows only our
    // document.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});
