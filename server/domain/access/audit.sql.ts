import type { AuditEntry } from "../../contract/dashboard/audit.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { nameOfAccount } from "../gateway/account-name.sql.ts";
import { listDirection } from "../base/list-order.sql.ts";
import { highestUuid } from "../base/cursor.ts";

/** An entry as written. A change from the operator's command line has no session, person or address. */
interface NewAuditEntry extends Pick<AuditEntry, "entry_id" | "actor" | "action"> {
  merchant_id: string;
  at: Date | null;
  session_id?: string | null;
  person_id?: string | null;
  client_address?: string;
  user_agent?: string | null;
  object_id?: string;
  details?: Record<string, unknown>;
}

export async function insertAuditEntry(tx: Tx, entry: NewAuditEntry): Promise<void> {
  const place = entry.actor === "operator_cli" ? null : entry;
  await tx`
    insert into audit_entries (
      merchant_id, entry_id, created_at, actor, session_id, person_id, client_address, user_agent, action,
      object_id, details
    )
    values (
      ${entry.merchant_id}, ${entry.entry_id}, ${transactionTime(tx, entry.at)}, ${entry.actor},
      ${place?.session_id ?? null}, ${place?.person_id ?? null}, ${place?.client_address ?? null},
      ${place?.user_agent ?? null}, ${entry.action}, ${entry.object_id ?? null}, ${entry.details ? tx.json(entry.details as never) : null}
    )
  `;
}

export type AuditRow = Omit<AuditEntry, "created_at"> & { created_at: Date };

interface AuditRange {
  merchant_id: string;
  created_from: Date | null;
  created_before: Date | null;
  /** The entry after which the list continues, in its direction. */
  after: string | null;
  isOldestFirst: boolean;
}

/** The largest expected difference between a process's clock and the database's. */
const clockHours = 1;

/**
 * Selects a range of time by the key: ids are UUIDs of version 7, which begin with milliseconds. The exact times are
 * compared too.
 */
const inRange = (
  sql: Sql,
  { merchant_id, created_from, created_before, after, isOldestFirst }: AuditRange,
) => sql`
  entry.merchant_id = ${merchant_id}
  and (${after}::uuid is null or entry.entry_id ${isOldestFirst ? sql`>` : sql`<`} ${after})
  and entry.entry_id >= ${idAt(created_from, -clockHours) ?? lowestId}::uuid
  and entry.entry_id < ${idAt(created_before, clockHours) ?? highestUuid}::uuid
  and (${created_from}::timestamptz is null or entry.created_at >= ${created_from})
  and (${created_before}::timestamptz is null or entry.created_at < ${created_before})
`;

const lowestId = "00000000-0000-0000-0000-000000000000";

function idAt(at: Date | null, hours: number): string | null {
  if (at === null) return null;
  const milliseconds = Math.min(Math.max(at.getTime() + hours * 3_600_000, 0), 2 ** 48 - 1);
  const hex = milliseconds.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the entry at position `looked` of the range, or undefined if the range is shorter. */
export async function selectStretchEnd(
  sql: Sql,
  options: AuditRange & { looked: number },
): Promise<{ entry_id: string; created_at: Date } | undefined> {
  const [row] = await sql<{ entry_id: string; created_at: Date }[]>`
    select entry_id, created_at
    from audit_entries entry
    where ${inRange(sql, options)}
    order by entry_id ${listDirection(sql, options)}
    offset ${options.looked - 1}
    limit 1
  `;
  return row;
}

/** Counts the matching entries among the first `looked` entries of a range. */
export async function countAuditEntries(
  sql: Sql,
  options: AuditRange & AuditFilter & { looked: number },
): Promise<{ count: number; looked: number }> {
  const [row] = await sql<[{ count: number; looked: number }]>`
    select
      count(*) filter (where ${isWanted(sql, options)}) as count,
      count(*) as looked
    from (
      select *
      from audit_entries entry
      where ${inRange(sql, options)}
      order by entry_id ${listDirection(sql, options)}
      limit ${options.looked}
    ) entry
  `;
  return row;
}

interface AuditFilter {
  merchant_id: string;
  person_id: string | null;
  actions: readonly string[] | null;
}

const isWanted = (sql: Sql, { person_id, actions }: AuditFilter) => sql`
  (${person_id}::uuid is null or entry.person_id = ${person_id})
  and (${actions as string[] | null}::text[] is null or action = any(${actions as string[] | null}::text[]))
`;

/** Lists the entries of a range, in the list's direction. */
export function selectAuditEntries(
  sql: Sql,
  options: AuditRange &
    AuditFilter & {
      /** The last entry to read. */
      until: string | null;
      limit: number;
    },
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select
      entry_id, entry.created_at, actor, person.person_name, client_address, user_agent, action, object_id, details,
      case
        when action like 'device.%' then (
          select device_name from devices
          where merchant_id = entry.merchant_id and device_id = object_id::uuid
        )
        when action like 'api_key.%' then (
          select label from api_keys
          where merchant_id = entry.merchant_id and key_id = object_id::uuid
        )
        when action like 'account.%' or action like 'quota.%' then (
          select ${nameOfAccount(sql)}
          from accounts account
          join channels channel using (channel_id)
          where account.merchant_id = entry.merchant_id and account_id = object_id::uuid
        )
        when action in ('person.role_changed', 'person.removed', 'person.renamed', 'person.joined') then (
          select person_name from people
          where merchant_id = entry.merchant_id and person_id = object_id::uuid
        )
        when action like 'link.%' then (
          select link_name from payment_links
          where merchant_id = entry.merchant_id and link_id = object_id::uuid
        )
      end as object_name
    from audit_entries entry
    left join people person on person.merchant_id = entry.merchant_id
      and person.person_id = entry.person_id
    where ${inRange(sql, options)}
      and (
        ${options.until}::uuid is null
        or entry_id ${options.isOldestFirst ? sql`<=` : sql`>=`} ${options.until}
      )
      and ${isWanted(sql, options)}
    order by entry_id ${listDirection(sql, options)}
    limit ${options.limit}
  `;
}
