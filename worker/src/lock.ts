import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";

/** Referenced for as long as the process lives: a collected handle would give the lock away. */
const held: DatabaseSync[] = [];

/**
 * One `tepat-worker run` for each folder. The lock is SQLite's own on a file of its own, which the system releases
 * however the process ends; a file with a process id in it would outlive a `kill -9`.
 */
export function tryLock(directory: string): boolean {
  const file = new DatabaseSync(join(directory, "lock.db"));
  try {
    file.exec("begin exclusive");
    held.push(file);
    return true;
  } catch {
    file.close();
    return false;
  }
}

export function isLocked(directory: string): boolean {
  if (!tryLock(directory)) return true;
  held.pop()?.close();
  return false;
}
