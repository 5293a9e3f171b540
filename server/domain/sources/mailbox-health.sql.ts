import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

/**
 * The reason why a mailbox reports no money although it is not paused. `silent`: Tepat cannot read it. `unheard`: no
 * trusted email was ever forwarded. `keyless`: emails wait because DNS does not respond. `stopped`: emails no longer
 * come, although phones report transfers.
 */
export type MailboxTrouble = "silent" | "unheard" | "keyless" | "stopped";

export interface UnwellMailbox {
  merchant_id: string;
  device_id: string;
  device_name: string;
  trouble: MailboxTrouble;
  since: Date;
  /** The number of all these mailboxes. The list contains the first of them. */
  total: number;
}

/**
 * The condition of an email that waits because DNS does not respond. If DNS says that the key does not exist, the
 * email raises no alarm, because anyone can name such a key.
 */
const waitsLong = (sql: Sql, at: Date | null) => sql`
  check_at is not null
  and key_record is null
  and created_at <= ${transactionTime(sql, at)} - make_interval(mins => ${limits.mailKeyLateMinutes})
`;

/**
 * The trouble of `device`, a mailbox's row of devices, and its beginning; null without trouble. A forwarding address
 * is offline until its first email, which people wait for. Afterwards it is offline only while it is paused.
 */
export const mailboxTrouble = (sql: Sql, at: Date | null) => sql`
  select
    case
      when mailbox.paused_at is not null then null
      when device.offline_since is not null and mailbox.forwarding_name is null then 'silent'
      when device.offline_since is not null and mailbox.read_at <= mailbox.connected_at then
        case
          when mailbox.connected_at <= ${transactionTime(sql, at)} - make_interval(hours => ${limits.mailboxUnheardHours})
            then 'unheard'
        end
      when late.since is not null then 'keyless'
      when device.offline_since is null and missed.since is not null then 'stopped'
    end as trouble,
    case
      when device.offline_since is null then coalesce(late.since, missed.since)
      else coalesce(mailbox.problem_since, mailbox.read_at, device.offline_since)
    end as since
  from (select) only_row
  left join mailboxes mailbox
    on mailbox.merchant_id = device.merchant_id
    and mailbox.device_id = device.device_id
  left join lateral (
    select min(created_at) as since
    from bank_mails
    where merchant_id = device.merchant_id
      and device_id = device.device_id
      and ${waitsLong(sql, at)}
  ) late on true
  left join lateral (
    select newest.arrived_at as since
    from (
      select arrived_at
      from bank_mails
      where merchant_id = device.merchant_id
        and device_id = device.device_id
        and outcome = 'recorded'
      order by created_at desc
      limit 1
    ) newest
    cross join lateral (
      select count(*) as transfers
      from (
        select pool_id, source_kind, posted_at
        from reports_by_kind
        where merchant_id = device.merchant_id
        order by mutation_number desc
        limit ${limits.mailboxReportsLooked}
      ) report
      where report.source_kind = 'phone'
        and report.posted_at > newest.arrived_at
        and report.posted_at <= ${transactionTime(sql, at)} - make_interval(hours => ${limits.mailboxMissedHours})
        and report.pool_id in (
          select account.pool_id
          from source_accounts watched
          join accounts account using (merchant_id, account_id)
          where watched.merchant_id = device.merchant_id
            and watched.device_id = device.device_id
            and watched.is_read
        )
    ) phone
    where phone.transfers >= ${limits.mailboxMissedTransfers}
  ) missed on true
`;

/** Selects the mailboxes of one merchant, or of all, that report no money. */
export function selectUnwellMailboxes(
  sql: Sql,
  { merchant_id, at }: { merchant_id: string | null; at: Date | null },
): Promise<UnwellMailbox[]> {
  return sql<UnwellMailbox[]>`
    select device.merchant_id, device.device_id, device.device_name, health.trouble, health.since,
      (count(*) over ())::integer as total
    from devices device
    cross join lateral (${mailboxTrouble(sql, at)}) health
    where (${merchant_id}::uuid is null or device.merchant_id = ${merchant_id})
      and device.source_kind = 'mailbox'
      and device.device_status = 'ACTIVE'
      and health.trouble is not null
    order by health.since, device.device_id
    limit ${limits.perPageMax}
  `;
}

/**
 * Writes a notice if an email has waited long because DNS does not respond: one for the oldest such email of a
 * mailbox. The trigger `devices_owe_notice` writes the notices about unreadable mailboxes.
 */
export async function oweKeylessNotices(sql: Sql, at: Date | null): Promise<void> {
  await sql`
    select owe_notices(
      late.merchant_id,
      'device_silent',
      late.device_id || ' key ' || late.mail_id,
      json_build_object(
        'device_name', device.device_name, 'last_seen_at', late.created_at, 'source_kind', 'mailbox', 'is_keyless', true
      ),
      ${transactionTime(sql, at)}
    )
    from (
      select distinct on (merchant_id, device_id) merchant_id, device_id, mail_id, created_at
      from bank_mails
      where ${waitsLong(sql, at)}
      order by merchant_id, device_id, created_at, mail_id
    ) late
    join devices device using (merchant_id, device_id)
    join mailboxes mailbox using (merchant_id, device_id)
    where device.device_status = 'ACTIVE'
      and mailbox.paused_at is null
  `;
}
