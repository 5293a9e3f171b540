import type { Customer, ShownInvoice } from "../../shared/index.ts";

/**
 * The data that a payment session of Medusa stores. The storefront can read the data, so it contains only facts for
 * the customer.
 */
export interface SessionData extends Record<string, unknown>, Partial<ShownInvoice> {
  readonly session_id: string;
  readonly rupiah: number;
  readonly customer: Customer;
  /** The number of times that the amount changed after an invoice was created. Each amount has its own invoice. */
  readonly revision: number;
}

/**
 * Returns the session of an invoice's `payment_code`. Medusa's ids have no hyphen, so the session
 * is the part before the first hyphen.
 */
export const sessionIdOf = (code: string): string => code.split("-", 1)[0] ?? code;

/** Rounds to whole rupiah. Rupiah have no smaller unit, but taxes can produce fractions. */
export const wholeRupiah = (amount: unknown): number => Math.round(Number(amount));
