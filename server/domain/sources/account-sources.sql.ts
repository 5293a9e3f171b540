import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { type MailboxTrouble, mailboxTrouble } from "./mailbox-health.sql.ts";

interface AccountName {
  merchant_id: string;
  account_id: string;
}

export interface AccountWatch {
  /** The only phone whose notifications pay the account's invoices; null for any phone. */
  device_id: string | null;
  is_watched: boolean;
  /** The last day that a bank statement of the account covers. */
  statement_until: string | null;
}

export async function selectAccountWatch(
  sql: Sql,
  { merchant_id, account_id }: AccountName,
): Promise<AccountWatch | undefined> {
  const [row] = await sql<AccountWatch[]>`
    select
      pool.device_id,
      has_device_that_listens(account.merchant_id, account.pool_id) as is_watched,
      (
        select max(last_day)::text
        from statement_imports
        where merchant_id = account.merchant_id
          and account_id = account.account_id
      ) as statement_until
    from accounts account
    join matching_pools pool using (merchant_id, pool_id)
    where account.merchant_id = ${merchant_id}
      and account.account_id = ${account_id}
  `;
  return row;
}

export interface WatchingMailbox {
  device_id: string;
  device_name: string;
  last_seen_at: Date | null;
  is_paused: boolean;
  is_offline: boolean;
  trouble: MailboxTrouble | null;
}

export function selectWatchingMailboxes(
  sql: Sql,
  { merchant_id, account_id, at }: AccountName & { at: Date | null },
): Promise<WatchingMailbox[]> {
  return sql<WatchingMailbox[]>`
    select device.device_id, device.device_name, device.last_seen_at, health.trouble,
      mailbox.paused_at is not null as is_paused,
      device.offline_since is not null as is_offline
    from source_accounts watched
    join devices device using (merchant_id, device_id)
    left join mailboxes mailbox using (merchant_id, device_id)
    cross join lateral (${mailboxTrouble(sql, at)}) health
    where watched.merchant_id = ${merchant_id}
      and watched.account_id = ${account_id}
      and device.device_status = 'ACTIVE'
    order by device.device_name, device.device_id
    limit ${limits.mailboxesPerMerchant}
  `;
}
