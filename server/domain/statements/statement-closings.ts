import { notFound } from "../../contract/errors.ts";
import { audited, type Actor } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { StatementMonth } from "../../contract/dashboard/statements.ts";
import { daysOf } from "./books.ts";
import { deleteClosing, insertClosing, selectToday } from "./statement-closings.sql.ts";
import { requireMonth } from "./statement-months.ts";
import { selectImportsOfMonth, selectMonth, type MonthName } from "./statement-months.sql.ts";
import { auditedInTurn, takeTurn } from "./statement-turns.ts";
import { dayAfter, dayBefore } from "./statement-values.ts";

/**
 * Closes a complete month whose rows and transfers are all explained. Locks the account's statements, so that no rows
 * are imported or explained in the meantime.
 */
export async function closeStatementMonth(
  gateway: Gateway,
  actor: Actor,
  name: MonthName,
): Promise<void> {
  await auditedInTurn(
    gateway,
    actor,
    async (inside) => {
      const { sql } = inside;
      await takeTurn(sql, name, "alone");
      const month = await requireMonth(sql, name);
      if (month.closed_at !== null) throw monthClosed(name.month);
      const { unexplained_count: rows, unsupported_count: transfers } = month;
      if (rows + transfers > 0) {
        const params = { month: name.month, rows, transfers };
        throw new DomainError({ code: "statement_month_open", params });
      }
      if (!(await isWhole(inside, name, month))) {
        throw new DomainError({
          code: "statement_month_incomplete",
          params: { month: name.month },
        });
      }
      await insertClosing(sql, {
        ...name,
        closing_sen: month.closing_sen,
        row_count: month.row_count,
        closed_by: actor.actor === "merchant" ? actor.person_id : null,
        at: gateway.now(),
      });
      return month;
    },
    ({ closing_sen, row_count }) => ({
      merchant_id: name.merchant_id,
      action: "statement_month.closed",
      object_id: name.account_id,
      details: { account_id: name.account_id, month: name.month, closing_sen, row_count },
    }),
  );
}

/**
 * Returns whether a month is over and complete. A file without a stated period covers only the days of its rows. The
 * balances must then prove completeness, and the month's latest file must have been imported after the month. A
 * missing row at the end would show in the next month's opening balance.
 */
async function isWhole(
  { sql, now }: Gateway,
  name: MonthName,
  { first_day, last_day, is_complete, opening_sen }: StatementMonth,
): Promise<boolean> {
  const { first_day: begin, next_day: end } = daysOf(name.month);
  if (is_complete === false || (await selectToday(sql, now())) < end) return false;
  const before = await selectMonth(sql, { ...name, month: dayBefore(begin).slice(0, 7) });
  const closed = before?.closed_at ? before.closing_sen : null;
  if (closed !== null && opening_sen !== null && closed !== opening_sen) return false;
  if (first_day === begin && dayAfter(last_day) === end) return true;
  const [latest] = await selectImportsOfMonth(sql, name);
  return (
    is_complete === true &&
    latest !== undefined &&
    latest.imported_at >= new Date(`${end}T00:00:00+07:00`)
  );
}

export async function reopenStatementMonth(
  gateway: Gateway,
  actor: Actor,
  name: MonthName,
): Promise<void> {
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      if (await deleteClosing(sql, name)) return;
      throw notFound("statement");
    },
    () => ({
      merchant_id: name.merchant_id,
      action: "statement_month.reopened",
      object_id: name.account_id,
      details: { account_id: name.account_id, month: name.month },
    }),
  );
}

export const monthClosed = (month: string) =>
  new DomainError({ code: "statement_month_closed", params: { month } });
