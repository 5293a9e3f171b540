import {
  actionsOf,
  type AuditAction,
  type AuditEntryPage,
  type AuditKind,
} from "../../contract/dashboard/audit.ts";
import type { Found } from "../../contract/dashboard/cursor.ts";
import { limits } from "../../contract/limits.ts";
import { asSql, type Sql } from "../../db/client.ts";
import {
  countAuditEntries,
  insertAuditEntry,
  selectAuditEntries,
  selectStretchEnd,
} from "./audit.sql.ts";
import { readUuidCursor } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PaymentName } from "../gateway/payment-row.ts";
import { orderedId } from "../base/ordered-id.ts";

/** The author of a change and the place from which the change comes. */
export type Actor = { actor: "operator_cli" } | PersonAtBrowser;

export interface PersonAtBrowser {
  /** `stranger`: the sign-in was refused. */
  actor: "merchant" | "operator" | "stranger";
  session_id: string | null;
  /** null: a person outside the team, or not yet in it. */
  person_id: string | null;
  client_address: string;
  user_agent: string | null;
}

export const operatorCli: Actor = { actor: "operator_cli" };

export interface AuditEvent {
  merchant_id: string;
  action: AuditAction;
  object_id?: string;
  details?: Record<string, unknown>;
  /** The team member, if only the change reveals the person, as with an emailed link. */
  person_id?: string | null;
}

/**
 * Makes a change and its audit entry in one transaction, so that neither exists without the other. If `eventOf`
 * returns null, no entry is written, because nothing has changed. `change` gets a gateway whose statements belong to
 * that transaction. The announcements and wake-ups of `change` are held back until the commit.
 */
export async function audited<Result>(
  gateway: Gateway,
  actor: Actor,
  change: (gateway: Gateway) => Promise<Result>,
  eventOf: (result: Result) => AuditEvent | null,
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
    const auditEvent = eventOf(changed);
    if (auditEvent) {
      await insertAuditEntry(tx, {
        ...actor,
        ...auditEvent,
        entry_id: orderedId(),
        at: gateway.now(),
      });
    }
    return { changed };
  });
  if (isSenderAwaited) gateway.wakeWebhookSender();
  if (ended.length > 0) gateway.announcePayments(ended);
  return result.changed;
}

/** Counts along the key, so the entries that a filter omits are read too. */
async function findCount(
  sql: Sql,
  filter: Omit<Parameters<typeof countAuditEntries>[1], "looked">,
): Promise<Found> {
  const most = limits.rowsPerTotal;
  const { count, looked } = await countAuditEntries(sql, { ...filter, looked: most + 1 });
  return { count: Math.min(count, most), is_complete: looked <= most };
}

export async function listAuditEntries(
  gateway: Gateway,
  options: {
    merchant_id: string;
    person_id?: string | undefined;
    kind?: AuditKind | undefined;
    created_from?: string | undefined;
    created_before?: string | undefined;
    oldest_first?: boolean | undefined;
    cursor?: string | undefined;
    per_page: number;
  },
): Promise<AuditEntryPage> {
  const { merchant_id, person_id, kind, created_from, created_before } = options;
  const limit = pageSize(options);
  const range = {
    merchant_id,
    created_from: created_from === undefined ? null : new Date(created_from),
    created_before: created_before === undefined ? null : new Date(created_before),
    after: readUuidCursor(options.cursor),
    isOldestFirst: options.oldest_first ?? false,
  };
  const filter = {
    merchant_id,
    person_id: person_id ?? null,
    actions: kind === undefined ? null : actionsOf(kind),
  };
  // Entries of one person or kind have no index, because they are few. A page therefore reads a bounded number of
  // entries.
  const end =
    person_id === undefined && kind === undefined
      ? undefined
      : await selectStretchEnd(gateway.sql, { ...range, looked: limits.auditEntriesPerPage });
  const rows = await selectAuditEntries(gateway.sql, {
    ...range,
    ...filter,
    until: end?.entry_id ?? null,
    limit,
  });
  const isFull = rows.length === limit;
  return {
    items: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    next_cursor: (isFull ? rows.at(-1)?.entry_id : end?.entry_id) ?? null,
    searched_until: isFull ? null : (end?.created_at.toISOString() ?? null),
    found:
      options.cursor === undefined ? await findCount(gateway.sql, { ...range, ...filter }) : null,
  };
}
