import { execFileSync } from "node:child_process";
import { open, rm } from "node:fs/promises";

/** A disk that becomes full: a folder of limited size in memory, if this user can mount one. */

const pieceBytes = 4 * 1024 * 1024;

/** Mounts the folder. Returns null on success, otherwise the reason for the failure. */
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
  // Unmount lazily, because a program that has just ended might still use the folder for a moment.
  execFileSync("umount", ["--lazy", folder]);
}

/** Writes until the disk is full. Returns a function that frees the space. */
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
