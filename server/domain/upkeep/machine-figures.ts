import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { backupSteps, readBackupStatus, type BackupStep } from "./backup-status.ts";

/** Figures that are read from this machine and not from the database, for monitoring. */
export interface MachineFigures {
  disks: { folder: "data" | "backups"; free_bytes: number; size_bytes: number }[];
  /** Empty without BACKUP_DIR. `is_ok` is null for a step that has not run. */
  backups: { step: BackupStep; is_ok: boolean | null; succeeded_at: Date | null }[];
}

interface Folders {
  dataDirectory: string;
  backups: { folder: string; copyCommand: string | null } | null;
}

export async function readMachineFigures({
  dataDirectory,
  backups,
}: Folders): Promise<MachineFigures> {
  return {
    disks: [
      { folder: "data", ...(await roomIn(dataDirectory)) },
      ...(backups ? [{ folder: "backups" as const, ...(await roomIn(backups.folder)) }] : []),
    ],
    backups: backups ? await stepsIn(backups) : [],
  };
}

/** Returns the folder or, before it exists, its nearest existing parent. */
export function nearestFolder(folder: string): string {
  const absolute = path.resolve(folder);
  return existsSync(absolute) ? absolute : nearestFolder(path.dirname(absolute));
}

/** Reads the room on the disk of a folder, or of its nearest existing parent. */
export async function roomIn(folder: string): Promise<{ free_bytes: number; size_bytes: number }> {
  const { bavail, blocks, bsize } = await statfs(nearestFolder(folder));
  return { free_bytes: bavail * bsize, size_bytes: blocks * bsize };
}

/** Returns the steps, including those that should run and never have. */
async function stepsIn({ folder, copyCommand }: NonNullable<Folders["backups"]>) {
  const expected = backupSteps.filter((step) => step !== "copy" || copyCommand !== null);
  return Promise.all(
    expected.map(async (step) => {
      const status = await readBackupStatus(folder, step);
      const succeeded_at = status?.succeeded_at ? new Date(status.succeeded_at) : null;
      return { step, is_ok: status?.is_ok ?? null, succeeded_at };
    }),
  );
}
