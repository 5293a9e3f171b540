import { paginateByTime, type Page } from "../../contract/envelope.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment, PaymentStatus } from "../../contract/payments.ts";
import { changeCursor, readChangeCursor, type ChangePlace } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { findPart } from "./payment-search.ts";
import { presentPayments } from "./payments.ts";
import { selectChangedPayments, selectNumberedPayments } from "./payments-by-time.sql.ts";

/** Parts of a merchant's payments by the time of their creation or of their last change. */
export interface PaymentsByTime {
  merchant_id: string;
  status?: PaymentStatus | undefined;
  since?: string | undefined;
  until?: string | undefined;
  updated_since?: string | undefined;
  cursor?: string | undefined;
  per_page: number;
}

export async function listPaymentsByTime(
  gateway: Gateway,
  options: PaymentsByTime,
): Promise<Page<Payment>> {
  const per_page = pageSize(options);
  const find = options.updated_since === undefined ? findCreated : findChanged;
  const found = await find(gateway, { ...options, per_page });
  const counted = { ...options, cursor: undefined, per_page: limits.rowsPerTotal };
  // A first part that is not full is the whole list.
  const isWhole = options.cursor === undefined && found.next_cursor === null;
  const all = isWhole ? found : await find(gateway, counted);
  const { merchant_id } = options;
  const rows = await selectNumberedPayments(gateway.sql, {
    merchant_id,
    numbers: found.numbers,
    at: gateway.now(),
  });
  return {
    items: await presentPayments(gateway, rows),
    pagination: paginateByTime(all.numbers.length, rows.length, per_page, found.next_cursor),
  };
}

interface Found {
  numbers: number[];
  next_cursor: string | null;
}

async function findCreated(gateway: Gateway, options: PaymentsByTime): Promise<Found> {
  const { numbers, next } = await findPart(gateway, {
    merchant_id: options.merchant_id,
    payment_status: options.status,
    created_from: options.since,
    created_before: options.until,
    cursor: options.cursor,
    per_page: options.per_page,
  });
  return { numbers, next_cursor: next === null ? null : String(next) };
}

async function findChanged(gateway: Gateway, options: PaymentsByTime): Promise<Found> {
  const { merchant_id, status = null, updated_since = "", per_page: limit } = options;
  const changed: ChangePlace[] = await selectChangedPayments(gateway.sql, {
    merchant_id,
    status,
    after: readChangeCursor(options.cursor, updated_since),
    limit,
    at: gateway.now(),
  });
  const last = changed.length < limit ? undefined : changed.at(-1);
  return {
    numbers: changed.map(({ number }) => number),
    next_cursor: last === undefined ? null : changeCursor(last),
  };
}
