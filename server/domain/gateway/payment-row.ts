import type { Metadata, OrderItem, Payment } from "../../contract/payments.ts";

/** Identifies a payment by its merchant and the merchant's own code. */
export interface PaymentName {
  merchant_id: string;
  payment_code: string;
}

/** The account to which a payment is paid, and its channel. */
export type PaidAccount = Pick<
  Payment,
  "account_number" | "account_name" | "channel_name" | "channel_type"
> & {
  channel_id: string;
  /** null if the merchant added none to the built-in steps. */
  own_instructions: Payment["channel_instructions"] | null;
};

/** An item as payments.customer_orders stores it. */
export type StoredOrderItem = Omit<OrderItem, "sku"> & { sku?: string | null | undefined };

/** A payment as the API returns it, without its account and without its checkout URL, which depends on the settings. */
export type PaymentRow = Omit<
  Payment,
  | "customer_orders"
  | "payment_checkout_url"
  | "payment_expired_at"
  | "payment_updated_at"
  | "channel_instructions"
  | "metadata"
  | keyof PaidAccount
> & {
  /** A time in UTC as PostgreSQL or ISO 8601 writes it. */
  payment_expired_at: string;
  payment_updated_at: string;
  customer_orders: StoredOrderItem[] | null;
  metadata: Metadata | null;
};

/** A payment with its account. */
export type PaymentDetails = PaymentRow & PaidAccount;
