import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fileLanguage, pageOf, sitePath, translationOf } from "./guide-addresses.ts";
import { Guide, programBlock, programLine, type MenuGroup } from "./guide-markdown.ts";
import { guidePage, type GuideAssets } from "./guide-page.ts";
import { guideWords } from "./guide-words.ts";
import type { Language } from "../transport/accept.ts";
import { languageOf } from "./html-page.ts";
import type { Page } from "./page.ts";
import { compressed, filePage, readManifest, staticPage } from "./static-file.ts";

export interface GuideSite {
  /** The pages and files of the guides by their path. */
  pages: ReadonlyMap<string, Page>;
  /** The page for an address without a guide. */
  missing: Page;
}

/** Reads the guides. Each page is rendered at its first request. Returns null if there are no guides. */
export async function readGuides(directory: string): Promise<GuideSite | null> {
  const names = await readdir(directory).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [];
    throw cause;
  });
  const files = new Set(names.filter((name) => name.endsWith(".md")));
  if (files.size === 0) return null;
  const guides = new Map<string, Guide>();
  for (const file of files) {
    const source = await readFile(path.join(directory, file), "utf8");
    guides.set(file, new Guide(await withPrograms(directory, source), { file, files }));
  }
  const sheet = await readStyle();
  const script = await assetOf(
    "guides-start.mjs",
    "text/javascript",
    await readFile(new URL("guides-start.mjs", import.meta.url), "utf8"),
  );
  const pages = new Map<string, Page>([sheet, script, ...(await picturesOf(directory))]);
  const missing = new Map<Language, Page>();
  for (const language of ["en", "id"] as const) {
    const own = [...guides].filter(([file]) => fileLanguage(file) === language);
    const searched = [...guides].filter(
      ([file]) =>
        !file.startsWith("README") &&
        (fileLanguage(file) === language || !files.has(translationOf(file))),
    );
    const index = `${sitePath}/assets/search-${language}.json`;
    pages.set(
      index,
      lazyPage(() => searchIndex(searched, files), "application/json", { name: "docsAsset" }),
    );
    const assets = { style: sheet[0], script: script[0], index };
    const menu = guides.get(language === "id" ? "README.id.md" : "README.md")?.menu() ?? [];
    for (const [file, guide] of own)
      pages.set(pageOf(file), pageFor(file, { guide, files, menu, assets }));
    const file = language === "id" ? "not-found.id.md" : "not-found.md";
    const guide = new Guide(notFound[language], { file, files });
    missing.set(language, pageFor(file, { guide, files, menu, assets }));
  }
  return { pages, missing: missingPage(missing) };
}

/** Replaces each line that links to a program with the program. */
async function withPrograms(directory: string, source: string): Promise<string> {
  const links = [...source.matchAll(programLine)];
  const programs = await Promise.all(
    links.map(([, file = ""]) => readFile(path.join(directory, file), "utf8")),
  );
  return links.reduce(
    (text, [link, file = ""], index) =>
      text.replace(link, () => programBlock(file, programs[index] ?? "")),
    source,
  );
}

interface Parts {
  guide: Guide;
  files: ReadonlySet<string>;
  menu: readonly MenuGroup[];
  assets: GuideAssets;
}

/**
 * Returns the page of a guide. An English address with a translation redirects readers of Indonesian to it. The
 * language is chosen as in the dashboard.
 */
function pageFor(file: string, { files, ...parts }: Parts): Page {
  const language = fileLanguage(file);
  const translation = translationOf(file);
  const isTranslated = files.has(translation);
  const otherHome = language === "id" ? "README.md" : "README.id.md";
  const otherAddress = pageOf(isTranslated ? translation : otherHome);
  const html = () => guidePage({ ...parts, language, address: pageOf(file), otherAddress });
  const page = lazyPage(html, "text/html; charset=utf-8", { name: "docsPage", ...pageHeaders });
  if (language === "id" || !isTranslated) return page;
  return {
    name: "docsPage",
    respond: async (request) =>
      languageOf(request) === "id"
        ? redirectTo(request.query ? `${otherAddress}?${request.query}` : otherAddress)
        : page.respond(request),
  };
}

const redirectTo = (location: string) => ({
  status: 302,
  headers: { location, "cache-control": "no-store", vary: "accept-language, cookie" },
  body: "",
});

const notFound: Record<Language, string> = {
  en: "# There is no such guide\n\nCheck the address, search the guides above, or go to [all guides](README.md).",
  id: "# Panduan ini tidak ada\n\nPeriksa alamatnya, cari di panduan lewat kolom di atas, atau buka [semua panduan](README.id.md).",
};

/**
 * Returns the page for an unknown address. Addresses below `/docs/id` get Indonesian, whichever language the browser
 * prefers.
 */
const missingPage = (pages: ReadonlyMap<Language, Page>): Page => ({
  name: "docsPage",
  async respond(request) {
    const isChosen = request.path.startsWith(`${sitePath}/id/`);
    const page = pages.get(isChosen ? "id" : languageOf(request)) as Page;
    return { ...(await page.respond(request)), status: 404 };
  },
});

/** `data:` allows the icons in the style sheet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const pageHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
  vary: "accept-encoding, accept-language, cookie",
};

/** A page whose text is created at the first request. */
function lazyPage(
  text: () => string,
  contentType: string,
  { name, ...headers }: { name: string } & Record<string, string>,
): Page {
  let page: Promise<Page> | undefined;
  const make = async () =>
    filePage(name, await compressed(Buffer.from(text()), contentType), {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    });
  return { name, respond: async (request) => (await (page ??= make())).respond(request) };
}

/**
 * Returns, for each section: the page's address and title, the section's anchor and heading, its text and code, the
 * words of guide-words.ts, and whether the section is for shopkeepers. The translated guides are for shopkeepers. A
 * guide without a translation is found in both languages. The first page only links to the others.
 */
const searchIndex = (
  guides: readonly (readonly [string, Guide])[],
  files: ReadonlySet<string>,
): string =>
  JSON.stringify(
    guides.flatMap(([file, guide]) =>
      guide
        .sections()
        .map(({ level, anchor, text, content, code }) => [
          pageOf(file),
          guide.title,
          anchor,
          text,
          content,
          code,
          guideWords[level === 1 ? pageOf(file) : `${pageOf(file)}#${anchor}`] ?? "",
          files.has(translationOf(file)),
        ]),
    ),
  );

let style: Promise<readonly [string, Page]> | undefined;

/**
 * Returns the style sheet of the guides and of the API reference. The style sheet is created once, and has the colours
 * that all pages share.
 */
export const readStyle = (): Promise<readonly [string, Page]> => (style ??= makeStyle());

async function makeStyle(): Promise<readonly [string, Page]> {
  const tokens = await readFile(
    new URL("../../../web-shared/src/tokens.css", import.meta.url),
    "utf8",
  );
  return assetOf(
    "guides.css",
    "text/css",
    (await typeface()) + tokens + (await readFile(new URL("guides.css", import.meta.url), "utf8")),
  );
}

/**
 * Returns the dashboard's typeface, which is part of the dashboard's build. Without a build, pages use a typeface of
 * the reader's system. Arrows always use the system's typeface.
 */
async function typeface(): Promise<string> {
  const built = fileURLToPath(new URL("../../../dashboard-web/dist", import.meta.url));
  const manifest = await readManifest<{ files: readonly { path: string }[] }>(built);
  const font = manifest?.files.find((file) => file.path.endsWith(".woff2"));
  return font
    ? `@font-face{font-family:"Plus Jakarta Sans";font-weight:200 800;font-display:swap;unicode-range:U+0-2FF,U+2000-206F,U+20A0-20BF,U+2122;src:url("${font.path}") format("woff2")}\n`
    : "";
}

async function assetOf(name: string, type: string, text: string): Promise<readonly [string, Page]> {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const file = await compressed(Buffer.from(text), `${type}; charset=utf-8`);
  const at = `${sitePath}/assets/${name.replace(".", `-${hash}.`)}`;
  return [at, staticPage("docsAsset", file)];
}

async function picturesOf(directory: string): Promise<(readonly [string, Page])[]> {
  const names = await readdir(path.join(directory, "pictures")).catch(() => []);
  const pictures = names.filter((name) => name.endsWith(".webp"));
  return Promise.all(
    pictures.map(async (name) => {
      const bytes = await readFile(path.join(directory, "pictures", name));
      const file = await compressed(bytes, "image/webp");
      const headers = { "cache-control": "no-cache", "x-content-type-options": "nosniff" };
      return [`${sitePath}/pictures/${name}`, filePage("docsAsset", file, headers)] as const;
    }),
  );
}
