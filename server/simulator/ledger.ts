import type { ModelLedger, ModelPayment, ModelReceipt, ModelShop } from "./model.ts";

/** The model's rules for money that is not exactly a total. */

export const receivedOf = ({ receipts }: ModelLedger): number =>
  receipts.reduce((sum, { amount }) => sum + amount, 0);

export const refundedOf = ({ refunds }: ModelLedger): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Returns the amount received above the amount owed, less the part that was already refunded. */
export const surplusOf = (ledger: ModelLedger, received = receivedOf(ledger)): number =>
  Math.max(0, received - (ledger.owed ?? received)) -
  ledger.refunds.reduce((sum, { surplus }) => sum + surplus, 0);

/** Returns the amount received less the refunds less the amount owed; null before a decision. */
export const keptOf = (ledger: ModelLedger): number | null =>
  ledger.owed === null ? null : receivedOf(ledger) - refundedOf(ledger) - ledger.owed;

export function bookMoney(payment: ModelPayment, receipt: ModelReceipt): void {
  payment.ledger ??= { owed: null, refunds: [], receipts: [] };
  payment.ledger.receipts.push(receipt);
}

/**
 * Decides the ledger of an ended payment: its receipts include the money that paid it, and from then on the
 * amount owed is known.
 */
export function decideLedger(shop: ModelShop, payment: ModelPayment): ModelLedger {
  const ledger = (payment.ledger ??= { owed: null, refunds: [], receipts: [] });
  const paying = payment.mutation_id === null ? null : shop.mutations.get(payment.mutation_id);
  if (paying) {
    const isBooked = ledger.receipts.some(({ mutation_id }) => mutation_id === paying.mutation_id);
    if (!isBooked && paying.amount > 0)
      ledger.receipts.push({ mutation_id: paying.mutation_id, amount: paying.amount });
  } else if (payment.status === "PAID" && ledger.owed === null) {
    const rest = payment.total - receivedOf(ledger);
    if (rest > 0) ledger.receipts.push({ mutation_id: null, amount: rest });
  }
  ledger.owed ??= payment.status === "PAID" ? payment.total : 0;
  return ledger;
}
