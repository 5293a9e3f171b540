import type { Payment } from "@tepat/sdk";

/** How the shop sees the order that an invoice is for. */
export type OrderState = "waiting" | "settled" | "cancelled";

/**
 * - `settle`: the money is there, so the shop's payment is settled.
 * - `release`: it will not come any more, so the order is cancelled and its goods are free.
 * - `withdraw`: the shop has cancelled, so nobody shall pay the invoice.
 * - `report`: it was paid although the shop has cancelled; a person must decide.
 */
export type Step = "settle" | "release" | "withdraw" | "report" | "nothing";

const steps: Readonly<Record<Payment["payment_status"], Readonly<Record<OrderState, Step>>>> = {
  PENDING: { waiting: "nothing", settled: "withdraw", cancelled: "withdraw" },
  PAID: { waiting: "settle", settled: "nothing", cancelled: "report" },
  EXPIRED: { waiting: "release", settled: "nothing", cancelled: "nothing" },
  CANCELLED: { waiting: "release", settled: "nothing", cancelled: "nothing" },
};

/**
 * Decides what a shop does next, whatever caused the look: a webhook, its repetition, the plugin's own check, or a
 * person.
 */
export const nextStep = (status: Payment["payment_status"], order: OrderState): Step =>
  steps[status][order];
