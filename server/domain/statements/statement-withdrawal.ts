import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { asSql, type Tx } from "../../db/client.ts";
import type { Actor } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectClosedMonthOfImport } from "./statement-closings.sql.ts";
import { monthClosed } from "./statement-closings.ts";
import { alarm, judge, partsOf } from "./statement-import.ts";
import { auditedInTurn, takeTurn } from "./statement-turns.ts";
import {
  deleteImport,
  selectImport,
  selectLaterImport,
  selectProvingRows,
  selectRowsInUse,
  withdrawDays,
  type ImportedDays,
  type ImportName,
} from "./statement-withdrawal.sql.ts";

/**
 * Withdraws an import: its rows, their proofs, and the alarms that only this import raised. A person's finding about
 * an alarm stays, and so does every mutation. The withdrawal is refused while a row is in use, and the refusal names
 * the rows.
 */
export async function withdrawStatement(
  gateway: Gateway,
  actor: Actor,
  name: ImportName,
): Promise<{ row_count: number; unsupported_count: number }> {
  const { imported: _, ...withdrawn } = await auditedInTurn(
    gateway,
    actor,
    (inside) => inside.sql.begin((tx) => withdraw({ ...inside, sql: asSql(tx) }, tx, actor, name)),
    ({ imported, row_count }) => {
      const { merchant_id, import_id, ...details } = imported;
      return {
        merchant_id,
        action: "statement.withdrawn",
        object_id: import_id,
        details: { ...details, row_count },
      };
    },
  );
  return withdrawn;
}

async function withdraw(
  gateway: Gateway,
  tx: Tx,
  actor: Actor,
  name: ImportName,
): Promise<{ imported: ImportedDays; row_count: number; unsupported_count: number }> {
  const at = gateway.now();
  const { merchant_id, account_id } = await requireImport(tx, name);
  await takeTurn(tx, { merchant_id, account_id }, "alone");
  // Another request might have withdrawn the import while this one waited.
  const imported = await requireImport(tx, name);
  const closed = await selectClosedMonthOfImport(tx, imported);
  if (closed !== undefined) throw monthClosed(closed);
  await refuseIfInUse(tx, imported);
  let row_count = 0;
  const parts = partsOf(imported);
  for (const part of parts) row_count += await withdrawDays(tx, imported, { ...part, at });
  await deleteImport(tx, imported);
  const account = { merchant_id, account_id, at };
  const { found } = await judge(tx, account, imported);
  await alarm(tx, actor, { ...account, import_id: name.import_id, found });
  return { imported, row_count, unsupported_count: found.length };
}

async function requireImport(tx: Tx, name: ImportName): Promise<ImportedDays> {
  const imported = await selectImport(tx, name);
  if (imported) return imported;
  throw notFound("import");
}

async function refuseIfInUse(tx: Tx, imported: ImportedDays): Promise<void> {
  const later = await selectLaterImport(tx, imported);
  if (later) {
    const { file_name: file, first_day, last_day } = later;
    throw new DomainError({ code: "statement_overlapped", params: { file, first_day, last_day } });
  }
  const limit = limits.statementRowsNamed;
  for (const [code, select] of standing) {
    const rows = await select(tx, imported, limit);
    const [first] = rows;
    if (!first) continue;
    const named = rows.map(({ file_row, day }) => `${file_row} (${day})`).join(", ");
    const params = { rows: named + (first.count > rows.length ? " …" : ""), count: first.count };
    throw new DomainError({ code, params });
  }
}

const standing = [
  ["statement_recorded", selectRowsInUse],
  ["statement_proves_refunds", selectProvingRows],
] as const;
