import type { Account } from "../../contract/accounts.ts";
import type { DashboardAccount } from "../../contract/dashboard/accounts.ts";
import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { namedFields } from "../base/named-fields.ts";
import { transactionTime } from "../base/clock.sql.ts";

/** The columns of `accounts account`, `channels channel` and `apps app`, with the bound that the owner set. */
export const accountColumns = (sql: Sql | Tx, max = sql`account.account_max_amount`) => sql`
  account.account_id,
  account.account_number,
  account.account_name,
  account.account_min_amount,
  ${max} as account_max_amount,
  account.account_active,
  account.account_quota,
  account.channel_id,
  channel.channel_type,
  channel.channel_name,
  account.app_id,
  app.app_name,
  account.app_package
`;

/** The same columns with the effective bound, because a QRIS code has room for fewer digits than an amount. */
const heldColumns = (sql: Sql | Tx) =>
  accountColumns(
    sql,
    sql`
      case
        when account.sealed_qris is null then account.account_max_amount
        else least(account.account_max_amount, qris_amount_max() - unique_amount_max())
      end
    `,
  );

export function selectAccounts(sql: Sql, merchant_id: string): Promise<Account[]> {
  return sql<Account[]>`
    select ${heldColumns(sql)}
    from accounts account
    join channels channel using (channel_id)
    left join apps app using (app_id)
    where account.merchant_id = ${merchant_id}
    order by account.created_at, account.account_id
  `;
}

export async function countAccounts(sql: Sql, merchant_id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from accounts where merchant_id = ${merchant_id}
  `;
  return row?.count ?? 0;
}

export async function selectAccount(
  sql: Sql | Tx,
  account_id: string,
): Promise<(Account & { merchant_id: string }) | undefined> {
  const [row] = await sql<(Account & { merchant_id: string })[]>`
    select account.merchant_id, ${heldColumns(sql)}
    from accounts account
    join channels channel using (channel_id)
    left join apps app using (app_id)
    where account.account_id = ${account_id}
  `;
  return row;
}

export interface ChannelRow {
  channel_id: string;
  channel_code: string;
  channel_type: "TRANSFER" | "QRIS";
  default_package: string | null;
}

/** Selects the channels that all merchants share, and this merchant's own. */
export function selectChannels(sql: Sql, merchant_id: string | null): Promise<ChannelRow[]> {
  return sql<ChannelRow[]>`
    select
      channel.channel_id, channel.channel_code, channel.channel_type,
      coalesce(app.app_package, channel.own_package) as default_package
    from channels channel
    left join apps app on app.app_id = channel.default_app_id
    where channel.added_by is null
      or channel.added_by = ${merchant_id}
    order by channel.channel_code
  `;
}

/** The reason why an account begins without free days. */
export type NoFreeDays = NonNullable<DashboardAccount["no_free_days"]>;

export interface NewAccount {
  merchant_id: string;
  account_id: string;
  channel_id: string;
  channel_type: "TRANSFER" | "QRIS";
  app_package: string;
  pool_id: string;
  account_number: string | null;
  account_name: string | null;
  account_min_amount: number;
  account_max_amount: number | null;
  account_quota: number;
  /** The number that identifies an account. */
  number: string | null;
  no_free_days: NoFreeDays | null;
  is_example: boolean;
  sealed_qris: Buffer | null;
  qris_id: string | null;
  qris_name: string | null;
  qris_city: string | null;
}

/** Returns whether the merchant has an account that was the first with its number. */
export async function hasFirstNumber(tx: Tx, merchant_id: string): Promise<boolean> {
  const rows = await tx`
    select from accounts
    where merchant_id = ${merchant_id}
      and first_number is not null
    limit 1
  `;
  return rows.length === 1;
}

/**
 * Adds an account. Returns false if `ifFirst` is set and any merchant created an account with this number before. The
 * unique index decides, even between two concurrent statements.
 */
export async function insertAccount(
  tx: Tx,
  account: NewAccount,
  { ifFirst }: { ifFirst: boolean },
): Promise<boolean> {
  const result = await tx`
    insert into accounts (
      merchant_id, account_id, channel_id, app_id, app_package, pool_id, account_number, account_name,
      account_min_amount, account_max_amount, account_quota, sealed_qris, qris_id, qris_name, qris_city, created_at,
      first_number, no_free_days, is_example
    )
    values (
      ${account.merchant_id}, ${account.account_id}, ${account.channel_id},
      -- QRIS has no app of its own (specification, 2.1).
      case when ${account.channel_type} = 'TRANSFER' then (
        select app_id from apps where lower(app_package) = lower(${account.app_package})
      ) end,
      ${account.app_package}, ${account.pool_id}, ${account.account_number}, ${account.account_name},
      ${account.account_min_amount}, ${account.account_max_amount}, ${account.account_quota},
      ${account.sealed_qris}, ${account.qris_id}, ${account.qris_name}, ${account.qris_city}, now(),
      case when ${ifFirst} then bare_number(${account.number}) end, ${account.no_free_days},
      ${account.is_example}
    )
    on conflict (channel_id, first_number) do nothing
  `;
  return result.count === 1;
}

export interface MatchingPool {
  merchant_id: string;
  pool_id: string;
  package_name: string;
  device_id: string | null;
}

/**
 * Returns the pool of the accounts that watch this package on this device, and creates the pool for the first such
 * account. Returns undefined if the merchant has reached its limit of other pools. The merchant's row must be locked.
 */
export async function upsertMatchingPool(tx: Tx, pool: MatchingPool): Promise<string | undefined> {
  const [row] = await tx<{ pool_id: string }[]>`
    insert into matching_pools (merchant_id, pool_id, package_name, device_id)
    select ${pool.merchant_id}, ${pool.pool_id}, lower(${pool.package_name}), ${pool.device_id}::uuid
    where (
      select count(*) from matching_pools where merchant_id = ${pool.merchant_id}
    ) < ${limits.matchingPoolsPerMerchant}
      or exists (
        select from matching_pools
        where merchant_id = ${pool.merchant_id}
          and package_name = lower(${pool.package_name})
          and device_id is not distinct from ${pool.device_id}::uuid
      )
    on conflict on constraint matching_pools_meaning_key
      do update set package_name = excluded.package_name
    returning pool_id
  `;
  return row?.pool_id;
}

export interface AccountChange {
  account_number?: string | undefined;
  account_name?: string | undefined;
  account_quota?: number | undefined;
  account_active?: boolean | undefined;
  account_min_amount?: number | undefined;
  account_max_amount?: number | null | undefined;
}

export async function updateAccount(
  tx: Tx,
  account_id: string,
  change: AccountChange,
): Promise<void> {
  const columns = {
    ...namedFields(change),
    ...(change.account_number !== undefined && { is_example: false }),
  };
  if (Object.keys(columns).length === 0) return;
  await tx`update accounts set ${tx(columns)} where account_id = ${account_id}`;
}

/** Removes the paid day from an account, so that its quota of 0 takes effect at once. */
export async function forgetPaidDay(tx: Tx, account_id: string): Promise<void> {
  await tx`update accounts set quota_day = null where account_id = ${account_id}`;
}

/**
 * Waits until no create of the account's merchant is running, and makes new creates wait until the transaction ends.
 * Until then, no other transaction can move one of the merchant's accounts. Call this before any lock on the account,
 * as a create does.
 */
export async function holdCreates(tx: Tx, account_id: string): Promise<void> {
  await tx`
    select from payment_counters
    where merchant_id = (select merchant_id from accounts where account_id = ${account_id})
    for update
  `;
}

/** Returns the account's matching pool, which cannot change while creates are held. */
export async function selectPoolOfAccount(
  tx: Tx,
  account_id: string,
): Promise<
  | { merchant_id: string; pool_id: string; app_package: string; device_id: string | null }
  | undefined
> {
  const [row] = await tx<
    { merchant_id: string; pool_id: string; app_package: string; device_id: string | null }[]
  >`
    select account.merchant_id, account.pool_id, account.app_package, pool.device_id
    from accounts account
    join matching_pools pool using (merchant_id, pool_id)
    where account.account_id = ${account_id}
  `;
  return row;
}

/**
 * Moves the account to another pool. Changes nothing and returns false while a PENDING payment or the quarantine holds
 * one of the account's totals in its current pool. The quarantine includes the totals of customers who chose again.
 */
export async function moveIdleAccount(
  tx: Tx,
  options: {
    account_id: string;
    app_package: string;
    pool_id: string;
    totalQuarantineHours: number;
    at: Date | null;
  },
): Promise<boolean> {
  const restsSince = tx`
    ${transactionTime(tx, options.at)} - make_interval(secs => ${options.totalQuarantineHours * 3600})
  `;
  const result = await tx`
    update accounts
    set pool_id = ${options.pool_id},
      app_package = ${options.app_package},
      -- QRIS has no app of its own (specification, 2.1).
      app_id = case when sealed_qris is null then (
        select app_id from apps where lower(apps.app_package) = lower(${options.app_package})
      ) end
    where account_id = ${options.account_id}
      and not exists (
        select from payments
        where payments.merchant_id = accounts.merchant_id
          and payments.account_id = accounts.account_id
          and coalesce(payments.released_at, payments.payment_expired_at) > ${restsSince}
      )
      and not exists (
        select from former_choices
        where former_choices.merchant_id = accounts.merchant_id
          and former_choices.account_id = accounts.account_id
          and former_choices.released_at > ${restsSince}
      )
  `;
  return result.count === 1;
}

/**
 * Returns the merchant's first account with this number on the channel. Spaces in the number do not matter. For QRIS,
 * the NMID is the number.
 */
export async function findAccountOfNumber(
  tx: Tx,
  account: { merchant_id: string; channel_id: string; number: string | null },
): Promise<string | null> {
  const [row] = await tx<{ account_id: string }[]>`
    select account_id
    from accounts
    where merchant_id = ${account.merchant_id}
      and channel_id = ${account.channel_id}
      and bare_number(
        case
          when sealed_qris is null then account_number
          else coalesce(qris_id, qris_name || qris_city)
        end
      ) = bare_number(${account.number})
    order by created_at, account_id
    limit 1
  `;
  return row?.account_id ?? null;
}
