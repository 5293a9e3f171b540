/**
 * `npm run release -- X.Y.Z`: the version in every package, the changelog's section with its date, and in
 * artifacts/release/ the packed SDK, Worker and plugins, the WooCommerce plugin, the Android app where it can be built, the guides as a site, a
 * list of every package that is used (CycloneDX) and checksums. The commit and the tag are left to the person, who is told the commands.
 * `--dry-run` does all of it in a copy that is thrown away.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildReleaseApp } from "./release-app.ts";
import { pluginFolders, releaseFiles, versionProblem, wooCommerceFiles } from "./release-files.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "dry-run": { type: "boolean", default: false },
    root: { type: "string", default: path.join(import.meta.dirname, "../..") },
  },
});

/** The author of a commit that nobody will see. */
const asTepat = ["-c", "user.name=Tepat", "-c", "user.email=tepat@localhost"];

try {
  release(positionals[0] ?? "", path.resolve(options.root));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}

function release(version: string, root: string): void {
  requireReleasable(version, root);
  if (!options["dry-run"]) {
    build(version, root);
    console.log(
      `\nLook at git diff and at artifacts/release, then:\n  git commit -am 'release: ${version}' && git tag -a v${version} -m 'Tepat ${version}' && git push --follow-tags`,
    );
    return;
  }
  const copy = mkdtempSync(path.join(tmpdir(), "tepat-release-"));
  try {
    run(root, "git", "clone", "--quiet", "--no-hardlinks", root, copy);
    symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
    // The tools with which the app is built were fetched once.
    if (existsSync(path.join(root, ".cache"))) {
      symlinkSync(path.join(root, ".cache"), path.join(copy, ".cache"));
    }
    build(version, copy);
    console.log("\nA dry run: nothing was changed, and what it made is gone.");
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function requireReleasable(version: string, root: string): void {
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const problem = versionProblem(version, read);
  if (problem !== null) throw new Error(problem);
  if (run(root, "git", "tag", "--list", `v${version}`) !== "") {
    throw new Error(`There is a tag v${version} already.`);
  }
  if (run(root, "git", "status", "--porcelain", "--untracked-files=no") !== "") {
    throw new Error("There are changes that are not committed: commit them, or put them away.");
  }
}

function build(version: string, root: string): void {
  const today = new Date().toISOString().slice(0, 10);
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  for (const [file, text] of releaseFiles(version, today, read)) {
    writeFileSync(path.join(root, file), text);
    console.log(`Wrote ${file}`);
  }
  const folder = path.join(root, "artifacts/release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const workspaces = ["sdk", "cli", "worker"].map((name) => `--workspace=@tepat/${name}`);
  run(root, "npm", "pack", ...workspaces, `--pack-destination=${folder}`, "--loglevel=error");
  const plugins = pluginFolders.map((name) => `./${name}`);
  run(root, "npm", "pack", ...plugins, `--pack-destination=${folder}`, "--loglevel=error");
  // For people who serve the guides from a web server; the image builds its own. A dead link stops the release.
  run(root, process.execPath, "docs/scripts/build.ts");
  run(root, "tar", "-czf", path.join(folder, `tepat-docs-${version}.tgz`), "-C", "docs/dist", ".");
  const withoutApp = buildReleaseApp({ root, folder, version }, process.env);
  if (withoutApp !== null) console.log(withoutApp);
  // The files have their new version, and the commit that the person will make is not there yet.
  const now = run(root, "git", ...asTepat, "stash", "create");
  const plugin = path.join(folder, `tepat-for-woocommerce-${version}.zip`);
  const zip = ["archive", "--format=zip", "--prefix=tepat-for-woocommerce/", `--output=${plugin}`];
  run(root, "git", ...zip, `${now}:plugins/woocommerce`, "--", ...wooCommerceFiles);
  // Lists all packages: with --omit=dev npm 11 also leaves out packages that both the server and a tool of ours need
  // (zod, pino).
  const bill = ["--sbom-format=cyclonedx", "--package-lock-only"];
  writeFileSync(path.join(folder, `tepat-${version}.cdx.json`), run(root, "npm", "sbom", ...bill));
  writeFileSync(path.join(folder, "SHA256SUMS"), checksums(folder));
  for (const name of readdirSync(folder)) console.log(`Made artifacts/release/${name}`);
}

/** Writes checksums that `sha256sum -c SHA256SUMS` can check. */
function checksums(folder: string): string {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const sum = createHash("sha256")
        .update(readFileSync(path.join(folder, name)))
        .digest("hex");
      return `${sum}  ${name}\n`;
    })
    .join("");
}

/** Puts this Node.js and the installed tools first on the path. */
function run(cwd: string, program: string, ...args: string[]): string {
  const searchPath = [
    path.dirname(process.execPath),
    path.join(cwd, "node_modules/.bin"),
    process.env["PATH"],
  ].join(path.delimiter);
  return execFileSync(program, args, {
    cwd,
    env: { ...process.env, PATH: searchPath },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
}
