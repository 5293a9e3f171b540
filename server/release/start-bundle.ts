/**
 * Builds the bundle from which `npm start` runs the server. It contains only the code, which reads all other files
 * from the repository. The set-up builds it after a source has changed. Tests and tools run the sources.
 */

import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundlePrograms } from "./program-bundle.ts";

/** The contents of the bundle, for the set-up. */
interface Contents {
  /** The repository's own files in the bundle, and the patches of packages. */
  sources: string[];
  /** The files of the bundle. */
  outputs: string[];
}

const program = "server/main.mjs";
const packages = ["uWebSockets.js"]; // binaries
/** The files from which the bundle is made, besides the code. */
const recipe = ["patches", "server/release/program-bundle.ts", "server/release/start-bundle.ts"];

/** Builds the bundle, and returns the file to run. */
export async function bundleForStart(root: string, folder: string): Promise<string> {
  const startedAt = Date.now();
  const list = path.join(folder, "contents.json");
  const former = outputsIn(list);
  const { inputs, outputs } = await bundlePrograms({
    root,
    folder,
    programs: [program],
    placeOf: (name) => path.relative(path.join(folder, "server"), path.join(root, name)),
    external: packages,
  });
  const sources = Object.keys(inputs).filter((name) => !name.includes("node_modules/"));
  if (sources.some((name) => statSync(path.join(root, name)).mtimeMs > startedAt)) {
    throw new Error("A source was changed while the program was bundled.");
  }
  const made = Object.keys(outputs).map((name) => path.relative(folder, path.join(root, name)));
  // A gateway that runs from the previous bundle might still load files of it.
  removeOthers(folder, new Set([...made, ...former]));
  rmSync(path.join(folder, ".cache"), { recursive: true, force: true }); // of the previous bundle
  const contents: Contents = { sources: [...sources, ...recipe], outputs: made };
  writeFileSync(list, JSON.stringify(contents));
  return path.join(folder, program);
}

function outputsIn(list: string): string[] {
  try {
    return (JSON.parse(readFileSync(list, "utf8")) as Contents).outputs;
  } catch {
    return [];
  }
}

function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const name of readdirSync(path.join(folder, "server"))) {
    const file = path.join("server", name);
    if (!kept.has(file)) rmSync(path.join(folder, file));
  }
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, "../..");
  await bundleForStart(root, path.join(root, process.argv[2] ?? ""));
}
