/** Formats text in columns for a terminal. */

export function fields(record: object): string {
  return columns(Object.entries(record));
}

/** Formats rows as a table. The keys of the first row are the columns' headings. */
export function table(rows: readonly object[]): string {
  const [first] = rows;
  if (first === undefined) return "None.";
  return columns([Object.keys(first), ...rows.map((row) => Object.values(row))]);
}

export function columns(rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map(cell));
  const widths = (cells[0] ?? []).map((_, index) =>
    Math.max(...cells.map((row) => row[index]?.length ?? 0)),
  );
  return cells
    .map((row) => row.map((text, index) => text.padEnd(widths[index] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

/**
 * Formats a value. Control characters become U+FFFD, because names and responses come from outside, and
 * a terminal would execute the characters.
 */
function cell(value: unknown): string {
  if (value === null) return "-";
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, "\u{FFFD}");
}
