import type { Customer, ShownInvoice } from "../../shared/index.ts";

/**
 * The data that a payment session of Medusa stores. The storefront can read it, so it contains only what its customer
 * can see.
 */
export interface SessionData extends Record<string, unknown>, Partial<ShownInvoice> {
  readonly session_id: string;
  readonly rupiah: number;
  readonly customer: Customer;
  /** The number of times that the amount changed after an invoice was created. Each amount has its own invoice. */
  readonly revision: number;
}

/** Medusa's ids have no hyphen, so the session leads an invoice's `payment_code`. */
export const sessionIdOf = (code: string): string => code.split("-", 1)[0] ?? code;

/** Rupiah have no smaller coin, but taxes can produce fractions. */
export const wholeRupiah = (amount: unknown): number => Math.round(Number(amount));
