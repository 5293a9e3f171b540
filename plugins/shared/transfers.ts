import type { Payment } from "@tepat/sdk";
import { clientOf, inRupiah } from "./invoices.ts";
import type { Settings } from "./settings.ts";

/**
 * Money that arrived for an invoice that could no longer be paid. A person must decide about it.
 */
export interface ExtraTransfer {
  readonly mutation_id: string;
  /** The invoice whose total was paid. */
  readonly code: string;
  readonly rupiah: number;
  readonly reason: "late_payment" | "second_payment";
  readonly posted_at: string;
}

interface ExplainedMutation {
  readonly id: string;
  readonly amount_parsed: number;
  readonly candidate_payment_code: string | null;
  readonly posted_at: string;
}

const newest = 100;

/**
 * Returns the newest transfers of both kinds. Remember the `mutation_id` of each one, because the next call returns
 * it again.
 */
export async function extraTransfers(settings: Settings): Promise<ExtraTransfer[]> {
  const found: ExtraTransfer[] = [];
  for (const reason of ["late_payment", "second_payment"] as const) {
    for (const mutation of await mutationsOf(settings, reason)) {
      if (mutation.candidate_payment_code === null) continue;
      found.push({
        mutation_id: mutation.id,
        code: mutation.candidate_payment_code,
        rupiah: mutation.amount_parsed,
        reason,
        posted_at: mutation.posted_at,
      });
    }
  }
  return found;
}

/**
 * Returns the mutations with this reason. The SDK does not return reasons, so this function uses
 * the Worker's API.
 */
async function mutationsOf(
  settings: Settings,
  reason: ExtraTransfer["reason"],
): Promise<ExplainedMutation[]> {
  const query = { match_reason: reason, only_unmatched: true, per_page: newest };
  const { data } = await clientOf(settings).rawRequest<ExplainedMutation[]>(
    "GET",
    "/worker/mutations",
    { query },
  );
  return data;
}

/** Notes for the shop's admin. They contain no personal names, because some shops show notes to customers. */
export const notes = {
  extra: ({ reason, rupiah, posted_at, code }: ExtraTransfer): string =>
    reason === "late_payment"
      ? `Tepat: a transfer of Rp${inRupiah(rupiah)} arrived at ${posted_at}, after invoice ${code} had ended. This transfer does not pay the order. Send the goods, or refund the money.`
      : `Tepat: a second transfer of Rp${inRupiah(rupiah)} arrived at ${posted_at} for invoice ${code}, which was already paid. Refund this transfer.`,
  paidThoughCancelled: (code: string): string =>
    `Tepat: invoice ${code} was paid, but this order is cancelled. Refund the customer, or create a new order.`,
  followUpPaid: ({ payment_code, payment_total }: Payment, ended: string): string =>
    `Tepat: invoice ${payment_code} records a transfer of Rp${inRupiah(payment_total)} that was sent in time for invoice ${ended}. This order is cancelled. Send the goods, or refund that transfer once.`,
  paidForOtherAmount: ({ payment_code, payment_total }: Payment): string =>
    `Tepat: Rp${inRupiah(payment_total)} was paid for invoice ${payment_code}, but the order's amount has changed since. Refund the customer, or ask for the rest.`,
  refunded: (rupiah: number): string =>
    `Tepat: a refund of Rp${inRupiah(rupiah)} is recorded. Tepat moves no money. Send the refund yourself, then record it in the gateway's dashboard.`,
  notReleased: (code: string): string =>
    `Tepat: invoice ${code} ended unpaid, but Tepat could not cancel the order automatically. Decide about the order manually.`,
  notOwn: (code: string): string =>
    `Tepat: invoice ${code} was not cancelled, because a shop at another address than TEPAT_SHOP_URL created it. If this shop is a copy, you do not have to do anything. If the shop has moved, cancel the invoice at the gateway.`,
  ended: (code: string): string =>
    `Tepat: invoice ${code} ended unpaid, so the order is cancelled.`,
} as const;
