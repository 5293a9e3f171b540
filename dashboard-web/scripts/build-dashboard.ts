import path from "node:path";
import { build, type Rolldown } from "vite";
import { replaceFolder } from "../../web-shared/scripts/replace-folder.ts";

const root = path.resolve(import.meta.dirname, "..");

/** `dist/manifest.json`: what the server reads. */
export interface Manifest {
  /** The document of every page. */
  page: string;
  /** Every file to serve: its path on the server, its path below `dist/`, its media type. */
  files: { path: string; file: string; content_type: string }[];
  /** What the first page loads before it shows anything, by path on the server. */
  first_load: string[];
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** Writes the document, the scripts, the style sheet and the manifest into `folder`, in one step. */
export async function buildDashboard(folder: string): Promise<void> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: "warn",
    base: "/dashboard/",
    publicDir: false,
    // Whoever builds, tests too: otherwise every element would carry the path of its source.
    oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
    build: {
      write: false,
      target: ["chrome107", "firefox104", "safari16"],
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  })) as Rolldown.RolldownOutput;
  const contents = Object.fromEntries(
    output.map((file) => [file.fileName, file.type === "chunk" ? file.code : String(file.source)]),
  );
  const assets = Object.keys(contents).filter((name) => name.startsWith("assets/"));
  const page = contents["index.html"] ?? "";
  const manifest: Manifest = {
    page: "index.html",
    files: assets.map((file) => ({
      path: `/dashboard/${file}`,
      file,
      content_type: mediaTypes[path.extname(file)] ?? "application/octet-stream",
    })),
    first_load: assets.map((file) => `/dashboard/${file}`).filter((file) => page.includes(file)),
  };
  await replaceFolder(folder, {
    ...contents,
    "manifest.json": `${JSON.stringify(manifest, null, 2)}\n`,
  });
}
