import path from "node:path";
import type { Language } from "../transport/accept.ts";
import { languageOf } from "./html-page.ts";
import { pageNotBuilt, type FindPage, type Page } from "./page.ts";
import {
  filePage,
  readManifest,
  readStaticFile,
  staticPage,
  type StaticFile,
} from "./static-file.ts";

/** The built dashboard (`dashboard-web/dist/`): a document for each language, and its files. The build is read once. */
export interface DashboardWeb {
  pages: Readonly<Record<Language, StaticFile>>;
  /** The files by their path on the server. */
  files: ReadonlyMap<string, StaticFile>;
}

/** The manifest, as `dashboard-web/scripts/build-dashboard.ts` writes it. */
interface Manifest {
  pages: Readonly<Record<Language, string>>;
  files: readonly { path: string; file: string; content_type: string }[];
}

/** Returns null if the pages have not been built. */
export async function loadDashboardWeb(directory: string): Promise<DashboardWeb | null> {
  const manifest = await readManifest<Manifest>(directory);
  if (!manifest) return null;
  const read = (file: string, type: string) => readStaticFile(path.join(directory, file), type);
  const files = manifest.files.map(
    async ({ path: at, file, content_type }) => [at, await read(file, content_type)] as const,
  );
  return {
    pages: {
      id: await read(manifest.pages.id, "text/html; charset=utf-8"),
      en: await read(manifest.pages.en, "text/html; charset=utf-8"),
    },
    files: new Map(await Promise.all(files)),
  };
}

/**
 * Serves `/dashboard` and all addresses below it, which the page's script distinguishes. Operations take precedence
 * over pages.
 */
export function createDashboardPages(web: DashboardWeb | null, publicUrl: () => string): FindPage {
  const headers = () => pageHeaders(publicUrl());
  const page = web ? inTheirLanguage(web.pages, headers) : notBuilt;
  const cable = web
    ? inTheirLanguage(web.pages, () => ({ ...headers(), "permissions-policy": "usb=(self)" }))
    : notBuilt;
  const files = new Map(
    [...(web?.files ?? [])].map(
      ([at, file]) =>
        [
          at,
          at.startsWith(hashedFiles)
            ? staticPage("dashboardAsset", file)
            : filePage("dashboardAsset", file, lastingNameHeaders),
        ] as const,
    ),
  );
  return (at) => files.get(at) ?? (at === cablePage ? cable : isPagePath(at) ? page : undefined);
}

/**
 * Returns the page in the reader's language. The server chooses the language, because each document loads the texts
 * of one language only.
 */
function inTheirLanguage(
  pages: DashboardWeb["pages"],
  headers: () => Readonly<Record<string, string>>,
): Page {
  const pageIn = (language: keyof DashboardWeb["pages"]) =>
    filePage("dashboardPage", pages[language], headers());
  return {
    name: "dashboardPage",
    respond: (request) => pageIn(languageOf(request)).respond(request),
  };
}

/**
 * The names of the files in this folder are hashes of their contents. Other files keep their names, so browsers must
 * revalidate them.
 */
const hashedFiles = "/dashboard/assets/";
const lastingNameHeaders = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
};

/**
 * The one page that talks to a phone over USB. Links to the page load its document, because that document has another
 * policy.
 */
const cablePage = "/dashboard/devices/cable";

/** The paths of unknown operations and of missing files get no page. */
const isPagePath = (at: string): boolean => /^\/dashboard(\/(?!(?:api|assets)(?:\/|$))|$)/.test(at);

/** `data:` allows the QR codes that the server draws, and `blob:` a picture that the browser itself reads. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const pageHeaders = (publicUrl: string): Record<string, string> => ({
  "content-security-policy": contentSecurityPolicy,
  "permissions-policy": "usb=()",
  "cache-control": "no-store",
  vary: "accept-encoding, accept-language, cookie",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
});

const notBuilt = pageNotBuilt("dashboardPage", "The dashboard", "dashboard-web");
