import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";

/** Stores the handles for the life of the process, because a garbage-collected handle would release the lock. */
const held: DatabaseSync[] = [];

const open = (directory: string): DatabaseSync => new DatabaseSync(join(directory, "lock.db"));

/**
 * Returns whether this process now holds the folder's lock, which allows one `tepat-worker run`. The lock is
 * SQLite's own lock on a separate file, so the system releases it however the process ends. A file with a process id
 * would remain after a `kill -9`. Waits for processes that only test the lock.
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

/** Returns whether a process holds the lock. Any number of processes can test it at once. */
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
