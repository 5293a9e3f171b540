import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { languages, type Language } from "../../web-shared/src/language.ts";
import { mark, markSvg } from "../../web-shared/src/mark-shapes.ts";
import { replaceFolder } from "../../web-shared/scripts/replace-folder.ts";

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, "..");

/** The contents of `dist/manifest.json`, which the server reads. */
export interface Manifest {
  /** The document of every page, in each language. */
  pages: Record<Language, string>;
  /** Every file to serve: the path on the server, the path below `dist/`, and the media type. */
  files: { path: string; file: string; content_type: string }[];
  /** The files that the first page needs before it shows anything, as paths on the server, for each language. */
  first_load: Record<Language, string[]>;
  /** The typeface, which loads beside the first page without blocking it. */
  font: string;
}

/**
 * The licence of the typeface is published with it. The licence of the drawings is in
 * web-shared/src/icons.gen.ts.
 */
const fontLicense = require.resolve("@fontsource-variable/plus-jakarta-sans/LICENSE");

const icon = (src: string, sizes: string, purpose = "any") => ({
  src,
  sizes,
  type: src.endsWith(".svg") ? "image/svg+xml" : "image/png",
  purpose,
});

/** The web app manifest, with which a phone can install the dashboard. */
const appManifest = {
  name: "Tepat",
  short_name: "Tepat",
  start_url: "/dashboard",
  scope: "/dashboard",
  display: "standalone",
  background_color: mark.ground,
  theme_color: mark.ground,
  icons: [
    icon("mark.svg", "any"),
    icon("mark-192.png", "192x192"),
    icon("mark-512.png", "512x512"),
    icon("mark-full-512.png", "512x512", "maskable"),
  ],
};

type Contents = Record<string, string | Buffer>;

/** Files with fixed names, because browsers look for a new version at the same address. */
const lastingFiles = async (): Promise<Contents> => ({
  // The service worker that shows notices. It must be at this path, because a service worker controls
  // no page above its path.
  "notices-worker.js": await readFile(path.join(root, "src/features/notices/notices-worker.js")),
  "tepat.webmanifest": JSON.stringify(appManifest),
  "mark.svg": markSvg(),
  "mark-192.png": await readFile(path.join(root, "src/frame/brand/mark-192.png")),
  "mark-512.png": await readFile(path.join(root, "src/frame/brand/mark-512.png")),
  "mark-full-512.png": await readFile(path.join(root, "src/frame/brand/mark-full-512.png")),
  "plus-jakarta-sans-license.txt": await readFile(fontLicense),
});

const mediaTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};

/** Writes the documents, the scripts, the style sheet and the manifest into `folder`, in one step. */
export async function buildDashboard(folder: string): Promise<void> {
  const editions = await Promise.all(languages.map(buildEdition));
  const lasting = await lastingFiles();
  const contents: Contents = Object.assign(
    {},
    ...editions.map((edition) => edition.contents),
    lasting,
  );
  const assets = Object.keys(contents).filter(
    (name) => name.startsWith("assets/") || name in lasting,
  );
  const [pages, first_load] = (["page", "first_load"] as const).map((of) =>
    Object.fromEntries(editions.map((edition) => [edition.language, edition[of]])),
  ) as [Manifest["pages"], Manifest["first_load"]];
  const manifest: Manifest = {
    pages,
    files: assets.map((file) => ({
      path: `/dashboard/${file}`,
      file,
      content_type: mediaTypes[path.extname(file)] ?? "application/octet-stream",
    })),
    first_load,
    font: editions[0]?.font ?? "",
  };
  await replaceFolder(
    folder,
    { ...contents, "manifest.json": `${JSON.stringify(manifest, null, 2)}\n` },
    [...Object.values(pages), ...assets],
  );
}

interface Edition {
  language: Language;
  page: string;
  first_load: string[];
  font: string;
  contents: Contents;
}

/** Builds the pages in one language. A browser loads only the chosen language, because the texts are a third of all. */
async function buildEdition(language: Language): Promise<Edition> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: "warn",
    base: "/dashboard/",
    publicDir: false,
    plugins: [onlyIn(language)],
    // Needed if NODE_ENV is "test": otherwise each element would contain the path of its source.
    oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
    build: {
      write: false,
      target: ["chrome107", "firefox104", "safari16"],
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // Hides advice about slow plugins, which a first start on a slow machine would print.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })) as Rolldown.RolldownOutput;
  const page = `index.${language}.html`;
  const contents: Contents = Object.fromEntries(
    output.map((file) => [
      file.fileName === "index.html" ? page : file.fileName,
      file.type === "chunk" ? file.code : Buffer.from(file.source),
    ]),
  );
  const document = String(contents[page]);
  const first_load = Object.keys(contents)
    .map((file) => `/dashboard/${file}`)
    .filter((file) => document.includes(file));
  const fontFile = Object.keys(contents).find((file) => file.endsWith(".woff2"));
  if (!fontFile) throw new Error("the typeface is missing");
  const font = `/dashboard/${fontFile}`;
  contents[page] = document.replace(
    "<script",
    // Browsers load fonts without cookies, so the preload does too. The script first applies the chosen colours.
    `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />\n    <script blocking="render"`,
  );
  return { language, page, first_load, font, contents };
}

const descriptions: Readonly<Record<Language, string>> = {
  id: "Dasbor Tepat: pembayaran, tagihan, dan rekening toko Anda.",
  en: "The Tepat dashboard: your shop's payments, invoices and accounts.",
};

/**
 * Replaces both languages with this one, in the document and wherever texts of both are imported together.
 */
function onlyIn(language: Language): Plugin {
  return {
    name: "only-in",
    enforce: "pre",
    transform: (code, file) =>
      /\.tsx?$/u.test(file)
        ? {
            code: code.replaceAll("{ id, en }", `{ id: ${language}, en: ${language} }`),
            map: null,
          }
        : null,
    transformIndexHtml: (html) => ({
      html: html.replace('<html lang="id">', `<html lang="${language}">`),
      tags: [
        {
          tag: "meta",
          attrs: { name: "description", content: descriptions[language] },
          injectTo: "head",
        },
      ],
    }),
  };
}
