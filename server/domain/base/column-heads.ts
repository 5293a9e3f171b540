import type { Column, Table } from "./table.ts";

/** The languages of files for people. */
export type FileLanguage = "en" | "id";

/** A column's head for people, in both languages. Programs read the columns' own names. */
export type Head = readonly [id: string, en: string];

/** Returns the table with heads in this language, or with its own names if no language is given. */
export function withHeads(
  table: Table,
  heads: Readonly<Record<string, Head>>,
  language: FileLanguage | undefined,
): Table {
  if (language === undefined) return table;
  const named = (column: Column): Column => {
    const [id, en] = heads[column.name] ?? [column.name, column.name];
    return { ...column, name: language === "id" ? id : en };
  };
  return {
    columns: table.columns.map(named),
    time_zone: table.time_zone,
    [Symbol.asyncIterator]: () => table[Symbol.asyncIterator](),
  };
}
