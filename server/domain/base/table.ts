/**
 * A table that is saved as a file: its columns, and its rows in parts. Each part is read after the part before it has
 * been taken.
 */

export type Cell = string | number | boolean | null;

/**
 * The kind of a column's cells. A moment is ISO 8601 with its offset, and a file has it in the table's zone. Amounts
 * are in rupiah or in sen. A file has both in rupiah.
 */
export type Kind = "text" | "count" | "rupiah" | "sen" | "moment" | "day" | "flag";

export interface Column {
  readonly name: string;
  readonly kind: Kind;
}

export type Row = readonly Cell[];

export interface Table extends AsyncIterable<readonly Row[]> {
  readonly columns: readonly Column[];
  readonly time_zone: string;
}

export const tableOf = (
  about: Pick<Table, "columns" | "time_zone">,
  parts: AsyncIterable<readonly Row[]>,
): Table => ({ ...about, [Symbol.asyncIterator]: () => parts[Symbol.asyncIterator]() });
