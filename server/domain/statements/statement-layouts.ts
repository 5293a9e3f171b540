import { limits } from "../../contract/limits.ts";
import type { StatementMapping } from "../../contract/dashboard/statements.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Line } from "./statement-file.ts";
import type { DayOrder } from "./statement-values.ts";

/** The layouts in which banks and wallets give their statements, told by the names of the columns. */

type Role =
  | "day"
  | "time"
  | "description"
  | "debit"
  | "credit"
  | "amount"
  | "direction"
  | "balance"
  | "opening"
  | "account"
  | "currency"
  | "reference";

export interface Layout {
  readonly name: string;
  /** The codes of the channels whose accounts have such files; empty: any. */
  readonly channels: readonly string[];
  readonly bank: string;
  readonly columns: Readonly<Record<string, Role | null>>;
  /** Sets of column names; a header has all of one set. */
  readonly needs: readonly (readonly string[])[];
  readonly decimal?: "." | ",";
  /** Amounts are whole numbers of hundredths. */
  readonly inSen?: true;
  /** Its times are those of the payout, not of the payment. */
  readonly dayOnly?: true;
  /** A file that ends without this line was cut. */
  readonly lastLine?: RegExp;
  /** Puts a line together whose description contains unquoted commas. */
  readonly mend?: (cells: string[]) => string[];
  /** A line without a day goes on with the row before: its time, and more of its description. */
  readonly goesOn?: true;
}

const closing = /saldo akhir|ending balance|closing balance/i;

const layouts: readonly Layout[] = [
  {
    name: "bca_individual",
    channels: ["BCA"],
    bank: "BCA",
    columns: {
      tanggal: "day",
      date: "day",
      keterangan: "description",
      description: "description",
      cabang: null,
      branch: null,
      jumlah: "amount",
      amount: "amount",
      "": "direction",
      saldo: "balance",
      balance: "balance",
    },
    needs: [
      ["tanggal", "keterangan", "cabang", "jumlah", "", "saldo"],
      ["date", "description", "branch", "amount", "", "balance"],
    ],
    decimal: ".",
    lastLine: closing,
    mend: (cells) =>
      cells.length <= 6
        ? cells
        : [cells[0] as string, cells.slice(1, -4).join(","), ...cells.slice(-4)],
  },
  {
    name: "bca_business",
    channels: ["BCA"],
    bank: "BCA",
    columns: {
      "tanggal transaksi": "day",
      keterangan: "description",
      cabang: null,
      jumlah: "amount",
      saldo: "balance",
    },
    needs: [["tanggal transaksi", "keterangan", "cabang", "jumlah", "saldo"]],
    decimal: ".",
    lastLine: closing,
  },
  {
    name: "mandiri_mcm",
    channels: ["MANDIRI"],
    bank: "Mandiri",
    columns: {
      accountno: "account",
      ccy: "currency",
      postdate: "day",
      remarks: "description",
      additionaldesc: "description",
      "credit amount": "credit",
      "debit amount": "debit",
      "close balance": "balance",
    },
    needs: [["accountno", "postdate", "credit amount", "debit amount", "close balance"]],
    decimal: ".",
  },
  {
    name: "mandiri_comma",
    channels: ["MANDIRI"],
    bank: "Mandiri",
    columns: {
      "account no": "account",
      date: "day",
      "val date": null,
      "transaction code": null,
      description: "description",
      "reference no": "reference",
      debit: "debit",
      credit: "credit",
    },
    needs: [["account no", "date", "val date", "transaction code", "debit", "credit"]],
    decimal: ".",
  },
  {
    name: "bri_csv",
    channels: ["BRI"],
    bank: "BRI",
    columns: {
      id: null,
      norek: "account",
      tgl_tran: "day",
      tgl_efektif: null,
      jam_tran: "time",
      seq: "reference",
      desk_tran: "description",
      remark_custom: "description",
      saldo_awal_mutasi: "opening",
      mutasi_debet: "debit",
      mutasi_kredit: "credit",
      saldo_akhir_mutasi: "balance",
      glsign: null,
    },
    needs: [
      ["norek", "tgl_tran", "desk_tran", "mutasi_debet", "mutasi_kredit", "saldo_akhir_mutasi"],
    ],
    decimal: ".",
  },
  {
    name: "bri_qlola",
    channels: ["BRI"],
    bank: "BRI",
    columns: {
      "tanggal transaksi": "day",
      "uraian transaksi": "description",
      teller: null,
      debet: "debit",
      debit: "debit",
      kredit: "credit",
      saldo: "balance",
    },
    needs: [["tanggal transaksi", "uraian transaksi", "teller", "kredit", "saldo"]],
  },
  {
    name: "bni_direct",
    channels: ["BNI"],
    bank: "BNI",
    columns: {
      "post date": "day",
      "value date": null,
      branch: null,
      "journal no": "reference",
      description: "description",
      debit: "debit",
      credit: "credit",
      amount: "amount",
      "d/k": "direction",
      "db/cr": "direction",
      balance: "balance",
    },
    needs: [
      ["post date", "value date", "journal no", "description", "debit", "credit"],
      ["post date", "value date", "journal no", "description", "amount"],
    ],
  },
  {
    name: "dana_settlement",
    channels: ["DANA", "QRIS"],
    bank: "DANA",
    columns: {
      settlement_txn_id: "reference",
      txn_id: "description",
      txn_type: "direction",
      acquirement_id: "description",
      mid: null,
      settle_date: "day",
      merchant_name: null,
      txn_amount: "amount",
      txn_currency: "currency",
    },
    needs: [["settlement_txn_id", "txn_id", "txn_type", "settle_date", "txn_amount"]],
    inSen: true,
    dayOnly: true,
  },
  {
    name: "mandiri_livin",
    channels: ["MANDIRI"],
    bank: "Mandiri",
    columns: {
      no: null,
      tanggal: "day",
      date: "day",
      keterangan: "description",
      remarks: "description",
      nominal: "amount",
      amount: "amount",
      "dana masuk": "credit",
      incoming: "credit",
      "dana keluar": "debit",
      outgoing: "debit",
      saldo: "balance",
      balance: "balance",
    },
    needs: [
      ["tanggal", "keterangan", "nominal", "saldo"],
      ["date", "remarks", "amount", "balance"],
      ["tanggal", "keterangan", "dana masuk", "dana keluar", "saldo"],
    ],
    goesOn: true,
  },
];

/** Which cell of a line is what. */
export interface Reader {
  layout: Layout;
  /** The line of the names of the columns; 0 when there is none. */
  headerRow: number;
  cellsOf(role: Role, cells: readonly string[]): string[];
  columnCount: number;
  order: DayOrder | null;
  firstDay: string | null;
  lastDay: string | null;
}

/** Finds the layout whose header is among these lines. */
export function findReader(lines: readonly Line[]): Reader | null {
  for (const line of lines.slice(0, limits.statementPreambleRows)) {
    const names = line.cells.map(columnName);
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

/** `Journal No.` → journal no; `Nominal (IDR)` → nominal; the first of two languages. */
const columnName = (cell: string): string =>
  (cell.trim().split(/\r?\n|\s\/\s/)[0] as string)
    .toLowerCase()
    .replaceAll(/\((?:idr|rp)\)|[.:]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Whether a line repeats the names of the columns, as in the second line of a header in two languages. */
export const isHeader = ({ layout }: Reader, cells: readonly string[]): boolean =>
  cells.filter((cell) => cell.trim() !== "").every((cell) => columnName(cell) in layout.columns);

function readerOf(layout: Layout, headerRow: number, roles: readonly (Role | null)[]): Reader {
  return {
    layout,
    headerRow,
    columnCount: roles.length,
    cellsOf: (role, cells) =>
      roles.flatMap((each, index) => (each === role ? [(cells[index] ?? "").trim()] : [])),
    order: "DMY",
    firstDay: null,
    lastDay: null,
  };
}

/** The reader for what a person said about the columns, which are counted from 1. */
export function mappedReader(mapping: StatementMapping): Reader {
  const roles: (Role | null)[] = [];
  const take = (column: number | null | undefined, role: Role) => {
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
    name: "mapped",
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

/** What the words of a row say that it is, if no mutation is found for it. */
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
  if (direction === "DEBIT" && feeWords.test(description)) return { hint: "fee", ...none };
  return { hint: null, ...none };
}

const settlementWords =
  /KR OTOMATIS.*\bMID\b|\bSETTLE?MENT\b.*\bQRIS?\b|\bQRIS?\b.*\bSETTLE?MENT\b|\bMID\s*:.*\bQRIS?\b/i;
const interestWords = /\b(?:BUNGA|INTEREST|JASA GIRO|BAGI HASIL)\b/i;
const refundWords = /\b(?:REFUND|PENGEMBALIAN)\b/i;
const feeWords = /\b(?:BIAYA|ADM|ADMIN|FEE|PROVISI|PAJAK|TAX|METERAI|MATERAI|MDR|CHARGE)\b/i;

/** Amounts inside a description have two decimals after the last mark, or none. */
function senOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, whole = "", fraction = ""] = /^(.*?)(?:[.,](\d{2}))?$/.exec(text) ?? [];
  const sen = Number(whole.replaceAll(/[.,]/g, "") || "0") * 100 + Number(fraction.padEnd(2, "0"));
  return Number.isSafeInteger(sen) ? sen : null;
}
