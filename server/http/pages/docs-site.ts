import path from "node:path";
import { filePage, readManifest, readStaticFile, staticPage } from "./static-file.ts";
import type { Page } from "./page.ts";

/** The manifest as `npm run docs` writes it (docs/scripts/build-site.ts). */
interface Manifest {
  files: readonly SiteFile[];
}

interface SiteFile {
  path: string;
  file: string;
  content_type: string;
  is_immutable: boolean;
  /** The hashes of a page's inline scripts. */
  scripts: readonly string[];
}

/** The page of the site for each path. It is null when the site has not been built. */
export type DocsSite = ReadonlyMap<string, Page>;

/** Reads all files at once, so that a later build does not take them away from a running server. */
export async function readDocsSite(directory: string): Promise<DocsSite | null> {
  const manifest = await readManifest<Manifest>(directory);
  if (manifest === null) return null;
  const pages = manifest.files.map(async (file): Promise<[string, Page]> => [
    file.path,
    await pageOf(directory, file),
  ]);
  return new Map(await Promise.all(pages));
}

async function pageOf(directory: string, site: SiteFile): Promise<Page> {
  const file = await readStaticFile(path.join(directory, site.file), site.content_type);
  if (site.is_immutable) return staticPage("docsAsset", file);
  const isPage = site.content_type.startsWith("text/html");
  return filePage(isPage ? "docsPage" : "docsAsset", file, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(isPage && { "content-security-policy": policyOf(site), "referrer-policy": "no-referrer" }),
  });
}

/** `data:` is for the icons in the style sheet. */
const policyOf = ({ scripts }: SiteFile): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
