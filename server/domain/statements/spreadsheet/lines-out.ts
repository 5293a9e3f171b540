import { limits } from "../../../contract/limits.ts";
import { Refused, tooManyRows, unpacksTooLarge, unreadable } from "./refused.ts";

/**
 * The fewest cells of a table's row: a booking has at least a day, an amount and a description. A row of a cover
 * sheet has at most a name and a value.
 */
const tableCells = 3;

/**
 * Takes the rows of sheets in their order, and writes each row with text as a line of JSON: `[row, ...cells]`. The
 * output is the first sheet with a table, or otherwise the first sheet with text.
 */
export function createLinesOut(write: (text: string) => Promise<void>) {
  let part = "";
  let bytes = 0;
  let isTable = false;
  let cover = "";

  function add(row: number, cells: readonly string[]): void {
    // Cells share a long text in the file, but each has its own copy in the line.
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length === 0) return;
    if (row > limits.statementSheetRows) throw tooManyRows();
    if (length > limits.statementLineCharacters) throw unreadable(row);
    const line = `${JSON.stringify([row, ...cells])}\n`;
    bytes += Buffer.byteLength(line);
    if (bytes > limits.statementSheetTextBytes) throw unpacksTooLarge();
    part += line;
    isTable ||= cells.filter((cell) => cell !== "").length >= tableCells;
  }

  /** Called between two parts of the file, so that no more of a table is held than one part gives. */
  async function flush(): Promise<void> {
    if (!isTable || part === "") return;
    const text = part;
    part = "";
    await write(text);
  }

  return {
    add,
    flush,
    /** Called after each sheet. Returns whether this sheet is the output. */
    endSheet(): boolean {
      if (isTable) return true;
      cover ||= part;
      part = "";
      return false;
    },
    async end(): Promise<void> {
      await flush();
      if (!isTable && cover !== "") await write(cover);
    },
  };
}

export type LinesOut = ReturnType<typeof createLinesOut>;

export function requireNoFormula(hasFormula: boolean, row: number): void {
  if (hasFormula) throw new Refused({ code: "statement_formula", params: { row } });
}

/**
 * Returns a number as text. If a program took the points of 310.321 for a decimal mark, the number has thousandths.
 * The thousandths are kept, so that the number is not read as 310 rupiah.
 */
export const numberText = (value: number): string =>
  Number.isInteger(value) || Math.abs(value * 100 - Math.round(value * 100)) > leastPart
    ? String(value)
    : value.toFixed(2);

/** The error that binary addition can leave in a number of hundredths. */
const leastPart = 1e-4;

/** Day 0 of a spreadsheet's days, which begin with the year 1900. Excel gives that year a 29th of February. */
const firstDay = Date.UTC(1899, 11, 30);
/** The days of a workbook from an early Mac begin with the year 1904 (ECMA-376, part 1, 18.17.4.1). */
const daysTo1904 = 1462;
/** The last day of the year 9999. */
const lastSerial = 2_958_466;

/** Returns a date as text that does not depend on the spreadsheet's language: 2026-09-01 09:39:37. */
export function momentText(serial: number, isFrom1904: boolean): string {
  if (!(serial >= 0 && serial < lastSerial)) return String(serial);
  const days = isFrom1904 ? serial + daysTo1904 : serial;
  const at = new Date(firstDay + Math.round(days * 86_400) * 1000).toISOString();
  const [day, time] = [at.slice(0, 10), at.slice(11, 19)];
  if (serial < 1) return time;
  return Number.isInteger(serial) ? day : `${day} ${time}`;
}

/** Returns whether a number with this format is a day or a time: `dd/mm/yyyy`, but not `[Red]0.00` or `"day" 0`. */
export const isDateFormat = (format: string): boolean =>
  /[dmyhs]/i.test(
    format.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]|General/gi, ""),
  );
