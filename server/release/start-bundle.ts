/**
 * Builds the bundle from which `npm start` runs the server. It contains only the code, which reads all other files from
 * the repository. The set-up builds it after a source has changed. Tests that start a process run this bundle too.
 */

import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";
import { fingerprint } from "../bin/fingerprint.mjs";
import { bundlePrograms } from "./program-bundle.ts";

/** The contents of the bundle, for the set-up. */
interface Contents {
  /** The bundle's own folder. A running gateway can load files of its bundle after the next one was built. */
  folder: string;
  /** The folders of earlier bundles, the newest first. */
  former: string[];
  /** The repository's own files in the bundle, and everything else that shapes it, each with its fingerprint. */
  sources: Record<string, string>;
  /** The files of the bundle, with their sizes. */
  outputs: Record<string, number>;
}

const program = "server/main.mjs";
const packages = ["uWebSockets.js"]; // binaries
/** The files from which the bundle is made, besides the code and its settings for TypeScript. */
const recipe = [
  "package-lock.json",
  "patches",
  "server/release/program-bundle.ts",
  "server/release/start-bundle.ts",
];
const keptFormerBundles = 3;

/** Builds the bundle, and returns the file to run. */
export async function bundleForStart(root: string, folder: string): Promise<string> {
  // Each fingerprint is taken before its file is read, so a change during the work is noticed afterwards.
  const sources = Object.fromEntries(recipe.map((name) => [name, fingerprint(root, [name])]));
  const made = path.join(folder, `unfinished-${randomUUID()}`);
  try {
    await bundlePrograms({
      root,
      folder: made,
      programs: [program],
      placeOf: (name) => path.relative(path.join(made, "server"), path.join(root, name)),
      external: packages,
      plugins: [recordSources(root, sources)],
    });
    const name = nameOf(sources);
    const outputs = sizesIn(made);
    rmSync(path.join(folder, name), { recursive: true, force: true });
    renameSync(made, path.join(folder, name));
    const former = formerBundles(folder).filter((other) => other !== name);
    former.splice(keptFormerBundles);
    writeWhole(folder, { folder: name, former, sources, outputs });
    removeOthers(folder, new Set(["contents.json", name, ...former]));
    return path.join(folder, name, program);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Records the fingerprint of each source, and of the settings that esbuild finds above it. */
function recordSources(root: string, sources: Record<string, string>): Plugin {
  const record = (name: string) => (sources[name] ??= fingerprint(root, [name]));
  const seen = new Set<string>();
  const recordSettings = (folder: string) => {
    if (seen.has(folder)) return;
    seen.add(folder);
    const names = readdirSync(path.join(root, folder));
    for (const name of names.filter((file) => /^tsconfig.*\.json$/.test(file))) {
      record(path.join(folder, name));
    }
    if (folder !== ".") recordSettings(path.dirname(folder));
  };
  return {
    name: "sources",
    setup({ onLoad }) {
      onLoad({ filter: /./, namespace: "file" }, ({ path: file }) => {
        const name = path.relative(root, file);
        if (!name.includes("node_modules")) {
          record(name);
          recordSettings(path.dirname(name));
        }
        return undefined; // and lets esbuild read it
      });
    },
  };
}

function nameOf(sources: Record<string, string>): string {
  const sorted = Object.entries(sources)
    .map((source) => source.join(" "))
    .toSorted();
  return createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 16);
}

const sizesIn = (folder: string): Record<string, number> =>
  Object.fromEntries(
    readdirSync(path.join(folder, "server")).map((name) => {
      const file = path.join("server", name);
      return [file, statSync(path.join(folder, file)).size];
    }),
  );

function formerBundles(folder: string): string[] {
  try {
    const list = readFileSync(path.join(folder, "contents.json"), "utf8");
    const contents = JSON.parse(list) as Contents;
    return [contents.folder, ...contents.former];
  } catch {
    return [];
  }
}

/** Replaces the list in one step, because another start might be reading the list. */
function writeWhole(folder: string, contents: Contents): void {
  const unfinished = path.join(folder, `unfinished-${randomUUID()}`);
  writeFileSync(unfinished, JSON.stringify(contents));
  renameSync(unfinished, path.join(folder, "contents.json"));
}

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    if (!kept.has(name)) rmSync(path.join(folder, name), { recursive: true });
  }
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, "../..");
  await bundleForStart(root, path.join(root, process.argv[2] ?? ""));
}
