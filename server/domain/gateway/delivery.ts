import type { DeviceEvent, PaymentEvent } from "../../contract/webhook-event.ts";
import type { PaymentDetails } from "./payment-row.ts";

/** The values of webhook_deliveries.delivery_status. db/states.md draws the transitions. */
export type DeliveryStatus = "PENDING" | "RETRYING" | "SUCCESS" | "FAILED";

/** The event that a webhook reports, and its id. */
export type DeliveryEvent = Subject & {
  merchant_id: string;
  delivery_id: string;
  created_at: Date;
};

/** The subject of an event: a payment, a device, or nothing for a test. A constraint of the table checks this too. */
type Subject =
  | { event_type: PaymentEvent["type"]; payment_number: number; device_id: null }
  | { event_type: DeviceEvent["type"]; payment_number: null; device_id: string }
  /** The dashboard's test event has no subject, and has its body from the start. */
  | { event_type: "webhook.test"; payment_number: null; device_id: null };

/** One event to one address. */
export type WebhookDelivery = DeliveryEvent & {
  url: string;
  /** null before the first attempt. */
  body: string | null;
  /** The number of scheduled attempts so far. */
  scheduled_count: number;
};

/** A delivery that no sender holds, so that a sender can lease it. */
export type DueDelivery = WebhookDelivery & {
  /**
   * The payment for the body. null: the body is written, is not about a payment, or the payment has not been read
   * yet.
   */
  payment: PaymentDetails | null;
};

/** A delivery that the holder of lease_token can attempt now, with the secrets that sign it. */
export type LeasedDelivery = WebhookDelivery & {
  lease_token: string;
  /**
   * The time by the database's clock, which the signature uses too. A machine with a wrong clock therefore sends
   * webhooks that receivers accept.
   */
  leased_at: Date;
  sealed_secrets: readonly Buffer[];
  /** The reason why no body could be written. The attempt is then recorded as failed, without a request. */
  failure?: unknown;
};
