import type { CursorPage } from "../../contract/dashboard/cursor.ts";
import type { DashboardAccount } from "../../contract/dashboard/accounts.ts";
import type { FailingWebhooks, MerchantSummary } from "../../contract/dashboard/operator.ts";
import { paginate, type Page } from "../../contract/envelope.ts";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { readUuidCursor } from "../base/cursor.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectMerchant } from "../merchants/merchants.sql.ts";
import { selectFailingWebhooks, selectMerchantPage } from "./operator.sql.ts";
import { listOwnAccounts } from "../accounts/own-accounts.ts";
import { pageSize, rowsOfPage } from "../base/page-rows.ts";

/** Returns the data about every merchant for an operator. The procedures check the caller's right first. */

export async function listMerchants(
  { sql }: Gateway,
  options: { cursor?: string | undefined; search?: string | undefined; per_page: number },
): Promise<CursorPage<MerchantSummary>> {
  const limit = pageSize(options);
  const before = readUuidCursor(options.cursor);
  const rows = await selectMerchantPage(sql, { before, search: options.search ?? null, limit });
  return {
    items: rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_payment_at: row.last_payment_at?.toISOString() ?? null,
    })),
    next_cursor: rows.length < limit ? null : (rows.at(-1)?.merchant_id ?? null),
  };
}

export async function listMerchantAccounts(
  gateway: Gateway,
  options: { merchant_id: string; page: number; per_page: number },
): Promise<Page<DashboardAccount>> {
  if (!(await selectMerchant(gateway.sql, options.merchant_id))) {
    throw notFound("merchant");
  }
  return listOwnAccounts(gateway, options);
}

export async function listFailingWebhooks(
  { sql }: Gateway,
  { page, per_page }: { page: number; per_page: number },
): Promise<Page<FailingWebhooks>> {
  const { limit, offset } = rowsOfPage({ page, per_page });
  const { total, rows } = await selectFailingWebhooks(sql, {
    counted: limits.failingDeliveriesCounted,
    limit,
    offset,
  });
  const items = rows.map((row) => ({
    ...row,
    oldest_retrying_at: row.oldest_retrying_at?.toISOString() ?? null,
  }));
  return { items, pagination: paginate(total, items.length, page, limit) };
}
