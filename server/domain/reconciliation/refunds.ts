import { randomUUID, randomUUIDv7 } from "node:crypto";
import type { OwedRefund } from "../../contract/dashboard/reconciliation.ts";
import { paginate, type Page } from "../../contract/envelope.ts";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Refund } from "../../contract/refunds.ts";
import { DomainError } from "../base/domain-error.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { oweRefund, refundWithdrawn } from "../mutations/ledgers.ts";
import { readPayment } from "../payments/payments.ts";
import {
  findRefund,
  selectOwedRefunds,
  selectRefunds,
  type RefundFilter,
  type RefundRow,
} from "./refunds.sql.ts";

/** Refunds as the merchant's server records and reads them. People send them: see reconciliation.ts. */

export async function createRefund(
  gateway: Gateway,
  options: {
    merchant_id: string;
    payment_code: string;
    reference: string;
    amount: number;
    reason: string;
    recorded_refund_id?: string | null | undefined;
  },
): Promise<Refund> {
  const { merchant_id, payment_code, reference, amount, reason } = options;
  try {
    await oweRefund(gateway, {
      merchant_id,
      payment_code,
      reference,
      recorded: options.recorded_refund_id ?? null,
      refund: { refund_id: randomUUIDv7(), form_key: randomUUID(), amount, reason },
    });
  } catch (cause) {
    throw merchantsRefusal(cause);
  }
  const row = await findRefund(gateway.sql, { merchant_id, reference });
  if (row) return present(row);
  throw refundWithdrawn();
}

/** Turns a refusal for people into a code for programs. */
function merchantsRefusal(cause: unknown): unknown {
  if (!(cause instanceof DomainError)) return cause;
  if (cause.reason?.code === "refund_exceeds_received") {
    return new GatewayError("refund_exceeds_received", { cause });
  }
  const message =
    cause.reason?.code === "payment_is_pending"
      ? "The payment is still PENDING. Cancel it, or wait until it ends."
      : cause.message;
  return new GatewayError("conflict", { message, cause });
}

export async function listPaymentRefunds(
  gateway: Gateway,
  options: { merchant_id: string; payment_code: string; page: number; per_page: number },
): Promise<Page<Refund>> {
  await readPayment(gateway, options);
  return listRefunds(gateway, options);
}

export async function listRefunds(
  gateway: Gateway,
  { page, per_page, ...filter }: RefundFilter & { page: number; per_page: number },
): Promise<Page<Refund>> {
  const limit = pageSize({ per_page });
  const { total, rows } = await selectRefunds(gateway.sql, {
    ...filter,
    limit,
    offset: (page - 1) * limit,
  });
  return { items: rows.map(present), pagination: paginate(total, rows.length, page, limit) };
}

export async function listOwedRefunds(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<OwedRefund[]> {
  const rows = await selectOwedRefunds(gateway.sql, {
    merchant_id,
    limit: limits.openDifferencesShown,
  });
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

const present = ({ sent_at, created_at, ...row }: RefundRow): Refund => ({
  ...row,
  sent_at: sent_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
