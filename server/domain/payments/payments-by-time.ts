import type { Page } from "../../contract/envelope.ts";
import type { Payment, PaymentStatus } from "../../contract/payments.ts";
import { readChangeCursor } from "../base/cursor.ts";
import {
  partOfChanges,
  readPartByTime,
  type ByTime,
  type PartByTime,
} from "../base/part-by-time.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { findPart } from "./payment-search.ts";
import { presentPayments } from "./payments.ts";
import { selectChangedPayments, selectNumberedPayments } from "./payments-by-time.sql.ts";

/** Parts of a merchant's payments by the time of their creation or of their last change. */
export interface PaymentsByTime extends ByTime {
  status?: PaymentStatus | undefined;
}

export function listPaymentsByTime(
  gateway: Gateway,
  options: PaymentsByTime,
): Promise<Page<Payment>> {
  const find = options.updated_since === undefined ? findCreated : findChanged;
  const { merchant_id } = options;
  return readPartByTime(
    options,
    (part) => find(gateway, part),
    async (numbers) =>
      presentPayments(
        gateway,
        await selectNumberedPayments(gateway.sql, { merchant_id, numbers, at: gateway.now() }),
      ),
  );
}

async function findCreated(gateway: Gateway, options: PaymentsByTime): Promise<PartByTime> {
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

async function findChanged(gateway: Gateway, options: PaymentsByTime): Promise<PartByTime> {
  const { merchant_id, status = null, updated_since = "", per_page: limit } = options;
  const changed = await selectChangedPayments(gateway.sql, {
    merchant_id,
    status,
    after: readChangeCursor(options.cursor, updated_since),
    limit,
    at: gateway.now(),
  });
  return partOfChanges(changed, limit);
}
