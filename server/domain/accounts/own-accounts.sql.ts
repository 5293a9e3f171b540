import type { AccountChoices, DashboardAccount } from "../../contract/dashboard/accounts.ts";
import type { Sql } from "../../db/client.ts";
import { accountColumns } from "./accounts.sql.ts";
import { transactionTime } from "../base/clock.sql.ts";

export type OwnAccountRow = Omit<DashboardAccount, "can_be_read" | "emails" | "watched_by"> & {
  /** null: no source watches the account. */
  source_name: string | null;
  heard_at: Date | null;
  online_count: number;
};

export interface OwnAccountOptions {
  merchant_id: string;
  /** null: all accounts. */
  account_id: string | null;
  quotaTimeZone: string;
  at: Date | null;
  limit: number;
  offset: number;
}

/** Lists accounts, oldest first. */
export function selectOwnAccounts(sql: Sql, options: OwnAccountOptions): Promise<OwnAccountRow[]> {
  return sql<OwnAccountRow[]>`
    select
      ${accountColumns(sql)},
      channel.channel_code,
      pool.device_id,
      device.device_name,
      coalesce(account.quota_day >= ${today(sql, options)}, false) as is_day_paid,
      account.qris_name,
      account.qris_city,
      account.qris_id,
      account.no_free_days,
      source.source_name,
      source.heard_at,
      source.online_count
    from accounts account
    join channels channel using (channel_id)
    join matching_pools pool using (merchant_id, pool_id)
    left join apps app using (app_id)
    left join devices device
      on device.merchant_id = pool.merchant_id
      and device.device_id = pool.device_id
    left join lateral (
      -- The sources of has_device_that_listens, and those that are offline.
      select
        source.device_name as source_name,
        source.last_seen_at as heard_at,
        count(*) filter (where source.offline_since is null) over () as online_count
      from devices source
      where source.merchant_id = account.merchant_id
        and source.device_status = 'ACTIVE'
        and case source.source_kind
          when 'phone' then not source.is_simulated
            and (pool.device_id is null or pool.device_id = source.device_id)
          when 'mailbox' then exists (
            select
            from source_accounts watched
            join accounts of_pool using (merchant_id, account_id)
            where watched.merchant_id = source.merchant_id
              and watched.device_id = source.device_id
              and watched.is_read
              and of_pool.pool_id = account.pool_id
          )
        end
      order by source.offline_since is not null, source.last_seen_at desc nulls last, source.device_id
      limit 1
    ) source on true
    where account.merchant_id = ${options.merchant_id}
      and (${options.account_id}::uuid is null or account.account_id = ${options.account_id})
    order by account.created_at, account.account_id
    limit ${options.limit}
    offset ${options.offset}::bigint
  `;
}

/** The local day, as create_payments computes it. */
const today = (sql: Sql, { quotaTimeZone, at }: Pick<OwnAccountOptions, "quotaTimeZone" | "at">) =>
  sql`(${transactionTime(sql, at)} at time zone ${quotaTimeZone})::date`;

export interface ChannelChoiceRow {
  channel_id: string;
  channel_code: string;
  channel_name: string;
  channel_type: "TRANSFER" | "QRIS";
  default_package: string | null;
  own: AccountChoices["channels"][number]["own"];
}

export function selectChannelChoices(sql: Sql, merchant_id: string): Promise<ChannelChoiceRow[]> {
  return sql<ChannelChoiceRow[]>`
    select
      channel.channel_id, channel.channel_code, channel.channel_name, channel.channel_type,
      coalesce(app.app_package, channel.own_package) as default_package,
      case when channel.added_by is not null then json_build_object(
        'number_min', channel.number_min,
        'number_max', channel.number_max,
        'is_used', exists (
          select from accounts
          where accounts.merchant_id = ${merchant_id}
            and accounts.channel_id = channel.channel_id
        )
      ) end as own
    from channels channel
    left join apps app on app.app_id = channel.default_app_id
    where channel.added_by is null
      or channel.added_by = ${merchant_id}
    order by lower(channel.channel_name), channel.channel_id
  `;
}

export interface AppRow {
  app_id: string;
  app_name: string;
  app_package: string;
}

export function selectApps(sql: Sql): Promise<AppRow[]> {
  return sql<AppRow[]>`
    select app_id, app_name, app_package
    from apps
    order by lower(app_name), app_package
  `;
}

/** Returns whether the phone belongs to the merchant and can still report. */
export async function hasUsableDevice(
  sql: Sql,
  device: { merchant_id: string; device_id: string },
): Promise<boolean> {
  const rows = await sql`
    select from devices
    where merchant_id = ${device.merchant_id}
      and device_id = ${device.device_id}
      and source_kind = 'phone'
      and device_status <> 'REVOKED'
  `;
  return rows.length === 1;
}
