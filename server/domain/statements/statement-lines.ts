import { parse as parseStream, type CsvError, type Options } from "csv-parse";
import { parse as parseWhole } from "csv-parse/sync";
import { Readable } from "node:stream";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { DomainError } from "../base/domain-error.ts";
import { readSpreadsheet } from "./spreadsheet-process.ts";
import type { Encoding, FileKind, Line, StatementSource } from "./statement-file.ts";

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
    const first = Iterator.from(lines).take(limits.statementPreambleRows).toArray();
    const head = { delimiter: ",", lines: first };
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
