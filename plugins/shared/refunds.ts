import { TepatError, type Refund } from "@tepat/sdk";
import { clientOf } from "./invoices.ts";
import type { Settings } from "./settings.ts";

/**
 * A shop's refund and a gateway's refund are the same if the gateway's has the shop's id as its reference. The gateway
 * sets the reference of a refund only once, so a refund that is made in both at the same time stays one refund.
 *
 * The WooCommerce plugin has the same rules in PHP (class-tepat-orders.php), with one exception. WooCommerce keeps the
 * refund that it saved before it called the gateway, so its plugin takes over no refund with a reference. Medusa and
 * Vendure undo their refund when the gateway fails, so their plugins take over a sent refund with a reference, unless
 * it is already recorded.
 */

/** A refund of the shop. */
export interface ShopRefund {
  /** The invoice's code. */
  readonly code: string;
  /**
   * The shop's id of the refund. Without an id, the refund gets the first free number of the
   * invoice.
   */
  readonly reference?: string;
  readonly rupiah: number;
  readonly reason?: string | undefined;
  /**
   * The order's price, for platforms that would refund more. At the gateway, the invoice also has the unique
   * amount.
   */
  readonly price?: number;
  /** The gateway's record of this refund, if it is known. */
  readonly recorded?: Refund | undefined;
  /**
   * Returns whether the shop has recorded a refund of the gateway. Calls for one invoice must run one at a time or
   * see each other's refunds.
   */
  readonly isBooked: (refund: Refund) => boolean;
}

/** The gateway does not record the refund. The message is for the shop's admin. */
export class RefundProblem extends Error {}

/** The most refunds of an invoice that the plugin reads. */
const mostRefunds = 100;

/**
 * Returns the refunds of an invoice, oldest first. A refund that a person recorded has no reference until a
 * shop records it too.
 */
export async function refundsOf(settings: Settings, code: string): Promise<Refund[]> {
  const list = clientOf(settings).refunds.list({ payment_code: code });
  return (await list.toArray({ limit: mostRefunds })).toReversed();
}

/**
 * The largest unique amount, in rupiah. A full refund at the gateway includes the unique amount, which the shop's order
 * does not contain.
 */
const mostUnique = 999;

/**
 * Returns the part of a refund that returns the order's money. For example, a second transfer was never part of the
 * order. The response of an older gateway has no surplus.
 */
const ofOrder = ({
  amount,
  surplus_amount = 0,
}: Pick<Refund, "amount"> & { surplus_amount?: number }): number => amount - surplus_amount;

/**
 * Returns the part of a gateway's refund that the shop must record, in rupiah. `left` is the sum not refunded yet.
 * Returns 0 if the refund does not concern the order. Also returns 0 for an OWED refund, because the shop that
 * requested it might repeat the request.
 */
export function rupiahToTake(refund: Refund, left: number): number {
  const rupiah = ofOrder(refund);
  const isTaken = refund.refund_status === "SENT" && rupiah <= Math.ceil(left) + mostUnique;
  return isTaken ? Math.max(0, Math.min(rupiah, left)) : 0;
}

/**
 * Records a shop's refund at the gateway. You can safely repeat the call. Returns the existing refund if a person has
 * recorded the same money at the gateway, or if an earlier call recorded it and the response was lost. Throws a
 * RefundProblem if the gateway refuses the refund or cannot be reached. In that case nothing is recorded, or the next
 * call finds the refund.
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
    // Since `recorded` was read, a person might have withdrawn it, or another refund of the shop might have
    // taken it.
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
      // A person has withdrawn a refund with this number, so the list does not contain it.
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
