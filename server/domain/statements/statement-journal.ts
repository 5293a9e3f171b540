import type {
  StatementMeaning,
  StatementMonth,
  StatementRowView,
} from "../../contract/dashboard/statements.ts";
import type { Column } from "../base/table.ts";
import type { FileLanguage } from "./statement-names.ts";

/** Double entry: what a row moves on the bank's account stands against what it was for. */

const names = {
  en: ["date", "account", "debit", "credit", "reference"],
  id: ["tanggal", "akun", "debit", "kredit", "referensi"],
} as const;

const kinds = ["day", "text", "sen", "sen", "text"] as const;

export const journalColumns = (language: FileLanguage): Column[] =>
  kinds.map((kind, at) => ({ name: names[language][at] as string, kind }));

/** The account against which a row is booked. Rows that nobody has explained stand in one of their own. */
const accountsInEnglish: Readonly<Record<StatementMeaning, string>> = {
  mutation: "Customer payments",
  settlement: "Customer payments",
  recorded: "Customer payments",
  fee: "Bank fees",
  own_transfer: "Transfers between own accounts",
  interest: "Bank interest",
  refund: "Refunds to customers",
  outgoing: "Unexplained money out",
  other: "Other",
  missed: "Unexplained money in",
  ambiguous: "Unexplained money in",
  open: "Unexplained money in",
};

const accounts: Readonly<Record<FileLanguage, Readonly<Record<StatementMeaning, string>>>> = {
  en: accountsInEnglish,
  id: {
    mutation: "Pembayaran pelanggan",
    settlement: "Pembayaran pelanggan",
    recorded: "Pembayaran pelanggan",
    fee: "Biaya bank",
    own_transfer: "Transfer antar rekening sendiri",
    interest: "Bunga bank",
    refund: "Pengembalian kepada pelanggan",
    outgoing: "Uang keluar belum dijelaskan",
    other: "Lain-lain",
    missed: "Uang masuk belum dijelaskan",
    ambiguous: "Uang masuk belum dijelaskan",
    open: "Uang masuk belum dijelaskan",
  },
};

type Line = [
  date: string,
  account: string,
  debit: number | null,
  credit: number | null,
  reference: string,
];

export function journalLines(
  row: StatementRowView,
  month: Pick<StatementMonth, "channel_name" | "account_number">,
  language: FileLanguage,
): Line[] {
  const against = accounts[language];
  const bank = [month.channel_name, month.account_number].filter((text) => text !== null).join(" ");
  const reference = [row.payment_code, row.reference, row.description]
    .filter((text) => text !== null && text !== "")
    .join(" · ");
  const debit = (account: string, sen: number): Line => [row.day, account, sen, null, reference];
  const credit = (account: string, sen: number): Line => [row.day, account, null, sen, reference];
  const other = against[row.meaning];
  if (row.direction === "DEBIT")
    return [debit(other, row.amount_sen), credit(bank, row.amount_sen)];
  if (row.gross_sen === null || row.fee_sen === null || row.meaning !== "settlement") {
    return [debit(bank, row.amount_sen), credit(other, row.amount_sen)];
  }
  // What customers paid came in whole; the bank kept its fee.
  const fee = row.fee_sen > 0 ? [debit(against.fee, row.fee_sen)] : [];
  return [debit(bank, row.amount_sen), ...fee, credit(other, row.gross_sen)];
}
