import { createHash, randomUUIDv7 } from "node:crypto";
import { GatewayError, notFound } from "../../contract/errors.ts";
import type { StatementMeaning } from "../../contract/dashboard/statements.ts";
import type { Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { recordReports } from "../mutations/mutations.ts";
import { requireChartKey } from "./chart.ts";
import { selectClosedMonthOfRow } from "./statement-closings.sql.ts";
import { monthClosed } from "./statement-closings.ts";
import {
  hasRow,
  insertStatementSource,
  setMeaning,
  takeMissedRow,
  tieRecorded,
  type RowName,
} from "./statement-rows.sql.ts";
import { auditedInTurn, takeTurnOfRow } from "./statement-turns.ts";

/** Carries out a person's decisions about a row. */

/** Creates a mutation for money that no source reported. Requires a person confirmed by a code. */
export async function recordMissedRow(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; row_id: string },
): Promise<{ mutation_id: string }> {
  const { session, row_id } = options;
  const { merchant_id } = session;
  if (!session.is_two_factor_enabled) throw new GatewayError("totp_not_enabled");
  requireConfirmed(session);
  return auditedInTurn(
    gateway,
    actor,
    (inside) => record(inside, { merchant_id, row_id }),
    ({ mutation_id }) => ({
      merchant_id,
      action: "statement_row.recorded",
      object_id: row_id,
      details: { mutation_id },
    }),
  );
}

async function record(gateway: Gateway, name: RowName): Promise<{ mutation_id: string }> {
  const { sql } = gateway;
  const { merchant_id, row_id } = name;
  // The order of the locks is that of an import: first the turn, then the rows, then the merchant's turn for
  // mutations.
  await takeTurnOfRow(sql, name, "alone");
  await refuseInClosedMonth(sql, name);
  const row = await takeMissedRow(sql, name);
  if (!row) throw await refusalOf(gateway, name);
  const device_id = await insertStatementSource(sql, merchant_id);
  const [[recorded] = []] = await recordReports(gateway, [
    {
      merchant_id,
      device_id,
      mutations: [
        {
          mutation_id: randomUUIDv7(),
          identity: createHash("sha256").update(`statement row ${row_id}`).digest("hex"),
          package_name: row.app_package,
          app_name: null,
          app_version: null,
          title: null,
          body: row.description,
          posted_at: row.posted_at.toISOString(),
          // Invoices are in whole rupiah.
          amount_parsed: Math.floor(row.amount_sen / 100),
          sender_parsed: null,
          type_parsed: "CREDIT",
          currency_parsed: "IDR",
          rule: "statement",
          wording: null,
        },
      ],
    },
  ]);
  if (!recorded) throw new Error("a recording got no answer");
  const { mutation_id } = recorded;
  await tieRecorded(sql, { ...name, mutation_id, at: gateway.now() });
  return { mutation_id };
}

async function refuseInClosedMonth(sql: Gateway["sql"], name: RowName): Promise<void> {
  const closed = await selectClosedMonthOfRow(sql, name);
  if (closed !== undefined) throw monthClosed(closed);
}

export async function refusalOf({ sql }: Gateway, name: RowName): Promise<Error> {
  return (await hasRow(sql, name))
    ? new DomainError({ code: "statement_row_settled", params: {} })
    : notFound("row");
}

/** Explains a row. The explanation changes only the books. */
export async function explainStatementRow(
  gateway: Gateway,
  actor: Actor,
  options: RowName & { meaning: StatementMeaning; account_key?: string | null | undefined },
): Promise<void> {
  const { merchant_id, row_id, meaning, account_key = null } = options;
  await auditedInTurn(
    gateway,
    actor,
    async (inside) => {
      // The month of the row must not be closed in the meantime.
      await takeTurnOfRow(inside.sql, options, "shared");
      await refuseInClosedMonth(inside.sql, options);
      await requireChartKey(inside.sql, { merchant_id, account_key });
      const explained = { ...options, account_key, at: gateway.now() };
      if (!(await setMeaning(inside.sql, explained))) throw await refusalOf(inside, options);
    },
    () => ({
      merchant_id,
      action: "statement_row.explained",
      object_id: row_id,
      details: { meaning, ...(account_key !== null && { account_key }) },
    }),
  );
}
