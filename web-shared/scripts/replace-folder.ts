import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** A server that starts meanwhile finds the old folder, the new one, or for a moment none, but never half of one. */
export async function replaceFolder(folder: string, files: Record<string, string>): Promise<void> {
  const made = `${folder}-${process.pid}`;
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(made, name)), { recursive: true });
    await writeFile(path.join(made, name), text);
  }
  const old = `${made}-old`;
  await rename(folder, old).catch(() => {});
  await rename(made, folder);
  await rm(old, { recursive: true, force: true });
}
