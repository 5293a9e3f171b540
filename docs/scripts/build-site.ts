import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vitepress";
import { compressedForms } from "../../web-shared/scripts/compressed-forms.ts";
import { sitePath } from "../../server/http/pages/guide-addresses.ts";

/** The contents of the built site's `manifest.json`, for the gateway. */
export interface SiteManifest {
  files: SiteFile[];
}

interface SiteFile {
  /** The path at which the gateway serves the file. */
  path: string;
  file: string;
  content_type: string;
  /** True if the file's name contains a hash of its content. */
  is_immutable: boolean;
  /** For a page: the hashes of its inline scripts, for its policy. */
  scripts: string[];
}

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** Redoc's page, which the gateway makes itself. */
const apiReference = `${sitePath}/api`;

/** Builds the site. A dead link stops it, also one of the menus, which VitePress does not check. Every file is compressed here once, and not by the gateway. */
export async function buildSite(source: string, outDir: string): Promise<void> {
  await build(source, { outDir });
  const names = await readdir(outDir, { recursive: true });
  const served = names.filter((name) => path.extname(name) in contentTypes && name !== "404.html");
  await checkLinks(outDir, served);
  const files = await Promise.all(served.toSorted().map((name) => finish(outDir, name)));
  await writeFile(
    path.join(outDir, "manifest.json"),
    JSON.stringify({ files } satisfies SiteManifest),
  );
}

/** Every link of a page to another page or file of the site, in its text, its menus and its switch of languages. */
async function checkLinks(outDir: string, served: readonly string[]): Promise<void> {
  const paths = new Set([apiReference, ...served.map(pathOf)]);
  const dead: string[] = [];
  for (const name of served.filter((each) => each.endsWith(".html"))) {
    const html = await readFile(path.join(outDir, name), "utf8");
    for (const [, link = ""] of html.matchAll(/ href="(\/[^"#?]*)/g)) {
      if (!paths.has(link.replace(/\/$/, ""))) dead.push(`${pathOf(name)} to ${link}`);
    }
  }
  if (dead.length > 0) throw new Error(`dead links:\n${[...new Set(dead)].join("\n")}`);
}

async function finish(outDir: string, name: string): Promise<SiteFile> {
  const place = path.join(outDir, name);
  const extension = path.extname(name);
  let bytes = await readFile(place);
  let scripts: string[] = [];
  if (extension === ".html") {
    const html = bytes.toString().replaceAll(/(<[a-z][^>]*?) style="[^"]*"/g, "$1");
    bytes = Buffer.from(html);
    scripts = [...html.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)].map(
      ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    );
    await writeFile(place, bytes);
  }
  for (const [ending, form] of Object.entries(await compressedForms(bytes))) {
    await writeFile(place + ending, form);
  }
  return {
    path: pathOf(name),
    file: name,
    content_type: contentTypes[extension] as string,
    is_immutable: /\.[\w-]{8}\.(lean\.)?(js|css)$/.test(name),
    scripts,
  };
}

/** `id/index.html` is served at `/docs/id`, with or without a slash at the end. */
function pathOf(name: string): string {
  const place = `${sitePath}/${name}`;
  return name.endsWith(".html") ? place.slice(0, -".html".length).replace(/\/index$/, "") : place;
}
