import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Config } from "../start/config.ts";
import type { BackupHeader } from "../db/backup-file.ts";
import { connectPatiently } from "../db/connect-patiently.ts";
import { dropDatabase } from "../db/drop-database.ts";
import { startEmbedded } from "../db/embedded.ts";
import { findBinaries } from "../db/embedded/binaries.ts";
import { restoreBackup } from "../db/restore.ts";
import { examine } from "./restore.ts";

/**
 * Restores a backup into a separate database, drops that database, and returns the rules that the data break. The
 * database runs in an embedded PostgreSQL, apart from the gateway's. The container image has none, so there the
 * database is beside the gateway's own.
 */
export async function tryRestore(
  config: Config,
  file: string,
  header: BackupHeader,
  { hasEmbedded }: { hasEmbedded?: boolean } = {},
): Promise<string[]> {
  const isEmbedded = config.databaseUrl === null || (hasEmbedded ?? (await hasBinaries()));
  const server = isEmbedded
    ? await startEmbedded({ dataDirectory: join(config.dataDirectory, "trial") })
    : { url: config.databaseDirectUrl ?? config.databaseUrl ?? "", stop: async () => {} };
  try {
    await using admin = connectPatiently(server.url, "tepat trial");
    const { sql } = admin;
    // The databases that killed trials left behind. A database in use is not dropped.
    const left = await sql<{ name: string }[]>`
      select datname::text as name
      from pg_database
      where datname like ${`${prefix}%`}
        and pg_has_role(datdba, 'member')
    `;
    for (const { name } of left) await sql`drop database ${sql(name)}`.catch(() => {});
    const name = prefix + randomUUID().slice(0, 8);
    await sql`create database ${sql(name)} template template0`;
    try {
      const url = urlOfDatabase(server.url, name);
      await restoreBackup(url, file, header);
      return await examine(url, config);
    } finally {
      await dropDatabase(sql, name);
    }
  } finally {
    await server.stop();
  }
}

const prefix = "tepat_trial_";

const hasBinaries = (): Promise<boolean> =>
  findBinaries().then(
    () => true,
    () => false,
  );

/** Replaces the database's name in an address. `URL` cannot parse an address with several hosts. */
const urlOfDatabase = (url: string, name: string): string =>
  url.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name}`);
