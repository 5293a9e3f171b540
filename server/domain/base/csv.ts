/** Comma-separated values (RFC 4180), safe to open in a spreadsheet. */

type Cell = string | number | boolean | null;

/** Makes Excel read the file as UTF-8. */
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
 * The places where a spreadsheet could run a text that a customer has typed: at the start of a cell, also after white
 * space or quotes, and with full-width forms (OWASP, CSV injection). If the list separator is `;`, as in Indonesia, or
 * a tab, the quotes around our cells protect nothing, so a cell may begin after each of these and after each line
 * break. An apostrophe there makes it text.
 */
const formulaStart = /(^|[;\t\v\f\r\n\u0085\u2028\u2029])(?=["\p{Zs}\uFEFF]*[=+\-@\t\r＝＋－＠])/gu;
