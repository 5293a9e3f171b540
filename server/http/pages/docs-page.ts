import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { GatewayError } from "../../contract/errors.ts";
import { readDocsSite, type DocsSite } from "./docs-site.ts";
import type { FindPage, Page } from "./page.ts";
import { compressed, staticPage } from "./static-file.ts";

const guides = fileURLToPath(new URL("../../../docs", import.meta.url));

/**
 * `/docs` shows the guides, and `/docs/api` the contract, drawn by Redoc. Everything comes from this server, so that it
 * can be read without the internet, and nothing is in memory before a person asks for it. If the guides have not been
 * built as a site, they are rendered from their files. Without files, `/docs` shows the contract.
 */
export function createDocsPages(directory = guides): FindPage {
  let loading: Promise<Docs> | undefined;
  const load = () => (loading ??= loadDocs());
  let site: DocsSite | null = null;
  let rendered: Promise<DocsSite | null> | undefined;
  // A site that is built while the gateway runs is found.
  const loadSite = async () =>
    (site ??= await readDocsSite(path.join(directory, "dist"))) ??
    (await (rendered ??= renderGuides()));

  async function renderGuides() {
    try {
      const guidesInFiles = await import("./rendered-guides.ts");
      return await guidesInFiles.renderGuides(directory);
    } catch (cause) {
      // The next request tries again.
      rendered = undefined;
      throw cause;
    }
  }

  async function reference() {
    const nonce = randomBytes(16).toString("base64");
    const { redoc, start } = await load();
    const body = html({ nonce, redoc: redoc.path, start: start.path });
    return { status: 200, headers: pageHeaders(nonce), body };
  }
  const apiPage: Page = { name: "docsPage", respond: reference };
  const apiAsset: Page = {
    name: "docsAsset",
    async respond(request) {
      const found = Object.values(await load()).find(({ path }) => path === request.path);
      if (!found) throw nothingHere();
      return found.page.respond(request);
    },
  };
  const guide: Page = {
    name: "docsPage",
    async respond(request) {
      const pages = await loadSite();
      if (pages === null && request.path === "/docs") return reference();
      const found = pages?.get(request.path.replace(/\/$/, ""));
      if (!found) throw nothingHere();
      return found.respond(request);
    },
  };
  return (path) => {
    if (path === "/docs/api") return apiPage;
    if (path.startsWith(apiAssets)) return apiAsset;
    return path === "/docs" || path.startsWith("/docs/") ? guide : undefined;
  };
}

const apiAssets = "/docs/api/assets/";

const nothingHere = () =>
  new GatewayError("not_found", { message: "This path does not exist. Check the URL." });

interface Script {
  path: string;
  page: Page;
}

type Docs = Record<"redoc" | "start", Script>;

async function loadDocs(): Promise<Docs> {
  const [redoc, start] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve("redoc/bundles/redoc.standalone.js")), "utf8"),
    readFile(new URL("docs-start.mjs", import.meta.url), "utf8"),
  ]);
  return {
    redoc: await script("redoc", withOwnLogo(redoc)),
    start: await script("start", start),
  };
}

/** Redoc's logo is a picture on its makers' server, which would learn who reads. It is replaced by ours. */
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

const html = (page: { nonce: string; redoc: string; start: string }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tepat: API reference</title>
    <link rel="icon" href="/dashboard/mark.svg" type="image/svg+xml" />
    <link rel="modulepreload" href="${page.redoc}" />
    <style nonce="${page.nonce}">body { margin: 0 } noscript { display: block; padding: 2rem; font-family: sans-serif }</style>
  </head>
  <body>
    <noscript>This page needs JavaScript. The same is in <a href="/openapi.json">openapi.json</a>.</noscript>
    <div id="reference" data-redoc="${page.redoc}" nonce="${page.nonce}"></div>
    <script type="module" src="${page.start}"></script>
  </body>
</html>
`;

/** `data:` is for the fonts and pictures that are part of Redoc. */
const pageHeaders = (nonce: string): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    // Redoc colours code samples by attributes. They run nothing, and the page shows our document alone.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});
