import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Service } from "./service.ts";

/**
 * Kills the embedded PostgreSQL of a test's server and hides its folder, so that the server cannot restart it.
 * Returns a function that restores the folder.
 */
export async function takeDatabaseAway({
  base_url,
  environment,
}: Service): Promise<() => Promise<void>> {
  const folder = join(environment["TEPAT_DATA_DIR"] ?? "", "postgres");
  const hidden = `${folder}.hidden`;
  const lockFile = await readFile(join(folder, "postmaster.pid"), "utf8");
  await rename(folder, hidden);
  process.kill(Number(lockFile.split("\n")[0]), "SIGQUIT");
  while ((await fetch(`${base_url}/readyz`)).ok) await wait(20);
  return () => rename(hidden, folder);
}
