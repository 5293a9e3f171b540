import type { FailingWebhooks, MerchantSummary } from "../../contract/dashboard/operator.ts";
import type { Sql } from "../../db/client.ts";
import { highestUuid } from "../base/cursor.ts";

export type MerchantSummaryRow = Omit<MerchantSummary, "created_at" | "last_payment_at"> & {
  created_at: Date;
  last_payment_at: Date | null;
};

/** Lists merchants before this one, newest first. Every count here is small or comes from a counter. */
export function selectMerchantPage(
  sql: Sql,
  options: { before: string | null; search: string | null; limit: number },
): Promise<MerchantSummaryRow[]> {
  const search = options.search?.toLowerCase() ?? "";
  return sql<MerchantSummaryRow[]>`
    with page as materialized (
      select merchant_id, merchant_name, email, is_operator, created_at
      from merchants
      where test_of is null
        and merchant_id < coalesce(${options.before}::uuid, ${highestUuid}::uuid)
        and (strpos(lower(merchant_name), ${search}) > 0 or strpos(lower(email), ${search}) > 0)
      order by merchant_id desc
      limit ${options.limit}
    )
    select
      page.*,
      (select count(*) from accounts where accounts.merchant_id = page.merchant_id) as account_count,
      (
        select count(*) from devices
        where devices.merchant_id = page.merchant_id
          and device_status = 'ACTIVE'
          and source_kind = 'phone'
          and not is_simulated
      ) as device_count,
      (
        select count(*) from devices
        where devices.merchant_id = page.merchant_id
          and device_status = 'ACTIVE'
          and source_kind = 'phone'
          and offline_since is not null
      ) as offline_device_count,
      (select payment_count from payment_counters where merchant_id = page.merchant_id) as payment_count,
      (
        select created_at from payments
        where payments.merchant_id = page.merchant_id
        order by payment_number desc
        limit 1
      ) as last_payment_at,
      (
        select coalesce(sum(account_quota), 0) from accounts where accounts.merchant_id = page.merchant_id
      ) as quota_left
    from page
    order by page.merchant_id desc
  `;
}

export type FailingRow = Omit<FailingWebhooks, "oldest_retrying_at"> & {
  oldest_retrying_at: Date | null;
};

/** Lists merchants, most failures first, with two bounded probes of webhook_deliveries_log for each merchant. */
export async function selectFailingWebhooks(
  sql: Sql,
  options: { counted: number; limit: number; offset: number },
): Promise<{ total: number; rows: FailingRow[] }> {
  const found = await sql<(FailingRow & { total: number })[]>`
    with failing as materialized (
      select
        merchant.merchant_id, merchant.merchant_name, retrying.retrying_count, retrying.oldest_retrying_at,
        failed.failed_count
      from merchants merchant
      cross join lateral (
        select count(*) as retrying_count, min(created_at) as oldest_retrying_at
        from (
          select created_at from webhook_deliveries
          where webhook_deliveries.merchant_id = merchant.merchant_id
            and delivery_status = 'RETRYING'
          order by created_at, delivery_id
          limit ${options.counted}
        ) oldest
      ) retrying
      cross join lateral (
        select count(*) as failed_count
        from (
          select from webhook_deliveries
          where webhook_deliveries.merchant_id = merchant.merchant_id
            and delivery_status = 'FAILED'
          order by created_at desc, delivery_id desc
          limit ${options.counted}
        ) newest
      ) failed
      where merchant.test_of is null
        and retrying.retrying_count + failed.failed_count > 0
    )
    select counted.total, page.*
    from (select count(*) as total from failing) counted
    left join (
      select merchant_id, merchant_name, retrying_count, oldest_retrying_at, failed_count
      from failing
      order by retrying_count + failed_count desc, merchant_id
      limit ${options.limit}
      offset ${options.offset}::bigint
    ) page on true
    order by page.retrying_count + page.failed_count desc, page.merchant_id
  `;
  const page: { total: number; rows: FailingRow[] } = { total: 0, rows: [] };
  for (const { total, ...row } of found) {
    page.total = total;
    // An empty page has only the total.
    if (row.merchant_id !== null) page.rows.push(row);
  }
  return page;
}
