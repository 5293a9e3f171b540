import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { link, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flushDirectory } from "../db/flush-directory.ts";

/**
 * The secrets of an installation with the embedded database, in a file beside the database. Each secret has a line:
 * the current one first, then the previous ones, which open older backups. The sealed values in the database cannot
 * be read without this file. The file is therefore written completely before it gets its name, and its name is on the
 * disk before a value is sealed.
 */

const newSecret = (): string => randomBytes(32).toString("base64");

export const localSecretFile = (dataDirectory: string): string => join(dataDirectory, "secret");

/** Creates the first secret if there is none. Returns a function that reads the file. */
export async function localSecrets(dataDirectory: string): Promise<() => readonly string[]> {
  const file = localSecretFile(dataDirectory);
  if (!existsSync(file)) {
    const draft = await writeDraft(file, [newSecret()]);
    try {
      await link(draft, file);
    } catch (cause) {
      // Another process created the file first, so this process uses that secret.
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    } finally {
      await rm(draft, { force: true });
    }
    await flushDirectory(dataDirectory);
  }
  return () => readFileSync(file, "utf8").trim().split(/\s+/);
}

/**
 * Adds a new secret before the existing ones. The caller must hold a lock, because one of two concurrent additions
 * would be lost.
 */
export async function addLocalSecret(dataDirectory: string): Promise<void> {
  const file = localSecretFile(dataDirectory);
  const present = (await localSecrets(dataDirectory))();
  await rename(await writeDraft(file, [newSecret(), ...present]), file);
  await flushDirectory(dataDirectory);
}

/** Writes a draft of the file. Its last line ends with a line break, so that a person can append a previous secret. */
async function writeDraft(file: string, secrets: readonly string[]): Promise<string> {
  // Processes in containers that share the folder can have the same process id.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${secrets.join("\n")}\n`, { mode: 0o600, flush: true });
  return draft;
}
