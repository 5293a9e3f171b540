import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build, type BuildOptions } from "esbuild";

/**
 * Builds the published package in dist/: the same code as ES modules and as CommonJS. Each has its own types, because
 * TypeScript takes the format of a declaration from the package.json above it.
 */

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const importOfSource = /"(\.{1,2}\/[^"]+)\.ts"/g;

const shared: BuildOptions = {
  absWorkingDir: root,
  entryPoints: ["src/index.ts", "src/testing/index.ts"],
  outbase: "src",
  bundle: true,
  packages: "external",
  platform: "neutral",
  target: "es2022",
};

await rm(dist, { recursive: true, force: true });
await build({ ...shared, outdir: "dist/esm", format: "esm", splitting: true });
await build({ ...shared, outdir: "dist/cjs", format: "cjs" });
await writeFile(join(dist, "cjs/package.json"), '{ "type": "commonjs" }\n');
await writeTypes();

async function writeTypes(): Promise<void> {
  const all = join(dist, "types");
  const compiler = join(root, "../node_modules/typescript/bin/tsc");
  const options = ["-p", join(root, "tsconfig.build.json"), "--outDir", all];
  await promisify(execFile)(process.execPath, [compiler, ...options]);
  for (const file of await reachableFrom(["index.d.ts", "testing/index.d.ts"], all)) {
    const text = await readFile(join(all, file), "utf8");
    for (const format of ["esm", "cjs"]) {
      const target = join(dist, format, file);
      await mkdir(dirname(target), { recursive: true });
      // TypeScript rewrites .ts to .js in code, but not in declarations.
      await writeFile(target, text.replaceAll(importOfSource, '"$1.js"'));
      // "Go to definition" in an editor opens the source, which is packed too.
      await copyFile(join(all, `${file}.map`), `${target}.map`);
    }
  }
  await rm(all, { recursive: true });
}

/**
 * Returns the files that the published types mention. The generator's runtime has types that no user sees.
 */
async function reachableFrom(entries: readonly string[], folder: string): Promise<Set<string>> {
  const reached = new Set(entries);
  for (const file of reached) {
    const text = await readFile(join(folder, file), "utf8");
    for (const [, specifier] of text.matchAll(importOfSource)) {
      reached.add(join(dirname(file), `${specifier}.d.ts`));
    }
  }
  return reached;
}
