import { notFound } from "../../contract/errors.ts";
import { paginate, type Page } from "../../contract/envelope.ts";
import { limits } from "../../contract/limits.ts";
import type {
  StatementImport,
  StatementMeaning,
  StatementMeaningSums,
  StatementMonth,
  StatementRowView,
  UnsupportedMutation,
} from "../../contract/dashboard/statements.ts";
import type { UnsupportedVerdict } from "../../contract/dashboard/transfers.ts";
import { audited, type Actor } from "../access/audit.ts";
import { pageSize, rowsOfPage } from "../base/page-rows.ts";
import { tableOf, type Row, type Table } from "../base/table.ts";
import { readingPart, type Gateway } from "../gateway/gateway.ts";
import { presentImport, sumMeanings } from "./statement-imports.sql.ts";
import { columnKinds, columnNames, columns, valueNames, type Column } from "./statement-names.ts";
import type { FileLanguage } from "../base/column-heads.ts";
import { accountsOf, bankAccountsOf, monthEntries } from "./books.ts";
import { journalColumns, journalLines } from "./statement-journal.ts";
import {
  closeUnsupported,
  countRows,
  countUnsupported,
  selectImportsOfMonth,
  selectMonth,
  selectMonthNames,
  selectMonths,
  selectRows,
  selectUnsupported,
  presentRow,
  type MonthName,
  type UnsupportedRow,
} from "./statement-months.sql.ts";

/** Reads a month of statements: its totals, its open rows, and the month as a file. */

interface PageRequest {
  page: number;
  per_page: number;
}

export async function listStatementMonths(
  { sql }: Gateway,
  options: PageRequest & { merchant_id: string },
): Promise<Page<StatementMonth>> {
  const { merchant_id, page } = options;
  const { total, names } = await selectMonthNames(sql, { merchant_id, ...rowsOfPage(options) });
  const items = await selectMonths(sql, { merchant_id, names });
  return { items, pagination: paginate(total, items.length, page, pageSize(options)) };
}

export interface MonthDetail extends StatementMonth {
  meanings: StatementMeaningSums[];
  imports: StatementImport[];
  unsupported: UnsupportedMutation[];
}

export async function readStatementMonth({ sql }: Gateway, name: MonthName): Promise<MonthDetail> {
  const { merchant_id } = name;
  const month = await requireMonth(sql, name);
  const imports = await selectImportsOfMonth(sql, name);
  const unsupported = await selectUnsupported(sql, {
    merchant_id,
    of: name,
    isClosed: false,
    limit: limits.perPageMax,
    offset: 0,
  });
  return {
    ...month,
    meanings: await sumMeanings(sql, { ...name, ...month }),
    imports: imports.map(presentImport),
    unsupported: unsupported.map(presentUnsupported),
  };
}

export async function requireMonth(sql: Gateway["sql"], name: MonthName): Promise<StatementMonth> {
  const month = await selectMonth(sql, name);
  if (month) return month;
  throw notFound("statement");
}

export async function listStatementRows(
  { sql }: Gateway,
  options: MonthName &
    PageRequest & { meaning?: StatementMeaning | undefined; is_unexplained?: boolean | undefined },
): Promise<Page<StatementRowView>> {
  const { merchant_id, account_id, month, page, meaning = null } = options;
  const name = { merchant_id, account_id, month };
  await requireMonth(sql, name);
  const wanted = { ...name, meaning, isUnexplained: options.is_unexplained };
  const rows = await selectRows(sql, { ...wanted, ...rowsOfPage(options) });
  const items = rows.map(presentRow);
  const total = await countRows(sql, wanted);
  return { items, pagination: paginate(total, items.length, page, pageSize(options)) };
}

export async function listUnsupportedMutations(
  { sql }: Gateway,
  options: PageRequest & { merchant_id: string; state: "open" | "closed" },
): Promise<Page<UnsupportedMutation>> {
  const { merchant_id, page, state } = options;
  const name = { merchant_id, of: null, isClosed: state === "closed" };
  const rows = await selectUnsupported(sql, { ...name, ...rowsOfPage(options) });
  const items = rows.map(presentUnsupported);
  const total = await countUnsupported(sql, name);
  return { items, pagination: paginate(total, items.length, page, pageSize(options)) };
}

const presentUnsupported = (row: UnsupportedRow): UnsupportedMutation => ({
  ...row,
  posted_at: row.posted_at.toISOString(),
  found_at: row.found_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
  supported_at: row.supported_at?.toISOString() ?? null,
});

/** Ends the alarm. The transfer and its invoice stay unchanged. */
export async function closeUnsupportedMutation(
  gateway: Gateway,
  actor: Actor,
  options: { merchant_id: string; mutation_id: string; verdict: UnsupportedVerdict; note: string },
): Promise<void> {
  const { merchant_id, mutation_id, verdict, note } = options;
  const closed_by = actor.actor === "merchant" ? actor.person_id : null;
  await audited(
    gateway,
    actor,
    async (inside) => {
      if (await closeUnsupported(inside.sql, { ...options, closed_by, at: gateway.now() })) return;
      throw notFound("mutation");
    },
    () => ({
      merchant_id,
      action: "unsupported_transfer.closed",
      object_id: mutation_id,
      details: { verdict, note },
    }),
  );
}

type FileName = MonthName & { language: FileLanguage };

/** Returns the rows of a month as a table. */
export async function exportStatementRows(
  gateway: Gateway,
  { language, ...name }: FileName,
): Promise<Table> {
  await requireMonth(gateway.sql, name);
  const names = columnNames[language];
  const words = valueNames[language];
  const written = columns.map((column) => ({ name: names[column], kind: columnKinds[column] }));
  return tableOf(
    { columns: written, time_zone: gateway.settings.quotaTimeZone },
    partsOf(gateway, name, (row) => [columns.map((column) => cellOf(row, column, words))]),
  );
}

/** Returns the month as a journal: each row is an entry with equal debits and credits. */
export async function exportStatementJournal(
  gateway: Gateway,
  { language, ...name }: FileName,
): Promise<Table> {
  await requireMonth(gateway.sql, name);
  const { merchant_id, account_id } = name;
  const bankOf = await bankAccountsOf(gateway.sql, merchant_id);
  const accountOf = await accountsOf(gateway.sql, { merchant_id, language });
  return tableOf(
    { columns: journalColumns(language), time_zone: gateway.settings.quotaTimeZone },
    lines(),
  );

  async function* lines(): AsyncIterable<Row[]> {
    for await (const entries of monthEntries(gateway, name, bankOf(account_id))) {
      yield entries.flatMap((entry) => journalLines(entry, accountOf));
    }
  }
}

async function* partsOf(
  gateway: Gateway,
  name: MonthName,
  linesOf: (row: StatementRowView) => Row[],
): AsyncIterable<Row[]> {
  const limit = limits.paymentsPerExportedPart;
  for (let offset = 0; ; offset += limit) {
    const rows = await readingPart(gateway, ({ sql }) =>
      selectRows(sql, { ...name, meaning: null, limit, offset }),
    );
    if (rows.length > 0) yield rows.map(presentRow).flatMap(linesOf);
    if (rows.length < limit) return;
  }
}

function cellOf(row: StatementRowView, column: Column, words: Partial<Record<string, string>>) {
  const value = row[column];
  return (column === "direction" || column === "meaning") && value !== null
    ? (words[value] ?? value)
    : value;
}
