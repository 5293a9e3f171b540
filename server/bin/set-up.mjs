/**
 * Prepares every entry point on a machine that has only Node.js 20 and npm. It installs the locked packages (one of
 * them is Node.js 24 itself), and builds the web pages and the server's bundle if their sources changed. Then it runs
 * Node.js 24. Therefore this file is plain JavaScript. Tepat itself needs the `dependencies` of the manifests. The
 * `devDependencies`, twice as many, are installed when a tool or a test first runs.
 */

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fail, isNode24, node24, runFile } from "./node-24.mjs";
import { missingPatches } from "./patches.mjs";
import { nodePackage, removeUnusedFiles, toolsAlone } from "./unused-files.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const platform = `${process.platform}-${process.arch}`;
const pollMilliseconds = 200;
const installedList = "node_modules/.package-lock.json";
const packagedNode = path.join(root, nodePackage, "bin/node");

/** The pages to build, and their sources. */
const webs = [
  {
    name: "The checkout page",
    folder: "checkout-web",
    sources: [
      "checkout-web/src",
      "checkout-web/scripts",
      "checkout-web/vite.config.ts",
      "web-shared/src",
      "web-shared/scripts",
    ],
  },
  {
    name: "The dashboard",
    folder: "dashboard-web",
    sources: [
      "dashboard-web/index.html",
      "dashboard-web/src",
      "dashboard-web/scripts",
      "web-shared/src",
      "web-shared/scripts",
    ],
  },
];

/** The server runs from a bundle of its sources (server/release/start-bundle.ts). */
const serverEntry = "server/main.mjs";
const bundle = ".cache/program";
const bundledFrom = path.join(root, bundle, "built-from.txt");

/**
 * @param {string} entry a program, from the root of the repository
 * @param {{ needsTools?: boolean, showsPages?: boolean, nodeOptions?: string[] }} options whether the entry needs
 * development packages, whether it serves the web pages, and the options that Node.js needs from its start
 */
export async function runOnNode24(
  entry,
  { needsTools = false, showsPages = false, nodeOptions = [] } = {},
) {
  await once(
    "installing",
    () => isInstalled(needsTools),
    () => install(needsTools),
  );
  // If a patch is missing, run the sources, which report that and do not start.
  const isBundle = entry === serverEntry && missingPatches(root).length === 0;
  // All at once: each of them leaves one of two processors idle for a part of its time.
  const [file] = await Promise.all([
    isBundle ? bundledServer() : path.join(root, entry),
    ...(showsPages ? webs : []).map((web) =>
      once(
        `building-${web.folder}`,
        () => isBuilt(web),
        () => build(web),
      ),
    ),
  ]);
  await runFile(file, nodeOptions);
}

/** Returns the file to run. A failed build is not fatal, because the sources run as well. */
async function bundledServer() {
  await once("bundling", isBundled, async () => {
    rmSync(bundledFrom, { force: true });
    if (await succeeds(".", "server/release/start-bundle.ts", bundle)) {
      writeFileSync(bundledFrom, fingerprint(bundleContents()));
    } else {
      console.error(
        "The server could not be bundled, so Tepat runs from its sources, which takes more memory. Read the output above.",
      );
    }
  });
  return path.join(root, existsSync(bundledFrom) ? bundle : "", serverEntry);
}

function isBundled() {
  try {
    return readFileSync(bundledFrom, "utf8") === fingerprint(bundleContents());
  } catch {
    return false;
  }
}

/** Returns the bundle's own list of its contents. */
const bundleContents = () =>
  JSON.parse(readFileSync(path.join(root, bundle, "contents.json"), "utf8"));

/**
 * Returns whether the packages are installed. npm writes its list of installed packages last, so an interrupted
 * install has no list. Optional packages can be missing unless they are for this platform, because npm does not report
 * one that it could not download.
 */
function isInstalled(withTools) {
  const installed = readPackages(installedList);
  const isComplete = Object.entries(readPackages("package-lock.json")).every(([name, locked]) => {
    // The repository's own folders have the release's version, and nothing is installed for them.
    if (!name.includes("node_modules/")) return true;
    const { optional, dev, peer, version, integrity } = locked;
    const found = installed[name];
    if (found !== undefined) {
      const isSame = found.version === version && found.integrity === integrity;
      return isSame && !isEmptied(name, withTools);
    }
    const isForOthers = optional === true && !name.endsWith(platform);
    return isForOthers || peer === true || (dev === true && !withTools);
  });
  return isComplete && missingPatches(root).length === 0;
}

/** Returns whether files of a package were removed as unneeded and are needed now. */
const isEmptied = (name, withTools) =>
  (name === nodePackage && !isNode24() && !existsSync(packagedNode)) ||
  (withTools && toolsAlone.includes(name) && !existsSync(path.join(root, name)));

/** Returns whether the packages for tools are installed. They stay when the packages change. */
function hasTools() {
  const locked = readPackages("package-lock.json");
  return Object.keys(readPackages(installedList)).some((name) => locked[name]?.dev === true);
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(path.join(root, lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}

/**
 * Runs work once. Two first starts can run at the same time (`npm start` and `npx tepat`); the second
 * waits for the first.
 */
async function once(name, isDone, work) {
  if (isDone()) return;
  const lock = path.join(root, `.cache/${name}.pid`);
  mkdirSync(path.dirname(lock), { recursive: true });
  while (!tryLock(lock)) await wait(pollMilliseconds);
  try {
    if (!isDone()) await work();
  } finally {
    rmSync(lock);
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (!isRunning(Number(readFileSync(lock, "utf8")))) rmSync(lock, { force: true });
  return false;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Installs packages. `npm ci` begins by removing all packages. If only the tools' packages are missing, they are added
 * instead, because a gateway might be using the others. npm's output goes to standard error, because standard output
 * belongs to the command (`npx tepat … --json`).
 */
function install(needsTools) {
  const adds = isInstalled(false);
  const command = adds ? ["install", "--no-save"] : ["ci"];
  const keepsTools = needsTools || hasTools();
  const tools = keepsTools ? "--include=dev" : "--omit=dev";
  const reason = adds
    ? "Adding the packages of tools and tests (once)"
    : "Setting up Tepat (first start, or new packages)";
  console.error(`${reason}: npm ${[...command, tools].join(" ")} …`);
  const flags = [
    tools,
    "--include=optional",
    // The only peers are packages that a browser library has already bundled. The server serves
    // that bundle.
    ...(keepsTools ? [] : ["--omit=peer"]),
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retry-maxtimeout=10000", // reports a missing network after 20 s instead of 70
  ];
  const { error, status } = spawnSync("npm", [...command, ...flags], {
    cwd: root,
    env: environmentForNpm(),
    stdio: ["ignore", process.stderr, process.stderr],
    shell: process.platform === "win32",
  });
  if (error?.code === "ENOENT")
    fail("npm was not found. Install Node.js 20 or newer with its npm.");
  if (error) throw error;
  if (status !== 0) {
    fail(
      "The packages could not be installed. The first start needs the npm registry. Check the network " +
        "(npm's output is above), then run the same command again.",
    );
  }
  const keepsNode = !isNode24() || process.execPath.startsWith(`${root}${path.sep}`);
  const megabytes = Math.round(removeUnusedFiles(root, { keepsNode, keepsTools }) / 1e6);
  if (megabytes > 0) console.error(`Removed ${megabytes} MB of packages that never run here.`);
}

/**
 * Returns the environment without settings that an outer npm made for its own run (a workspace, a package),
 * because they would limit this run too.
 */
function environmentForNpm() {
  const narrowing =
    /^npm_config_(workspaces?|include_workspace_root|package|omit|only|call|prefix|global)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !narrowing.test(name)));
}

const builtFrom = ({ folder }) => path.join(root, folder, "dist/built-from.txt");

const isBuilt = (web) =>
  existsSync(builtFrom(web)) && readFileSync(builtFrom(web), "utf8") === fingerprint(web);

/** Returns a hash of all sources, including their packages. */
function fingerprint({ sources }) {
  const hash = createHash("sha256");
  for (const file of [...sources, "package-lock.json"].flatMap(filesOf)) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Returns the file itself, or all files of a folder. */
function filesOf(name) {
  const place = path.join(root, name);
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .toSorted((a, b) => a.localeCompare(b));
}

/**
 * Builds pages. A failure is not fatal: the rest works without the pages, and their addresses
 * explain what to do.
 */
async function build(web) {
  const made = fingerprint(web);
  if (await succeeds(web.folder, "scripts/build.ts")) writeFileSync(builtFrom(web), made);
  else
    console.error(
      `${web.name} could not be built, so Tepat does not serve it. Read the output above, then start again.`,
    );
}

/** Runs a script in a folder of the repository, and returns whether it ended well. */
function succeeds(folder, script, ...args) {
  const child = spawn(node24(), [script, ...args], {
    cwd: path.join(root, folder),
    stdio: ["ignore", process.stderr, process.stderr],
  });
  child.on("error", (error) => console.error(error.message));
  return new Promise((resolve) => child.on("close", (code) => resolve(code === 0)));
}
