/**
 * Prepares every entry point on a machine that has only Node.js 20 and npm. It installs the locked packages (one of
 * them is Node.js 24 itself), and builds the web pages and the server's bundle if their sources changed. Then it runs
 * Node.js 24. Therefore this file is plain JavaScript. Tepat itself needs the `dependencies` of the manifests. The
 * `devDependencies`, twice as many, are installed when a tool or a test first runs.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundledFile } from "./bundled-file.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { fail, isNode24, node24, runFile } from "./node-24.mjs";
import { once, runChild, untilSignal } from "./once.mjs";
import { missingPatches } from "./patches.mjs";
import { nodePackage, removeUnusedFiles } from "./unused-files.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const platform = `${process.platform}-${process.arch}`;
const lockFile = path.join(root, "package-lock.json");
const installedList = "node_modules/.package-lock.json";
const lockOf = (name) => path.join(root, `.cache/${name}.pid`);
/** With less free memory, the builds run one after the other, because their needs add up. */
const memoryForAllBuilds = 1.5 * 2 ** 30;
/** An earlier version installed this package without the tools, and removed its files. */
const compiler = "node_modules/typescript";
/** The package that stands for those of tools and tests. */
const testRunner = "node_modules/vitest";
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
const bundles = ".cache/program";

/**
 * @param {string} entry a program, from the root of the repository
 * @param {{ needsTools?: boolean, showsPages?: boolean, nodeOptions?: string[] }} options whether the entry needs
 * development packages, whether it serves the web pages, and the options that Node.js needs from its start
 */
export async function runOnNode24(
  entry,
  { needsTools = false, showsPages = false, nodeOptions = [] } = {},
) {
  const file = await untilSignal(() => prepare(entry, needsTools, showsPages));
  await runFile(file, nodeOptions);
}

/** Returns the file to run. */
async function prepare(entry, needsTools, showsPages) {
  await once(
    lockOf("installing"),
    () => isInstalled(needsTools),
    () => install(needsTools),
  );
  // If a patch is missing, run the sources, which report that and do not start.
  const isBundle = entry === serverEntry && missingPatches(root).length === 0;
  const [file] = await allOf([
    isBundle ? bundledServer : () => path.join(root, entry),
    ...(showsPages ? webs : []).map((web) => () => builtPage(web)),
  ]);
  return file;
}

/** Builds the web pages whose sources changed, for tests. Fails if a page could not be built. */
export async function buildPages() {
  await allOf(webs.map((web) => () => builtPage(web)));
  const missing = webs.filter((web) => !isBuilt(web));
  if (missing.length > 0)
    throw new Error(`not built: ${missing.map(({ name }) => name).join(", ")}`);
}

/**
 * Does all work at once, because each part leaves one of two processors idle for a part of its time. On a small
 * machine, it does one part after the other.
 */
async function allOf(parts) {
  const limit = process.constrainedMemory?.() || Infinity; // of the container
  if (Math.min(os.freemem(), limit) >= memoryForAllBuilds) {
    return Promise.all(parts.map((part) => part()));
  }
  const results = [];
  for (const part of parts) results.push(await part());
  return results;
}

/** Returns the file to run. A failed build is not fatal, because the sources run as well. */
async function bundledServer() {
  await onceIfWritable(
    "bundling",
    () => currentBundle() !== null,
    bundle,
    "Tepat runs from its sources, which takes more memory",
  );
  return currentBundle() ?? path.join(root, serverEntry);
}

const currentBundle = () => bundledFile(root, path.join(root, bundles));

async function bundle() {
  if (!(await succeeds(".", "server/release/start-bundle.ts", bundles))) {
    console.error(
      "The server could not be bundled, so Tepat runs from its sources, which takes more memory. Read the output above.",
    );
  } else if (currentBundle() === null) {
    console.error(
      "A source was changed while the server was bundled, so Tepat runs from its sources, which takes more memory.",
    );
  }
}

/** Does the work as `once`, or prints the consequence if this user cannot write here. */
async function onceIfWritable(name, isDone, work, otherwise) {
  try {
    await once(lockOf(name), isDone, work);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
    const place = error.path ?? path.join(root, ".cache");
    console.error(`${otherwise}, because its user cannot write ${place} (${error.code}).`);
  }
}

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
    const { optional, dev, version, integrity } = locked;
    const found = installed[name];
    if (found !== undefined) {
      const isSame = found.version === version && found.integrity === integrity;
      return isSame && !isEmptied(name, withTools);
    }
    const isForOthers = optional === true && !name.endsWith(platform);
    return isForOthers || (dev === true && !withTools);
  });
  return isComplete && missingPatches(root).length === 0;
}

/** Returns whether files of a package were removed as unneeded and are needed now. */
const isEmptied = (name, withTools) =>
  (name === nodePackage && !isNode24() && !existsSync(packagedNode)) ||
  (withTools && name === compiler && !existsSync(path.join(root, name)));

/**
 * Returns whether the packages for tools are installed. They stay when the packages change. A package that is only for
 * tools now can be one that an older release needed, so one package stands for all of them.
 */
const hasTools = () => readPackages(installedList)[testRunner] !== undefined;

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(path.join(root, lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}

/**
 * Installs packages. `npm ci` begins by removing all packages. If only the tools' packages are missing, they are added
 * instead, because a gateway might be using the others. npm's output goes to standard error, because standard output
 * belongs to the command (`npx tepat … --json`).
 */
async function install(needsTools) {
  const adds = isInstalled(false);
  const command = adds ? ["install", "--no-save"] : ["ci"];
  const tools = needsTools || hasTools() ? "--include=dev" : "--omit=dev";
  const reason = adds
    ? "Adding the packages of tools and tests (once)"
    : "Setting up Tepat (first start, or new packages)";
  console.error(`${reason}: npm ${[...command, tools].join(" ")} …`);
  const flags = [
    tools,
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retry-maxtimeout=10000", // reports a missing network after 20 s instead of 70
  ];
  const args = [...command, ...flags];
  const isInPlace = !adds && (await installByAddress(args, needsTools));
  if (!isInPlace && (await runNpm(args)).code !== 0) {
    fail(
      "The packages could not be installed. The first start needs the npm registry. Check the network " +
        "(npm's output is above), then run the same command again.",
    );
  }
  const keepsNode = !isNode24() || process.execPath.startsWith(`${root}${path.sep}`);
  const megabytes = Math.round(removeUnusedFiles(root, keepsNode) / 1e6);
  if (megabytes > 0) console.error(`Removed ${megabytes} MB of packages that never run here.`);
}

/**
 * Installs packages without asking the registry where each archive is (archive-addresses.mjs), and with less work for
 * each file (prompt-files.mjs). Returns whether that worked. It does not with a registry that keeps its archives
 * elsewhere.
 */
async function installByAddress(args, needsTools) {
  const asked = await runNpm(["config", "get", "registry"], { output: "pipe" });
  const registry = asked.output.trim().replace(/\/?$/, "/");
  if (asked.code !== 0 || !URL.canParse(registry)) return false;
  const loaded = ["archive-addresses.mjs", "prompt-files.mjs"].map(
    (name) => `--import=${new URL(name, import.meta.url).href}`,
  );
  const nodeOptions = [process.env.NODE_OPTIONS ?? "", ...loaded].join(" ");
  const env = { NODE_OPTIONS: nodeOptions, TEPAT_LOCK_FILE: lockFile, TEPAT_REGISTRY: registry };
  // Without a network, the usual way follows soon, and reports it.
  const retries = ["--fetch-retries=1", "--fetch-retry-mintimeout=500"];
  const { code } = await runNpm([...args, ...retries], { env });
  return code === 0 && isInstalled(needsTools);
}

/** Runs npm, and returns its exit code and its output. */
async function runNpm(args, { output = process.stderr, env = {} } = {}) {
  const { error, ...result } = await runChild("npm", args, {
    cwd: root,
    env: { ...environmentForNpm(), ...env },
    stdio: ["ignore", output, process.stderr],
    shell: process.platform === "win32",
  });
  if (error?.code === "ENOENT")
    fail("npm was not found. Install Node.js 20 or newer with its npm.");
  if (error) throw error;
  return result;
}

/**
 * Returns the environment without settings that an outer npm made for its own run (a workspace, a package), because they
 * would limit this run too. npm does not look for its own newest version, which would be a request of each run.
 */
function environmentForNpm() {
  const narrowing =
    /^npm_config_(workspaces?|include_workspace_root|package|omit|only|call|prefix|global)$/i;
  const kept = Object.entries(process.env).filter(([name]) => !narrowing.test(name));
  return { ...Object.fromEntries(kept), npm_config_update_notifier: "false" };
}

const builtFrom = ({ folder }) => path.join(root, folder, "dist/built-from.txt");

const fingerprintOf = ({ sources }) => fingerprint(root, [...sources, "package-lock.json"]);

const isBuilt = (web) =>
  existsSync(builtFrom(web)) && readFileSync(builtFrom(web), "utf8") === fingerprintOf(web);

const builtPage = (web) =>
  onceIfWritable(
    `building-${web.folder}`,
    () => isBuilt(web),
    () => build(web),
    `Tepat serves ${web.name.replace("The", "the")} as it was built before`,
  );

/**
 * Builds pages. A failure is not fatal: the rest works without the pages, and their addresses
 * explain what to do.
 */
async function build(web) {
  const made = fingerprintOf(web);
  if (await succeeds(web.folder, "scripts/build.ts")) writeFileSync(builtFrom(web), made);
  else
    console.error(
      `${web.name} could not be built, so Tepat does not serve it. Read the output above, then start again.`,
    );
}

/** Runs a script in a folder of the repository, and returns whether it ended well. */
async function succeeds(folder, script, ...args) {
  const { error, code } = await runChild(node24(), [script, ...args], {
    cwd: path.join(root, folder),
    stdio: ["ignore", process.stderr, process.stderr],
  });
  if (error) console.error(error.message);
  return code === 0;
}
