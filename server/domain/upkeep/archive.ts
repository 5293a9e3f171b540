import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql } from "../../db/client.ts";
import { connectPatiently } from "../../db/connect-patiently.ts";
import { listMigrationFiles, listRecordedMigrations } from "../../db/migrate.ts";
import { DomainError } from "../base/domain-error.ts";
import {
  inNewFolder,
  isFinished,
  readCsv,
  readManifest,
  verifyFolder,
  writeTable,
  type ArchivedTable,
  type ArchiveManifest,
} from "./archive-folder.ts";
import { queueArchived, type Places } from "./archive-batches.sql.ts";
import { chooseRows, selectMonth } from "./archive-choice.sql.ts";
import { partsWith } from "./archive-parts.ts";
import {
  countKept,
  removeDeliveries,
  removeMutations,
  removePayments,
} from "./archive-removal.sql.ts";
import {
  countChanged,
  restoreAuditEntries,
  restoreCopies,
  restoreDeliveries,
  restoreMutations,
  restorePayments,
} from "./archive-restoration.sql.ts";
import { makeArchived, readPart } from "./archive-tables.sql.ts";

/**
 * Writes a month's books to a folder, removes the rows that are safely in the folder from the database, and restores
 * them.
 */

/**
 * The key of the lock for one command at a time, because two would write one folder. PostgreSQL releases the lock if
 * the connection is lost.
 */
const archiveLock = 7_380_442_719;
/**
 * The time of one batch's transaction. Creates of the batch's merchants, and creates that share their statement, wait
 * for it. The size of each batch follows from the time of the previous one, within the bounds below.
 */
const batchMilliseconds = 200;
const batchMin = 20;
const batchMax = 500;
const day = 86_400_000;

interface Request {
  /** A month such as 2026-03. */
  month: string;
  merchant_id: string | null;
  folder: string;
  timeZone: string;
}

/** Writes the archive, unless the folder already has it, and verifies it. */
export async function writeArchive(url: string, request: Request): Promise<ArchiveManifest> {
  const { folder, month, merchant_id } = request;
  await using database = connectPatiently(url, "tepat archive");
  const { sql } = database;
  await lockArchives(sql);
  if (isFinished(folder)) {
    const present = await readManifest(folder);
    if (present.month !== month || present.merchant_id !== merchant_id) {
      const whose = present.merchant_id === null ? "" : ` of merchant ${present.merchant_id}`;
      throw new DomainError(
        `${folder} already holds the archive of ${present.month}${whose}. Name another folder with --to`,
      );
    }
    return await verifyFolder(folder);
  }
  await requireEnded(sql, request);
  const write = () =>
    sql.begin("isolation level repeatable read", async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`;
      const migrations = await listRecordedMigrations(tx);
      const { begins_at, ends_at, now } = await selectMonth(tx, request);
      const pending_count = await chooseRows(tx, { begins_at, ends_at, merchant_id });
      const tables: ArchivedTable[] = [];
      for (const part of partsWith(migrations)) {
        const { columns, summary, rows } = await readPart(tx, part);
        const written = await writeTable(folder, part.name, await rows());
        const { name, table } = part;
        tables.push({ name, table, part: part.part, columns, ...summary, ...written });
      }
      return {
        format: "tepat-archive-1" as const,
        month,
        time_zone: request.timeZone,
        begins_at: begins_at.toISOString(),
        ends_at: ends_at.toISOString(),
        merchant_id,
        created_at: now.toISOString(),
        migrations,
        pending_count,
        tables,
      };
    });
  await inNewFolder(folder, write);
  return await verifyFolder(folder);
}

async function requireEnded(sql: Sql, request: Request): Promise<void> {
  if ((await listRecordedMigrations(sql)).length === 0) {
    throw new DomainError(
      "The database has no tables of Tepat. If this is the wrong database, correct DATABASE_URL.",
    );
  }
  const { merchant_id, month } = request;
  if (merchant_id !== null) {
    const [merchant] = await sql`select from merchants where merchant_id = ${merchant_id}`;
    if (!merchant)
      throw new DomainError(
        `There is no merchant ${merchant_id}. To list the merchants, run npx tepat merchant list`,
      );
  }
  const { ends_at, now } = await selectMonth(sql, request);
  if (ends_at <= now) return;
  throw new DomainError(
    `${month} has not ended yet in ${request.timeZone}. Archive it when the month is over.`,
  );
}

async function lockArchives(sql: Sql): Promise<void> {
  const [row] = await sql<[{ is_mine: boolean }]>`
    select pg_try_advisory_lock(${archiveLock}::bigint) as is_mine
  `;
  if (!row.is_mine)
    throw new DomainError("Another archive command uses this database. Wait until it ends.");
}

export interface Removal {
  removed_payments: number;
  removed_mutations: number;
  /** The archive's books that stay, because they are still needed or differ from the archive. */
  kept_payments: number;
  kept_mutations: number;
}

/**
 * Removes the rows of an archive that `writeArchive` has verified. The removal can be killed at any moment and run
 * again.
 */
export async function removeArchived(
  url: string,
  { folder, content, booksDays }: { folder: string; content: ArchiveManifest; booksDays: number },
): Promise<Removal> {
  await using database = connectPatiently(url, "tepat archive");
  const { sql } = database;
  await lockArchives(sql);
  await requireKnown(sql, folder, content);
  const { now } = await selectMonth(sql, { month: content.month, timeZone: content.time_zone });
  const books_before = new Date(now.getTime() - booksDays * day);
  if (new Date(content.ends_at) > books_before) {
    throw new DomainError(
      `${content.month} ended less than ${booksDays} days ago. Its invoices stay in the database until RETENTION_BOOKS_DAYS have passed. Archive the month without --remove`,
    );
  }
  const queued = await load(sql, folder, content);
  let removed_payments = 0;
  let removed_mutations = 0;
  // Rows that only refer to payments come first, so that they do not keep the payments.
  for (const places of inBatches(queued.mutations)) {
    removed_mutations += await removeMutations(sql, { places, books_before });
  }
  for (const places of inBatches(queued.payments)) {
    const removed = await removePayments(sql, { places, books_before });
    removed_payments += removed.payments;
    removed_mutations += removed.mutations;
  }
  for (const places of inBatches(queued.deliveries)) {
    await removeDeliveries(sql, { places, books_before });
  }
  const kept = await countKept(sql);
  return {
    removed_payments,
    removed_mutations,
    kept_payments: kept.payments,
    kept_mutations: kept.mutations,
  };
}

export interface Restoration {
  restored_payments: number;
  restored_mutations: number;
  /** Books whose contents differ between the database and the archive. They stay unchanged. */
  changed: number;
}

/** Restores missing rows. A repeated call changes nothing. */
export async function restoreArchive(
  url: string,
  { folder, timeZone }: { folder: string; timeZone: string },
): Promise<Restoration> {
  const content = await verifyFolder(folder);
  await using database = connectPatiently(url, "tepat archive");
  const { sql } = database;
  await lockArchives(sql);
  await requireKnown(sql, folder, content);
  const queued = await load(sql, folder, content);
  const copied = await restoreCopies(sql, { timeZone, parts: partsWith(content.migrations) });
  let { payments: restored_payments, mutations: restored_mutations } = copied;
  for (const places of inBatches(queued.payments)) {
    const restored = await restorePayments(sql, places);
    restored_payments += restored.payments;
    restored_mutations += restored.mutations;
  }
  for (const places of inBatches(queued.mutations)) {
    restored_mutations += await restoreMutations(sql, places);
  }
  for (const places of inBatches(queued.deliveries)) await restoreDeliveries(sql, places);
  await restoreAuditEntries(sql);
  return { restored_payments, restored_mutations, changed: await countChanged(sql) };
}

/**
 * Throws for an archive that this release cannot read. Archives of older releases can be read: missing columns get
 * the current defaults.
 */
async function requireKnown(
  sql: Sql,
  folder: string,
  { migrations }: ArchiveManifest,
): Promise<void> {
  const known = listMigrationFiles();
  const unknown = migrations.filter((name, index) => `${name}.sql` !== known[index]);
  if (unknown.length > 0) {
    throw new DomainError(
      `Another release of Tepat wrote ${folder}, with migrations that this release does not have: ${unknown.join(", ")}. Use the archive with that release.`,
    );
  }
  if (String(await listRecordedMigrations(sql)) === String(known.map(withoutEnding))) return;
  throw new DomainError(
    "The database does not have this release's schema. First run npx tepat migrate",
  );
}

const withoutEnding = (name: string): string => name.replace(/\.sql$/, "");

/** Copies the archive into temporary tables, so that the database can compare and process it in parts. */
async function load(sql: Sql, folder: string, content: ArchiveManifest) {
  const known = partsWith(content.migrations).map(({ name, table }) => `${name} ${table}`);
  if (String(content.tables.map(({ name, table }) => `${name} ${table}`)) !== String(known)) {
    throw new DomainError(
      `The tables in ${folder} differ from this release's. Use the release that wrote the archive.`,
    );
  }
  for (const table of content.tables) {
    const { fill, index } = await makeArchived(sql, table);
    await pipeline(Readable.from(readCsv(folder, table)), await fill());
    await index();
  }
  return queueArchived(sql);
}

/** Yields the batches. A caller that requests the next batch has finished the previous one. */
function* inBatches(count: number): Generator<Places> {
  let size = 100;
  for (let after = 0; after < count;) {
    const startedAt = performance.now();
    yield { after, until: after + size };
    after += size;
    const fitting = (size * batchMilliseconds) / (performance.now() - startedAt);
    size = Math.round(Math.min(Math.max(fitting, batchMin), 2 * size, batchMax));
  }
}
