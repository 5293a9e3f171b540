import type { FileLanguage } from "../base/column-heads.ts";
import type { Kind } from "../base/table.ts";
import type { StatementMeaning, StatementRowView } from "../../contract/dashboard/statements.ts";

/** The names in a month's files. Programs read the English names, so these never change. */

export const columns = [
  "day",
  "booked_at",
  "description",
  "reference",
  "direction",
  "amount_sen",
  "balance_sen",
  "gross_sen",
  "fee_sen",
  "meaning",
  "mutation_id",
  "payment_code",
  "file_name",
  "file_row",
  "row_id",
  "account_key",
] as const satisfies readonly (keyof StatementRowView)[];

export type Column = (typeof columns)[number];

export const columnKinds: Readonly<Record<Column, Kind>> = {
  day: "day",
  booked_at: "moment",
  description: "text",
  reference: "text",
  direction: "text",
  amount_sen: "sen",
  balance_sen: "sen",
  gross_sen: "sen",
  fee_sen: "sen",
  meaning: "text",
  mutation_id: "text",
  payment_code: "text",
  file_name: "text",
  file_row: "count",
  row_id: "text",
  account_key: "text",
};

/** Amounts in a file are in rupiah, so their names do not say sen. */
const machineNames = Object.fromEntries(
  columns.map((column) => [column, column.replace(/_sen$/, "")]),
) as Record<Column, string>;

export const columnNames: Readonly<Record<FileLanguage, Readonly<Record<Column, string>>>> = {
  en: machineNames,
  id: {
    day: "tanggal",
    booked_at: "waktu",
    description: "keterangan",
    reference: "referensi",
    direction: "arah",
    amount_sen: "jumlah",
    balance_sen: "saldo",
    gross_sen: "jumlah sebelum biaya",
    fee_sen: "biaya",
    meaning: "arti",
    mutation_id: "id mutasi",
    payment_code: "kode tagihan",
    file_name: "berkas",
    file_row: "baris berkas",
    row_id: "id baris",
    account_key: "akun",
  },
};

/** Other facts with their own words: the direction, and the kind of a row. */
export const valueNames: Readonly<Record<FileLanguage, Partial<Record<string, string>>>> = {
  en: {},
  id: {
    CREDIT: "masuk",
    DEBIT: "keluar",
    open: "belum dinilai",
    mutation: "terbukti",
    settlement: "pencairan QRIS",
    missed: "terlewat HP",
    recorded: "sudah dicatat",
    ambiguous: "tidak pasti",
    fee: "biaya bank",
    own_transfer: "rekening sendiri",
    interest: "bunga",
    refund: "pengembalian",
    outgoing: "uang keluar",
    other: "sudah diperiksa",
    tax: "pajak",
    reversal: "koreksi bank",
  } satisfies Record<StatementMeaning | StatementRowView["direction"], string>,
};
