import type { ListedPayment, PaymentPage } from "../../contract/dashboard/payments.ts";
import { limits } from "../../contract/limits.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import { readNumberCursor } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  selectCreationTime,
  selectFilteredNumbers,
  selectListedPayments,
  selectMatchingNumbers,
  selectNewestNumbers,
  selectNumberOfCode,
  selectNumberRange,
  type ListedPaymentRow,
  type NumberRange,
  type PageFilter,
} from "./payment-search.sql.ts";

/**
 * Lists a merchant's payments, newest first. Status and account have an index. A search by text or amount has none,
 * because every create would pay for it. It looks at a bounded number of payments and says how far back it has looked.
 */
export interface PaymentSearch {
  merchant_id: string;
  search?: string | undefined;
  payment_status?: PaymentStatus | undefined;
  account_id?: string | undefined;
  created_from?: string | undefined;
  created_before?: string | undefined;
  cursor?: string | undefined;
  per_page: number;
}

export function searchPayments(gateway: Gateway, options: PaymentSearch): Promise<PaymentPage> {
  return readPart(gateway, { ...options, per_page: pageSize(options) });
}

/** Reads a part of any size. */
export async function readPart(gateway: Gateway, options: PaymentSearch): Promise<PaymentPage> {
  const { merchant_id } = options;
  const filter = await filterOf(gateway, options);
  const found = await findNumbers(gateway, filter, options);
  const rows = await selectListedPayments(gateway.sql, {
    merchant_id,
    numbers: found.numbers,
    at: gateway.now(),
  });
  const until =
    options.search === undefined || found.next === null
      ? null
      : await selectCreationTime(gateway.sql, { merchant_id, payment_number: found.next });
  return {
    items: rows.map(presentListed),
    next_cursor: found.next === null ? null : String(found.next),
    searched_until: until?.toISOString() ?? null,
  };
}

async function filterOf(gateway: Gateway, options: PaymentSearch): Promise<PageFilter> {
  const dates = { from: options.created_from, before: options.created_before };
  const range = await selectNumberRange(gateway.sql, {
    merchant_id: options.merchant_id,
    created_from: dates.from === undefined ? null : new Date(dates.from),
    created_before: dates.before === undefined ? null : new Date(dates.before),
  });
  const cursor = readNumberCursor(options.cursor);
  return {
    merchant_id: options.merchant_id,
    payment_status: options.payment_status ?? null,
    account_id: options.account_id ?? null,
    range: { low: range.low, high: Math.min(range.high, cursor ?? range.high) },
    limit: options.per_page,
    at: gateway.now(),
  };
}

interface Found {
  numbers: number[];
  /** The list continues below this number; null at its end. */
  next: number | null;
}

async function findNumbers(
  gateway: Gateway,
  filter: PageFilter,
  { search, cursor }: PaymentSearch,
): Promise<Found> {
  if (search !== undefined)
    return findText(gateway, filter, { search, isFirst: cursor === undefined });
  const isUnfiltered = filter.payment_status === null && filter.account_id === null;
  const select = isUnfiltered ? selectNewestNumbers : selectFilteredNumbers;
  const numbers = await select(gateway.sql, filter);
  return { numbers, next: numbers.length < filter.limit ? null : (numbers.at(-1) ?? null) };
}

/** Searches one part of the list. A payment whose code is exactly the search text comes first, wherever it is. */
async function findText(
  { sql }: Gateway,
  filter: PageFilter,
  { search, isFirst }: { search: string; isFirst: boolean },
): Promise<Found> {
  const exact = isFirst ? await selectNumberOfCode(sql, { ...filter, search }) : undefined;
  const limit = filter.limit - (exact === undefined ? 0 : 1);
  if (exact !== undefined && limit === 0) return { numbers: [exact], next: filter.range.high };
  const stretch = stretchOf(filter.range);
  const amount = readAmount(search);
  const matching = await selectMatchingNumbers(sql, {
    ...filter,
    range: stretch,
    limit,
    search,
    amount,
  });
  const numbers = exact === undefined ? matching : [exact, ...matching];
  const last = matching.at(-1);
  if (last !== undefined && matching.length === limit) return { numbers, next: last };
  return { numbers, next: stretch.low > filter.range.low ? stretch.low : null };
}

const stretchOf = ({ low, high }: NumberRange): NumberRange => ({
  low: Math.max(low, high - limits.paymentsPerSearch),
  high,
});

/** Reads `Rp150.347`, `150,347` and `150347` as one amount. */
function readAmount(search: string): number | null {
  const digits = search.replace(/^rp\.?\s*/i, "").replaceAll(/[.,](?=\d{3}(\D|$))/g, "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

const presentListed = (row: ListedPaymentRow): ListedPayment => ({
  ...row,
  created_at: row.created_at.toISOString(),
  payment_expired_at: row.payment_expired_at.toISOString(),
  payment_updated_at: row.payment_updated_at.toISOString(),
});
