import type { RefundState } from "../../contract/dashboard/payments.ts";
import type { PaymentStatus } from "../../contract/payments.ts";

interface Money {
  payment_status: PaymentStatus;
  payment_total: number;
  /** The ledger's sums. null: the payment has no ledger. */
  money: { received: number; refunded: number } | null;
}

/**
 * Returns how much of an ended payment was refunded, by the refunds that were sent. The refund of a surplus is none,
 * because the merchant then still keeps the total.
 */
export function refundStateOf({ payment_status, payment_total, money }: Money): RefundState | null {
  if (payment_status === "PENDING" || !money || money.refunded === 0) return null;
  const left = money.received - money.refunded;
  if (left <= 0) return "FULL";
  return left < payment_total ? "PART" : null;
}
