import { parse as parseStream, type CsvError, type Options } from "csv-parse";
import { parse as parseWhole } from "csv-parse/sync";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { DomainError } from "../base/domain-error.ts";
import type { RefusalReason } from "../../contract/refusal-reasons.ts";
import type { Encoding, FileKind, StatementSource } from "./statement-file.ts";

/** A line of a file with its cells. `row` counts the file's lines, or the spreadsheet's rows, from 1. */
export interface Line {
  row: number;
  cells: string[];
}

/** The first lines of a file as they would be read with this delimiter. */
export interface Head {
  delimiter: string;
  lines: Line[];
}

/** A file whose kind is known. Lines without any text are left out. */
export interface OpenFile {
  readonly heads: readonly Head[];
  /** All lines, in the file's order. */
  lines(delimiter: string, tx?: Sql): AsyncIterable<Line> | Iterable<Line>;
}

/** A spreadsheet is parsed here and once, because that takes long; text is read again each time. */
export async function openFile(source: StatementSource, kind: FileKind): Promise<OpenFile> {
  if (kind.kind === "spreadsheet") {
    const lines = await readSpreadsheet(source);
    const head = { delimiter: ",", lines: lines.slice(0, limits.statementPreambleRows) };
    return { heads: [head], lines: () => lines };
  }
  const { encoding } = kind;
  return {
    heads: await readHeads(source, encoding),
    lines: (delimiter, tx) => readCsv(source, { encoding, delimiter, tx }),
  };
}

async function readHeads(source: StatementSource, encoding: Encoding): Promise<Head[]> {
  let text = "";
  for await (const part of decode(source.open(), encoding)) {
    text += part;
    if (text.length > headCharacters) break;
  }
  const isWhole = text.length <= headCharacters;
  const whole = isWhole ? text : text.slice(0, text.lastIndexOf("\n", headCharacters));
  return delimiters.map((delimiter) => ({ delimiter, lines: headLines(whole, delimiter) }));
}

const delimiters = [",", ";", "\t", "|"] as const;
const headCharacters = 64 * 1024;

function headLines(text: string, delimiter: string): Line[] {
  try {
    const found = parseWhole(text, {
      ...csvOptions(delimiter),
      // What is wrong with a line is told when it is read.
      skip_records_with_error: true,
      to: limits.statementPreambleRows,
    }) as unknown as CsvRecord[];
    return found.map(toLine).filter((line) => line !== null);
  } catch {
    return [];
  }
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** Banks write commas and quotes without quoting them; the layouts put such lines together again. */
const csvOptions = (delimiter: string): Options =>
  ({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: limits.statementLineCharacters,
  }) satisfies Options;

function toLine({ record, info }: CsvRecord): Line | null {
  return record.some((cell) => cell.trim() !== "") ? { row: info.lines, cells: record } : null;
}

async function* readCsv(
  source: StatementSource,
  given: { encoding: Encoding; delimiter: string; tx: Sql | undefined },
): AsyncIterable<Line> {
  const parser = parseStream(csvOptions(given.delimiter));
  const text = decode(source.open(given.tx), given.encoding);
  const input = Readable.from(text, { highWaterMark: 1 });
  input.on("error", (cause) => parser.destroy(cause));
  input.pipe(parser);
  try {
    for await (const found of parser as AsyncIterable<CsvRecord>) {
      const line = toLine(found);
      if (line) yield line;
    }
  } catch (cause) {
    throw isCsvError(cause) ? unreadable(cause.lines ?? 1) : cause;
  } finally {
    input.destroy();
  }
}

const isCsvError = (cause: unknown): cause is CsvError & { lines?: number } =>
  cause instanceof Error && "code" in cause && String(cause.code).startsWith("CSV_");

const unreadable = (row: number) =>
  new DomainError({ code: "statement_unreadable", params: { row: Math.max(row, 1) } });

async function* decode(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** What the thread answers. */
export type SheetAnswer = { lines: Line[] } | { refused: RefusalReason };

/**
 * Reads a spreadsheet in a thread of its own with bounded memory and time, because the library must hold the whole
 * file: a spreadsheet made to exhaust the server ends its thread and nothing else. One at a time is read.
 */
async function readSpreadsheet(source: StatementSource): Promise<Line[]> {
  const turn = sheetTurn.then(async () => {
    const parts: Uint8Array[] = [];
    for await (const chunk of source.open()) parts.push(chunk);
    return askThread(Buffer.concat(parts));
  });
  sheetTurn = turn.catch(() => undefined);
  const answer = await turn;
  if ("refused" in answer) throw new DomainError(answer.refused);
  return answer.lines;
}

let sheetTurn: Promise<unknown> = Promise.resolve();

function askThread(file: Buffer): Promise<SheetAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SheetAnswer>();
  const worker = new Worker(new URL("./spreadsheet-thread.ts", import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: limits.statementSheetMegabytes },
  });
  const refuse = (refused: RefusalReason) => resolve({ refused });
  const deadline = setTimeout(
    () =>
      refuse({
        code: "statement_too_slow",
        params: { seconds: limits.statementSheetMilliseconds / 1000 },
      }),
    limits.statementSheetMilliseconds,
  );
  worker
    .on("message", resolve)
    .on("error", (cause: NodeJS.ErrnoException) =>
      cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? refuse(unpacksTooLarge) : reject(cause),
    )
    .on("exit", () => reject(new Error("the thread for a spreadsheet ended without an answer")));
  return promise.finally(() => {
    clearTimeout(deadline);
    void worker.terminate();
  });
}

const unpacksTooLarge: RefusalReason = {
  code: "statement_unpacks_too_large",
  params: { megabytes: limits.statementSheetUnpackedBytes / 1024 / 1024 },
};
