import { InvalidArgumentError } from "../errors.ts";
import type { Payment, PaymentDifference } from "../generated/types.gen.ts";

/** The money received for a payment in addition to its total, and the money refunded. */
interface Ledger {
  readonly other: number;
  readonly refunded: number;
  /** True if a team member accepted less than the total. In that case, the total was not received. */
  readonly isWaived: boolean;
}

export type Change = Partial<Record<"received" | "refunded" | "withdrawn", number>> & {
  isWaived?: true;
};

const untouched: Ledger = { other: 0, refunded: 0, isWaived: false };

/**
 * Stores the decisions of team members about money that was not exactly a total.
 *
 * @internal
 */
export function openLedgers() {
  const ledgers = new Map<string, Ledger>();

  const of = ({ payment_id }: Payment): Ledger => ledgers.get(payment_id) ?? untouched;

  const receivedOf = ({ payment_status, payment_total }: Payment, ledger: Ledger): number =>
    ledger.other + (payment_status === "PAID" && !ledger.isWaived ? payment_total : 0);

  /**
   * Changes the ledger and returns the difference that the gateway reports. A forbidden change throws and changes
   * nothing.
   */
  function change(
    payment: Payment,
    { received = 0, refunded = 0, withdrawn = 0, isWaived }: Change,
    isRight: (difference: PaymentDifference) => boolean,
  ): PaymentDifference {
    const before = of(payment);
    const after: Ledger = {
      other: before.other + received,
      refunded: before.refunded + refunded - withdrawn,
      isWaived: before.isWaived || isWaived === true,
    };
    const { payment_id, payment_code, payment_status, payment_total } = payment;
    const isPaid = payment_status === "PAID";
    const received_total = receivedOf(payment, after);
    const difference: PaymentDifference = {
      payment_id,
      payment_code,
      payment_status,
      payment_total,
      received_total,
      refunded_total: after.refunded,
      kept_difference:
        payment_status === "PENDING"
          ? null
          : received_total - after.refunded - (isPaid ? payment_total : 0),
      received_amount: received,
      refunded_amount: refunded - withdrawn,
    };
    const amount = received + refunded + withdrawn;
    if (!Number.isSafeInteger(amount) || amount < 1 || !isRight(difference)) {
      throw new InvalidArgumentError(`The amount ${amount} is not possible for ${payment_code}.`);
    }
    ledgers.set(payment_id, after);
    return difference;
  }

  return {
    change,
    /** Returns the money received for a payment, and the money refunded. */
    moneyOf: (payment: Payment) => ({
      received: receivedOf(payment, of(payment)),
      refunded: of(payment).refunded,
    }),
  };
}
