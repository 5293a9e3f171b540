import { matchPayment } from "../../domain/mutations/matching.ts";
import { namesAnnounced, outcomeOf, type Action } from "../action.ts";
import { decideLedger } from "../ledger.ts";
import { isAnnouncedAndPaid } from "../matching.ts";
import { endPayment, expectSame, isOpen, shopAt, type ModelShop } from "../model.ts";
import type { Target } from "./payment.ts";

export interface ManualMatch extends Target {
  mutation_id: string | null;
  totp_code: string;
  /** The time step of the code; null for a wrong code. */
  step: number | null;
}

const failureWindowMilliseconds = 15 * 60_000;
const failuresAllowed = 5;

/** A merchant confirms a payment manually. */
export function match(wish: ManualMatch): Action<string | undefined> {
  return {
    kind: "match manually",
    details: wish,
    perform: async (gateway) => {
      const { answer, ended } = await namesAnnounced(gateway, (listening) =>
        outcomeOf(
          matchPayment(listening, {
            merchant_id: wish.merchant_id,
            payment_code: wish.code,
            mutation_id: wish.mutation_id,
            totp_code: wish.totp_code,
          }),
        ),
      );
      expectSame("announced after a match", ended.length, answer === undefined ? 1 : 0);
      return answer ?? undefined;
    },
    follow(model, outcome, { at, isAlone }) {
      const shop = shopAt(model, wish.shop);
      // Competing guesses count as failures until they are checked.
      if (outcome === "rate_limited" && !isAlone) return;
      expectSame(`match ${wish.code} manually`, outcome, settle(shop, wish, at));
    },
  };
}

/**
 * Settles the payment. Returns the refusal in the contract's order, or undefined if the payment is
 * PAID now.
 */
function settle(shop: ModelShop, wish: ManualMatch, at: number): string | undefined {
  const { totp } = shop;
  if (!totp) return "totp_not_enabled";
  const recent = totp.failed_at.filter((failure) => failure > at - failureWindowMilliseconds);
  if (recent.length >= failuresAllowed) return "rate_limited";
  totp.failed_at = recent;
  if (wish.step === null) {
    totp.failed_at.push(at);
    return "invalid totp code";
  }
  const payment = shop.payments.get(wish.code);
  if (!isOpen(payment, at)) return "not_found";
  const mutation = wish.mutation_id === null ? null : shop.mutations.get(wish.mutation_id);
  if (mutation === undefined) return "not_found";
  if (mutation && (!mutation.is_credit || mutation.paid !== null || mutation.decision !== null))
    return "not_found";
  if (mutation && isAnnouncedAndPaid(shop, mutation)) return "not_found";
  if (totp.last_step !== null && totp.last_step >= wish.step) return "invalid totp code";
  totp.last_step = wish.step;
  endPayment(shop, payment, {
    status: "PAID",
    updated_at: Math.max(at, payment.created_at),
    released_at: at,
  });
  payment.is_manual = true;
  if (mutation) {
    payment.mutation_id = mutation.mutation_id;
    mutation.paid = payment.code;
  }
  // A difference from the total is booked.
  if (payment.ledger || (mutation && mutation.amount !== payment.total))
    decideLedger(shop, payment);
  return undefined;
}
