/** Comma-separated values (RFC 4180), safe to open in a spreadsheet. */

type Cell = string | number | boolean | null;

/** So that Excel reads UTF-8. */
export const byteOrderMark = "\uFEFF";

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = value.replaceAll(formulaStart, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Where a spreadsheet could begin to run what a customer has typed: at the start of a cell, also behind white space or
 * quotes, and with the full-width forms (OWASP, CSV injection). Where the list separator is `;`, as in Indonesia, or a
 * tab, quotes around a cell of ours protect nothing, so a cell begins after each of those and after each line break. An
 * apostrophe there makes it text.
 */
const formulaStart = /(^|[;\t\v\f\r\n\u0085\u2028\u2029])(?=["\p{Zs}\uFEFF]*[=+\-@\t\r＝＋－＠])/gu;
