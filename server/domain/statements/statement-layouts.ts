import { limits } from "../../contract/limits.ts";
import type { StatementMapping } from "../../contract/dashboard/statements.ts";
import { banks } from "../banks/index.ts";
import type { ColumnRole, StatementLayout } from "../banks/statement-layout.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Line } from "./statement-file.ts";
import type { DayOrder } from "./statement-values.ts";

/** The layouts of banks' and wallets' statements, recognised by the names of the columns. */

export interface Layout extends Omit<StatementLayout, "title" | "also_of"> {
  /** The codes of the channels whose accounts have such files; empty for any channel. */
  readonly channels: readonly string[];
  readonly bank: string;
}

const layouts: readonly Layout[] = banks.flatMap(({ code, name: bank, statements }) =>
  (statements?.layouts ?? []).map((layout) => ({
    ...layout,
    channels: [code, ...(layout.also_of ?? [])],
    bank,
  })),
);

/** The roles of the cells in a line. */
export interface Reader {
  layout: Layout;
  /** The line with the names of the columns; 0 if there is none. */
  headerRow: number;
  cellsOf(role: ColumnRole, cells: readonly string[]): string[];
  columnCount: number;
  order: DayOrder | null;
  firstDay: string | null;
  lastDay: string | null;
  /** The year of dates without one, if a person states it. */
  year: number | null;
  /** Lines that a person has marked as no transactions. */
  leftOut: ReadonlySet<number>;
}

/** Finds the layout whose header is among these lines. */
export function findReader(lines: readonly Line[]): Reader | null {
  for (const line of lines.slice(0, limits.statementPreambleRows)) {
    const names = line.cells.slice(0, limits.statementColumns).map(columnName);
    const present = new Set(names);
    const layout = layouts.find(({ needs }) =>
      needs.some((set) => set.every((name) => present.has(name))),
    );
    if (layout) {
      return readerOf(
        layout,
        line.row,
        names.map((name) => layout.columns[name] ?? null),
      );
    }
  }
  return null;
}

/** Returns a column's name: `Journal No.` → journal no; `Nominal (IDR)` → nominal; of two languages, the first. */
const columnName = (cell: string): string =>
  (cell.trim().split(/\r?\n|\s\/\s/)[0] as string)
    .toLowerCase()
    .replaceAll(/\((?:idr|rp)\)|[.:]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns whether a line repeats the names of the columns, as in the second line of a header in two languages. */
export const isHeader = ({ layout }: Reader, cells: readonly string[]): boolean =>
  cells
    .filter((cell) => cell.trim() !== "")
    .every((cell) => Object.hasOwn(layout.columns, columnName(cell)));

function readerOf(
  layout: Layout,
  headerRow: number,
  roles: readonly (ColumnRole | null)[],
): Reader {
  return {
    layout,
    headerRow,
    columnCount: roles.length,
    cellsOf: (role, cells) =>
      roles.flatMap((each, index) => (each === role ? [(cells[index] ?? "").trim()] : [])),
    order: "DMY",
    firstDay: null,
    lastDay: null,
    year: null,
    leftOut: new Set(),
  };
}

/** The name of a layout whose columns a person has named. */
export const mappedLayout = "mapped";

/** Returns the reader for a person's mapping of the columns, which are counted from 1. */
export function mappedReader(mapping: StatementMapping): Reader {
  const roles: (ColumnRole | null)[] = [];
  const take = (column: number | null | undefined, role: ColumnRole) => {
    if (column) roles[column - 1] = role;
  };
  take(mapping.day_column, "day");
  take(mapping.time_column, "time");
  take(mapping.amount_column, "amount");
  take(mapping.direction_column, "direction");
  take(mapping.credit_column, "credit");
  take(mapping.debit_column, "debit");
  take(mapping.balance_column, "balance");
  take(mapping.reference_column, "reference");
  take(mapping.account_column, "account");
  for (const column of mapping.description_columns) take(column, "description");
  const layout: Layout = {
    name: mappedLayout,
    channels: [],
    bank: "",
    columns: {},
    needs: [],
    ...(mapping.decimal_mark && { decimal: mapping.decimal_mark === "comma" ? "," : "." }),
  };
  const filled = Array.from(roles, (role) => role ?? null);
  return {
    ...readerOf(layout, mapping.header_row, filled),
    order: mapping.day_order ?? null,
    firstDay: mapping.first_day ?? null,
    lastDay: mapping.last_day ?? null,
    leftOut: new Set(mapping.left_out_rows),
  };
}

export function requireColumns(reader: Reader, lines: readonly Line[]): void {
  const widest = Math.max(0, ...lines.map(({ cells }) => cells.length));
  if (reader.columnCount > widest) {
    throw new DomainError({
      code: "statement_column_missing",
      params: { column: reader.columnCount },
    });
  }
}

/** Returns the meaning that a row's words suggest if no mutation is found for the row. */
export function hintOf(
  row: { direction: "CREDIT" | "DEBIT"; description: string; amount_sen: number },
  ownNumbers: readonly string[],
): { hint: string | null; gross_sen: number | null; fee_sen: number | null } {
  const { direction, description } = row;
  const none = { gross_sen: null, fee_sen: null };
  if (direction === "CREDIT") {
    const [, gross, fee] = /\bQR\s*:\s*([\d.,]+)\s+DDR\s*:\s*([\d.,]+)/i.exec(description) ?? [];
    const gross_sen = senOf(gross);
    const fee_sen = senOf(fee);
    if (gross_sen !== null && fee_sen !== null && gross_sen - fee_sen === row.amount_sen) {
      return { hint: "settlement", gross_sen, fee_sen };
    }
    if (settlementWords.test(description)) return { hint: "settlement", ...none };
    if (interestWords.test(description)) return { hint: "interest", ...none };
  }
  const digits = description.replaceAll(/(?<=\d)[ .-](?=\d)/g, "");
  if (ownNumbers.some((number) => digits.includes(number)))
    return { hint: "own_transfer", ...none };
  if (direction === "DEBIT" && refundWords.test(description)) return { hint: "refund", ...none };
  if (direction === "DEBIT" && taxWords.test(description)) return { hint: "tax", ...none };
  if (direction === "DEBIT" && feeWords.test(description)) return { hint: "fee", ...none };
  return { hint: null, ...none };
}

const settlementWords =
  /KR OTOMATIS.*\bMID\b|\bSETTLE?MENT\b.*\bQRIS?\b|\bQRIS?\b.*\bSETTLE?MENT\b|\bMID\s*:.*\bQRIS?\b/i;
const interestWords = /\b(?:BUNGA|INTEREST|JASA GIRO|BAGI HASIL)\b/i;
const refundWords = /\b(?:REFUND|PENGEMBALIAN)\b/i;
const taxWords = /\b(?:PAJAK|TAX|PPH|PPN)\b/i;
const feeWords = /\b(?:BIAYA|ADM|ADMIN|FEE|PROVISI|METERAI|MATERAI|MDR|CHARGE)\b/i;

/** Amounts inside a description have two decimals after the last mark, or none. */
function senOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, whole = "", fraction = ""] = /^(.*?)(?:[.,](\d{2}))?$/.exec(text) ?? [];
  const sen = Number(whole.replaceAll(/[.,]/g, "") || "0") * 100 + Number(fraction.padEnd(2, "0"));
  return Number.isSafeInteger(sen) ? sen : null;
}
