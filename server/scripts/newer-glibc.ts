/**
 * Creates a copy of Node.js with Debian 13's C library, and prints its path. uWebSockets.js is built for glibc 2.38
 * (Debian 13), so Debian 12 needs the copy for tests of this listener:
 *
 *   TEPAT_UWS_NODE=$(node server/scripts/newer-glibc.ts) npm test
 *
 * The packages come from the machine's own Debian sources with the next suite's name. A separate apt configuration
 * leaves the system's package lists and state unchanged.
 */

import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, ".cache/glibc");
const unpacked = path.join(folder, "unpacked");
const node = path.join(folder, `node-${process.versions.node}`);

const packages = ["libc6", "libstdc++6", "libgcc-s1"];
const presentSuite = "bookworm";
const nextSuite = "trixie";

try {
  if (obstacleToUws(process.execPath) === undefined) {
    console.log(process.execPath);
  } else {
    if (obstacleToUws(node) !== undefined) makeNode();
    const obstacle = obstacleToUws(node);
    if (obstacle !== undefined) throw new Error(obstacle);
    console.log(node);
  }
} catch (error) {
  console.error(`No Node.js with a newer glibc: ${gist(error)}`);
  process.exitCode = 1;
}

function obstacleToUws(program: string): string | undefined {
  try {
    execFileSync(program, ["-e", 'require("uWebSockets.js")'], { cwd: root, stdio: "pipe" });
    return undefined;
  } catch (error) {
    return gist(error);
  }
}

function makeNode(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  downloadPackages();
  for (const file of globSync("*.deb", { cwd: folder })) run("dpkg-deb", "-x", file, unpacked);
  const [loader] = globSync("**/ld-linux-*.so.*", { cwd: unpacked });
  const [library] = globSync("**/libstdc++.so.6", { cwd: unpacked });
  if (loader === undefined || library === undefined) throw new Error("the packages lack a library");
  copyFileSync(process.execPath, node);
  run("patchelf", "--set-interpreter", path.join(unpacked, loader), node);
  run("patchelf", "--set-rpath", path.join(unpacked, path.dirname(library)), node);
}

function downloadPackages(): void {
  const sources = globSync(["/etc/apt/sources.list", "/etc/apt/sources.list.d/*.{list,sources}"]);
  const own = path.join(folder, "sources");
  mkdirSync(own);
  for (const file of sources) {
    const content = readFileSync(file, "utf8");
    if (!content.includes(presentSuite)) continue;
    writeFileSync(path.join(own, path.basename(file)), content.replaceAll(presentSuite, nextSuite));
  }
  mkdirSync(path.join(folder, "lists/partial"), { recursive: true });
  writeFileSync(path.join(folder, "status"), "");
  const settings = [
    "Dir::Etc::SourceList=/dev/null",
    `Dir::Etc::SourceParts=${own}`,
    `Dir::State::Lists=${folder}/lists`,
    `Dir::State::Status=${folder}/status`,
    `Dir::Cache=${folder}/cache`,
    "APT::Sandbox::User=root",
  ].flatMap((setting) => ["-o", setting]);
  run("apt-get", ...settings, "update");
  run("apt-get", ...settings, "download", ...packages);
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: "pipe" });
}

/** Returns the tool's message, without the stack and the command line around it. */
function gist(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return lines.findLast((line) => /^E: |Error: /.test(line)) ?? lines.at(-1) ?? "";
}
