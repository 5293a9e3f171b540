import type { DeviceEvent, PaymentEvent } from "../../contract/webhook-event.ts";
import type { PaymentDetails } from "./payment-row.ts";

/** The values of webhook_deliveries.delivery_status; db/states.md draws the changes. */
export type DeliveryStatus = "PENDING" | "RETRYING" | "SUCCESS" | "FAILED";

/** The event that a webhook reports, and its id. */
export type DeliveryEvent = Subject & {
  merchant_id: string;
  delivery_id: string;
  created_at: Date;
};

/** An event is about a payment or a device, except for a test. A constraint of the table checks this too. */
type Subject =
  | { event_type: PaymentEvent["type"]; payment_number: number; device_id: null }
  | { event_type: DeviceEvent["type"]; payment_number: null; device_id: string }
  /** The dashboard's test event, which is about nothing and has its body from the start. */
  | { event_type: "webhook.test"; payment_number: null; device_id: null };

/** One event to one address. */
export type WebhookDelivery = DeliveryEvent & {
  url: string;
  /** null before the first attempt. */
  body: string | null;
  /** How many attempts of the schedule were made. */
  scheduled_count: number;
};

/** A delivery that no sender holds, so that one can lease it. */
export type DueDelivery = WebhookDelivery & {
  /**
   * The payment for its body. null if the body is written, or is not about a payment, or nobody has read the payment
   * yet.
   */
  payment: PaymentDetails | null;
};

/** A delivery that the holder of lease_token can attempt now, with the secrets that sign it. */
export type LeasedDelivery = WebhookDelivery & {
  lease_token: string;
  /** By the database's clock, which also signs: so a machine whose own clock is wrong sends what receivers accept. */
  leased_at: Date;
  sealed_secrets: readonly Buffer[];
  /** Why no body could be written. Then nothing is sent, and the attempt is recorded as failed. */
  failure?: unknown;
};
