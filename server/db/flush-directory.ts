import { open } from "node:fs/promises";

/** Else a machine that loses power may lose the name of a file that was made or renamed in it. */
export async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}
