import type { ChartAccount } from "../../contract/dashboard/books.ts";
import type { StatementRowView } from "../../contract/dashboard/statements.ts";
import type { Cell, Column } from "../base/table.ts";
import type { BankAccount } from "./chart.sql.ts";
import { bankKey, feeAccount } from "./chart.ts";
import type { FileLanguage } from "../base/column-heads.ts";

/** A line of double entry: the movement on the bank account, or its counterpart. */

export interface JournalLine {
  /** An account of the chart. */
  key: string;
  /** A debit is positive, and a credit is negative. */
  sen: number;
}

export interface JournalEntry {
  /** The entry's number, which is unique among the merchant's entries. */
  number: string;
  day: string;
  text: string;
  reference: string;
  /** The lines of the entry, which add up to 0. */
  lines: JournalLine[];
}

type JournalRow = Pick<
  StatementRowView,
  | "day"
  | "direction"
  | "amount_sen"
  | "gross_sen"
  | "fee_sen"
  | "meaning"
  | "account_key"
  | "payment_code"
  | "reference"
  | "description"
>;

/**
 * Returns an entry's number, such as BCA1234567890-202609-00001: the account, the month, and the row's place in the
 * month's books.
 */
export function entryNumber(
  { bank, twin_number }: BankAccount,
  day: string,
  place: number,
): string {
  const plain = bank.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  const account = twin_number === 1 ? plain : `${plain}-${twin_number}`;
  return `${account}-${day.slice(0, 4)}${day.slice(5, 7)}-${String(place).padStart(5, "0")}`;
}

export const entryOf = (row: JournalRow, account: BankAccount, place: number): JournalEntry => ({
  number: entryNumber(account, row.day, place),
  day: row.day,
  text: row.description,
  reference: [row.payment_code, row.reference]
    .filter((text) => text !== null && text !== "")
    .join(" · "),
  lines: linesOf(row, bankKey(account.account_id)),
});

/**
 * Returns the lines of a row. In a settlement that states its fee, customers paid the gross sum, and the bank kept
 * the fee.
 */
export function linesOf(
  row: Pick<
    JournalRow,
    "direction" | "amount_sen" | "fee_sen" | "gross_sen" | "meaning" | "account_key"
  >,
  bank: string,
): JournalLine[] {
  const { direction, amount_sen, account_key } = row;
  if (direction === "DEBIT") {
    return [
      { key: account_key, sen: amount_sen },
      { key: bank, sen: -amount_sen },
    ];
  }
  const namesFee = row.meaning === "settlement" && row.gross_sen !== null && row.fee_sen !== null;
  const fee = namesFee ? (row.fee_sen ?? 0) : 0;
  return [
    { key: bank, sen: amount_sen },
    ...(fee > 0 ? [{ key: feeAccount, sen: fee }] : []),
    { key: account_key, sen: -(amount_sen + fee) },
  ];
}

const names = {
  en: ["entry", "date", "code", "account", "debit", "credit", "reference"],
  id: ["nomor", "tanggal", "kode", "akun", "debit", "kredit", "referensi"],
} as const;

const kinds = ["text", "day", "text", "text", "sen", "sen", "text"] as const;

export const journalColumns = (language: FileLanguage): Column[] =>
  kinds.map((kind, at) => ({ name: names[language][at] as string, kind }));

export const journalLines = (
  entry: JournalEntry,
  accountOf: (key: string) => Pick<ChartAccount, "code" | "name">,
): Cell[][] =>
  entry.lines.map(({ key, sen }) => {
    const { code, name } = accountOf(key);
    const reference = [entry.reference, entry.text].filter((text) => text !== "").join(" · ");
    return [
      entry.number,
      entry.day,
      code,
      name,
      sen > 0 ? sen : null,
      sen < 0 ? -sen : null,
      reference,
    ];
  });
