import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const isUnreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E40[134]|E5\d\d/;

interface AsidePackage {
  name: string;
  version: string;
}

export const asideFolder = ({ name, version }: AsidePackage): string =>
  path.resolve(import.meta.dirname, "../../.cache", `${name}-${version}`);

/**
 * Installs from npm a package that a single test or measurement needs, into its own folder in `.cache/`, on first
 * use. Returns the folder, or a sentence with the reason why npm could not be reached. Throws other errors.
 */
export async function installAside(
  wanted: AsidePackage,
): Promise<{ folder: string } | { obstacle: string }> {
  const { name, version } = wanted;
  const folder = asideFolder(wanted);
  if (existsSync(path.join(folder, "node_modules", name))) return { folder };
  await mkdir(folder, { recursive: true });
  const switches = [
    "--ignore-scripts",
    // Unlike this repository (.npmrc), with the packages that the package expects beside it.
    "--legacy-peer-deps=false",
    "--no-audit",
    "--no-fund",
    "--fetch-retry-maxtimeout=10000",
  ];
  const install = ["install", "--prefix", folder, ...switches, `${name}@${version}`];
  try {
    await promisify(execFile)("npm", install);
    return { folder };
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    const reason = isUnreachable.exec(stderr)?.[0];
    if (reason === undefined) throw error;
    return {
      obstacle: `${name} could not be installed: the npm registry cannot be had (${reason}).`,
    };
  }
}
