import type { CellObject, WorkSheet } from "@e965/xlsx";
import { limits } from "../../../contract/limits.ts";
import { momentText, numberText, requireNoFormula, type LinesOut } from "./lines-out.ts";
import { Refused, tooManyRows, unreadable } from "./refused.ts";

/** Reads XLS and HTML tables, with a library that holds the whole file. */
export async function readOtherSheet(file: Buffer, out: LinesOut): Promise<void> {
  const { read, SSF } = await import("@e965/xlsx");
  const open = () => {
    try {
      return read(file, {
        type: "buffer",
        dense: true,
        cellFormula: true,
        cellHTML: false,
        cellText: false,
        cellNF: true,
        // HTML text stays unchanged, because the library would read Indonesian numbers as American ones.
        raw: true,
        sheetRows: limits.statementSheetRows + 1,
      });
    } catch (cause) {
      if (!/password|encrypt/i.test(String(cause))) throw unreadable();
      throw new Refused({ code: "statement_encrypted", params: {} });
    }
  };

  /** Returns a cell as text, like the same function for XLSX. */
  function textOf(cell: CellObject | undefined, row: number): string {
    if (!cell) return "";
    requireNoFormula(cell.f !== undefined || cell.F !== undefined, row);
    const { v: value } = cell;
    if (typeof value !== "number") return value === undefined ? "" : String(value).trim();
    if (typeof cell.z === "string" && SSF.is_date(cell.z)) return momentText(value, isFrom1904);
    return numberText(value);
  }

  async function write(sheet: WorkSheet): Promise<void> {
    const rows = (sheet["!data"] ?? []) as (readonly (CellObject | undefined)[] | undefined)[];
    if (rows.length > limits.statementSheetRows) throw tooManyRows();
    for (const [index, cells = []] of rows.entries()) {
      const columns = Math.min(cells.length, limits.statementColumns);
      const texts = Array.from({ length: columns }, (_, column) =>
        textOf(cells[column], index + 1),
      );
      out.add(index + 1, texts);
      await out.flush();
    }
  }

  const { SheetNames, Sheets, Workbook } = open();
  const isFrom1904 = Workbook?.WBProps?.date1904 ?? false;
  const hidden = new Set(
    Workbook?.Sheets?.flatMap(({ name, Hidden }) => (name !== undefined && Hidden ? name : [])),
  );
  for (const name of SheetNames) {
    if (hidden.has(name)) continue;
    const sheet = Sheets[name];
    if (sheet) await write(sheet);
    if (out.endSheet()) return;
  }
}
