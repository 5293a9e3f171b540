/** Does the work in one process at a time, unless it is done. The lock is a file that names the process. */
export function once(
  lock: string,
  isDone: () => boolean,
  work: () => void | Promise<void>,
): Promise<void>;
