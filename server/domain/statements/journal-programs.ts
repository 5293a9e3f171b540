import type { AccountingProgram, ChartAccount } from "../../contract/dashboard/books.ts";
import type { Cell, Column, Kind } from "../base/table.ts";
import type { JournalEntry } from "./statement-journal.ts";

/**
 * The journal in the columns that accounting programs import. Tepat's makers do not have these programs. The columns
 * follow the programs' documents (docs/statements.md names the pages), and a person must try the first file with a
 * few entries.
 */

interface ProgramFile {
  columns: readonly (readonly [name: string, kind: Kind])[];
  /** Returns a line of the file. `at` counts the lines of an entry from 0. */
  line: (of: LineOf) => readonly Cell[];
}

interface LineOf {
  entry: JournalEntry;
  account: ChartAccount;
  sen: number;
  at: number;
}

const debit = ({ sen }: LineOf) => (sen > 0 ? sen : 0);
const credit = ({ sen }: LineOf) => (sen < 0 ? -sen : 0);
const dayFirst = ({ entry }: LineOf) => entry.day.split("-").toReversed().join("/");
const memo = ({ reference, text }: JournalEntry) =>
  [reference, text].filter((each) => each !== "").join(" · ");
/** Returns a cell that only the first line of a document has. The lines after it leave such fields empty. */
const once = ({ at }: LineOf, cell: Cell): Cell => (at === 0 ? cell : null);

const files: Readonly<Record<AccountingProgram, ProgramFile>> = {
  // The fields of Jurnal's form: number, date, account, description, debit, credit, memo.
  jurnal: {
    columns: [
      ["*Transaction Date", "text"],
      ["*Transaction Number", "text"],
      ["*Account Code", "text"],
      ["Account Name", "text"],
      ["Description", "text"],
      ["*Debit", "sen"],
      ["*Credit", "sen"],
      ["Memo", "text"],
    ],
    line: (of) => [
      dayFirst(of),
      of.entry.number,
      of.account.code,
      of.account.name,
      of.entry.text,
      debit(of),
      credit(of),
      of.entry.reference,
    ],
  },
  // Accurate's import asks for the field of each column.
  accurate: {
    columns: [
      ["No Bukti", "text"],
      ["Tanggal", "text"],
      ["No Akun", "text"],
      ["Nama Akun", "text"],
      ["Debit", "sen"],
      ["Kredit", "sen"],
      ["Catatan", "text"],
    ],
    line: (of) => [
      of.entry.number,
      dayFirst(of),
      of.account.code,
      of.account.name,
      debit(of),
      credit(of),
      memo(of.entry),
    ],
  },
  // One journal consists of the lines with one narration and date. A positive amount is a debit.
  xero: {
    columns: [
      ["*Narration", "text"],
      ["*Date", "text"],
      ["Description", "text"],
      ["*AccountCode", "text"],
      ["*TaxRate", "text"],
      ["*Amount", "sen"],
      ["TrackingName1", "text"],
      ["TrackingOption1", "text"],
      ["TrackingName2", "text"],
      ["TrackingOption2", "text"],
    ],
    line: (of) => [
      of.entry.number,
      dayFirst(of),
      memo(of.entry),
      of.account.code,
      of.account.tax ?? "Tax Exempt",
      of.sen,
      null,
      null,
      null,
      null,
    ],
  },
  odoo: {
    columns: [
      ["ref", "text"],
      ["date", "day"],
      ["line_ids/account_id", "text"],
      ["line_ids/name", "text"],
      ["line_ids/debit", "sen"],
      ["line_ids/credit", "sen"],
    ],
    line: (of) => [
      once(of, of.entry.number),
      once(of, of.entry.day),
      of.account.code,
      memo(of.entry),
      debit(of),
      credit(of),
    ],
  },
  erpnext: {
    columns: [
      ["Entry Type", "text"],
      ["Posting Date", "day"],
      ["Reference Number", "text"],
      ["Reference Date", "day"],
      ["User Remark", "text"],
      ["Account (Accounting Entries)", "text"],
      ["Debit (Accounting Entries)", "sen"],
      ["Credit (Accounting Entries)", "sen"],
    ],
    line: (of) => [
      once(of, "Journal Entry"),
      once(of, of.entry.day),
      once(of, of.entry.number),
      once(of, of.entry.day),
      once(of, memo(of.entry)),
      of.account.code,
      debit(of),
      credit(of),
    ],
  },
};

export const programColumns = (program: AccountingProgram): Column[] =>
  files[program].columns.map(([name, kind]) => ({ name, kind }));

export const programLines = (
  program: AccountingProgram,
  entry: JournalEntry,
  accountOf: (key: string) => ChartAccount,
): (readonly Cell[])[] =>
  entry.lines.map(({ key, sen }, at) =>
    files[program].line({ entry, account: accountOf(key), sen, at }),
  );
