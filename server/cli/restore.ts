import { existsSync, statSync } from "node:fs";
import { readConfig, type Config } from "../start/config.ts";
import type { BackupHeader } from "../db/backup-file.ts";
import { countServers, holdsData } from "../db/backup-tables.sql.ts";
import type { Sql } from "../db/client.ts";
import { connectPatiently } from "../db/connect-patiently.ts";
import { restoreBackup, unknownMigrations, verifyBackup } from "../db/restore.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { findBrokenInvariants } from "../domain/upkeep/invariants.ts";
import { localSecretFile } from "../start/local-secret.ts";
import { openSecrets } from "../start/open-gateway.ts";
import { command, type Output } from "./command.ts";
import { refuse, withDatabase } from "./database.ts";
import { flag, option } from "./option.ts";
import { fields } from "./print.ts";
import { line } from "./values.ts";

const restore = command({
  name: "restore",
  summary:
    "Restores a backup, also one of an earlier release, into an empty database, and checks the data. Stop the servers first.",
  options: {
    from: option(line(), "FILE", "the file that backup wrote"),
    replace: flag(
      "restore even if the database has data, and set that data aside in its own schema",
    ),
  },
  async run({ from: file, replace }) {
    const config = readConfig(process.env);
    const header = await verify(file);
    await requireSecrets(config, header);
    return withDatabase(
      config,
      async ({ url, sql }) => {
        await requireTarget(sql, { replace });
        const { former_schema } = await restoreBackup(url, file, header);
        return report(header, { former_schema, broken: await examine(url, config) });
      },
      {
        mayMake: true,
        kept: "The restore either finished completely or changed nothing. If it finished, the next run reports that the database already holds data.",
      },
    ).catch(refuse);
  },
});

export async function verify(file: string): Promise<BackupHeader> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new DomainError(`There is no file ${file}. Check the path.`);
  }
  const header = await verifyBackup(file);
  const unknown = unknownMigrations(header);
  if (unknown.length === 0) return header;
  throw new DomainError(
    `${file} was written by a newer release of Tepat, which knows ${unknown.join(", ")}. Restore the file with that release.`,
  );
}

/**
 * Checks the secrets before any change, because a gateway that cannot read its secrets signs no
 * webhook.
 */
export async function requireSecrets(
  config: Config,
  { secret_key_ids }: BackupHeader,
): Promise<void> {
  const place =
    config.secret === null
      ? `Copy the secret file of that installation to ${localSecretFile(config.dataDirectory)}`
      : "Set TEPAT_SECRET or TEPAT_SECRET_PREVIOUS to the secret of that installation";
  const hasNone = config.secret === null && !existsSync(localSecretFile(config.dataDirectory));
  const secrets = hasNone ? null : await openSecrets(config);
  const missing = secret_key_ids.filter((id) => secrets?.knows(id) !== true);
  if (missing.length === 0) return;
  throw new DomainError(
    `The backup was encrypted with another secret (key ${missing.join(", ")}). ${place}, then run the command again.`,
  );
}

async function requireTarget(sql: Sql, { replace }: { replace: boolean }): Promise<void> {
  if ((await countServers(sql)) > 0) {
    throw new DomainError(
      "Servers are using this database. Stop them, then run the command again.",
    );
  }
  if (replace || !(await holdsData(sql))) return;
  throw new DomainError(
    "The database already holds data. To set that data aside and restore in its place, add --replace",
  );
}

export async function examine(url: string, { quotaTimeZone }: Config): Promise<string[]> {
  await using database = connectPatiently(url, "tepat restore");
  return await findBrokenInvariants(database.sql, { quotaTimeZone });
}

function report(
  { created_at, migrations }: BackupHeader,
  result: { former_schema: string | null; broken: string[] },
): Output {
  const { former_schema, broken } = result;
  const data = { created_at, schema: migrations.at(-1), former_schema, broken_invariants: broken };
  return {
    data,
    text: fields({ ...data, broken_invariants: broken.length }),
    note: `The backup has no changes after ${created_at}. See docs/recovery.md.`,
    ...(broken.length > 0 && {
      problem: `The backup was restored, but its data breaks these rules:\n${broken.join("\n")}`,
    }),
  };
}

export const commands = [restore];
