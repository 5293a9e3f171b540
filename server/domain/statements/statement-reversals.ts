import type { StatementRowView } from "../../contract/dashboard/statements.ts";
import type { Actor } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectClosedMonthOfRow } from "./statement-closings.sql.ts";
import { monthClosed } from "./statement-closings.ts";
import { requireMonth } from "./statement-months.ts";
import { presentRow, type MonthName } from "./statement-months.sql.ts";
import { selectProposals, selectRowsById, takeBack } from "./statement-reversals.sql.ts";
import { refusalOf } from "./statement-rows.ts";
import { auditedInTurn, takeTurnOfRow } from "./statement-turns.ts";

/** Corrections by a bank: a row that reverses another row. */

export interface Proposal {
  reversal: StatementRowView;
  reversed: StatementRowView;
  candidate_count: number;
}

export async function listStatementReversals(
  { sql }: Gateway,
  name: MonthName,
): Promise<Proposal[]> {
  await requireMonth(sql, name);
  const found = await selectProposals(sql, name);
  const ids = found.flatMap(({ reversal_id, reversed_id }) => [reversal_id, reversed_id]);
  const { merchant_id } = name;
  const rows = await selectRowsById(sql, { merchant_id, ids });
  const rowOf = new Map(rows.map((row) => [row.row_id, presentRow(row)]));
  return found.flatMap(({ reversal_id, reversed_id, candidate_count }) => {
    const reversal = rowOf.get(reversal_id);
    const reversed = rowOf.get(reversed_id);
    return reversal && reversed ? [{ reversal, reversed, candidate_count }] : [];
  });
}

/** Books a correction on the account of the row that it reverses. */
export async function confirmStatementReversal(
  gateway: Gateway,
  actor: Actor,
  name: { merchant_id: string; row_id: string; reversed_row_id: string },
): Promise<void> {
  const { merchant_id, row_id, reversed_row_id } = name;
  await auditedInTurn(
    gateway,
    actor,
    async (inside) => {
      // The turn is taken alone, because otherwise two rows could reverse each other at once.
      await takeTurnOfRow(inside.sql, name, "alone");
      const closed = await selectClosedMonthOfRow(inside.sql, name);
      if (closed !== undefined) throw monthClosed(closed);
      if (await takeBack(inside.sql, { ...name, at: gateway.now() })) return;
      const known = await selectRowsById(inside.sql, { merchant_id, ids: [row_id] });
      if (known.length === 0) throw await refusalOf(inside, name);
      throw new DomainError({ code: "statement_no_reversal", params: {} });
    },
    () => ({
      merchant_id,
      action: "statement_row.reversed",
      object_id: row_id,
      details: { reversed_row_id },
    }),
  );
}
