import { TepatError, type Refund } from "@tepat/sdk";
import { clientOf } from "./invoices.ts";
import type { Settings } from "./settings.ts";

/**
 * A refund of the shop and one of the gateway are the same if the gateway's has the shop's id as its reference. The gateway
 * gives each refund one reference, once, so a refund that is made in both at the same time stays one.
 *
 * The WooCommerce plugin has the same rules in PHP (class-tepat-orders.php), except one. WooCommerce keeps the refund that it
 * saved before it asked the gateway, so it takes no refund that has a reference. Medusa and Vendure undo theirs when the gateway
 * fails, so they take a sent refund that has a reference, unless it is in their books.
 */

/** A refund of the shop. */
export interface ShopRefund {
  /** The invoice's code. */
  readonly code: string;
  /** The shop's id of it. If it has none yet, it gets the first free number of the invoice. */
  readonly reference?: string;
  readonly rupiah: number;
  readonly reason?: string | undefined;
  /** The order's price, where the platform itself would refund more. The gateway has the unique amount too. */
  readonly price?: number;
  /** The gateway's record of this refund, if it is known. */
  readonly recorded?: Refund | undefined;
  /**
   * Whether the shop has booked a refund of the gateway. Bookings of one invoice must run one at a time or see each
   * other.
   */
  readonly isBooked: (refund: Refund) => boolean;
}

/** The gateway does not book it. The message is for the shop's admin. */
export class RefundProblem extends Error {}

/** Looks at this many refunds of an invoice. */
const mostRefunds = 100;

/**
 * The refunds of an invoice, the oldest first. Those that people recorded and no shop has in its books have no
 * reference.
 */
export async function refundsOf(settings: Settings, code: string): Promise<Refund[]> {
  const list = clientOf(settings).refunds.list({ payment_code: code });
  return (await list.toArray({ limit: mostRefunds })).toReversed();
}

/** A person who refunds everything at the gateway refunds the unique amount too, which the shop's books do not have. */
const mostUnique = 999;

/**
 * The part of a refund that returns the order's money. A second transfer, for example, was never in the shop's books.
 * An older gateway's response lacks the surplus.
 */
const ofOrder = ({
  amount,
  surplus_amount = 0,
}: Pick<Refund, "amount"> & { surplus_amount?: number }): number => amount - surplus_amount;

/**
 * Returns the part of a gateway refund, in rupiah, that the shop must book; `left` is the sum not refunded yet. It is 0
 * if the refund does not concern the order. It is also 0 for an OWED refund, because the shop that requested it might
 * send the request again.
 */
export function rupiahToTake(refund: Refund, left: number): number {
  const rupiah = ofOrder(refund);
  const isTaken = refund.refund_status === "SENT" && rupiah <= Math.ceil(left) + mostUnique;
  return isTaken ? Math.max(0, Math.min(rupiah, left)) : 0;
}

/**
 * Books a refund of the shop. You can safely repeat the call. Returns the existing refund if a person has recorded the
 * same money at the gateway, or if an earlier call recorded it but its response was lost. Throws a RefundProblem if the
 * gateway refuses the refund or cannot be reached; then nothing is booked, or the next call finds the refund.
 */
export async function bookRefund(settings: Settings, refund: ShopRefund): Promise<Refund> {
  try {
    return await book(settings, refund);
  } catch (error) {
    throw error instanceof TepatError ? problemOf(error) : error;
  }
}

async function book(settings: Settings, refund: ShopRefund): Promise<Refund> {
  const { code, rupiah, recorded, isBooked, price = Infinity } = refund;
  const tepat = clientOf(settings);
  const refunds = await refundsOf(settings, code);
  const used = new Set(refunds.map((one) => one.reference));
  const reference = refund.reference ?? freeReference(code, used);
  const reason = refund.reason || "Refunded in the shop";
  const take = async ({ amount, refund_id }: Refund) =>
    await tepat.refunds.create(code, { reference, reason, amount, recorded_refund_id: refund_id });
  if (recorded) {
    // Since the caller read it, a person can have withdrawn it, or another refund of the shop can have taken it.
    const current = refunds.find(({ refund_id }) => refund_id === recorded.refund_id);
    if (!current) throw new RefundProblem(withdrawn);
    if (current.reference !== reference && isBooked(current)) throw new RefundProblem(taken);
    return current.reference === null ? await take(current) : current;
  }
  const { payment_unique } = await tepat.payments.get(code);
  const amounts = new Set([rupiah, rupiah + payment_unique]);
  const others = refunds.filter((one) => one.reference !== reference && isBooked(one));
  const same = refunds.filter((one) => amounts.has(ofOrder(one)) && !others.includes(one));
  const booked =
    same.find((one) => one.reference === reference) ?? same.find((one) => one.reference !== null);
  if (booked) return booked;
  const left = price - others.reduce((sum, one) => sum + ofOrder(one), 0);
  if (rupiah > left) throw new RefundProblem(tooMuch);
  for (const one of same) {
    try {
      return await take(one);
    } catch (error) {
      // Another refund of the shop was faster.
      if (!(error instanceof TepatError) || error.code !== "refund_reference_conflict") throw error;
    }
  }
  for (let own = reference; ; own = freeReference(code, used.add(own))) {
    try {
      return await tepat.refunds.create(code, { reference: own, reason, amount: rupiah });
    } catch (error) {
      // A person has withdrawn a refund of this number, which the list therefore lacks.
      const isTaken = error instanceof TepatError && error.code === "conflict";
      if (!isTaken || own === refund.reference || used.size > mostRefunds) throw error;
    }
  }
}

function freeReference(code: string, used: ReadonlySet<string | null>): string {
  let number = 1;
  while (used.has(`${code}-R${number}`)) number += 1;
  return `${code}-R${number}`;
}

const taken = "Tepat: the shop has already recorded this refund. Do not record it again.";
const withdrawn = "Tepat: this refund was withdrawn at the gateway. Reload the order.";
const tooMuch =
  "Tepat: the refund exceeds the money received for the invoice and not yet refunded. Enter a smaller amount.";

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
