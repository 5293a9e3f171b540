import { randomUUIDv7 } from "node:crypto";
import type { AuditAction, AuditEntry } from "../../contract/dashboard/audit.ts";
import type { CursorPage } from "../../contract/dashboard/cursor.ts";
import { asSql } from "../../db/client.ts";
import { insertAuditEntry, selectAuditEntries } from "./audit.sql.ts";
import { readUuidCursor } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PaymentName } from "../gateway/payment-row.ts";

/** Who makes a change, and from where. */
export type Actor = { actor: "operator_cli" } | PersonAtBrowser;

export interface PersonAtBrowser {
  /** stranger: the sign-in was refused. */
  actor: "merchant" | "operator" | "stranger";
  session_id: string | null;
  client_address: string;
  user_agent: string | null;
}

export const operatorCli: Actor = { actor: "operator_cli" };

export interface Deed {
  merchant_id: string;
  action: AuditAction;
  object_id?: string;
  details?: Record<string, unknown>;
}

/**
 * Makes a change and its audit entry in one transaction, so that neither exists without the other. `change` gets a
 * gateway whose statements belong to that transaction. Announcements and wake-ups that it makes are held back until the
 * commit.
 */
export async function audited<Result>(
  gateway: Gateway,
  actor: Actor,
  change: (gateway: Gateway) => Promise<Result>,
  deedOf: (result: Result) => Deed,
): Promise<Result> {
  let isSenderAwaited = false;
  const ended: PaymentName[] = [];
  const result = await gateway.sql.begin(async (tx) => {
    const inside: Gateway = {
      ...gateway,
      sql: asSql(tx),
      wakeWebhookSender: () => (isSenderAwaited = true),
      announcePayments: (payments) => void ended.push(...payments),
    };
    const changed = await change(inside);
    await insertAuditEntry(tx, {
      ...deedOf(changed),
      ...actor,
      entry_id: randomUUIDv7(),
      at: gateway.now(),
    });
    return { changed };
  });
  if (isSenderAwaited) gateway.wakeWebhookSender();
  if (ended.length > 0) gateway.announcePayments(ended);
  return result.changed;
}

export async function listAuditEntries(
  gateway: Gateway,
  options: { merchant_id: string; cursor?: string | undefined; per_page: number },
): Promise<CursorPage<AuditEntry>> {
  const limit = pageSize(options);
  const rows = await selectAuditEntries(gateway.sql, {
    merchant_id: options.merchant_id,
    before: readUuidCursor(options.cursor),
    limit,
  });
  return {
    items: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    next_cursor: rows.length < limit ? null : (rows.at(-1)?.entry_id ?? null),
  };
}
