import { limits } from "../../contract/limits.ts";
import type { Notification } from "../../contract/worker.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import type { NewMutation } from "./mutations.sql.ts";

export interface NamedPayment {
  payment_code: string;
  payment_total: number;
  customer_name: string | null;
  created_at: Date;
}

export interface LikelyTextRow {
  device_id: string;
  /** SHA-256 in hexadecimal. */
  identity: string;
  received_at: Date;
  device_name: string;
  notification: Notification;
  payments: NamedPayment[];
}

interface Range {
  merchant_id: string;
  at: Date | null;
  /** Restricts the list to this text. */
  text?: { device_id: string; identity: string };
}

/** The pool of an unread text's app and phone, as record_transfers finds it. */
export const poolOfUnread = (sql: Sql) => sql`
  select pool_id
  from matching_pools
  where merchant_id = unread.merchant_id
    and package_name = lower(unread.notification->>'package_name')
    and (device_id = unread.device_id or device_id is null)
  order by device_id nulls last
  limit 1
`;

/** Selects stored texts that name the total of a pending invoice in their pool, newest first. */
export function selectLikelyTexts(
  sql: Sql,
  { merchant_id, at, text }: Range,
): Promise<LikelyTextRow[]> {
  const now = transactionTime(sql, at);
  return sql<LikelyTextRow[]>`
    select
      unread.device_id,
      encode(unread.identity, 'hex') as identity,
      unread.received_at,
      device.device_name,
      unread.notification,
      named.payments
    from unread_notifications unread
    join devices device using (merchant_id, device_id)
    cross join lateral (${poolOfUnread(sql)}) pool
    cross join lateral (
      select json_agg(
        json_build_object(
          'payment_code', pending.payment_code,
          'payment_total', pending.payment_total,
          'customer_name', pending.customer_name,
          'created_at', pending.created_at
        )
        order by pending.payment_total
      ) as payments
      from payments pending
      where pending.merchant_id = unread.merchant_id
        and pending.pool_id = pool.pool_id
        and pending.payment_status = 'PENDING'
        and pending.payment_total = any(unread.named_amounts)
        and pending.payment_expired_at > ${now}
        and pending.payment_updated_at <= unread.received_at + posting_tolerance()
    ) named
    where unread.merchant_id = ${merchant_id}
      and unread.refused_at is null
      and unread.named_amounts <> '{}'
      and named.payments is not null
      ${text ? sql`and unread.device_id = ${text.device_id} and unread.identity = decode(${text.identity}, 'hex')` : sql``}
    order by unread.received_at desc, unread.identity
    limit ${limits.unreadTexts}
  `;
}

/** Returns false if the text is no longer stored. */
export async function markRefused(
  sql: Sql,
  text: { merchant_id: string; device_id: string; identity: string; at: Date | null },
): Promise<boolean> {
  const result = await sql`
    update unread_notifications
    set refused_at = coalesce(refused_at, ${transactionTime(sql, text.at)})
    where merchant_id = ${text.merchant_id}
      and device_id = ${text.device_id}
      and identity = decode(${text.identity}, 'hex')
  `;
  return result.count === 1;
}

/** Returns null if the transfer is already known. */
export async function insertConfirmed(
  sql: Sql,
  transfer: NewMutation & { merchant_id: string; device_id: string },
  at: Date | null,
): Promise<string | null> {
  const given = {
    ...transfer,
    identity: `\\x${transfer.identity}`,
    wording: transfer.wording === null ? null : `\\x${transfer.wording}`,
  };
  const [row] = await sql<{ mutation_id: string | null }[]>`
    select record_confirmed_transfer(${JSON.stringify(given)}::text::json, ${at}) as mutation_id
  `;
  return row?.mutation_id ?? null;
}

export async function isUnreadKept(
  sql: Sql,
  text: { merchant_id: string; device_id: string; identity: string },
): Promise<boolean> {
  const [row] = await sql<{ is_kept: boolean }[]>`
    select exists (
      select from unread_notifications
      where merchant_id = ${text.merchant_id}
        and device_id = ${text.device_id}
        and identity = decode(${text.identity}, 'hex')
    ) as is_kept
  `;
  return row?.is_kept === true;
}
