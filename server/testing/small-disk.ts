import { execFileSync } from "node:child_process";
import { open, rm } from "node:fs/promises";

/** A disk that becomes full: a folder of bounded size in memory, if this user is allowed to mount one. */

const pieceBytes = 4 * 1024 * 1024;

/** Returns null when it worked, and otherwise why it did not. */
export function mountSmallDisk(folder: string, megabytes: number): string | null {
  const options = `size=${megabytes}m,mode=0711`;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "pipe" });
    return null;
  } catch (cause) {
    return `no tmpfs can be mounted here (${String((cause as { stderr?: Buffer }).stderr ?? cause).trim()})`;
  }
}

export function unmountSmallDisk(folder: string): void {
  // Unmounts lazily, because a program that has just ended might hold the folder for a moment.
  execFileSync("umount", ["--lazy", folder]);
}

/** Writes until nothing more fits. Returns a function that makes room again. */
export async function fillUp(file: string): Promise<() => Promise<void>> {
  await using handle = await open(file, "w");
  for (let bytes = pieceBytes; bytes >= 512;) {
    try {
      await handle.write(Buffer.alloc(bytes));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ENOSPC") throw cause;
      bytes /= 2;
    }
  }
  return () => rm(file);
}
