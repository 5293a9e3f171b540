/** Returns aligned text for a terminal: the fields of an object, or a table for a list. */
export function print(data: object): string {
  if (!Array.isArray(data)) return columns(Object.entries(data));
  const rows = data as object[];
  const [first] = rows;
  if (first === undefined) return "None.";
  return columns([Object.keys(first), ...rows.map((row) => Object.values(row))]);
}

export function columns(rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map(shown));
  const widths = (cells[0] ?? []).map((_, index) =>
    Math.max(...cells.map((row) => row[index]?.length ?? 0)),
  );
  return cells
    .map((row) => row.map((text, index) => text.padEnd(widths[index] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

/**
 * Returns a value as text. Control characters become U+FFFD: names and responses come from outside, and a terminal
 * would execute the characters.
 */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "-";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, "\u{FFFD}");
}
