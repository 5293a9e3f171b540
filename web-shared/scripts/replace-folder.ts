import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { compressedForms } from "./compressed-forms.ts";

/**
 * Writes the files into the folder in one step, with the compressed forms of `served` files beside them. A server
 * that starts meanwhile finds the old folder, the new one, or briefly none, but never an incomplete one.
 */
export async function replaceFolder(
  folder: string,
  files: Record<string, string | Buffer>,
  served: readonly string[],
): Promise<void> {
  const made = `${folder}-${process.pid}`;
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(path.dirname(path.join(made, name)), { recursive: true });
    await writeFile(path.join(made, name), content);
  };
  // At once, because the strongest compression is half of a build's work, and a first start waits for it.
  await Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      await write(name, content);
      if (!served.includes(name)) return;
      for (const [ending, bytes] of Object.entries(await compressedForms(Buffer.from(content)))) {
        await write(name + ending, bytes);
      }
    }),
  );
  const old = `${made}-old`;
  await rename(folder, old).catch(() => {});
  await rename(made, folder);
  await rm(old, { recursive: true, force: true });
}
