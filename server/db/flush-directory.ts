import { open } from "node:fs/promises";

/**
 * Flushes a directory. Without the flush, a loss of power might lose the name of a file that was created or renamed
 * in it.
 */
export async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}
