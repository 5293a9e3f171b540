import type { AuditEntry } from "../../contract/dashboard/audit.ts";
import type { Sql, Tx } from "../../db/client.ts";
import type { Actor, Deed } from "./audit.ts";
import { transactionTime } from "../base/clock.sql.ts";

export async function insertAuditEntry(
  tx: Tx,
  entry: Deed & Actor & { entry_id: string; at: Date | null },
): Promise<void> {
  const place = entry.actor === "operator_cli" ? null : entry;
  await tx`
    insert into audit_entries (
      merchant_id, entry_id, created_at, actor, session_id, client_address, user_agent, action, object_id, details
    )
    values (
      ${entry.merchant_id}, ${entry.entry_id}, ${transactionTime(tx, entry.at)}, ${entry.actor},
      ${place?.session_id ?? null}, ${place?.client_address ?? null}, ${place?.user_agent ?? null},
      ${entry.action}, ${entry.object_id ?? null}, ${entry.details ? tx.json(entry.details as never) : null}
    )
  `;
}

export type AuditRow = Omit<AuditEntry, "created_at"> & { created_at: Date };

/** Lists entries before this one, newest first. */
export function selectAuditEntries(
  sql: Sql,
  options: { merchant_id: string; before: string | null; limit: number },
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select entry_id, created_at, actor, client_address, user_agent, action, object_id, details
    from audit_entries
    where merchant_id = ${options.merchant_id}
      and entry_id < coalesce(${options.before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    order by entry_id desc
    limit ${options.limit}
  `;
}
