import type { ChartAccount, ChartAccountKind } from "../../contract/dashboard/books.ts";
import { senText } from "../base/written-numbers.ts";
import type { JournalEntry, JournalLine } from "./statement-journal.ts";
import { dayAfter } from "./statement-values.ts";

/**
 * The journal in the languages of hledger (hledger.org/hledger.html, "Journal") and beancount
 * (beancount.github.io/docs/beancount_language_syntax.html). Both use the same names of accounts, which follow
 * beancount's narrower grammar.
 */
export interface TextLanguage {
  /** No account is used before `first_day`. */
  head: (accounts: readonly string[], first_day: string) => string;
  entry: (entry: Pick<JournalEntry, "number" | "day" | "text">, lines: NamedLine[]) => string;
  /** States an account's balance at the end of a day. */
  assertion: (account: string, day: string, sen: number) => string;
}

export interface NamedLine {
  name: string;
  sen: number;
}

const commodity = "IDR";

export const hledger: TextLanguage = {
  head: (accounts) =>
    [
      "; Written by Tepat from the bank's statements.",
      "decimal-mark .",
      `commodity 1000.00 ${commodity}`,
      ...accounts.map((account) => `account ${account}`),
      "",
      "",
    ].join("\n"),
  entry: ({ number, day, text }, lines) =>
    [
      // A semicolon begins a comment, and a bar ends the payee.
      `${day} * (${number}) ${oneLine(text).replaceAll(/[;|]/g, ",")}`,
      ...lines.map(({ name, sen }) => `    ${name}  ${senText(sen)} ${commodity}`),
      "",
      "",
    ].join("\n"),
  assertion: (account, day, sen) =>
    [
      `${day} * Bank statement: closing balance`,
      `    ${account}  0 ${commodity} = ${senText(sen)} ${commodity}`,
      "",
      "",
    ].join("\n"),
};

export const beancount: TextLanguage = {
  head: (accounts, first_day) =>
    [
      "; Written by Tepat from the bank's statements.",
      'option "title" "Tepat"',
      `option "operating_currency" "${commodity}"`,
      ...accounts.map((account) => `${first_day} open ${account} ${commodity}`),
      "",
      "",
    ].join("\n"),
  entry: ({ number, day, text }, lines) =>
    [
      `${day} * "${oneLine(text).replaceAll(/["\\]/g, "'")}"`,
      `  entry: "${number}"`,
      ...lines.map(({ name, sen }) => `  ${name}  ${senText(sen)} ${commodity}`),
      "",
      "",
    ].join("\n"),
  // A balance in beancount applies at the beginning of its day.
  assertion: (account, day, sen) =>
    `${dayAfter(day)} balance ${account}  ${senText(sen)} ${commodity}\n\n`,
};

const oneLine = (text: string): string => text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();

const roots: Readonly<Record<ChartAccountKind, string>> = {
  asset: "Assets",
  liability: "Liabilities",
  income: "Income",
  expense: "Expenses",
};

export const openingName = "Equity:Opening-Balances";
export const removedName = "Assets:Removed";

/**
 * Gives each account of a chart a unique name: `Assets:BCA-1234567890`. Equal names are numbered by age, so that
 * neither a new account nor another order changes a name.
 */
export function plainNames(accounts: readonly ChartAccount[]): Map<string, string> {
  const taken = new Set<string>([openingName, removedName]);
  return new Map(
    accounts.toSorted(byAge).map(({ key, name, kind }) => {
      const words = name
        .normalize("NFKD")
        .replaceAll(/[^A-Za-z\d]+/g, "-")
        .replaceAll(/^-+|-+$/g, "");
      const wanted = `${roots[kind]}:${words === "" ? "Account" : words[0]?.toUpperCase()}${words.slice(1)}`;
      let free = wanted;
      for (let number = 2; taken.has(free); number += 1) free = `${wanted}-${number}`;
      taken.add(free);
      return [key, free];
    }),
  );
}

/**
 * Compares accounts by age. Standard accounts have always existed. The others have an id (RFC 9562, version 7) that
 * begins with its time.
 */
function byAge({ key: one }: ChartAccount, { key: other }: ChartAccount): number {
  const [ofOne, ofOther] = [one, other].map((key) => `${key.split(":")[1] ?? ""} ${key}`);
  return (ofOne as string) < (ofOther as string) ? -1 : 1;
}

export const namedLines = (
  lines: readonly JournalLine[],
  nameOf: (key: string) => string,
): NamedLine[] => lines.map(({ key, sen }) => ({ name: nameOf(key), sen }));
