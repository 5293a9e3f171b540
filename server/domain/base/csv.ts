import { localTimeIn } from "./local-time.ts";
import { senText } from "./written-numbers.ts";
import type { Cell, Kind, Table } from "./table.ts";

/** Comma-separated values (RFC 4180) that are safe to open in a spreadsheet. */

/** The mark that makes Excel read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Yields the table as CSV. Times are local, so that a person can compare the file with a bank's statement. */
export async function* csvOf(table: Table): AsyncIterable<string> {
  const inZone = localTimeIn(table.time_zone);
  const kinds = table.columns.map(({ kind }) => kind);
  const names = csvLine(table.columns.map(({ name }) => name));
  let isFirst = true;
  for await (const rows of table) {
    const lines = rows
      .map((row) => csvLine(row.map((cell, at) => written(cell, kinds[at], inZone))))
      .join("");
    if (isFirst) yield byteOrderMark + names + lines;
    else if (lines !== "") yield lines;
    isFirst = false;
  }
  if (isFirst) yield byteOrderMark + names;
}

/** A number. Unlike a text's, a number's minus sign does not begin a formula. */
type Written = Cell | { digits: string };

function written(cell: Cell, kind: Kind | undefined, inZone: (iso: string) => string): Written {
  if (kind === "moment" && typeof cell === "string") return inZone(cell);
  if (kind === "sen" && typeof cell === "number") return { digits: senText(cell) };
  return cell;
}

export function csvLine(cells: readonly Written[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: Written): string {
  if (value === null) return "";
  if (typeof value === "object") return value.digits;
  if (typeof value !== "string") return String(value);
  const text = value.replaceAll(formulaStart, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The places where a spreadsheet could run a customer's text: at the start of a cell, also after white space or
 * quotes, and with full-width forms (OWASP, CSV injection). If the list separator is `;`, as in Indonesia, or a tab
 * or `|`, the quotes around our cells protect nothing. A cell can then begin after each of these and after each line
 * break. An apostrophe at that place turns the cell into text.
 */
const formulaStart =
  /(^|[;|\t\v\f\r\n\u0085\u2028\u2029])(?=["|\p{Zs}\uFEFF]*[=+\-@\t\r＝＋－＠])/gu;
