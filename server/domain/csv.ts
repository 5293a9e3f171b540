/** Comma-separated values (RFC 4180), safe to open in a spreadsheet. */

type Cell = string | number | boolean | null;

/** So that Excel reads UTF-8. */
export const byteOrderMark = "\uFEFF";

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What a spreadsheet would run: text that a customer has typed may begin with these, also after white space or in its
 * full-width form (OWASP, CSV injection). An apostrophe in front makes it text.
 */
const isFormula = (text: string): boolean => /^\s*[=+\-@\t\r＝＋－＠]/u.test(text);
