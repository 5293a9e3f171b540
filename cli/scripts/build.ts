import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/** What is published: one file with the SDK in it, so that npx has nothing else to fetch. */

const root = join(import.meta.dirname, "..");

await rm(join(root, "dist"), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ["src/main.ts"],
  outfile: "dist/main.js",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  banner: { js: "#!/usr/bin/env node" },
});
