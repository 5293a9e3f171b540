import { setTimeout } from "node:timers/promises";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { audited, type Actor, type AuditEvent } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { busy } from "./spreadsheet-turns.ts";
import { lockStatements, type Turn } from "./statement-imports.sql.ts";
import { selectAccountOfRow, type RowName } from "./statement-rows.sql.ts";

/**
 * Turns on the statements of an account. Imports, closings and corrections run alone, but explanations of rows run side
 * by side. No transaction waits for a turn. A transaction that finds the turn taken ends, and begins again a
 * little later. While it waits, it keeps no connection and no lock, so turns cannot cause a deadlock.
 */

/** Takes the turn until the transaction ends. Without an account: the turns of all the merchant's accounts. */
export async function takeTurn(
  sql: Sql | Tx,
  name: { merchant_id: string; account_id?: string },
  turn: Turn,
): Promise<void> {
  const { merchant_id, account_id = null } = name;
  if (!(await lockStatements(sql, { merchant_id, account_id, turn }))) throw busy();
}

/** Takes the turn of the row's account. Does not wait if there is no such row. */
export async function takeTurnOfRow(sql: Sql | Tx, name: RowName, turn: Turn): Promise<void> {
  const account_id = await selectAccountOfRow(sql, name);
  if (account_id === undefined) return;
  await takeTurn(sql, { merchant_id: name.merchant_id, account_id }, turn);
}

/**
 * Does the same as `audited`, for a change that takes a turn. The change is refused as busy only if the turn stays
 * taken for a while.
 */
export async function auditedInTurn<Result>(
  gateway: Gateway,
  actor: Actor,
  change: (gateway: Gateway) => Promise<Result>,
  eventOf: (result: Result) => AuditEvent | null,
): Promise<Result> {
  return inTurn(() => audited(gateway, actor, change, eventOf));
}

/** Runs a transaction again while it is refused as busy, for a bounded time. */
export async function inTurn<Result>(
  work: () => Promise<Result>,
  now: () => number = () => performance.now(),
): Promise<Result> {
  const giveUpAt = now() + limits.statementTurnMilliseconds;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (!isBusy(cause) || now() >= giveUpAt) throw cause;
    }
    await setTimeout(limits.statementTurnPauseMilliseconds);
  }
}

const isBusy = (cause: unknown): boolean =>
  cause instanceof DomainError && cause.reason?.code === "statement_busy";
