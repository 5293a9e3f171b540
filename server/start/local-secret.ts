import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { link, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flushDirectory } from "../db/flush-directory.ts";

/**
 * The secrets of an installation with the embedded database, kept beside it: one a line, the present one first, then those
 * that it followed, which open older backups. Losing the file makes the sealed secrets in the database unreadable, so it
 * is written whole before it gets its name, and the name is on the disk before a value is sealed with it.
 */

const newSecret = (): string => randomBytes(32).toString("base64");

export const localSecretFile = (dataDirectory: string): string => join(dataDirectory, "secret");

/** Makes the first secret if there is none. Answers what reads the file. */
export async function localSecrets(dataDirectory: string): Promise<() => readonly string[]> {
  const file = localSecretFile(dataDirectory);
  if (!existsSync(file)) {
    const draft = await writeDraft(file, [newSecret()]);
    try {
      await link(draft, file);
    } catch (cause) {
      // Another process was first: its secret is the one.
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    } finally {
      await rm(draft, { force: true });
    }
    await flushDirectory(dataDirectory);
  }
  return () => readFileSync(file, "utf8").trim().split(/\s+/);
}

/** A new one in front of those that are there. Of two at once one would be lost: the caller holds a lock. */
export async function addLocalSecret(dataDirectory: string): Promise<void> {
  const file = localSecretFile(dataDirectory);
  const present = (await localSecrets(dataDirectory))();
  await rename(await writeDraft(file, [newSecret(), ...present]), file);
  await flushDirectory(dataDirectory);
}

/** Ends its last line too, for whoever adds a former secret by hand. */
async function writeDraft(file: string, secrets: readonly string[]): Promise<string> {
  // Processes in containers that share the folder may have the same number.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${secrets.join("\n")}\n`, { mode: 0o600, flush: true });
  return draft;
}
