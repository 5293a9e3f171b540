import type { SimilarityReason } from "../../contract/similarity-reasons.ts";
import { limits } from "../../contract/limits.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import {
  amountSimilarity,
  nearAmount,
  type AmountSimilarity,
  type PaymentAmounts,
} from "./amount-similarity.ts";
import { isProbablySameName, nameSimilarity } from "./name-similarity.ts";

/**
 * Estimates the likelihood that a transfer was meant for a payment, with reasons. The estimate helps a person to
 * decide, and never pays an invoice.
 */

export interface Transfer {
  amount: number;
  sender: string | null;
  posted_at: Date;
  /** null if no account watches the transfer's app. */
  pool_id: string | null;
}

export interface Invoice extends PaymentAmounts {
  payment_status: PaymentStatus;
  created_at: Date;
  payment_expired_at: Date;
  customer_name: string;
  pool_id: string;
}

export interface Similarity {
  /** The score, from 0 to 100. */
  score: number;
  /** The first reason concerns the amount. */
  reasons: SimilarityReason[];
}

const nameWeight = 20;
const hourMilliseconds = 3_600_000;
const clockToleranceMilliseconds = limits.postingToleranceSeconds * 1000;

/** Returns null if the transfer and the payment are unrelated. */
export function similarityOf(transfer: Transfer, invoice: Invoice): Similarity | null {
  const amount = amountSimilarity(transfer.amount, invoice) ?? nearByName(transfer, invoice);
  if (!amount || isNoTypingError(transfer, invoice)) return null;
  return weigh(transfer, invoice, amount);
}

/** Accepts an amount that is only near, if the sender probably has the customer's name and the invoice is not newer. */
function nearByName(transfer: Transfer, invoice: Invoice): AmountSimilarity | null {
  const isEarlier =
    transfer.posted_at.getTime() < invoice.created_at.getTime() - clockToleranceMilliseconds;
  if (isEarlier || !isProbablySameName(transfer.sender, invoice.customer_name)) return null;
  return nearAmount(transfer.amount, invoice);
}

/** Weighs a transfer that seems to pay two payments of one customer at once. */
export const similarityOfSum = (transfer: Transfer, invoice: Invoice, code: string): Similarity =>
  weigh(transfer, invoice, {
    weight: 50,
    reason: { code: "together_with", params: { payment_code: code } },
  });

/** Weighs a transfer of exactly the total that a payment had before its customer chose another way to pay. */
export const similarityOfFormerTotal = (transfer: Transfer, invoice: Invoice): Similarity =>
  weigh(transfer, invoice, { weight: 70, reason: { code: "former_total", params: {} } });

/**
 * Returns whether a typing error is out of the question. A typing error is assumed only on the payment's own account,
 * and for an unpaid payment.
 */
const isNoTypingError = (transfer: Transfer, invoice: Invoice): boolean =>
  transfer.amount !== invoice.payment_total &&
  (invoice.payment_status === "PAID" || transfer.pool_id !== invoice.pool_id);

function weigh(transfer: Transfer, invoice: Invoice, amount: AmountSimilarity): Similarity {
  const parts = [amount, ofName(transfer, invoice), ofTime(transfer, invoice)];
  const status = { PENDING: 0, PAID: -10, EXPIRED: -10, CANCELLED: -15 }[invoice.payment_status];
  const reasons = parts.flatMap((part) => (part ? [part.reason] : []));
  if (invoice.payment_status !== "PENDING")
    reasons.push({ code: endedCodes[invoice.payment_status], params: {} });
  if (transfer.pool_id !== invoice.pool_id) {
    reasons.push({ code: "another_account", params: {} });
  }
  const weight = parts.reduce((sum, part) => sum + (part?.weight ?? 0), status);
  return { score: Math.max(0, Math.min(100, Math.round(weight))), reasons };
}

const endedCodes = {
  PAID: "invoice_paid",
  EXPIRED: "invoice_expired",
  CANCELLED: "invoice_cancelled",
} as const;

function ofName({ sender }: Transfer, { customer_name }: Invoice): AmountSimilarity | null {
  const similarity = nameSimilarity(sender, customer_name);
  if (similarity === 0 || sender === null) return null;
  const code = similarity === 1 ? "same_name" : "similar_name";
  return {
    weight: nameWeight * similarity,
    reason: { code, params: { sender, customer: customer_name } },
  };
}

function ofTime(
  { posted_at }: Transfer,
  { created_at, payment_expired_at }: Invoice,
): AmountSimilarity | null {
  const age = posted_at.getTime() - created_at.getTime();
  if (age < -clockToleranceMilliseconds) {
    return { weight: -20, reason: { code: "before_invoice", params: {} } };
  }
  if (posted_at > payment_expired_at) {
    return { weight: -5, reason: { code: "after_deadline", params: {} } };
  }
  if (age > 24 * hourMilliseconds) return null;
  return age <= hourMilliseconds
    ? { weight: 10, reason: { code: "within_an_hour", params: {} } }
    : { weight: 5, reason: { code: "within_a_day", params: {} } };
}
