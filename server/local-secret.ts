import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * TEPAT_SECRET of an installation with the embedded database: made once and kept beside it. Losing the file makes the
 * sealed secrets in the database unreadable, so it is written whole before it gets its name, and never overwritten.
 */
export async function localSecret(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, "secret");
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
  }
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString("base64"), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (cause) {
    // Another process was first: its secret is the one.
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, "utf8");
}
