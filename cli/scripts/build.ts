import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/** Builds the published file. It includes the SDK, so that npx downloads nothing else. */

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
