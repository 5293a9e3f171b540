/** Formats text in columns for a terminal. */

export function fields(record: object): string {
  return columns(Object.entries(record));
}

/** The keys of the first row are the heads of the columns. */
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

/** Names and answers come from strangers, so characters that would control a terminal become U+FFFD. */
function cell(value: unknown): string {
  if (value === null) return "-";
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, "\u{FFFD}");
}
