import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/**
 * The backup folder has a small file for each step of the night, with the result of its last run. The gateway shows
 * these results in `/metrics`, because the runs are separate processes that end.
 */

export const backupSteps = ["backup", "copy", "restore"] as const;
export type BackupStep = (typeof backupSteps)[number];

const status = z.object({
  is_ok: z.boolean(),
  ended_at: z.iso.datetime(),
  /** The time of the step's last success; null if it never succeeded. */
  succeeded_at: z.iso.datetime().nullable(),
  detail: z.string(),
});

export type BackupStatus = z.infer<typeof status>;

const fileOf = (folder: string, step: BackupStep) => path.join(folder, `.status-${step}.json`);

/** Returns null for a step that has not run here, or whose file is unreadable. */
export async function readBackupStatus(
  folder: string,
  step: BackupStep,
): Promise<BackupStatus | null> {
  try {
    return status.parse(JSON.parse(await readFile(fileOf(folder, step), "utf8")));
  } catch {
    return null;
  }
}

/** Replaces the file in one step, so that no reader sees half of it. */
export async function noteBackupStatus(
  folder: string,
  step: BackupStep,
  { is_ok, detail }: Pick<BackupStatus, "is_ok" | "detail">,
): Promise<void> {
  const ended_at = new Date().toISOString();
  const before = is_ok ? null : await readBackupStatus(folder, step);
  const succeeded_at = is_ok ? ended_at : (before?.succeeded_at ?? null);
  const draft = path.join(folder, `.status-${randomUUID()}.part`);
  try {
    await writeFile(draft, `${JSON.stringify({ is_ok, ended_at, succeeded_at, detail })}\n`);
    await rename(draft, fileOf(folder, step));
  } finally {
    await rm(draft, { force: true });
  }
}
