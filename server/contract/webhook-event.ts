import { z } from "zod";
import { timestamp } from "./fields.ts";
import { payment } from "./payments.ts";

/** `payment.paid` always; the other two only for merchants who switch them on (decisions, section 4). */
export const webhookEventType = z.enum(["payment.paid", "payment.expired", "payment.cancelled"]);

export type WebhookEventType = z.infer<typeof webhookEventType>;

export const webhookEvent = z
  .object({
    type: webhookEventType.meta({ description: "What happened." }),
    timestamp: timestamp().meta({ description: "When it happened." }),
    data: payment,
  })
  .meta({
    id: "WebhookEvent",
    description:
      "Body of a webhook. The same bytes are sent on every attempt. When the whole would exceed 20 KiB, `data.customer_orders` is null: read the payment for them.",
  });

export type WebhookEvent = z.infer<typeof webhookEvent>;

/** Standard Webhooks 1.0.0. */
export const webhookHeaders = {
  "webhook-id": "Identifies the event; the same on every attempt. Use it to ignore repeats.",
  "webhook-timestamp":
    "Time of this attempt, Unix seconds. Refuse it when it is over 5 minutes off.",
  "webhook-signature":
    "`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; several, separated by spaces, while a secret is being rotated.",
} as const;
