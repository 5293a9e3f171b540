import type { DeviceEvent, PaymentEvent } from "../../contract/webhook-event.ts";
import type { PaymentDetails } from "./payment-row.ts";

/** As in webhook_deliveries.delivery_status; db/states.md draws the changes. */
export type DeliveryStatus = "PENDING" | "RETRYING" | "SUCCESS" | "FAILED";

/** What a webhook tells, and under which id. */
export type DeliveryEvent = Subject & {
  merchant_id: string;
  delivery_id: string;
  created_at: Date;
};

/** An event is about a payment or a device, but for a test; a constraint of the table says so too. */
type Subject =
  | { event_type: PaymentEvent["type"]; payment_number: number; device_id: null }
  | { event_type: DeviceEvent["type"]; payment_number: null; device_id: string }
  /** The dashboard's test, which is about nothing and has its body from the start. */
  | { event_type: "webhook.test"; payment_number: null; device_id: null };

/** One event to one address. */
export type WebhookDelivery = DeliveryEvent & {
  url: string;
  /** null before the first attempt. */
  body: string | null;
  /** Attempts of the schedule so far. */
  scheduled_count: number;
};

/** A delivery that nobody holds: a sender may lease it. */
export type DueDelivery = WebhookDelivery & {
  /** What its body is to tell of; null where the body is written or about no payment, and where nobody has read it yet. */
  payment: PaymentDetails | null;
};

/** A delivery that the holder of lease_token may attempt now, and what to sign it with. */
export type LeasedDelivery = WebhookDelivery & {
  lease_token: string;
  /** By the database's clock, which signs: a machine whose own clock is wrong sends what receivers take. */
  leased_at: Date;
  sealed_secrets: readonly Buffer[];
  /** Why no body could be written; then there is nothing to send, and the attempt is recorded as failed. */
  failure?: unknown;
};
