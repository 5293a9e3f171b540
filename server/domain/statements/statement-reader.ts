import { limits } from "../../contract/limits.ts";
import type { StatementMapping } from "../../contract/dashboard/statements.ts";
import type { Sql } from "../../db/client.ts";
import { DomainError } from "../base/domain-error.ts";
import type { StatementAccount } from "./statement-account.ts";
import { examineFile, type FileKind, type Line, type StatementSource } from "./statement-file.ts";
import { findReader, mappedReader, requireColumns, type Reader } from "./statement-layouts.ts";
import { openFile, type Head, type OpenFile } from "./statement-lines.ts";
import { StatementPeriod } from "./statement-period.ts";
import { RowReader, type StatementRow, type StatementSummary } from "./statement-row-reader.ts";
import { hasYear, readMoment, type DayOrder } from "./statement-values.ts";

/**
 * Reads a statement row by row and checks its claims: the account, the period, each balance. The first false claim
 * ends the reading with a sentence that names the row.
 */

/** The number of rows in memory at a time. */
const rowsPerPart = 500;

/** A file whose reader is known. Its rows have not been checked. */
export interface OpenStatement {
  readonly kind: FileKind;
  readonly file: OpenFile;
  readonly reader: Reader;
  readonly delimiter: string;
  readonly preamble: readonly Line[];
}

/** The days that a file covers according to a person. */
export interface StatementDays {
  first_day: string | null;
  last_day: string | null;
  /** The year of dates without one. It says nothing about the covered days. */
  year?: number | undefined;
}

/**
 * Does the slow work before the first row can be read. Call this before a transaction, whose time without statements
 * is bounded.
 */
export async function openStatement(
  source: StatementSource,
  mapping: StatementMapping | null,
  period?: StatementDays,
): Promise<OpenStatement> {
  const kind = await examineFile(source);
  const file = await openFile(source, kind);
  const { reader, delimiter, preamble } = chooseReader(file, mapping);
  reader.firstDay = period?.first_day ?? reader.firstDay;
  reader.year = period?.year ?? null;
  reader.lastDay = period?.last_day ?? reader.lastDay;
  if (reader.order === null) await proveOrder(file.lines(delimiter), reader);
  return { kind, file, reader, delimiter, preamble };
}

/** Calls `take` with several rows at a time, and returns the summary of the whole file. */
export async function readStatement(
  { kind, file, reader, delimiter, preamble }: OpenStatement,
  { account, tx }: { account: StatementAccount; tx?: Sql },
  take: (rows: StatementRow[]) => Promise<void>,
): Promise<StatementSummary> {
  const rowReader = new RowReader(reader, account, preamble);
  let rows: StatementRow[] = [];
  for await (const line of file.lines(delimiter, tx)) {
    const row = rowReader.read(line);
    if (row) rows.push(row);
    if (rows.length === rowsPerPart) {
      await take(rows);
      rows = [];
    }
  }
  const last = rowReader.end();
  if (last) rows.push(last);
  const summary = rowReader.summary();
  if (rows.length > 0) await take(rows);
  return { ...summary, file_hash: kind.file_hash };
}

function chooseReader(
  { heads, reader: known }: OpenFile,
  mapping: StatementMapping | null,
): { reader: Reader; delimiter: string; preamble: Line[] } {
  const preambleOf = (lines: readonly Line[], { headerRow }: Reader) =>
    lines.filter(({ row }) => row < headerRow);
  if (known) return { reader: known, delimiter: "", preamble: [] };
  if (mapping === null) {
    for (const { delimiter, lines } of heads) {
      const reader = findReader(lines);
      if (reader) return { reader, delimiter, preamble: preambleOf(lines, reader) };
    }
    throw new DomainError({ code: "statement_unknown_layout", params: {} });
  }
  const reader = mappedReader(mapping);
  const { delimiter, lines } = widestOf(heads);
  requireColumns(reader, lines);
  return { reader, delimiter, preamble: preambleOf(lines, reader) };
}

/** Returns the head with the delimiter that occurs most often in the lines. */
const widestOf = (heads: readonly Head[]): Head => {
  const width = ({ lines }: Head) => lines.reduce((sum, { cells }) => sum + cells.length - 1, 0);
  return heads.reduce((best, head) => (width(head) > width(best) ? head : best));
};

/** Returns the first lines of a file, for a person who maps the columns, and the layout if it is known. */
export async function previewStatement(
  source: StatementSource,
): Promise<{ layout: string | null; lines: Line[] }> {
  const { heads, reader: known } = await openFile(source, await examineFile(source));
  if (known) return { layout: known.layout.name, lines: heads.flatMap(({ lines }) => lines) };
  for (const { lines } of heads) {
    const reader = findReader(lines);
    if (reader)
      return { layout: reader.layout.name, lines: lines.slice(0, limits.statementPreviewRows) };
  }
  const { lines } = widestOf(heads);
  return { layout: null, lines: lines.slice(0, limits.statementPreviewRows) };
}

/**
 * Determines whether the day or the month comes first, for a layout that does not define it. One date that fits only
 * one order proves it for the whole file. The period proves it too, if only one order keeps all dates within it.
 * Otherwise the day comes first, as in Indonesia.
 */
async function proveOrder(lines: AsyncIterable<Line>, reader: Reader): Promise<void> {
  const possible = new Set<DayOrder>(["DMY", "MDY"]);
  const period = new StatementPeriod(reader);
  for await (const { row, cells } of lines) {
    if (row <= reader.headerRow) continue;
    const [text = ""] = reader.cellsOf("day", cells);
    const days = { DMY: readMoment(text, "DMY")?.day, MDY: readMoment(text, "MDY")?.day };
    if (days.DMY === undefined && days.MDY === undefined) continue;
    for (const order of ["DMY", "MDY"] as const) {
      const day = days[order];
      const fits = day !== undefined && (!hasYear(day) || period.includes(day));
      if (!fits) possible.delete(order);
    }
  }
  reader.order = possible.has("DMY") || possible.size === 0 ? "DMY" : "MDY";
}
