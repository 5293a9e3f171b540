import { createRefundSchema } from "../generated/create-payment.gen.ts";
import type { CreateRefund, Payment, Refund } from "../generated/types.gen.ts";
import { Refusal } from "./refusal.ts";
import { problemsOf } from "./schema.ts";

interface RefundsOptions {
  readonly paymentOf: (payment_code: string) => Payment;
  /** Returns the money received for a payment, and the money refunded. */
  readonly moneyOf: (payment: Payment) => { readonly received: number; readonly refunded: number };
  readonly now: () => Date;
}

/**
 * Stores the refunds of the gateway in memory: the requested ones, and those that a team member has
 * sent.
 *
 * @internal
 */
export function openRefunds({ paymentOf, moneyOf, now }: RefundsOptions) {
  // The refunds in the order of their creation.
  const refunds: Refund[] = [];
  const withdrawn: Pick<Refund, "payment_code" | "reference">[] = [];

  const of = (payment_code: string) =>
    refunds.filter((refund) => refund.payment_code === payment_code);

  const owedOf = (payment_code: string): number =>
    of(payment_code).reduce((sum, one) => sum + (isSent(one) ? 0 : one.amount), 0);

  function record(
    refund: Pick<Refund, "payment_code" | "reference" | "amount" | "surplus_amount" | "reason">,
  ): Refund {
    const made: Refund = {
      refund_id: crypto.randomUUID(),
      ...refund,
      refund_status: "OWED",
      sent_at: null,
      sent_to: null,
      created_at: now().toISOString(),
    };
    refunds.push(made);
    return made;
  }

  function create(payment_code: string, body: Record<string, unknown>): Refund {
    const errors = problemsOf(body, createRefundSchema);
    if (Object.keys(errors).length > 0) throw new Refusal("validation_error", { errors });
    const { reference, amount, reason, recorded_refund_id } = body as unknown as CreateRefund;
    const payment = paymentOf(payment_code);
    const earlier = refunds.find((refund) => refund.reference === reference);
    if (earlier) {
      if (earlier.payment_code === payment_code && earlier.amount === amount) return { ...earlier };
      throw new Refusal("refund_reference_conflict");
    }
    const isWithdrawn = withdrawn.some(
      (one) => one.payment_code === payment_code && one.reference === reference,
    );
    const asWithdrawn = {
      message:
        "The refund was withdrawn in the dashboard. To refund the money, create another refund with a new reference.",
    };
    if (recorded_refund_id) {
      const taken = takeOver(recorded_refund_id, { payment_code, reference, amount });
      if (taken) return taken;
      throw isWithdrawn
        ? new Refusal("conflict", asWithdrawn)
        : new Refusal("refund_reference_conflict");
    }
    if (isWithdrawn) throw new Refusal("conflict", asWithdrawn);
    if (payment.payment_status === "PENDING") {
      throw new Refusal("conflict", {
        message: "The payment is still PENDING. Cancel it, or wait until it ends.",
      });
    }
    const { received, refunded } = moneyOf(payment);
    if (refunded + owedOf(payment_code) + amount > received) {
      throw new Refusal("refund_exceeds_received");
    }
    return { ...record({ payment_code, reference, amount, surplus_amount: 0, reason }) };
  }

  /** Gives the reference to a refund that a team member recorded without one. Returns the refund if it fits. */
  function takeOver(
    id: string,
    asked: Pick<Refund, "payment_code" | "reference" | "amount">,
  ): Refund | undefined {
    const recorded = refunds.find(({ refund_id }) => refund_id === id.toLowerCase());
    const isRight =
      recorded?.payment_code === asked.payment_code &&
      recorded.amount === asked.amount &&
      recorded.reference === null;
    return isRight ? { ...Object.assign(recorded, { reference: asked.reference }) } : undefined;
  }

  /** Returns the money received beyond the total and not yet refunded. */
  function surplusLeft(payment: Payment): number {
    const { payment_code, payment_status, payment_total } = payment;
    const surplus = moneyOf(payment).received - (payment_status === "PAID" ? payment_total : 0);
    return Math.max(
      0,
      of(payment_code).reduce((left, one) => left - one.surplus_amount, surplus),
    );
  }

  /** Records that a team member has sent the refund. */
  function markSent(refund: Refund): void {
    const sent_at = now().toISOString();
    Object.assign(refund, {
      refund_status: "SENT",
      sent_at,
      sent_to: "BUDI CONTOH, BCA 1234567890",
    });
  }

  return {
    create,
    of: (payment_code: string) => of(paymentOf(payment_code).payment_code).toReversed(),
    all: () => refunds.toReversed(),
    owedOf,
    /** Finds an owed refund, which a team member still has to send. */
    findOwed: (reference: string) =>
      refunds.find((refund) => refund.reference === reference && !isSent(refund)),
    markSent,
    /** Removes a refund that a team member withdraws. Returns the refund if it exists. */
    withdraw: (reference: string): Refund | undefined => {
      const place = refunds.findIndex((refund) => refund.reference === reference);
      const [refund] = place < 0 ? [] : refunds.splice(place, 1);
      if (refund) withdrawn.push(refund);
      return refund;
    },
    /** Records a refund that a team member has already sent. */
    recordSent: (payment_code: string, amount: number) => {
      const surplus_amount = Math.min(amount, surplusLeft(paymentOf(payment_code)));
      const what = { payment_code, reference: null, amount, surplus_amount };
      markSent(record({ ...what, reason: "Dikembalikan" }));
    },
  };
}

const isSent = ({ refund_status }: Refund): boolean => refund_status === "SENT";
