import type { Sql } from "../../db/client.ts";
import { presentTime } from "../base/clock.sql.ts";

export type ChannelType = "TRANSFER" | "QRIS";

/** An account that can receive payments now. */
export interface UsableAccountRow {
  account_id: string;
  channel_id: string;
  channel_name: string;
  channel_type: ChannelType;
  account_min_amount: number;
  /** The largest amount, which for a QRIS account must fit into its code. null: any amount. */
  account_max_amount: number | null;
}

/** Lists the accounts that are active, have quota for today and are watched by a source, oldest first. */
export function selectUsableAccounts(
  sql: Sql,
  options: { merchant_id: string; quotaTimeZone: string; at: Date | null },
): Promise<UsableAccountRow[]> {
  return sql<UsableAccountRow[]>`
    select
      account.account_id,
      account.channel_id,
      channel.channel_name,
      channel.channel_type,
      account.account_min_amount,
      case
        when account.sealed_qris is null then account.account_max_amount
        else least(account.account_max_amount, qris_amount_max() - unique_amount_max())
      end as account_max_amount
    from accounts account
    join channels channel using (channel_id)
    where account.merchant_id = ${options.merchant_id}
      and account.account_active
      and (
        account.account_quota > 0
        or account.quota_day >= (${presentTime(sql, options.at)} at time zone ${options.quotaTimeZone})::date
      )
      and has_device_that_listens(account.merchant_id, account.pool_id)
    order by account.created_at, account.account_id
  `;
}

/**
 * Counts the totals of an amount that are taken, because they are pending or in quarantine. Also returns the time when
 * the first of these totals becomes free.
 */
export async function selectTakenTotals(
  sql: Sql,
  options: {
    merchant_id: string;
    account_id: string;
    payment_amount: number;
    quarantineHours: number;
    at: Date | null;
  },
): Promise<{ count: number; free_at: Date | null }> {
  const quarantine = sql`make_interval(secs => ${options.quarantineHours * 3600}::double precision)`;
  const isOfAccount = (table: string) => sql`
    ${sql(table)}.merchant_id = account.merchant_id
    and ${sql(table)}.pool_id = account.pool_id
    and ${sql(table)}.payment_total
      between ${options.payment_amount}::bigint + 1 and ${options.payment_amount}::bigint + unique_amount_max()
  `;
  const restsSince = sql`${presentTime(sql, options.at)} - ${quarantine}`;
  const [row] = await sql<{ count: number; free_at: Date | null }[]>`
    select count(*)::integer as count, min(taken.until) + ${quarantine} as free_at
    from accounts account
    cross join lateral (
      select payments.payment_total, coalesce(payments.released_at, payments.payment_expired_at) as until
      from payments
      where ${isOfAccount("payments")}
        and (payments.payment_status = 'PENDING' or payments.released_at > ${restsSince})
      union all
      select former_choices.payment_total, former_choices.released_at
      from former_choices
      where ${isOfAccount("former_choices")}
        and former_choices.released_at > ${restsSince}
    ) taken
    where account.merchant_id = ${options.merchant_id}
      and account.account_id = ${options.account_id}
  `;
  return row ?? { count: 0, free_at: null };
}
