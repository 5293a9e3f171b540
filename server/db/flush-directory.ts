import { open } from "node:fs/promises";

/** Without this, a loss of power might lose the name of a file that was created or renamed in the directory. */
export async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}
