import { TepatError, type Refund } from "@tepat/sdk";
import { clientOf } from "./invoices.ts";
import type { Settings } from "./settings.ts";

/**
 * A refund of the shop and one of the gateway are the same if the gateway's has the shop's id as its reference. The gateway
 * gives each refund one reference, once, so a refund that is made in both at the same time stays one.
 */

/** A refund of the shop. */
export interface ShopRefund {
  /** The invoice's code. */
  readonly code: string;
  /** The shop's id of it. */
  readonly reference: string;
  readonly rupiah: number;
  readonly reason?: string | undefined;
  /** The order's price, where the platform itself would refund more. The gateway has the unique amount too. */
  readonly price?: number;
  /** The gateway's refund that it is, if that is known. */
  readonly recorded?: Refund | undefined;
}

/** The gateway does not book it. The message is for the shop's admin. */
export class RefundProblem extends Error {}

/** Looks at this many refunds of an invoice. */
const mostRefunds = 100;

/** The refunds of an invoice, the oldest first. Those that people recorded and no shop has in its books have no reference. */
export async function refundsOf(settings: Settings, code: string): Promise<Refund[]> {
  const list = clientOf(settings).refunds.list({ payment_code: code });
  return (await list.toArray({ limit: mostRefunds })).toReversed();
}

/**
 * Books a refund of the shop, which may be called again for the same one. If a person has recorded the same money at the
 * gateway, that is it. Throws a RefundProblem where the gateway refuses it or is away; then nothing is booked, or the next
 * call finds it.
 */
export async function bookRefund(settings: Settings, refund: ShopRefund): Promise<Refund> {
  try {
    return await book(settings, refund);
  } catch (error) {
    throw error instanceof TepatError ? problemOf(error) : error;
  }
}

async function book(
  settings: Settings,
  { code, reference, rupiah, reason, recorded, price = Infinity }: ShopRefund,
): Promise<Refund> {
  const tepat = clientOf(settings);
  const asked = { reference, reason: reason || "Refunded in the shop" };
  const take = ({ refund_id, amount }: Refund) =>
    tepat.refunds.create(code, { ...asked, amount, recorded_refund_id: refund_id });
  if (recorded) return await take(recorded);
  const refunds = await refundsOf(settings, code);
  // A person who refunds everything at the gateway refunds the unique amount too, which the shop's books do not have.
  const { payment_unique } = await tepat.payments.get(code);
  const amounts = new Set([rupiah, rupiah + payment_unique]);
  const booked = refunds.find((one) => one.reference === reference);
  if (booked && amounts.has(booked.amount)) return booked;
  const others = refunds.filter((one) => one.reference !== null && one !== booked);
  const left = price - others.reduce((sum, { amount }) => sum + amount, 0);
  if (rupiah > left) throw new RefundProblem(tooMuch);
  for (const one of refunds) {
    if (one.reference !== null || !amounts.has(one.amount)) continue;
    try {
      return await take(one);
    } catch (error) {
      // Another refund of the shop was faster.
      if (!(error instanceof TepatError) || error.code !== "refund_reference_conflict") throw error;
    }
  }
  return await tepat.refunds.create(code, { ...asked, amount: rupiah });
}

const tooMuch =
  "Tepat: the refund exceeds what came in for the invoice and is not refunded yet. Enter a smaller amount.";

function problemOf(error: TepatError): RefundProblem {
  switch (error.code) {
    case "refund_exceeds_received":
      return new RefundProblem(tooMuch, { cause: error });
    case "conflict":
    case "refund_reference_conflict":
    case "not_found":
      return new RefundProblem(`Tepat: ${error.message}`, { cause: error });
    default:
      return new RefundProblem(
        "Tepat: the gateway cannot be reached, so the refund was not recorded. Try again in a few minutes.",
        { cause: error },
      );
  }
}
