import type { Payment } from "@tepat/sdk";

/** The shop's state of an invoice's order. */
export type OrderState = "waiting" | "settled" | "cancelled";

/**
 * - `settle`: the money arrived, so the shop's payment is settled.
 * - `release`: the money can no longer arrive, so the order is cancelled and its goods are
 *   released.
 * - `withdraw`: the shop has cancelled the order, so the invoice is cancelled.
 * - `report`: the invoice was paid although the shop has cancelled the order, so an admin must
 *   decide.
 */
export type Step = "settle" | "release" | "withdraw" | "report" | "nothing";

const steps: Readonly<Record<Payment["payment_status"], Readonly<Record<OrderState, Step>>>> = {
  PENDING: { waiting: "nothing", settled: "withdraw", cancelled: "withdraw" },
  PAID: { waiting: "settle", settled: "nothing", cancelled: "report" },
  EXPIRED: { waiting: "release", settled: "nothing", cancelled: "nothing" },
  CANCELLED: { waiting: "release", settled: "nothing", cancelled: "nothing" },
};

/**
 * Returns the shop's next step after any check: a webhook, a repeated webhook, the plugin's own check,
 * or a manual one.
 */
export const nextStep = (status: Payment["payment_status"], order: OrderState): Step =>
  steps[status][order];
