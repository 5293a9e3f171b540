import { createHash } from "node:crypto";
import { statfsSync } from "node:fs";
import path from "node:path";

/** The file system in memory of a Linux machine. It is empty after the next start of the machine. */
const memory = "/dev/shm";
const tmpfsType = 0x0102_1994;
/** A whole run uses less than a quarter of it, and leaves 100 MB. */
const roomBytesMin = 4 * 1024 ** 3;

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The folder of the tests' PostgreSQL, another one for each clone. It is in memory where there is room: a test's database
 * has a thousand files, and ext4 searches all files that were deleted in the last seconds for each file that it creates.
 * On a disk, creating and dropping a database therefore takes ten times the processor time.
 */
export function testDataDirectory(): string {
  if (!hasRoomInMemory()) return path.join(root, ".cache/test-database");
  const clone = createHash("sha256").update(root).digest("hex").slice(0, 12);
  return path.join(memory, `tepat-tests-${process.getuid?.()}-${clone}`);
}

export function hasRoomInMemory(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    const room = Math.min(bavail * bsize, process.availableMemory());
    return type === tmpfsType && room >= roomBytesMin;
  } catch {
    return false;
  }
}
