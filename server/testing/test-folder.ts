import { createHash } from "node:crypto";
import { statfsSync } from "node:fs";
import path from "node:path";

/** The file system in memory of a Linux machine. It is empty after a restart of the machine. */
const memory = "/dev/shm";
const tmpfsType = 0x0102_1994;
/**
 * The free space needed for tests in memory. A whole run uses less than a quarter of it, and leaves
 * 100 MB behind.
 */
const roomBytesMin = 4 * 1024 ** 3;

const root = path.resolve(import.meta.dirname, "../..");

/**
 * Returns the folder of the tests' PostgreSQL, a different one for each clone. The folder is in memory if there is
 * room. A test's database has a thousand files, and for each created file, ext4 searches all files deleted in the last
 * seconds. Creating and dropping a database on a disk therefore takes ten times the processor time.
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
