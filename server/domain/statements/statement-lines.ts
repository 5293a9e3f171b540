import { parse as parseStream, type CsvError, type Options, type Parser } from "csv-parse";
import { parse as parseWhole } from "csv-parse/sync";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { DomainError } from "../base/domain-error.ts";
import { mt940Lines, mt940Reader, type TextLine } from "./mt940.ts";
import { readSpreadsheet } from "./spreadsheet-process.ts";
import type { Encoding, FileKind, Line, StatementSource } from "./statement-file.ts";
import type { Reader } from "./statement-layouts.ts";

/** The first lines of a file as read with this delimiter. */
export interface Head {
  delimiter: string;
  lines: Line[];
}

/** A file whose kind is known. Lines without text are omitted. */
export interface OpenFile {
  readonly heads: readonly Head[];
  /** The reader of the file's lines, if the kind of file determines it. */
  readonly reader?: Reader;
  /** All lines, in the file's order. */
  lines(delimiter: string, tx?: Sql): AsyncIterable<Line>;
}

/** Opens a file. A spreadsheet is parsed here once, because that takes a long time. Text is read again each time. */
export async function openFile(source: StatementSource, kind: FileKind): Promise<OpenFile> {
  if (kind.kind === "spreadsheet") {
    const lines = await readSpreadsheet(source);
    const first = Iterator.from(lines).take(limits.statementPreambleRows).toArray();
    const head = { delimiter: ",", lines: first };
    return { heads: [head], lines: () => withTurns(lines) };
  }
  const { encoding } = kind;
  if (kind.kind === "mt940") {
    const lines: Line[] = [];
    for await (const texts of textLines(source, encoding)) {
      for (const { row, text } of texts)
        if (text.trim() !== "") lines.push({ row, cells: [text.trimEnd()] });
      if (lines.length >= limits.statementPreviewRows) break;
    }
    return {
      heads: [{ delimiter: "", lines: lines.slice(0, limits.statementPreviewRows) }],
      reader: mt940Reader(),
      lines: (_, tx) => mt940Lines(textLines(source, encoding, tx)),
    };
  }
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
  const lastLine = text.lastIndexOf("\n", headCharacters);
  const isWhole = text.length <= headCharacters;
  const whole = isWhole ? text : text.slice(0, lastLine > 0 ? lastLine : headCharacters);
  const heads: Head[] = [];
  for (const delimiter of delimiters) {
    heads.push({ delimiter, lines: headLines(whole, delimiter) });
    await turn();
  }
  return heads;
}

const delimiters = [",", ";", "\t", "|"] as const;
const headCharacters = 64 * 1024;

function headLines(text: string, delimiter: string): Line[] {
  try {
    const found = parseWhole(text, {
      ...csvOptions(delimiter),
      // A fault in a line is reported when the line is read.
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

/** Banks write commas and quotes without quoting them. The layouts reassemble such lines. */
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
  const parser = takingAnyLength(parseStream(csvOptions(given.delimiter)));
  const text = decode(source.open(given.tx), given.encoding);
  const input = Readable.from(piecesFor(parser, text), { highWaterMark: 1 });
  input.on("error", (cause) => parser.destroy(cause));
  input.pipe(parser);
  try {
    for await (const found of parser as AsyncIterable<CsvRecord>) {
      if (found.info.lines > source.rows_max) throw tooManyRows(source.rows_max);
      const line = toLine(found);
      if (line) yield line;
    }
  } catch (cause) {
    throw isCsvError(cause) ? unreadable(cause.lines ?? 1) : cause;
  } finally {
    input.destroy();
  }
}

/** Returns the parser's state of the current record. The parser's types lack it, and tests notice a change. */
const stateOf = (parser: Parser) => (parser as Parser & { state: { record: unknown[] } }).state;

/**
 * Makes the parser accept records of any length cheaply. For each record that is longer or shorter than the first,
 * the parser creates an error with a stack before it checks whether that is allowed. The error takes 50 µs, ten times
 * as long as the record, and banks' first lines are nearly always shorter.
 */
function takingAnyLength(parser: Parser): Parser {
  const state = stateOf(parser);
  const expectedRecordLength = { get: () => state.record.length, set: () => {} };
  Object.defineProperties(state, { expectedRecordLength });
  return parser;
}

const isCsvError = (cause: unknown): cause is CsvError & { lines?: number } =>
  cause instanceof Error && "code" in cause && String(cause.code).startsWith("CSV_");

const tooManyRows = (rows: number) =>
  new DomainError({ code: "statement_rows_limit", params: { rows } });

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

/**
 * Cuts large pieces. A large piece of short lines would hold up all requests, and all of its records would be in
 * memory at once.
 */
async function* inPieces(texts: AsyncIterable<string>): AsyncIterable<string> {
  for await (const text of texts) {
    for (let at = 0; at < text.length; at += limits.statementPieceCharacters) {
      yield text.slice(at, at + limits.statementPieceCharacters);
      await turn();
    }
  }
}

async function* piecesFor(parser: Parser, texts: AsyncIterable<string>): AsyncIterable<string> {
  for await (const piece of inPieces(texts)) {
    // The parser counts the characters of a record's cells, but does not count empty cells.
    if (stateOf(parser).record.length > limits.statementLineCharacters) {
      throw unreadable(parser.info.lines);
    }
    yield piece;
  }
}

/** Yields several lines at a time, because each step of an asynchronous iterator costs more than a short line. */
async function* textLines(
  source: StatementSource,
  encoding: Encoding,
  tx?: Sql,
): AsyncIterable<TextLine[]> {
  let row = 0;
  let rest = "";
  for await (const piece of inPieces(decode(source.open(tx), encoding))) {
    const texts = (rest + piece).split("\n");
    rest = texts.pop() ?? "";
    const first = row + 1;
    row += texts.length;
    if (row > source.rows_max) throw tooManyRows(source.rows_max);
    yield texts.map((text, at) => ({ row: first + at, text }));
    if (rest.length > limits.statementLineCharacters) throw unreadable(row + 1);
  }
  if (rest !== "") yield [{ row: row + 1, text: rest }];
}

async function* withTurns(lines: Iterable<Line>): AsyncIterable<Line> {
  let characters = 0;
  for (const line of lines) {
    yield line;
    for (const cell of line.cells) characters += 1 + cell.length;
    if (characters < limits.statementPieceCharacters) continue;
    characters = 0;
    await turn();
  }
}
