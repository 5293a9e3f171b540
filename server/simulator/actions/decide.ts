import { randomUUID } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import { DomainError } from "../../domain/base/domain-error.ts";
import type { Gateway } from "../../domain/gateway/gateway.ts";
import {
  refundPayment,
  reopenTransfer,
  setTransferAside,
  settlePayment,
  tieTransfer,
  withdrawRefund,
} from "../../domain/mutations/ledgers.ts";
import { outcomeOf, type Action } from "../action.ts";
import { bookMoney, decideLedger, receivedOf, refundedOf, surplusOf } from "../ledger.ts";
import {
  endPayment,
  expectSame,
  expirePayment,
  shopAt,
  visibleStatus,
  type ModelPayment,
  type ModelShop,
} from "../model.ts";
import { hasOtherReport } from "../matching.ts";
import type { Target } from "./payment.ts";

/**
 * The outcome of a person's decision about money that is not exactly a total: true if something changed, or
 * the refusal.
 */
type Outcome = boolean | string;

export interface Decision extends Target {
  kind: "part" | "keep" | "not_ours" | "reopen" | "settle" | "refund" | "withdraw";
  mutation_id: string;
  /** The amount of a refund. */
  amount: number;
  /** The id of the new refund, or of the withdrawn one. */
  refund_id: string;
}

export function decide(decision: Decision): Action<Outcome> {
  return {
    kind: `decide: ${decision.kind}`,
    details: decision,
    perform: (gateway) => performed(gateway, decision),
    follow(model, outcome, { at }) {
      const shop = shopAt(model, decision.shop);
      // Of two announcements of one transfer, only the one that represents both can be decided.
      if (outcome === "not_found" && hasOtherReport(shop, decision.mutation_id)) return;
      expectSame(
        `${decision.kind} ${decision.code} ${decision.mutation_id}`,
        outcome,
        judged(shop, decision, at),
      );
    },
  };
}

/** Runs the decision in a transaction, as the dashboard does together with the audit entry. */
async function performed(gateway: Gateway, decision: Decision): Promise<Outcome> {
  const { merchant_id, mutation_id, code: payment_code } = decision;
  try {
    return await outcomeOf(
      gateway.sql.begin(async (tx) => {
        const inside = { ...gateway, sql: asSql(tx) };
        switch (decision.kind) {
          case "part":
          case "keep": {
            const options = { merchant_id, mutation_id, payment_code, refund: null };
            return tieTransfer(inside, { ...options, outcome: decision.kind });
          }
          case "not_ours":
            return setTransferAside(inside, { merchant_id, mutation_id, refund: null });
          case "reopen":
            return reopenTransfer(inside, { merchant_id, mutation_id });
          case "settle":
            return settlePayment(inside, { merchant_id, payment_code });
          case "refund":
            return refundPayment(inside, { merchant_id, payment_code, refund: refundOf(decision) });
          case "withdraw":
            await withdrawRefund(inside, decision);
            return true;
        }
      }),
    );
  } catch (cause) {
    if (cause instanceof DomainError && cause.reason) return cause.reason.code;
    throw cause;
  }
}

const refundOf = ({ amount, refund_id }: Decision) => ({
  refund_id,
  amount,
  refunded_at: new Date(0),
  recipient: "SITI",
  reason: "Paid twice",
  made_by: null,
  form_key: randomUUID(),
});

/**
 * Applies the rules, written independently of the domain code: returns the response, and changes
 * the model.
 */
function judged(shop: ModelShop, decision: Decision, at: number): Outcome {
  switch (decision.kind) {
    case "part":
    case "keep":
      return tied(shop, decision, at);
    case "not_ours":
      return setAside(shop, decision);
    case "reopen":
      return reopened(shop, decision);
    case "settle":
      return settled(shop, decision, at);
    case "refund":
      return refunded(shop, decision, at);
    case "withdraw":
      return withdrawn(shop, decision);
  }
}

/** Returns a credit that paid nothing and represents itself, or null. */
function creditOf(shop: ModelShop, { mutation_id }: Decision) {
  const credit = shop.mutations.get(mutation_id);
  return credit?.is_credit && credit.paid === null ? credit : null;
}

function tied(shop: ModelShop, decision: Decision, at: number): Outcome {
  const credit = creditOf(shop, decision);
  if (!credit || credit.amount === 0) return "not_found";
  const payment = shop.payments.get(decision.code);
  if (!payment) return "not_found";
  if (credit.decision !== null) {
    const isSame = payment.ledger?.receipts.some(
      ({ mutation_id }) => mutation_id === credit.mutation_id,
    );
    return isSame ? false : "not_found";
  }
  const isWaiting = isPending(payment, at);
  if (decision.kind === "part" && !isWaiting) return "payment_has_ended";
  if (decision.kind === "keep" && isWaiting) return "payment_is_pending";
  if (decision.kind === "part" && (payment.ledger?.receipts.length ?? 0) >= limits.paymentParts)
    return "payment_parts_limit";
  if (decision.kind === "keep") {
    endIfOverdue(shop, payment, at);
    decideLedger(shop, payment);
  }
  bookMoney(payment, { mutation_id: credit.mutation_id, amount: credit.amount });
  credit.decision = "tied";
  return true;
}

function setAside(shop: ModelShop, decision: Decision): Outcome {
  const credit = creditOf(shop, decision);
  if (!credit) return "not_found";
  if (credit.decision !== null) return credit.decision === "not_ours" ? false : "not_found";
  credit.decision = "not_ours";
  return true;
}

function reopened(shop: ModelShop, decision: Decision): Outcome {
  const credit = shop.mutations.get(decision.mutation_id);
  if (!credit) return "not_found";
  if (credit.decision === null) return "transfer_not_decided";
  if (credit.decision === "tied") {
    const ledger = [...shop.payments.values()].flatMap((payment) =>
      payment.ledger?.receipts.some(({ mutation_id }) => mutation_id === credit.mutation_id)
        ? [payment.ledger]
        : [],
    )[0];
    if (!ledger) throw new Error(`the model has ${credit.mutation_id} tied to nothing`);
    const received = receivedOf(ledger) - credit.amount;
    // A shop's books do not contain the refund of a surplus, so the surplus must stay.
    if (refundedOf(ledger) > received || surplusOf(ledger, received) < 0)
      return "refund_exceeds_received";
    ledger.receipts = ledger.receipts.filter(
      ({ mutation_id }) => mutation_id !== credit.mutation_id,
    );
  }
  credit.decision = null;
  return true;
}

function settled(shop: ModelShop, decision: Decision, at: number): Outcome {
  const payment = shop.payments.get(decision.code);
  if (!payment) return "not_found";
  const { ledger } = payment;
  if (!ledger || ledger.owed !== null || receivedOf(ledger) === 0) return "nothing_to_settle";
  endIfOverdue(shop, payment, at);
  const last = ledger.receipts.at(-1)?.mutation_id;
  const part = last === undefined || last === null ? undefined : shop.mutations.get(last);
  if (isPending(payment, at) && part) {
    endPayment(shop, payment, {
      status: "PAID",
      updated_at: Math.max(at, payment.created_at),
      released_at: at,
    });
    payment.is_manual = true;
    payment.mutation_id = part.mutation_id;
    part.paid = payment.code;
    part.decision = null;
  }
  decideLedger(shop, payment);
  return true;
}

function refunded(shop: ModelShop, decision: Decision, at: number): Outcome {
  const payment = shop.payments.get(decision.code);
  if (!payment) return "not_found";
  if (isPending(payment, at)) return "payment_is_pending";
  const received =
    payment.ledger?.owed === null || !payment.ledger
      ? receivedWhenDecided(shop, payment)
      : receivedOf(payment.ledger);
  if ((payment.ledger ? refundedOf(payment.ledger) : 0) + decision.amount > received)
    return "refund_exceeds_received";
  endIfOverdue(shop, payment, at);
  const { refund_id, amount } = decision;
  const ledger = decideLedger(shop, payment);
  ledger.refunds.push({ refund_id, amount, surplus: Math.min(amount, surplusOf(ledger)) });
  return true;
}

function withdrawn(shop: ModelShop, { refund_id }: Decision): Outcome {
  for (const { ledger } of shop.payments.values()) {
    const place = ledger?.refunds.findIndex((refund) => refund.refund_id === refund_id) ?? -1;
    if (place === -1) continue;
    ledger?.refunds.splice(place, 1);
    return true;
  }
  return "not_found";
}

const isPending = (payment: ModelPayment, at: number): boolean =>
  visibleStatus(payment, at) === "PENDING";

/** Returns the sum without changing the payment. */
function receivedWhenDecided(shop: ModelShop, payment: ModelPayment): number {
  const copy = structuredClone(payment);
  return receivedOf(decideLedger(shop, copy));
}

function endIfOverdue(shop: ModelShop, payment: ModelPayment, at: number): void {
  if (payment.status === "PENDING" && payment.expires_at <= at) expirePayment(shop, payment);
}
