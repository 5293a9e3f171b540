import { writeBackup, type BackupHeader } from "./backup-file.ts";
import { selectSealedKeyIds, selectTablesToFill } from "./backup-tables.sql.ts";
import { connectPatiently } from "./connect-patiently.ts";
import { listRecordedMigrations } from "./migrate.ts";

/**
 * Creates a complete copy of our tables at one moment, while servers run. Tepat has its own format, because the
 * embedded PostgreSQL comes without pg_dump. pg-boss's tables are omitted: pg-boss creates them again, and all data
 * that must not be lost is in our tables.
 */

export interface Backup extends Omit<BackupHeader, "tables"> {
  table_count: number;
  row_count: number;
}

/** Uses one snapshot for all tables. The rows pass through this process in pieces, however many there are. */
export async function backUp(url: string, file: string): Promise<Backup> {
  await using database = connectPatiently(url, "tepat backup");
  const snapshot = "isolation level repeatable read read only";
  return await database.sql.begin(snapshot, async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const [clock] = await tx<{ now: Date }[]>`select now()`;
    const migrations = await listRecordedMigrations(tx);
    if (migrations.length === 0) throw new Error("it holds no tables of Tepat");
    const tables = await selectTablesToFill(tx);
    const described = {
      created_at: (clock as { now: Date }).now.toISOString(),
      migrations,
      secret_key_ids: await selectSealedKeyIds(tx),
    };
    const row_count = await writeBackup(file, { ...described, tables }, ({ name, columns }) =>
      tx`copy ${tx(name)} (${tx(columns)}) to stdout`.readable(),
    );
    return { ...described, table_count: tables.length, row_count };
  });
}
