import { existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { limits } from "../contract/limits.ts";
import { readConfig, type Config } from "../start/config.ts";
import { backUp, type Backup } from "../db/backup.ts";
import { listAbandonedDrafts } from "../db/backup-file.ts";
import { connectPatiently } from "../db/connect-patiently.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { reasonOf } from "../domain/base/reason.ts";
import { noteBackupStatus, type BackupStep } from "../domain/upkeep/backup-status.ts";
import { localSecretFile } from "../start/local-secret.ts";
import {
  drafts,
  finishBackup,
  listBackups,
  nameAt,
  openBackup,
  removeDrafts,
  superseded,
} from "./backup-folder.ts";
import { tryRestore } from "./backup-trial.ts";
import { command, type Output } from "./command.ts";
import { refuse, withDatabase } from "./database.ts";
import { refuseUnlessSaid } from "./disk-faults.ts";
import { flag, option } from "./option.ts";
import { runOuterProgram } from "./outer-program.ts";
import { fields } from "./print.ts";
import { requireSecrets, verify } from "./restore.ts";
import { line } from "./values.ts";

const backup = command({
  name: "backup",
  summary:
    "Saves the whole database at this moment to a file, while servers run. The secrets in the file stay encrypted. The file does not contain TEPAT_SECRET, so keep that too.",
  options: {
    to: option(line().optional(), "FILE", "a new file (default: tepat-<time>.backup here)"),
  },
  async run({ to: file = defaultName() }) {
    if (existsSync(file))
      throw new DomainError(`${file} already exists. Name another file with --to`);
    if (!existsSync(path.dirname(file)))
      throw new DomainError(
        `There is no folder ${path.dirname(file)}. Create it, or name another file with --to`,
      );
    const config = readConfig(process.env);
    const made = await withDatabase(config, ({ url }) => backUp(url, file), {
      kept: "No file was made.",
    }).catch(refuse);
    return report(config, file, made, await listAbandonedDrafts(path.dirname(file)));
  },
});

const defaultName = (): string =>
  `tepat-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}Z.backup`;

function report(config: Config, file: string, made: Backup, abandoned: string[]): Output {
  const { created_at, row_count, table_count, secret_key_ids, migrations } = made;
  const schema = migrations.at(-1);
  const data = {
    file,
    created_at,
    schema,
    table_count,
    row_count,
    secret_key_ids,
    ...(abandoned.length > 0 && { abandoned }),
  };
  const secret =
    config.secret === null ? localSecretFile(config.dataDirectory) : "the value of TEPAT_SECRET";
  return {
    data,
    text: fields(data),
    note: `Keep ${secret} too, in a different place from this file. Without ${secret}, Tepat cannot read the QRIS codes and the secrets of webhooks, authenticator apps and mailboxes in the file.${leftBehind(abandoned)}`,
  };
}

const leftBehind = (abandoned: readonly string[]): string =>
  abandoned.length === 0
    ? ""
    : `\nEarlier backups were killed and left unfinished files. Delete them: ${abandoned.join(", ")}`;

const run = command({
  name: "backup run",
  summary:
    "Makes the nightly backup. A timer runs this command. It saves the database to BACKUP_DIR, encrypts the file for BACKUP_RECIPIENT, deletes backups beyond BACKUP_KEEP, and runs BACKUP_COPY_COMMAND. /metrics shows the result.",
  options: {},
  async run() {
    const config = readConfig(process.env);
    const backups = requireFolder(config);
    return withDatabase(config, async ({ url }) => {
      await using lock = connectPatiently(url, "tepat backup run");
      const [taken] = await lock.sql`
        select pg_try_advisory_lock(hashtext('tepat backup run')) as is_ours
      `;
      if (!taken?.["is_ours"])
        throw new OtherRun("Another backup run is under way. Wait until it ends.");
      return await runTonight(config, backups, url);
    }).catch(async (cause: unknown) => {
      if (cause instanceof OtherRun) throw cause;
      return await noted(backups.folder, "backup", () => refuseUnlessWritten(cause));
    });
  },
});

/**
 * Another run is active. This is not a failed backup, because the other run reports its own result.
 */
class OtherRun extends DomainError {}

type Backups = NonNullable<Config["backups"]>;

function requireFolder({ backups }: Config): Backups {
  if (!backups)
    throw new DomainError("BACKUP_DIR is not set. Set it to the folder for the backups.");
  // Do not create the folder, because it might be the mount point of a disk that is not mounted.
  const { folder } = backups;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory())
    throw new DomainError(
      `There is no folder ${folder}, which BACKUP_DIR names. Mount its disk or create the folder.`,
    );
  // The timer's user could not read or replace files that root writes there.
  if (process.getuid && found.uid !== process.getuid()) {
    throw new DomainError(
      `${folder} belongs to another user. Run the command as that user, or start the unit with systemctl start tepat-backup`,
    );
  }
  return backups;
}

async function runTonight(config: Config, backups: Backups, url: string): Promise<Output> {
  const { folder, keep, recipient, copyCommand } = backups;
  await removeDrafts(folder);
  let made: Backup;
  let file: string;
  try {
    made = await backUp(url, drafts(folder).plain);
    file = await finishBackup(folder, nameAt(new Date()), recipient);
  } finally {
    // Delete old backups after a failure too, so that the next run finds space. The disk might be full of backups that
    // BACKUP_KEEP no longer keeps.
    await removeDrafts(folder);
    const gone = superseded(await listBackups(folder), keep);
    for (const name of gone) await rm(path.join(folder, name), { force: true });
  }
  await noteBackupStatus(folder, "backup", { is_ok: true, detail: file });
  const { created_at, row_count, table_count } = made;
  const data = {
    file,
    created_at,
    table_count,
    row_count,
    kept: (await listBackups(folder)).length,
  };
  if (copyCommand === null) return { data, text: fields(data) };
  const problem = await noted(folder, "copy", () => copy(copyCommand, file)).then(
    () => null,
    (cause: unknown) => reasonOf(cause),
  );
  const copied = { ...data, is_copied: problem === null };
  return {
    data: copied,
    text: fields(copied),
    ...(problem !== null && { problem: `${problem}\nThe backup itself was made and is kept.` }),
  };
}

const copy = (command: string, file: string): Promise<void> =>
  runOuterProgram("The copy failed (BACKUP_COPY_COMMAND)", ["sh", "-c", command], {
    env: { TEPAT_BACKUP_FILE: file },
    seconds: limits.backupCopySeconds,
  });

/** Runs a step, and writes its outcome to the folder. */
async function noted<Result>(
  folder: string,
  step: BackupStep,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    const result = await work();
    await noteBackupStatus(folder, step, { is_ok: true, detail: "" });
    return result;
  } catch (cause) {
    // On a full disk, the note can fail too. The age of the last good backup then shows the failure.
    await noteBackupStatus(folder, step, { is_ok: false, detail: reasonOf(cause) }).catch(() => {});
    throw cause;
  }
}

const refuseUnlessWritten = refuseUnlessSaid(
  (message) => `The backup cannot be written: ${message}. Earlier ones are kept.`,
);

const verifyCommand = command({
  name: "backup verify",
  summary:
    "Reads every byte of a backup and checks that it is complete and unchanged. With --restore, also restores it into a temporary database and checks the data there. Servers can keep running.",
  options: {
    from: option(line().optional(), "FILE", "the backup (default: the newest of BACKUP_DIR)"),
    restore: flag("also try a restore; without --from, /metrics shows the result"),
  },
  async run({ from, restore: isTrial }) {
    const config = readConfig(process.env);
    const examine = () => verifyFile(config, from, isTrial);
    if (!isTrial || config.backups === null || from !== undefined) return examine();
    const { folder } = requireFolder(config);
    return noted(folder, "restore", async () => {
      const result = await examine();
      if (result.problem !== undefined) throw new NotSound(result);
      return result;
    }).catch((cause: unknown) => {
      if (cause instanceof NotSound) return cause.output;
      throw cause;
    });
  },
});

class NotSound extends Error {
  readonly output: Output;

  constructor(output: Output) {
    super(output.problem);
    this.output = output;
  }
}

async function verifyFile(
  config: Config,
  from: string | undefined,
  isTrial: boolean,
): Promise<Output> {
  const file = from ?? (await newestOf(requireFolder(config)));
  if (!existsSync(file)) throw new DomainError(`There is no file ${file}. Check the path.`);
  await using opened = await openBackup(file, config.backups?.identityFile ?? null);
  const header = await verify(opened.file);
  const { created_at, migrations, tables } = header;
  const data = { file, created_at, schema: migrations.at(-1), table_count: tables.length };
  if (!isTrial) return { data, text: fields(data) };
  await requireSecrets(config, header);
  const broken = await tryRestore(config, opened.file, header).catch(refuseUnlessWritten);
  const tried = { ...data, broken_invariants: broken };
  return {
    data: tried,
    text: fields({ ...tried, broken_invariants: broken.length }),
    ...(broken.length > 0 && {
      problem: `The backup was restored, but its data breaks these rules:\n${broken.join("\n")}`,
    }),
  };
}

async function newestOf({ folder }: Backups): Promise<string> {
  const [newest] = await listBackups(folder);
  if (newest === undefined)
    throw new DomainError(`${folder} has no backup yet. To make one, run npx tepat backup run`);
  return path.join(folder, newest);
}

export const commands = [run, verifyCommand, backup];
