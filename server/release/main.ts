/**
 * `npm run release -- X.Y.Z` sets the version in every package, dates the changelog's section, and writes the released
 * files to artifacts/release/, with an SBOM (CycloneDX) and checksums. `--tag` commits and tags; without it, the
 * command prints the commands for that. `--image` adds the image on the base of `--image-base NAME`; this takes minutes
 * and needs buildah. `--pin` names the official images by their digests; this needs skopeo and their registry.
 * `--dry-run` does everything in a copy and deletes the copy.
 *
 * `npm run release -- --pack` packs the current version and changes no file of the repository.
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
import { buildDebianPackage } from "./debian-package.ts";
import { bundleGateway } from "./gateway-bundle.ts";
import { buildImage } from "./image.ts";
import { pinnedFiles } from "./pins.ts";
import { buildReleaseApp } from "./release-app.ts";
import { pluginFolders, releaseFiles, versionProblem, wooCommerceFiles } from "./release-files.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "dry-run": { type: "boolean", default: false },
    image: { type: "boolean", default: false },
    "image-base": { type: "string" },
    pack: { type: "boolean", default: false },
    pin: { type: "boolean", default: false },
    tag: { type: "boolean", default: false },
    root: { type: "string", default: path.join(import.meta.dirname, "../..") },
  },
});

/** The author of a commit in a temporary copy. */
const asTepat = ["-c", "user.name=Tepat", "-c", "user.email=tepat@localhost"];

try {
  const root = path.resolve(options.root);
  if (options.pack) await pack(root);
  else await release(positionals[0] ?? "", root);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}

async function release(version: string, root: string): Promise<void> {
  requireReleasable(version, root);
  if (!options["dry-run"]) {
    writeVersion(version, root);
    await pack(root);
    if (options.tag) {
      run(root, "git", "commit", "--quiet", "--all", `--message=release: ${version}`);
      run(root, "git", "tag", "--annotate", `v${version}`, `--message=Tepat ${version}`);
      console.log(`\nTagged v${version}. Look at it, then: git push --follow-tags`);
    } else {
      console.log(
        `\nLook at git diff and at artifacts/release, then:\n  git commit -am 'release: ${version}' && git tag -a v${version} -m 'Tepat ${version}' && git push --follow-tags`,
      );
    }
    return;
  }
  const copy = mkdtempSync(path.join(tmpdir(), "tepat-release-"));
  try {
    run(root, "git", "clone", "--quiet", "--no-hardlinks", root, copy);
    symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
    // The tools that build the app were downloaded once.
    if (existsSync(path.join(root, ".cache"))) {
      symlinkSync(path.join(root, ".cache"), path.join(copy, ".cache"));
    }
    writeVersion(version, copy);
    await pack(copy);
    console.log("\nA dry run: nothing was changed, and its files were deleted.");
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function requireReleasable(version: string, root: string): void {
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const problem = versionProblem(version, read);
  if (problem !== null) throw new Error(problem);
  if (run(root, "git", "tag", "--list", `v${version}`) !== "") {
    throw new Error(`The tag v${version} already exists.`);
  }
  if (run(root, "git", "status", "--porcelain", "--untracked-files=no") !== "") {
    throw new Error("There are uncommitted changes. Commit or stash them.");
  }
}

function writeVersion(version: string, root: string): void {
  const today = new Date().toISOString().slice(0, 10);
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  for (const [file, text] of releaseFiles(version, today, read)) {
    writeFileSync(path.join(root, file), text);
    console.log(`Wrote ${file}`);
  }
  if (!options.pin) {
    console.log("The official images are named by tag, because --pin was not given.");
    return;
  }
  // For an image for several processors, this is the digest of the list.
  const inspect = ["inspect", "--no-tags", "--format", "{{.Digest}}"];
  const digestOf = (image: string) => run(root, "skopeo", ...inspect, `docker://${image}`);
  for (const [file, text] of pinnedFiles(read, digestOf)) {
    writeFileSync(path.join(root, file), text);
    console.log(`Wrote ${file}`);
  }
}

async function pack(root: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const folder = path.join(root, "artifacts/release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const workspaces = ["sdk", "cli", "worker"].map((name) => `--workspace=@tepat/${name}`);
  run(root, "npm", "pack", ...workspaces, `--pack-destination=${folder}`, "--loglevel=error");
  const plugins = pluginFolders.map((name) => `./${name}`);
  run(root, "npm", "pack", ...plugins, `--pack-destination=${folder}`, "--loglevel=error");
  for (const part of ["checkout-web", "dashboard-web"]) {
    run(root, process.execPath, `${part}/scripts/build.ts`);
  }
  tellMissing(buildReleaseApp({ root, folder, version }, process.env));
  const gateway = path.join(root, "artifacts/gateway");
  await bundleGateway(root, gateway);
  run(gateway, "npm", "pack", `--pack-destination=${folder}`, "--loglevel=error");
  tellMissing(buildDebianPackage(root, { gateway, folder, version }));
  const base = options["image-base"];
  tellMissing(
    options.image || base !== undefined
      ? buildImage(root, { folder, version, base })
      : "The release has no image, because --image was not given.",
  );
  // The files might have a new version, and the person has not made the commit yet.
  refreshIndex(root);
  const now = run(root, "git", ...asTepat, "stash", "create") || "HEAD";
  const plugin = path.join(folder, `tepat-for-woocommerce-${version}.zip`);
  const zip = ["archive", "--format=zip", "--prefix=tepat-for-woocommerce/", `--output=${plugin}`];
  run(root, "git", ...zip, `${now}:plugins/woocommerce`, "--", ...wooCommerceFiles);
  // Lists all packages: with --omit=dev, npm 11 also omits packages that both the server and a development tool need
  // (zod, pino).
  const bill = ["--sbom-format=cyclonedx", "--package-lock-only"];
  writeFileSync(path.join(folder, `tepat-${version}.cdx.json`), run(root, "npm", "sbom", ...bill));
  writeFileSync(path.join(folder, "SHA256SUMS"), checksums(folder));
  for (const name of readdirSync(folder)) console.log(`Made artifacts/release/${name}`);
}

/**
 * Reads the files' times into git's index. npm ci changes the modes of programs. Without this, git stash create would
 * find no change in them, and fail without a message.
 */
function refreshIndex(root: string): void {
  run(root, "git", "status", "--porcelain");
}

/** Prints which files are missing. A release can lack files that this machine cannot make. */
function tellMissing(sentence: string | null): void {
  if (sentence !== null) console.log(sentence);
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

/** Runs a program with this Node.js and the installed tools first on the path. */
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
