import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { GatewayError } from "../../contract/errors.ts";
import type { FindPage, Page } from "./page.ts";
import { compressed, staticPage } from "./static-file.ts";

/**
 * `/docs`: the contract to read, drawn by Redoc. Everything comes from this server, so that it can be read without the
 * internet, and nothing of it is in memory before somebody has asked.
 */
export function createDocsPages(): FindPage {
  let loading: Promise<Docs> | undefined;
  const load = () => (loading ??= loadDocs());
  const page: Page = {
    name: "docsPage",
    async respond() {
      const nonce = randomBytes(16).toString("base64");
      const { redoc, start } = await load();
      const body = html({ nonce, redoc: redoc.path, start: start.path });
      return { status: 200, headers: pageHeaders(nonce), body };
    },
  };
  const asset: Page = {
    name: "docsAsset",
    async respond(request) {
      const found = Object.values(await load()).find(({ path }) => path === request.path);
      if (!found)
        throw new GatewayError("not_found", { message: "There is nothing at this path." });
      return found.page.respond(request);
    },
  };
  return (path) => {
    if (path === "/docs") return page;
    return path.startsWith("/docs/assets/") ? asset : undefined;
  };
}

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

/** Redoc's mark is a picture on its makers' server: readers would be told to them. */
function withOwnLogo(redoc: string): string {
  return redoc.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini[\w-]*\.svg/g, redocLogo);
}

const redocLogo =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='42' height='14'><text y='11' font-family='sans-serif' font-size='11' fill='%230044d4'>Redocly</text></svg>";

/** The best compression of so large a file takes 14 seconds and saves an eighth. */
const brotliQuality = 5;

async function script(name: string, text: string): Promise<Script> {
  const bytes = Buffer.from(text);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const file = await compressed(bytes, "text/javascript; charset=utf-8", brotliQuality);
  return { path: `/docs/assets/${name}-${hash}.js`, page: staticPage("docsAsset", file) };
}

const html = (page: { nonce: string; redoc: string; start: string }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tepat: API reference</title>
    <link rel="icon" href="data:," />
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

/** `data:` is for the fonts and pictures that Redoc carries with it. */
const pageHeaders = (nonce: string): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src data:",
    "font-src data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});
