/**
 * The bundle from which `npm start` runs the server: the code alone, which reads all other files where they are in the
 * repository. The set-up makes it when a source has changed; tests and tools run the sources.
 */

import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bundlePrograms } from "./program-bundle.ts";

/** What the set-up reads. */
interface Contents {
  /** Our own files that it is made from, and our changes of packages. */
  sources: string[];
  /** The files that it consists of. */
  outputs: string[];
}

const program = "server/main.mjs";
const packages = ["uWebSockets.js"]; // binaries
/** What it is made from beside the code. */
const recipe = ["patches", "server/release/program-bundle.ts", "server/release/start-bundle.ts"];

/** Returns the file to run. */
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
  // A gateway that runs from the former one might load more of it.
  removeOthers(folder, new Set([...made, ...former]));
  rmSync(path.join(folder, ".cache"), { recursive: true, force: true }); // of the former one
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
