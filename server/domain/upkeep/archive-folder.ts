import { createHash, type Hash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, rmSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { parse } from "csv-parse";
import { z } from "zod";
import { flushDirectory } from "../../db/flush-directory.ts";
import { removedOnInterruption } from "../../db/unfinished-files.ts";
import { DomainError } from "../base/domain-error.ts";

/**
 * An archive is a folder: a compressed CSV file for each table, `manifest.json`, which describes them, and
 * `SHA256SUMS`, with which `sha256sum -c` checks all files. `SHA256SUMS` is written last, so a folder without it is
 * incomplete. The formats are simple enough to be read in ten years.
 */

const sum = z.object({ column: z.string(), total: z.string().regex(/^\d+$/) });
const tableFile = z.object({
  /** The file's name without its extension. */
  name: z.string().regex(/^[a-z_]+$/),
  table: z.string().regex(/^[a-z_]+$/),
  /** `books`: the records of the month. `referenced`: the records to which those refer, without credentials. */
  part: z.enum(["books", "referenced"]),
  columns: z.array(z.string().regex(/^[a-z_0-9]+$/)).min(1),
  row_count: z.int().min(0),
  /** The sum of the column with the money, in the column's smallest unit. */
  sum: sum.nullable(),
  first_at: z.iso.datetime().nullable(),
  last_at: z.iso.datetime().nullable(),
  /** The size of the CSV text before compression. */
  csv_bytes: z.int().min(0),
  csv_sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const manifest = z.object({
  format: z.literal("tepat-archive-1"),
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  time_zone: z.string(),
  /** The month in UTC: from `begins_at` until before `ends_at`. */
  begins_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  /** null: all merchants. */
  merchant_id: z.uuid().nullable(),
  created_at: z.iso.datetime(),
  /** The migrations of the schema that the rows belong to. */
  migrations: z.array(z.string()).min(1),
  /** The number of the month's invoices that had not ended, and are therefore missing. */
  pending_count: z.int().min(0),
  tables: z.array(tableFile).min(1),
});

export type ArchiveManifest = z.infer<typeof manifest>;
export type ArchivedTable = z.infer<typeof tableFile>;
export type ArchiveSummary = Pick<ArchivedTable, "row_count" | "sum" | "first_at" | "last_at">;

const manifestName = "manifest.json";
const sumsName = "SHA256SUMS";
/** The largest manifest. It has a line or two for each column of each table. */
const smallFileBytesMax = 1024 * 1024;
const csvNameOf = ({ name }: { name: string }): string => `${name}.csv.gz`;

const damaged = (file: string, what: string, cause?: unknown) =>
  new DomainError(`${file} is damaged: ${what}. Use another copy of the archive.`, { cause });

export const isFinished = (folder: string): boolean => existsSync(path.join(folder, sumsName));

/** Writes an archive. Leaves no file if the work fails or is interrupted. */
export async function inNewFolder(
  folder: string,
  content: () => Promise<ArchiveManifest>,
): Promise<void> {
  await beginFolder(folder);
  using _interrupted = removedOnInterruption(() => clearUnfinished(folder));
  try {
    await finishFolder(folder, await content());
  } catch (cause) {
    clearUnfinished(folder);
    throw cause;
  }
}

function clearUnfinished(folder: string): void {
  if (isFinished(folder)) return;
  for (const name of readdirSync(folder)) {
    if (unfinishedPattern.test(name)) rmSync(path.join(folder, name), { force: true });
  }
}

const unfinishedPattern = /^([a-z_]+\.csv\.gz|manifest\.json|SHA256SUMS\.part)$/;

/** Creates the folder, or empties one that a killed run has left. Refuses a folder with any other contents. */
async function beginFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  const stranger = names.find((name) => !unfinishedPattern.test(name));
  if (stranger !== undefined) {
    throw new DomainError(
      `${folder} already holds other files, such as ${stranger}. Name a new folder with --to`,
    );
  }
  await Promise.all(names.map((name) => rm(path.join(folder, name))));
}

/** Writes the rows of one table, whatever their number, with little memory. Returns a description of the file. */
export async function writeTable(
  folder: string,
  name: string,
  rows: AsyncIterable<Buffer>,
): Promise<Pick<ArchivedTable, "csv_bytes" | "csv_sha256">> {
  const hash = createHash("sha256");
  let csv_bytes = 0;
  async function* seen() {
    for await (const piece of inPieces(rows)) {
      hash.update(piece);
      csv_bytes += piece.length;
      yield piece;
    }
  }
  await writeDurably(path.join(folder, csvNameOf({ name })), (file) =>
    pipeline(seen, createGzip(), file),
  );
  return { csv_bytes, csv_sha256: hash.digest("hex") };
}

/** Writes the manifest and then the sums, which complete the archive. */
async function finishFolder(folder: string, content: ArchiveManifest): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  await writeDurably(path.join(folder, manifestName), (file) => pipeline([text], file));
  const lines: string[] = [];
  for (const name of [...content.tables.map(csvNameOf), manifestName]) {
    lines.push(`${await hashOfFile(path.join(folder, name))}  ${name}\n`);
  }
  const draft = path.join(folder, `${sumsName}.part`);
  await writeDurably(draft, (file) => pipeline(lines, file));
  await flushDirectory(folder);
  await rename(draft, path.join(folder, sumsName));
  await flushDirectory(folder);
  await flushDirectory(path.dirname(path.resolve(folder)));
}

async function writeDurably(
  file: string,
  write: (stream: NodeJS.WritableStream) => Promise<void>,
): Promise<void> {
  const handle = await open(file, "w", 0o600);
  await write(handle.createWriteStream({ flush: true }));
}

/**
 * Reads the manifest without the rows. Throws a DomainError for a folder that is no finished archive of a known release.
 */
export async function readManifest(folder: string): Promise<ArchiveManifest> {
  if (!existsSync(folder)) throw new DomainError(`There is no folder ${folder}. Check the path.`);
  if (!isFinished(folder)) {
    throw new DomainError(
      `${folder} is not a finished archive, because it has no ${sumsName}. To write it again, run npx tepat archive MONTH --to ${folder}`,
    );
  }
  const file = path.join(folder, manifestName);
  const text = await readSmall(file);
  const parsed = manifest.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new DomainError(
    `This release cannot read ${file}. Name the folder of an archive that this or an earlier release wrote.`,
  );
}

/**
 * Reads every byte of the archive, and compares each file with its sum, and each row with the manifest's counts and
 * sums of money. Throws a DomainError that names the first file with a fault.
 */
export async function verifyFolder(folder: string): Promise<ArchiveManifest> {
  const content = await readManifest(folder);
  const sums = await readSums(folder);
  const names = [...content.tables.map(csvNameOf), manifestName];
  if (String([...sums.keys()].toSorted()) !== String(names.toSorted())) {
    throw damaged(path.join(folder, sumsName), "it does not list the files of the manifest");
  }
  for (const [name, expected] of sums) {
    const file = path.join(folder, name);
    if ((await hashOfFile(file)) !== expected)
      throw damaged(file, "its bytes are not those that were written");
  }
  for (const table of content.tables) await verifyTable(folder, table);
  return content;
}

async function verifyTable(folder: string, table: ArchivedTable): Promise<void> {
  const file = path.join(folder, csvNameOf(table));
  const hash = createHash("sha256");
  const records = parse({ bom: false, relax_column_count: false });
  const summed = table.sum === null ? -1 : table.columns.indexOf(table.sum.column);
  let count = -1;
  let total = 0n;
  async function* counted(source: AsyncIterable<string[]>) {
    for await (const record of source) {
      count += 1;
      if (count === 0 && String(record) !== String(table.columns)) {
        throw damaged(file, "its columns are not those of the manifest");
      }
      if (count > 0 && summed >= 0) total += BigInt(record[summed] ?? "");
    }
    yield* [];
  }
  try {
    await pipeline(readCsv(folder, table, hash), records, counted, async (rest) => {
      for await (const nothing of rest) void nothing;
    });
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw damaged(file, (cause as Error).message, cause);
  }
  if (hash.digest("hex") !== table.csv_sha256) throw damaged(file, "not the text that was written");
  if (count !== table.row_count)
    throw damaged(file, `it has ${count} rows, not ${table.row_count}`);
  if (table.sum !== null && String(total) !== table.sum.total) {
    throw damaged(file, `its ${table.sum.column} add up to ${total}, not ${table.sum.total}`);
  }
}

/** Yields the CSV text of a table, in the form that PostgreSQL's COPY reads. */
export async function* readCsv(
  folder: string,
  table: { name: string },
  hash?: Hash,
): AsyncGenerator<Buffer> {
  const unzipped = createGunzip();
  const reading = pipeline(createReadStream(path.join(folder, csvNameOf(table))), unzipped);
  // The loop below throws the same error.
  reading.catch(() => {});
  for await (const piece of unzipped as AsyncIterable<Buffer>) {
    hash?.update(piece);
    yield piece;
  }
}

async function readSums(folder: string): Promise<Map<string, string>> {
  const file = path.join(folder, sumsName);
  const lines = (await readSmall(file)).split("\n");
  const sums = new Map<string, string>();
  for (const line of lines.slice(0, -1)) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}([a-z_]+\.(?:csv\.gz|json))$/.exec(line) ?? [];
    if (hash === undefined || name === undefined)
      throw damaged(file, "one of its lines has no checksum");
    sums.set(name, hash);
  }
  if (lines.at(-1) !== "") throw damaged(file, "it is cut off");
  return sums;
}

async function readSmall(file: string): Promise<string> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw damaged(file, "it is missing", cause);
  });
  if (size > smallFileBytesMax) throw damaged(file, "it is too large");
  return await readFile(file, "utf8");
}

async function hashOfFile(file: string): Promise<string> {
  if (!existsSync(file)) throw damaged(file, "it is missing");
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

const pieceBytes = 64 * 1024;

/** Joins rows into larger pieces, because COPY sends a row at a time and each write to zlib has a cost. */
async function* inPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let bytes = 0;
  for await (const row of rows) {
    collected.push(row);
    bytes += row.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(collected);
    collected = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(collected);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
