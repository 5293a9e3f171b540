/** The release from which an upgrade starts: version 0.1.0. Update it with each release. */

import { execFile, spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const commit = "4002b19fe02a87e57d19c4455b48fc71ac633b20";

const root = path.join(import.meta.dirname, "../..");

/** A shallow clone has no history of it. */
export const hasPreviousRelease =
  spawnSync("git", ["cat-file", "-e", `${commit}:server`], { cwd: root }).status === 0;

export const previousReleaseReason = hasPreviousRelease
  ? ""
  : " (skipped: the clone has no history of the previous release)";

/** Copies its files of these folders into a new folder and returns the path. */
export async function unpackPreviousRelease(...parts: string[]): Promise<string> {
  const run = promisify(execFile);
  const target = await mkdtemp(path.join(tmpdir(), "tepat-previous-"));
  const archive = path.join(target, "release.tar");
  await run("git", ["archive", "-o", archive, commit, ...parts], { cwd: root });
  await run("tar", ["-xf", archive, "-C", target]);
  return target;
}
