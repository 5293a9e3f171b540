/**
 * A backup is one gzip file of lines. The first line is a header. For each table, the file contains its rows as COPY
 * writes them, `\.`, their number and their hash. The last line is an end mark. `zcat` can show the file, and
 * PostgreSQL's own COPY can read the rows without Tepat.
 */

import { createHash } from "node:crypto";
import { createReadStream, rmSync } from "node:fs";
import { open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGunzip, createGzip, gzip } from "node:zlib";
import { z } from "zod";
import { flushDirectory } from "./flush-directory.ts";
import { removedOnInterruption } from "./unfinished-files.ts";

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
const header = z.object({
  format: z.literal("tepat-backup-1"),
  created_at: z.iso.datetime(),
  /** The migrations of the schema that the rows belong to. */
  migrations: z.array(z.string()).min(1),
  /** The ids of the secrets that open the sealed values in the rows. */
  secret_key_ids: z.array(z.string()),
  /** The tables, in an order in which foreign keys allow them to be filled. */
  tables: z.array(table).min(1),
});

export type BackupTable = z.infer<typeof table>;
export type BackupHeader = Omit<z.infer<typeof header>, "format">;

/** Whole lines, many in each piece. */
export type Rows = AsyncIterable<Buffer>;

const newline = 10;
const endOfRows = "\\.\n";
const endOfFile = '{"end":true}\n';
const pieceBytes = 64 * 1024;

/** The problem of a backup file, for the person who writes or restores it. */
export class BackupFileError extends Error {
  override readonly name = "BackupFileError";
}

/**
 * Writes a backup and returns its number of rows. The file gets its name when it is complete and on the disk. Only
 * its owner can read it.
 */
export async function writeBackup(
  file: string,
  content: BackupHeader,
  rowsOf: (table: BackupTable) => Promise<AsyncIterable<Buffer>>,
): Promise<number> {
  const draft = `${file}${draftEnding}`;
  const handle = await openDraft(draft);
  using _interrupted = removedOnInterruption(() => rmSync(draft, { force: true }));
  let rowCount = 0;
  async function* lines() {
    for (const { name, columns } of content.tables) {
      const sum = sumOf(name);
      for await (const piece of inPieces(await rowsOf({ name, columns }))) {
        sum.add(piece);
        yield piece;
      }
      rowCount += sum.rowCount();
      yield `${endOfRows}${sum.line()}`;
    }
    yield endOfFile;
  }
  try {
    // The header is a separate gzip member and is on the disk before any row, so that `listAbandonedDrafts`
    // recognises each draft.
    await handle.write(await promisify(gzip)(firstLine(content)));
    await pipeline(lines, createGzip(), handle.createWriteStream({ flush: true }));
    await rename(draft, file);
    await flushDirectory(path.dirname(file));
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
  return rowCount;
}

const firstLine = (content: BackupHeader): string =>
  `${JSON.stringify({ format: "tepat-backup-1", ...content })}\n`;

const draftEnding = ".part";
/** The age of an abandoned draft. A backup in progress gets its next piece much sooner. */
const abandonedMilliseconds = 3_600_000;

/**
 * Lists the drafts that killed backups left in a folder. No draft is removed, because the folder might be shared with
 * another machine whose backup is only slow.
 */
export async function listAbandonedDrafts(folder: string): Promise<string[]> {
  const abandoned: string[] = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith(draftEnding)) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    const isOld = mtimeMs < Date.now() - abandonedMilliseconds;
    if (isOld && (await isBackup(file))) abandoned.push(file);
  }
  return abandoned.toSorted();
}

/** Returns whether the file begins like a backup. */
async function isBackup(file: string): Promise<boolean> {
  try {
    await requireGzip(file);
    const lines = linesOf(file);
    const content = header.safeParse(jsonOf(await nextLine(lines)));
    await lines.return();
    return content.success;
  } catch {
    return false;
  }
}

/** Opens the draft exclusively, so that no link is followed and no other backup's draft is overwritten. */
async function openDraft(draft: string): Promise<FileHandle> {
  return open(draft, "wx", 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EEXIST") throw cause;
    throw new BackupFileError(
      `${draft} already exists. Another backup is writing it, or was killed. Remove the file if no backup runs, or name another file.`,
      { cause },
    );
  });
}

export interface BackupReader {
  header?(header: BackupHeader): Promise<void> | void;
  /** Must read all rows. The rows can be trusted only after the whole file has been read. */
  table(table: BackupTable, rows: Rows): Promise<void>;
}

/**
 * Reads a file. Throws a BackupFileError for a file that is cut off, changed or not a backup, perhaps after the
 * reader has seen a part.
 */
export async function readBackup(file: string, reader: BackupReader): Promise<void> {
  await requireGzip(file);
  const lines = linesOf(file);
  try {
    const content = header.safeParse(jsonOf(await nextLine(lines)));
    if (!content.success)
      throw new BackupFileError(
        `This release cannot read ${file}. Name a backup that this or an earlier release wrote.`,
      );
    await reader.header?.(content.data);
    for (const { name, columns } of content.data.tables) {
      const sum = sumOf(name);
      await reader.table({ name, columns }, inPieces(rowsBeforeEnd(lines), sum.add));
      if ((await nextLine(lines)) !== sum.line()) {
        throw new BackupFileError(
          `${file} is damaged. Its rows of ${name} are not those that were saved. Use another backup.`,
        );
      }
    }
    if ((await nextLine(lines)) !== endOfFile)
      throw new BackupFileError(`${file} is cut off. Use another backup.`);
    // Reads to the end of the gzip stream, whose own checksum comes last.
    if (!(await lines.next()).done)
      throw new BackupFileError(
        `${file} is damaged. It has data after its end. Use another backup.`,
      );
  } finally {
    await lines.return();
  }
}

/** RFC 1952, section 2.3.1. */
const gzipBegin = Buffer.of(31, 139);

/** Throws for a file of another kind, which is a mistake and not a damaged backup. */
async function requireGzip(file: string): Promise<void> {
  const handle = await open(file);
  const begin = Buffer.alloc(gzipBegin.length);
  await handle.read(begin).finally(() => handle.close());
  if (!begin.equals(gzipBegin))
    throw new BackupFileError(
      `${file} is not a backup of Tepat. Name a file that npx tepat backup wrote.`,
    );
}

/** Counts and hashes rows as they pass. */
function sumOf(table: string) {
  const hash = createHash("sha256");
  let rowCount = 0;
  let result: string | undefined;
  return {
    add(piece: Buffer): void {
      hash.update(piece);
      // COPY escapes the newlines in a value.
      for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) {
        rowCount += 1;
      }
    },
    rowCount: () => rowCount,
    line: () =>
      (result ??= `${JSON.stringify({ table, row_count: rowCount, sha256: hash.digest("hex") })}\n`),
  };
}

/** Joins rows into pieces, because COPY sends a row at a time and each write to zlib or the database has a cost. */
async function* inPieces(
  rows: AsyncIterable<Buffer>,
  seen: (piece: Buffer) => void = () => {},
): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let bytes = 0;
  const take = (): Buffer => {
    const piece = Buffer.concat(collected);
    collected = [];
    bytes = 0;
    seen(piece);
    return piece;
  };
  for await (const row of rows) {
    collected.push(row);
    bytes += row.length;
    if (bytes >= pieceBytes) yield take();
  }
  if (bytes > 0) yield take();
}

type Lines = AsyncGenerator<Buffer, void, void>;

/**
 * The longest line. COPY's text for one row is far shorter. A file whose first line has no end would fill the memory.
 */
const lineBytesMax = 64 * 1024 * 1024;

/** Yields lines with their newlines. A last line without one means that the file was cut off. */
async function* linesOf(file: string): Lines {
  const unzipped = createGunzip();
  const reading = pipeline(createReadStream(file), unzipped);
  // The loop below throws the same error.
  reading.catch(() => {});
  /** The beginning of a line whose end has not arrived yet. */
  let begun: Buffer[] = [];
  let begunBytes = 0;
  try {
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      let begin = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, begin)) {
        const line = chunk.subarray(begin, at + 1);
        yield begun.length > 0 ? Buffer.concat([...begun, line]) : line;
        begun = [];
        begunBytes = 0;
        begin = at + 1;
      }
      if (begin === chunk.length) continue;
      begun.push(chunk.subarray(begin));
      begunBytes += chunk.length - begin;
      if (begunBytes > lineBytesMax) {
        throw new BackupFileError(`${file} is not a backup of Tepat. One of its lines has no end.`);
      }
    }
  } catch (cause) {
    if (!isZlibError(cause)) throw cause;
    throw new BackupFileError(
      `${file} is cut off or damaged (${(cause as Error).message}). Use another backup.`,
      { cause },
    );
  }
}

const isZlibError = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException).code?.startsWith("Z_") === true;

/** Yields the rows from `lines`. The caller can read `lines` further afterwards. */
async function* rowsBeforeEnd(lines: Lines): AsyncGenerator<Buffer> {
  for (;;) {
    const { value } = await lines.next();
    if (value === undefined)
      throw new BackupFileError("The backup is cut off within a table. Use another backup.");
    if (value.length === endOfRows.length && value.equals(Buffer.from(endOfRows))) return;
    yield value;
  }
}

const nextLine = async (lines: Lines): Promise<string> => String((await lines.next()).value ?? "");

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
