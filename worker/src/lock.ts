import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";

/** Referenced for as long as the process lives: a collected handle would give the lock away. */
const held: DatabaseSync[] = [];

const open = (directory: string): DatabaseSync => new DatabaseSync(join(directory, "lock.db"));

/**
 * One `tepat-worker run` for each folder. The lock is SQLite's own on a file of its own, which the system releases
 * however the process ends; a file with a process id in it would outlive a `kill -9`. Waits for those who only look.
 */
export function tryLock(directory: string): boolean {
  const file = open(directory);
  try {
    file.exec("pragma busy_timeout = 500; begin exclusive");
    held.push(file);
    return true;
  } catch {
    file.close();
    return false;
  }
}

/** Reads, which any number may do at once for a moment, and nobody while the lock is held. */
export function isLocked(directory: string): boolean {
  const file = open(directory);
  try {
    file.exec("select count(*) from sqlite_master");
    return false;
  } catch {
    return true;
  } finally {
    file.close();
  }
}
