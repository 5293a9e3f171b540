/**
 * PostgreSQL refuses to run as root. If Tepat runs as root (in a container or on a CI machine), PostgreSQL runs as
 * `postgres`, or as `nobody` if there is no such user. That user owns only the cluster's folder.
 */

import { execFileSync } from "node:child_process";
import { chownSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

import { DatabaseProblem } from "../problem.ts";

/** The user of PostgreSQL. undefined: the user that runs Tepat. */
export type Identity = { uid: number; gid: number } | undefined;

/** The arguments for `spawn`: the program and its arguments, perhaps with a wrapper, and the user to change to. */
export interface Launch {
  program: string;
  arguments: string[];
  user: { uid?: number; gid?: number };
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Returns the cluster's owner. A cluster keeps its owner, even if a `postgres` user has been created since. */
export function ownerOf(clusterDirectory: string): Identity {
  if (!isRoot()) return undefined;
  const { uid, gid } = statSync(clusterDirectory);
  return { uid, gid };
}

export function newOwner(): Identity {
  if (!isRoot()) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = [userNumber("-u", name), userNumber("-g", name)];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new DatabaseProblem(
    "PostgreSQL refuses to run as root, and this machine has no user `postgres` or `nobody`. " +
      "Start Tepat as an ordinary user, or set DATABASE_URL to your own PostgreSQL.",
  );
}

function userNumber(flag: "-u" | "-g", name: string): number | undefined {
  try {
    return Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
  } catch {
    return undefined;
  }
}

export function giveTo(identity: Identity, file: string): void {
  if (identity !== undefined) chownSync(file, identity.uid, identity.gid);
}

/**
 * Returns the arguments with which `identity` can run `program` and work in `directory`. A checkout under /root or in
 * a private temporary folder is closed to every other user. PostgreSQL then gets one capability, which lets it read
 * and search regardless of permissions. PostgreSQL checks with access(2), which takes the capability into account
 * because of `no_setuid_fixup`.
 */
export function launchAs(
  identity: Identity,
  directory: string,
  program: string,
  args: string[],
): Launch {
  if (identity === undefined) return { program, arguments: args, user: {} };
  if (canReach(identity, program) && canReach(identity, directory)) {
    return { program, arguments: args, user: identity };
  }
  const capability = readingCapability();
  if (capability === undefined) {
    throw new DatabaseProblem(
      `PostgreSQL refuses to run as root, and user ${identity.uid} cannot reach ${directory} or ${program}. ` +
        "Start Tepat as an ordinary user, move it to a folder that every user can enter, " +
        "or set DATABASE_URL to your own PostgreSQL.",
    );
  }
  const only = `-all,+${capability}`;
  const wrapper = [
    `--reuid=${identity.uid}`,
    `--regid=${identity.gid}`,
    "--clear-groups",
    "--securebits=+no_setuid_fixup",
    `--bounding-set=${only}`,
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    "--",
  ];
  return { program: "setpriv", arguments: [...wrapper, program, ...args], user: {} };
}

/** Returns whether the user can reach the file, by the mode bits of its folders. Access lists are not read. */
function canReach(identity: { uid: number; gid: number }, file: string): boolean {
  for (let parent = path.dirname(file); ; parent = path.dirname(parent)) {
    const { mode, uid, gid } = statSync(parent);
    const search = uid === identity.uid ? 0o100 : gid === identity.gid ? 0o010 : 0o001;
    if ((mode & search) === 0) return false;
    if (parent === path.dirname(parent)) return true;
  }
}

/** Returns the weaker capability that opens the folders. An ordinary container grants only `dac_override`. */
function readingCapability(): string | undefined {
  if (process.platform !== "linux") return undefined;
  const permitted = BigInt(
    `0x${/^CapPrm:\s*(\w+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]}`,
  );
  if (!commandExists("setpriv")) return undefined;
  if ((permitted >> 2n) & 1n) return "dac_read_search";
  if ((permitted >> 1n) & 1n) return "dac_override";
  return undefined;
}

function commandExists(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
