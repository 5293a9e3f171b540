import { z } from "zod";
import { eventDevice } from "./devices.ts";
import { timestamp } from "./fields.ts";
import { payment } from "./payments.ts";

/** `payment.paid` always; the others only for merchants who switch them on (decisions, section 4). */
const paymentEventType = z.enum(["payment.paid", "payment.expired", "payment.cancelled"]);
const deviceEventType = z.enum(["device.offline", "device.online"]);

const type = { description: "What happened." };
const happenedAt = () => timestamp().meta({ description: "When it happened." });

export const paymentEvent = z
  .object({
    type: paymentEventType.meta(type),
    timestamp: happenedAt(),
    data: payment,
  })
  .meta({
    id: "PaymentEvent",
    description:
      "Body of a webhook about a payment. The same bytes are sent on every attempt. When the whole would exceed 20 KiB, `data.customer_orders` is null: read the payment for them.",
  });

export const deviceEvent = z
  .object({
    type: deviceEventType.meta(type),
    timestamp: happenedAt(),
    data: eventDevice,
  })
  .meta({
    id: "DeviceEvent",
    description:
      "Body of a webhook about a device. The same bytes are sent on every attempt. Deliveries may overtake each other: the newest `timestamp` is how it is.",
  });

export const webhookEvent = z.discriminatedUnion("type", [paymentEvent, deviceEvent]).meta({
  id: "WebhookEvent",
  description: "Body of a webhook: its `type` says what `data` is.",
});

export type PaymentEvent = z.infer<typeof paymentEvent>;
export type DeviceEvent = z.infer<typeof deviceEvent>;
export type WebhookEvent = z.infer<typeof webhookEvent>;
export type WebhookEventType = WebhookEvent["type"];

/** Standard Webhooks 1.0.0. */
export const webhookHeaders = {
  "webhook-id": "Identifies the event; the same on every attempt. Use it to ignore repeats.",
  "webhook-timestamp":
    "Time of this attempt, Unix seconds. Refuse it when it is over 5 minutes off.",
  "webhook-signature":
    "`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; several, separated by spaces, while a secret is being rotated.",
} as const;
