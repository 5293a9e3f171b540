import type { CellValue } from "hucre/xlsx";
import { setImmediate as turn } from "node:timers/promises";
import { limits } from "../../contract/limits.ts";
import { localTimeIn } from "./local-time.ts";
import type { Cell, Column, Kind, Row, Table } from "./table.ts";

/**
 * Yields Office Open XML (XLSX) while the table is read. Each cell has its own type, so no spreadsheet guesses: a
 * text is not a formula, and codes and telephone numbers keep their zeros.
 */
export async function* workbookOf(table: Table): AsyncIterable<Uint8Array> {
  const { writeXlsxStream } = await import("hucre/xlsx"); // 0.7 MB of code, for one download
  yield* writeXlsxStream(rowsOf(table), {
    name: "Tepat",
    columns: table.columns.map((column) => ({
      header: headerOf(column, table),
      width: looks[column.kind].width,
      numFmt: looks[column.kind].format,
    })),
    freezePane: { rows: 1 },
  });
}

async function* rowsOf(table: Table): AsyncIterable<CellValue[]> {
  const inZone = localTimeIn(table.time_zone);
  const cellOf = (row: Row) => row.map((cell, at) => typed(cell, table.columns[at]?.kind, inZone));
  for await (const rows of table) {
    for (const [at, row] of rows.entries()) {
      if (at % limits.workbookRowsPerTurn === 0) await turn();
      yield cellOf(row);
    }
  }
}

/** Returns a column's name. A spreadsheet's times have no zone, so the name contains it. */
const headerOf = ({ name, kind }: Column, { time_zone }: Table): string =>
  kind === "moment" ? `${name} (${time_zone})` : name;

const looks: Readonly<Record<Kind, { format: string; width: number }>> = {
  text: { format: "@", width: 24 },
  count: { format: "0", width: 12 },
  rupiah: { format: "#,##0", width: 16 },
  sen: { format: "#,##0.00", width: 18 },
  moment: { format: "yyyy-mm-dd hh:mm:ss", width: 30 },
  day: { format: "yyyy-mm-dd", width: 12 },
  flag: { format: "General", width: 10 },
};

function typed(cell: Cell, kind: Kind | undefined, inZone: (iso: string) => string): CellValue {
  if (typeof cell === "number") return kind === "sen" ? cell / 100 : cell;
  if (typeof cell !== "string") return cell;
  if (kind === "moment") {
    const local = inZone(cell);
    // The local time without the offset, because a spreadsheet's dates have no offset. A spreadsheet's dates end with
    // the year 9999.
    const shown = local.slice(0, "2026-11-21T17:22:06".length);
    return /^\d{4}-/.test(local) ? new Date(`${shown}Z`) : local;
  }
  if (kind === "day") return new Date(`${cell}T00:00:00Z`);
  return plain(cell);
}

/**
 * Returns a text that XLSX reads as it is. XLSX writes a character by its number as `_x0041_`, and XML cannot contain
 * two of the code points.
 */
const plain = (text: string): string =>
  text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replaceAll(/[\uFFFE\uFFFF]/g, "\uFFFD")
    .toWellFormed()
    .slice(0, limits.workbookCellCharacters);
