import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";

/** Keeps the handles as long as the process lives: a handle that is garbage-collected would release the lock. */
const held: DatabaseSync[] = [];

const open = (directory: string): DatabaseSync => new DatabaseSync(join(directory, "lock.db"));

/**
 * Allows one `tepat-worker run` for each folder. The lock is SQLite's own lock on a separate file, and the system
 * releases it however the process ends. A file with a process id would outlive a `kill -9`. Waits for processes that
 * only look at the lock.
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

/**
 * Tries to read the file. Any number of processes can do that at once for a moment, but none while the lock is held.
 */
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
