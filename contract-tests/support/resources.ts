import type { PaymentStatus } from "../../sdk/src/generated/types.gen.ts";

/** The resources of the specification's section 2, as the tests read them. */

export interface Account {
  account_id: string;
  account_number: string | null;
  account_name: string | null;
  account_min_amount: number;
  account_max_amount: number | null;
  account_active: boolean;
  account_quota: number;
  channel_id: string;
  channel_type: "TRANSFER" | "QRIS";
  channel_name: string | null;
  app_id: string | null;
  app_name: string | null;
  app_package: string | null;
}

export interface Refund {
  refund_id: string;
  payment_code: string;
  reference: string | null;
  amount: number;
  surplus_amount: number;
  reason: string;
  refund_status: "OWED" | "SENT";
  sent_at: string | null;
  sent_to: string | null;
  created_at: string;
}

export interface Payment {
  payment_id: string;
  payment_code: string;
  payment_amount: number;
  payment_unique: number;
  payment_total: number;
  payment_status: PaymentStatus;
  payment_expired_at: string;
  payment_updated_at: string;
  payment_checkout_url: string;
  customer_orders: OrderItem[] | null;
  account_id: string;
  account_number: string | null;
  account_name: string | null;
  channel_id: string | null;
  channel_name: string | null;
  channel_type: "TRANSFER" | "QRIS" | null;
  channel_instructions: InstructionStep[];
  is_manual_match: boolean;
  manual_matched_mutation_id: string | null;
  metadata?: Record<string, string>;
}

export interface OrderItem {
  name: string;
  price: number;
  quantity: number;
  subtotal: number;
}

export interface InstructionStep {
  step: number;
  title: string;
  content: string;
}

export interface Mutation {
  id: string;
  body: string | null;
  posted_at: string;
  amount_parsed: number;
  type_parsed: "CREDIT" | "DEBIT" | null;
  is_matched: boolean;
  matched_payment_id: string | null;
  matched_payment_code: string | null;
  created_at: string;
}

export interface CheckoutView {
  status: Payment["payment_status"];
  amount_total: number;
  redirect_url: string | null;
  order_items: string;
  instructions: string;
  created_at: string;
  qris_payload?: string | null;
  qris_id?: string | null;
  qris_name?: string | null;
  qris_city?: string | null;
}

/** The response to a device's registration. */
export interface RegisteredDevice {
  device_id: string;
  device_token: string;
  device_status: string;
}

export interface ListedDevice {
  device_id: string;
  device_status: string;
  pairing_code: string | null;
  health: "ok" | "warning" | "offline" | null;
  findings: { problem: string; since: string; what_to_do: string }[];
}

export interface Invoice {
  sale_id: string;
  payment_code: string;
  payment_total: number | null;
  address: string;
}

export interface Notification {
  key: string;
  package_name: string;
  title: string | null;
  body: string | null;
  posted_at: string;
  big_text?: string | null;
  app_name?: string;
  app_version?: string;
  category?: string | null;
  channel_id?: string | null;
  is_conversation?: boolean | null;
  sequence?: number;
}

export interface ReportOutcome {
  key: string;
  outcome: "recorded" | "duplicate" | "ignored";
  mutation_id: string | null;
  matched_payment_code: string | null;
}
