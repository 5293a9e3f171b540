import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export interface FormerRelease {
  version: string;
  /** The folder of its packages. */
  folder: string;
}

/**
 * Packs the previous release with its own program, at the tag of the previous version, or at the last commit
 * with that version. Each commit is packed once.
 */
export async function packFormerRelease(root: string, version: string): Promise<FormerRelease> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)("git", args, { cwd: root })).stdout.trim();
  const has = async (name: string) => (await git("tag", "--list", name)) !== "";
  const present = `"version": "${version}"`;
  const bump = await git("log", "-1", "--format=%H", `-S${present}`, "--", "package.json");
  // The commit of a release might not exist yet.
  const before = await git("rev-parse", "--verify", bump === "" ? "HEAD" : `${bump}^`).catch(
    (cause: unknown) => {
      throw new Error(`The history before ${version} is missing. Run git fetch --unshallow`, {
        cause,
      });
    },
  );
  const { version: former } = JSON.parse(await git("show", `${before}:package.json`)) as {
    version: string;
  };
  const commit = (await has(`v${former}`)) ? await git("rev-parse", `v${former}^{commit}`) : before;
  const place = path.join(root, ".cache/former", commit);
  const folder = path.join(place, "artifacts/release");
  if (!existsSync(folder)) await pack(root, commit, place);
  return { version: former, folder };
}

async function pack(root: string, commit: string, place: string): Promise<void> {
  const half = `${place}.half`;
  await rm(half, { recursive: true, force: true });
  await mkdir(path.dirname(half), { recursive: true });
  const run = (cwd: string, program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { cwd, maxBuffer: 2 ** 24 });
  await run(root, "git", "clone", "--quiet", "--no-hardlinks", root, half);
  await run(half, "git", "checkout", "--quiet", "--detach", commit);
  const lock = (folder: string) => readFile(path.join(folder, "package-lock.json"), "utf8");
  const packages = (text: string) => text.replaceAll(/"version": "[^"]+"/g, "");
  if (packages(await lock(half)) === packages(await lock(root))) {
    await symlink(path.join(root, "node_modules"), path.join(half, "node_modules"));
  } else {
    await run(half, "npm", "ci", "--loglevel=error");
  }
  // A previous main.ts does not refresh the index (refreshIndex in main.ts).
  await run(half, "git", "status", "--porcelain");
  await run(half, process.execPath, "server/release/main.ts", "--pack");
  await rename(half, place);
}
