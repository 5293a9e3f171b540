import type { Metadata, OrderItem, Payment } from "../../contract/payments.ts";

/** The key of a payment: its merchant, and the merchant's own code. */
export interface PaymentName {
  merchant_id: string;
  payment_code: string;
}

/** The account that receives a payment, and its channel. */
export type PaidAccount = Pick<
  Payment,
  "account_number" | "account_name" | "channel_name" | "channel_type"
> & {
  channel_id: string;
  /** null: the merchant has added no steps to the built-in ones. */
  own_instructions: Payment["channel_instructions"] | null;
};

/** An order item as payments.customer_orders stores it. */
export type StoredOrderItem = Omit<OrderItem, "sku"> & { sku?: string | null | undefined };

/**
 * A payment as the API returns it, without its account. The checkout URL is missing too, because it depends on the
 * settings.
 */
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
  /** A UTC time in PostgreSQL's or ISO 8601 format. */
  payment_expired_at: string;
  payment_updated_at: string;
  customer_orders: StoredOrderItem[] | null;
  metadata: Metadata | null;
};

export type PaymentDetails = PaymentRow & PaidAccount;
