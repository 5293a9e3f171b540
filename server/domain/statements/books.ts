import type {
  AccountingProgram,
  Books,
  BooksBalance,
  ChartAccount,
} from "../../contract/dashboard/books.ts";
import type { StatementMonth } from "../../contract/dashboard/statements.ts";
import { limits } from "../../contract/limits.ts";
import type { Cell, Table } from "../base/table.ts";
import { tableOf } from "../base/table.ts";
import { readingPart, type Gateway } from "../gateway/gateway.ts";
import { selectBankAccounts, type BankAccount } from "./chart.sql.ts";
import { bankKey, bankName, chartKeyOf, readChart } from "./chart.ts";
import { selectBooksMonths, selectBooksSums } from "./books.sql.ts";
import { programColumns, programLines } from "./journal-programs.ts";
import {
  beancount,
  hledger,
  namedLines,
  openingName,
  plainNames,
  removedName,
  type TextLanguage,
} from "./journal-text.ts";
import {
  entryNumber,
  entryOf,
  linesOf,
  type JournalEntry,
  type JournalLine,
} from "./statement-journal.ts";
import { selectRows, presentRow, type MonthName } from "./statement-months.sql.ts";
import type { FileLanguage } from "../base/column-heads.ts";

/** A year, a quarter or a month over all accounts, and its journal as a file. */

interface PeriodName {
  merchant_id: string;
  /** 2026, 2026-Q3 or 2026-09. */
  period: string;
}

/** Returns the first day of a period, and the first day after it. */
export function daysOf(period: string): { first_day: string; next_day: string } {
  const year = Number(period.slice(0, 4));
  const rest = period.slice(5);
  const [first, count] = rest.startsWith("Q")
    ? [Number(rest.slice(1)) * 3 - 3, 3]
    : rest === ""
      ? [0, 12]
      : [Number(rest) - 1, 1];
  const dayOf = (month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { first_day: dayOf(first), next_day: dayOf(first + count) };
}

export async function readBooks(
  { sql }: Gateway,
  { language, ...name }: PeriodName & { language: FileLanguage },
): Promise<Books> {
  const { merchant_id, period } = name;
  const days = { merchant_id, ...daysOf(period) };
  const months = await selectBooksMonths(sql, days);
  const accountOf = await accountsOf(sql, { merchant_id, language });
  const sums = new Map<string, BooksBalance>();
  for (const row of await selectBooksSums(sql, days)) {
    const account_key = chartKeyOf(row);
    for (const { key, sen } of linesOf({ ...row, account_key }, bankKey(row.account_id))) {
      const { code, name: accountName } = accountOf(key);
      const sum = sums.get(key) ?? { key, code, name: accountName, debit_sen: 0, credit_sen: 0 };
      if (sen > 0) sum.debit_sen += sen;
      else sum.credit_sen -= sen;
      sums.set(key, sum);
    }
  }
  return {
    period,
    accounts: [...Map.groupBy(months, ({ account_id }) => account_id).values()].map(booksAccount),
    balances: [...sums.values()].toSorted((one, other) =>
      `${one.code} ${one.key}` < `${other.code} ${other.key}` ? -1 : 1,
    ),
  };
}

function booksAccount(months: StatementMonth[]): Books["accounts"][number] {
  const [first] = months as [StatementMonth];
  const sum = (field: "credit_sen" | "debit_sen") =>
    months.reduce((total, month) => total + month[field], 0);
  return {
    account_id: first.account_id,
    account_number: first.account_number,
    account_name: first.account_name,
    channel_name: first.channel_name,
    opening_sen: first.opening_sen,
    credit_sen: sum("credit_sen"),
    debit_sen: sum("debit_sen"),
    closing_sen: months.at(-1)?.closing_sen ?? null,
    months: months.map((month) => ({
      month: month.month,
      row_count: month.row_count,
      open_count: month.unexplained_count + month.unsupported_count,
      is_complete: month.is_complete,
      is_closed: month.closed_at !== null,
    })),
  };
}

/**
 * Returns a function that finds an account of the chart by its key. A removed account appears under its key, so that
 * no money is lost.
 */
export async function accountsOf(
  sql: Gateway["sql"],
  given: {
    merchant_id: string;
    language: FileLanguage;
    program?: AccountingProgram;
  },
): Promise<(key: string) => ChartAccount> {
  const { accounts } = await readChart(sql, given);
  const known = new Map(accounts.map((account) => [account.key, account]));
  return (key) => known.get(key) ?? { key, code: key, name: key, kind: "asset", tax: null };
}

/** Returns a function that finds an account with a statement. */
export async function bankAccountsOf(
  sql: Gateway["sql"],
  merchant_id: string,
): Promise<(account_id: string) => BankAccount> {
  const accounts = await selectBankAccounts(sql, merchant_id);
  const known = new Map(accounts.map((account) => [account.account_id, account]));
  return (account_id) => {
    const account = known.get(account_id);
    if (!account) throw new Error(`account ${account_id} has no statement`);
    return account;
  };
}

/** Yields the entries of a month, several at a time, in the order of the bank's books. */
export async function* monthEntries(
  gateway: Gateway,
  name: MonthName,
  account: BankAccount,
): AsyncIterable<JournalEntry[]> {
  const limit = limits.paymentsPerExportedPart;
  for (let offset = 0; ; offset += limit) {
    const rows = await readingPart(gateway, ({ sql }) =>
      selectRows(sql, { ...name, meaning: null, limit, offset }),
    );
    yield rows.map((row, at) => entryOf(presentRow(row), account, offset + at + 1));
    if (rows.length < limit) return;
  }
}

type Grouping = "row" | "day";

const rowsIn = {
  en: (count: number) => (count === 1 ? "1 row" : `${count} rows`),
  id: (count: number) => `${count} baris`,
} as const;

/** Yields one entry for each day, whose lines are the day's sums. */
async function* ofDays(
  entries: AsyncIterable<JournalEntry[]>,
  account: BankAccount,
  language: FileLanguage,
): AsyncIterable<JournalEntry[]> {
  let day: string | null = null;
  let sums = new Map<string, JournalLine>();
  let count = 0;
  const ended = (): JournalEntry[] =>
    day === null
      ? []
      : [
          {
            number: entryNumber(account, day, Number(day.slice(8))).replace(
              /-\d{3}(\d\d)$/,
              "-D$1",
            ),
            day,
            text: `${bankName(account)}, ${rowsIn[language](count)}`,
            reference: "",
            lines: [...sums.values()].filter(({ sen }) => sen !== 0),
          },
        ];
  for await (const part of entries) {
    const done: JournalEntry[] = [];
    for (const entry of part) {
      if (entry.day !== day) {
        done.push(...ended());
        day = entry.day;
        sums = new Map();
        count = 0;
      }
      count += 1;
      for (const { key, sen } of entry.lines) {
        // Debits and credits of one account stay separate, as in the rows.
        const place = `${key} ${sen > 0}`;
        const sum = sums.get(place) ?? { key, sen: 0 };
        sum.sen += sen;
        sums.set(place, sum);
      }
    }
    yield done;
  }
  yield ended();
}

export async function exportBooks(
  gateway: Gateway,
  options: PeriodName & { program: AccountingProgram; language: FileLanguage; grouping: Grouping },
): Promise<Table> {
  const { merchant_id, period, program, language, grouping } = options;
  const { months, bankOf, accountOf } = await readingPart(gateway, async ({ sql }) => ({
    months: await selectBooksMonths(sql, { merchant_id, ...daysOf(period) }),
    bankOf: await bankAccountsOf(sql, merchant_id),
    accountOf: await accountsOf(sql, { merchant_id, language, program }),
  }));
  return tableOf(
    { columns: programColumns(program), time_zone: gateway.settings.quotaTimeZone },
    partsOf(),
  );

  async function* partsOf(): AsyncIterable<(readonly Cell[])[]> {
    for (const month of months) {
      const bank = bankOf(month.account_id);
      const entries = monthEntries(gateway, { merchant_id, ...month }, bank);
      for await (const part of grouping === "day" ? ofDays(entries, bank, language) : entries) {
        yield part.flatMap((entry) => programLines(program, entry, accountOf));
      }
    }
  }
}

const languages: Readonly<Record<"hledger" | "beancount", TextLanguage>> = { hledger, beancount };

/**
 * Returns the journal as text. The closing balance of each complete month is asserted while the months follow each
 * other without a gap.
 */
export async function exportBooksText(
  gateway: Gateway,
  options: PeriodName & { language: "hledger" | "beancount" },
): Promise<AsyncIterable<string>> {
  const { merchant_id, period } = options;
  const days = daysOf(period);
  const { months, bankOf, accounts } = await readingPart(gateway, async ({ sql }) => ({
    months: await selectBooksMonths(sql, { merchant_id, ...days }),
    bankOf: await bankAccountsOf(sql, merchant_id),
    accounts: (await readChart(sql, { merchant_id, language: "en" })).accounts,
  }));
  const names = plainNames(accounts);
  const nameOf = (key: string) => names.get(key) ?? removedName;
  const write = languages[options.language];
  return text();

  async function* text(): AsyncIterable<string> {
    yield write.head([removedName, openingName, ...names.values()], days.first_day);
    const balances = new Map<string, number | null>();
    for (const month of months) {
      const bank = nameOf(bankKey(month.account_id));
      const before = balances.get(month.account_id);
      if (before === undefined && month.opening_sen !== null) {
        const number = entryNumber(bankOf(month.account_id), month.first_day, 0);
        yield write.entry({ number, day: month.first_day, text: "Opening balance" }, [
          { name: bank, sen: month.opening_sen },
          { name: openingName, sen: -month.opening_sen },
        ]);
      }
      for await (const part of monthEntries(
        gateway,
        { merchant_id, ...month },
        bankOf(month.account_id),
      )) {
        yield part.map((entry) => write.entry(entry, namedLines(entry.lines, nameOf))).join("");
      }
      const follows = before === undefined || before === month.opening_sen;
      const closing = follows && month.is_complete === true ? month.closing_sen : null;
      balances.set(month.account_id, closing);
      if (closing !== null) yield write.assertion(bank, month.last_day, closing);
    }
  }
}
