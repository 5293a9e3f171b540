import type { AuditAction } from "../../contract/dashboard/audit.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { isOpen } from "../access/sessions.sql.ts";

/** Values that show whether a merchant's data have changed since the values were last read. */
export interface MerchantMarks {
  merchant_id: string;
  payment_count: number;
  newest_payment_code: string | null;
  mutation_count: number;
  newest_mutation_id: string | null;
  /** The time of the newest unread text that named the total of a pending invoice. */
  newest_likely_text: string | null;
  /** The time of the newest text of an app about which the merchant is asked. */
  newest_seen_app: string | null;
  devices: string | null;
  accounts: string | null;
  webhooks: string;
  open_sessions: string[];
  /** The audit entries, newest first. */
  audit_events: { entry_id: string; action: AuditAction; object_id: string | null }[];
}

/**
 * Selects the marks with index probes, whose number does not grow with the merchant's payments. An attempt of a
 * delivery moves or ends its next attempt, so a merchant's earliest and latest next attempts reveal it. Manual
 * attempts are in the audit log.
 */
export function selectMerchantMarks(
  sql: Sql,
  options: { merchant_ids: readonly string[]; at: Date | null },
): Promise<MerchantMarks[]> {
  return sql<MerchantMarks[]>`
    select
      watched.merchant_id,
      payment_counter.payment_count,
      (
        select payment_code from payments
        where merchant_id = watched.merchant_id
          and payment_number = payment_counter.payment_count
      ) as newest_payment_code,
      mutation_counter.mutation_count,
      (
        select mutation_id from mutations
        where merchant_id = watched.merchant_id
          and mutation_number = mutation_counter.mutation_count
      ) as newest_mutation_id,
      (
        select max(received_at)::text
        from unread_notifications
        where merchant_id = watched.merchant_id
          and candidate_payment_number is not null
      ) as newest_likely_text,
      (
        select max(last_seen_at)::text
        from merchant_apps
        where merchant_id = watched.merchant_id
          and is_bank is null
      ) as newest_seen_app,
      (
        select md5(string_agg(
          concat_ws(
            ' ', device_id, device_status, device_name, token_hash, waiting_token_hash, date_trunc('minute', last_seen_at), offline_since,
            battery_low_since, queue_growing_since, listener_error_since, hidden_text_at, sequence_gap_at,
            date_trunc('minute', refused_at), refused_because
          ),
          ',' order by device_id
        ))
        from (
          select
            device_id, device_status, device_name, token_hash,
            (
              select waiting.token_hash
              from waiting_registrations waiting
              where waiting.merchant_id = devices.merchant_id
                and waiting.device_id = devices.device_id
            ) as waiting_token_hash,
            last_seen_at, offline_since, battery_low_since, queue_growing_since, listener_error_since, hidden_text_at,
            sequence_gap_at, refused_at, refused_because
          from devices
          where merchant_id = watched.merchant_id
            -- For a mailbox, only a failure to read it is a change; a read is not.
            and (source_kind = 'phone' or offline_since is not null)
          order by device_id desc
          limit ${limits.rowsWatched}
        ) device
      ) as devices,
      (
        select md5(string_agg(
          concat_ws(' ', account_id, account_active, account_quota, quota_day), ',' order by account_id
        ))
        from (
          select account_id, account_active, account_quota, quota_day
          from accounts
          where merchant_id = watched.merchant_id
          order by account_id desc
          limit ${limits.rowsWatched}
        ) account
      ) as accounts,
      concat_ws(
        ' ',
        (
          select string_agg(newest.delivery_id, ' ' order by state.delivery_status)
          from (values ('PENDING'), ('RETRYING'), ('SUCCESS'), ('FAILED')) state (delivery_status)
          cross join lateral (
            select delivery_id
            from webhook_deliveries
            where merchant_id = watched.merchant_id
              and delivery_status = state.delivery_status
            order by created_at desc, delivery_id desc
            limit 1
          ) newest
        ),
        (
          select concat_ws(' ', min(next_attempt_at), max(next_attempt_at))
          from webhook_deliveries
          where merchant_id = watched.merchant_id
            and next_attempt_at is not null
        )
      ) as webhooks,
      array(
        select session_id
        from sessions session
        where merchant_id = watched.merchant_id
          and ${isOpen(sql, options.at)}
        order by session_id
      ) as open_sessions,
      (
        select coalesce(json_agg(entry), '[]')
        from (
          select entry_id, action, object_id
          from audit_entries
          where merchant_id = watched.merchant_id
          order by entry_id desc
          limit ${limits.auditEventsWatched}
        ) entry
      ) as audit_events
    from unnest(${[...options.merchant_ids]}::uuid[]) watched (merchant_id)
    join payment_counters payment_counter using (merchant_id)
    join mutation_counters mutation_counter using (merchant_id)
  `;
}
