import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

export type Installation = { folder: string } | { obstacle: string };

/**
 * Installs the platform from npm with its lockfile into .cache/, once for each lockfile. Adds the plugin and the SDK as
 * published. Without a registry, returns a sentence with the obstacle.
 */
export async function installShop(name: string): Promise<Installation> {
  const shop = join(root, "plugins", name, "shop");
  const lock = await readFile(join(shop, "package-lock.json"));
  const hash = createHash("sha256").update(lock).digest("hex").slice(0, 12);
  const folder = join(root, ".cache/shops", `${name}-${hash}`);
  const finished = join(folder, "installed");
  await mkdir(folder, { recursive: true });
  await cp(shop, folder, { recursive: true });
  if (!existsSync(finished)) {
    const begun = performance.now();
    const obstacle = await installPlatform(folder);
    if (obstacle !== null) return { obstacle: `${name} could not be installed: ${obstacle}` };
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`${name} was installed in ${seconds} s.`);
    await writeFile(finished, `${seconds}\n`);
  }
  await addPackage(folder, "sdk");
  await addPackage(folder, name);
  return { folder };
}

const isUnreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E40[134]|E5\d\d/;

/**
 * Options for npm. It tries an unreachable registry three times within 20 seconds instead of 70.
 */
const switches = [
  "--ignore-scripts",
  "--omit=peer",
  "--no-audit",
  "--no-fund",
  "--fetch-retry-maxtimeout=10000",
];

/**
 * Installs the platform. Returns null on success, or a sentence if the network failed. Throws other
 * failures.
 */
export async function installPlatform(folder: string): Promise<string | null> {
  try {
    await run("npm", ["ci", ...switches], {
      cwd: folder,
      maxBuffer: 16 * 1024 * 1024,
    });
    return null;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const reason = isUnreachable.exec(stderr)?.[0];
    if (reason !== undefined) return `the npm registry cannot be had (${reason}).`;
    throw error;
  }
}

/** Unpacks a package with tar, because npm would check the whole tree again. */
async function addPackage(folder: string, name: string): Promise<void> {
  const packed = inject("packed");
  const names = await readdir(packed);
  const tarball = names.find((each) => each.startsWith(`tepat-${name}-`)) ?? "";
  const target = join(folder, "node_modules/@tepat", name);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await run("tar", ["-xzf", join(packed, tarball), "-C", target, "--strip-components=1"]);
}

/**
 * Compiles the plugin's source beside the installed platform, which only this folder has. Returns the compiler's
 * errors, or "" if there are none.
 */
export async function compileSource(folder: string, name: string): Promise<string> {
  const copy = join(folder, "source");
  await rm(copy, { recursive: true, force: true });
  for (const part of ["shared", `${name}/src`]) {
    const isSource = (path: string) => !/\.test\.ts$|in-memory\.ts$/.test(path);
    await cp(join(root, "plugins", part), join(copy, part), { recursive: true, filter: isSource });
  }
  const compilerOptions = { paths: {}, typeRoots: [join(root, "node_modules/@types")] };
  const settings = {
    extends: join(root, "plugins/tsconfig.json"),
    compilerOptions,
    include: ["**/*.ts"],
  };
  await writeFile(join(copy, "package.json"), '{ "type": "module" }');
  await writeFile(join(copy, "tsconfig.json"), JSON.stringify(settings));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, "-p", copy]).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}
