import { limits } from "../../contract/limits.ts";
import { csvOf } from "../base/csv.ts";
import { tableOf, type Kind, type Row, type Table } from "../base/table.ts";
import { zipOf } from "../base/zip.ts";
import { readingPart, type Gateway } from "../gateway/gateway.ts";
import { selectDecisions, selectProofs } from "./month-archive.sql.ts";
import { exportStatementJournal, exportStatementRows } from "./statement-months.ts";
import type { MonthName } from "./statement-months.sql.ts";
import type { FileLanguage } from "../base/column-heads.ts";

/**
 * Returns all data of a month in one file: the statement, the journal, the transfers that rows prove, and people's
 * decisions.
 */
export async function exportStatementMonth(
  gateway: Gateway,
  name: MonthName & { language: FileLanguage },
): Promise<AsyncIterable<Uint8Array>> {
  const tables = {
    statement: await exportStatementRows(gateway, name),
    journal: await exportStatementJournal(gateway, name),
    proofs: await partsTable(gateway, name, proofs, selectProofs),
    decisions: await partsTable(gateway, name, decisions, selectDecisions),
  };
  return zipOf(
    Object.entries(tables).map(([table, rows]) => ({ name: `${table}.csv`, chunks: csvOf(rows) })),
  );
}

const proofs = [
  ["row_id", "text"],
  ["day", "day"],
  ["amount", "sen"],
  ["is_settlement", "flag"],
  ["mutation_id", "text"],
  ["transfer_amount", "rupiah"],
  ["posted_at", "moment"],
  ["sender", "text"],
  ["payment_code", "text"],
] as const satisfies readonly (readonly [string, Kind])[];

const decisions = [
  ["decided_at", "moment"],
  ["actor", "text"],
  ["person", "text"],
  ["action", "text"],
  ["object_id", "text"],
  ["details", "text"],
] as const satisfies readonly (readonly [string, Kind])[];

async function partsTable(
  gateway: Gateway,
  month: MonthName,
  columns: readonly (readonly [string, Kind])[],
  select: (
    sql: Gateway["sql"],
    page: MonthName & { limit: number; offset: number },
  ) => Promise<Row[]>,
): Promise<Table> {
  const written = columns.map(([name, kind]) => ({ name, kind }));
  return tableOf({ columns: written, time_zone: gateway.settings.quotaTimeZone }, parts());

  async function* parts(): AsyncIterable<Row[]> {
    const limit = limits.paymentsPerExportedPart;
    for (let offset = 0; ; offset += limit) {
      const rows = await readingPart(gateway, ({ sql }) =>
        select(sql, { ...month, limit, offset }),
      );
      yield rows;
      if (rows.length < limit) return;
    }
  }
}
