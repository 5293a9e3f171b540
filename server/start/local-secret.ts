import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { link, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flushDirectory } from "../db/flush-directory.ts";

/**
 * The secrets of an installation with the embedded database, in a file beside it. Each has a line: the current one
 * first, then the previous ones, which open older backups. Without the file the sealed secrets in the database cannot
 * be read. So the file is written completely before it gets its name, and the name is on the disk before a value is
 * sealed with it.
 */

const newSecret = (): string => randomBytes(32).toString("base64");

export const localSecretFile = (dataDirectory: string): string => join(dataDirectory, "secret");

/** Makes the first secret if there is none. Returns a function that reads the file. */
export async function localSecrets(dataDirectory: string): Promise<() => readonly string[]> {
  const file = localSecretFile(dataDirectory);
  if (!existsSync(file)) {
    const draft = await writeDraft(file, [newSecret()]);
    try {
      await link(draft, file);
    } catch (cause) {
      // Another process was first, so its secret is used.
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    } finally {
      await rm(draft, { force: true });
    }
    await flushDirectory(dataDirectory);
  }
  return () => readFileSync(file, "utf8").trim().split(/\s+/);
}

/** Adds a new secret before the existing ones. If two ran at once, one would be lost, so the caller holds a lock. */
export async function addLocalSecret(dataDirectory: string): Promise<void> {
  const file = localSecretFile(dataDirectory);
  const present = (await localSecrets(dataDirectory))();
  await rename(await writeDraft(file, [newSecret(), ...present]), file);
  await flushDirectory(dataDirectory);
}

/** Also ends the last line, in case a person adds a previous secret manually. */
async function writeDraft(file: string, secrets: readonly string[]): Promise<string> {
  // Processes in containers that share the folder might have the same process id.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${secrets.join("\n")}\n`, { mode: 0o600, flush: true });
  return draft;
}
