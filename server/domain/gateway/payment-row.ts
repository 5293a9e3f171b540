import type { OrderItem, Payment } from "../../contract/payments.ts";

/** What names a payment: its merchant and the merchant's own code. */
export interface PaymentName {
  merchant_id: string;
  payment_code: string;
}

/** The account that a payment is paid to, and its channel. */
export type PaidAccount = Pick<
  Payment,
  "account_number" | "account_name" | "channel_name" | "channel_type"
> & {
  channel_id: string;
  /** null where the merchant added none to the built-in ones. */
  own_instructions: Payment["channel_instructions"] | null;
};

/** As in payments.customer_orders. */
export type StoredOrderItem = Omit<OrderItem, "sku"> & { sku?: string | null | undefined };

/** A payment as the API answers it, but for its checkout URL, which the settings know, and its account. */
export type PaymentRow = Omit<
  Payment,
  | "customer_orders"
  | "payment_checkout_url"
  | "payment_expired_at"
  | "payment_updated_at"
  | "channel_instructions"
  | keyof PaidAccount
> & {
  /** As PostgreSQL or as ISO 8601 writes it, in UTC. */
  payment_expired_at: string;
  payment_updated_at: string;
  customer_orders: StoredOrderItem[] | null;
};

/** A payment with its account. */
export type PaymentDetails = PaymentRow & PaidAccount;
