import { rmSync } from "node:fs";
import { mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { flushDirectory } from "../db/flush-directory.ts";
import { removedOnInterruption } from "../db/unfinished-files.ts";
import { runOuterProgram } from "./outer-program.ts";

/**
 * The folder of the nightly backups: the files' names, which files stay, and how they are encrypted and
 * decrypted.
 */

const pattern = /^tepat-(\d{4}-\d\d-\d\d)T(\d{9})Z\.backup(?:\.age|\.gpg)?$/;

/**
 * Returns a backup's name. Only names with milliseconds belong to nightly backups, so a file that a
 * person saved here is never deleted.
 */
export const nameAt = (at: Date): string =>
  `tepat-${at.toISOString().replaceAll(/[:.]/g, "")}.backup`;

/** Returns the nightly backups of a folder, the newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name));
  return names.toSorted().toReversed();
}

export interface Keep {
  days: number;
  weeks: number;
  months: number;
}

/**
 * Returns the files to delete. The newest file of each of the latest days, weeks (from Monday) and months with a
 * backup stays. Time alone deletes nothing, so the last good files stay while new backups fail.
 */
export function superseded(names: readonly string[], keep: Keep): string[] {
  const kept = new Set<string>();
  const newestFirst = names.toSorted().toReversed();
  const keepLatest = (count: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>();
    for (const name of newestFirst) {
      const period = periodOf(pattern.exec(name)?.[1] ?? "");
      if (periods.has(period) || periods.size === count) continue;
      periods.add(period);
      kept.add(name);
    }
  };
  keepLatest(keep.days, (day) => day);
  keepLatest(keep.weeks, mondayOf);
  keepLatest(keep.months, (day) => day.slice(0, 7));
  return newestFirst.filter((name) => !kept.has(name));
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/**
 * The files of an unfinished run. Only one run is active at a time, so the next run can delete the files of a killed
 * one.
 */
export const drafts = (folder: string) => ({
  plain: path.join(folder, ".unfinished.backup"),
  sealed: path.join(folder, ".unfinished.sealed"),
});

export async function removeDrafts(folder: string): Promise<void> {
  const { plain, sealed } = drafts(folder);
  for (const file of [plain, `${plain}.part`, sealed]) await rm(file, { force: true });
}

/** Encrypts the finished plain file if there is a recipient. Then renames the file and returns its path. */
export async function finishBackup(
  folder: string,
  name: string,
  recipient: string | null,
): Promise<string> {
  const { plain, sealed } = drafts(folder);
  if (recipient === null) return await moveTo(plain, path.join(folder, name));
  using _interrupted = removedOnInterruption(() => {
    for (const file of [plain, sealed]) rmSync(file, { force: true });
  });
  const key = recipient.replace(/^gpg:/, "");
  const isGpg = key !== recipient;
  await runOuterProgram(
    `The backup could not be encrypted to ${recipient}`,
    isGpg
      ? [
          "gpg",
          ...gpgFlags,
          "--trust-model=always",
          "-z",
          "0",
          "-r",
          key,
          "-o",
          sealed,
          "-e",
          plain,
        ]
      : ["age", "--encrypt", "--recipient", key, "--output", sealed, plain],
    { seconds: sealSecondsMax },
  );
  await using handle = await open(sealed);
  await handle.chmod(0o600);
  await handle.sync();
  const file = await moveTo(sealed, path.join(folder, `${name}${isGpg ? ".gpg" : ".age"}`));
  await rm(plain);
  return file;
}

const gpgFlags = ["--batch", "--yes", "--quiet", "--no-tty"];
const sealSecondsMax = 6 * 3600;

async function moveTo(from: string, to: string): Promise<string> {
  await rename(from, to);
  await flushDirectory(path.dirname(to));
  return to;
}

/**
 * Returns a readable file. An encrypted file is decrypted into a folder beside it, which is removed at the end of the
 * block that uses the result.
 */
export async function openBackup(
  file: string,
  identityFile: string | null,
): Promise<AsyncDisposable & { file: string }> {
  const ending = path.extname(file);
  if (ending !== ".age" && ending !== ".gpg") {
    return { file, [Symbol.asyncDispose]: async () => {} };
  }
  const around = path.dirname(file);
  await removeOldOpened(around);
  const folder = await mkdtemp(path.join(around, openedPrefix));
  const interrupted = removedOnInterruption(() => rmSync(folder, { recursive: true, force: true }));
  const remove = async () => {
    interrupted[Symbol.dispose]();
    await rm(folder, { recursive: true, force: true });
  };
  const plain = path.join(folder, path.basename(file, ending));
  const identity = identityFile === null ? [] : ["--identity", identityFile];
  const lacksKey = ending === ".age" && identityFile === null;
  try {
    await runOuterProgram(
      `${file} could not be decrypted${lacksKey ? " (BACKUP_IDENTITY_FILE names the private key)" : ""}`,
      ending === ".age"
        ? ["age", "--decrypt", ...identity, "--output", plain, file]
        : ["gpg", ...gpgFlags, "-o", plain, "-d", file],
      { seconds: sealSecondsMax },
    );
    return { file: plain, [Symbol.asyncDispose]: remove };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

const openedPrefix = ".opened-";
const openedMilliseconds = 86_400_000;

/** Removes decrypted files that killed checks left more than a day ago. */
async function removeOldOpened(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(openedPrefix)) continue;
    const left = path.join(folder, name);
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < Date.now() - openedMilliseconds) await rm(left, { recursive: true, force: true });
  }
}
