import { z } from "zod";
import { eventDevice } from "./devices.ts";
import { rupiah, timestamp, uuid } from "./fields.ts";
import { payment, paymentStatus, type PaymentStatus } from "./payments.ts";

/** The names of the events' schemas in the document. */
export const webhookSchemas = {
  "payment.paid": "PaymentPaidEvent",
  "payment.expired": "PaymentExpiredEvent",
  "payment.cancelled": "PaymentCancelledEvent",
  "payment.part_received": "PaymentPartReceivedEvent",
  "payment.underpaid": "PaymentUnderpaidEvent",
  "payment.overpaid": "PaymentOverpaidEvent",
  "payment.refunded": "PaymentRefundedEvent",
  "device.offline": "DeviceOfflineEvent",
  "device.online": "DeviceOnlineEvent",
} as const;

const happenedAt = () => timestamp().meta({ description: "The time of the event." });

/** Returns the schema of an event whose type says how the payment ended. */
function paymentEvent<
  Type extends WebhookEventType,
  Status extends Exclude<PaymentStatus, "PENDING">,
>(type: Type, payment_status: Status) {
  return z
    .object({
      type: z.literal(type).meta({ description: `Always \`${type}\`.` }),
      timestamp: happenedAt(),
      // All fields are listed again, because client generators lose "or null" if an allOf combines a payment with its
      // status.
      data: z.object({
        ...payment.shape,
        payment_status: z
          .literal(payment_status)
          .meta({ description: `Always \`${payment_status}\`.` }),
      }),
    })
    .meta({
      id: webhookSchemas[type],
      description: `Body of the webhook \`${type}\`. The same bytes are sent on every attempt. If the body would exceed 20 KiB, \`data.customer_orders\` is null. Fetch the payment to get the items.`,
    });
}

function deviceEvent<Type extends WebhookEventType>(type: Type) {
  return z
    .object({
      type: z.literal(type).meta({ description: `Always \`${type}\`.` }),
      timestamp: happenedAt(),
      data: eventDevice,
    })
    .meta({
      id: webhookSchemas[type],
      description: `Body of the webhook \`${type}\`. The same bytes are sent on every attempt. Deliveries can arrive out of order. The one with the newest \`timestamp\` has the current state.`,
    });
}

const paymentDifference = z
  .object({
    payment_id: uuid().meta({ description: "The invoice." }),
    payment_code: z.string().meta({ description: "The payment's code." }),
    payment_status: paymentStatus,
    payment_total: rupiah().meta({ description: "The invoice's total, whole rupiah." }),
    received_total: rupiah().meta({ description: "The total amount received, whole rupiah." }),
    refunded_total: rupiah().meta({ description: "The total amount refunded, whole rupiah." }),
    kept_difference: z.int().nullable().meta({
      description:
        "The amount received, minus refunds, minus the amount due. The amount due is the total if the payment is PAID, otherwise 0. A negative difference is waived. Null while parts wait for a decision.",
    }),
    received_amount: z.int().meta({
      description:
        "The change of `received_total`, whole rupiah; negative if a booking was undone.",
    }),
    refunded_amount: z.int().meta({
      description:
        "The change of `refunded_total`, whole rupiah; negative if a refund was withdrawn.",
    }),
  })
  .meta({
    id: "PaymentDifference",
    description: "The money of an invoice after a team member's decision.",
  });

export type DifferenceEventType =
  | "payment.part_received"
  | "payment.underpaid"
  | "payment.overpaid"
  | "payment.refunded";

function differenceEvent<Type extends DifferenceEventType>(type: Type) {
  return z
    .object({
      type: z.literal(type).meta({ description: `Always \`${type}\`.` }),
      timestamp: happenedAt(),
      data: paymentDifference,
    })
    .meta({
      id: webhookSchemas[type],
      description: `Body of the webhook \`${type}\`. The same bytes are sent on every attempt. Deliveries can arrive out of order. The one with the newest \`timestamp\` has the current state.`,
    });
}

/** `payment.paid` is always sent. The other events are sent only to merchants who switch them on. */
const paymentEvents = [
  paymentEvent("payment.paid", "PAID"),
  paymentEvent("payment.expired", "EXPIRED"),
  paymentEvent("payment.cancelled", "CANCELLED"),
] as const;

/** db/functions/webhooks/owe_difference_webhook.sql writes the bodies of these events. */
const differenceEvents = [
  differenceEvent("payment.part_received"),
  differenceEvent("payment.underpaid"),
  differenceEvent("payment.overpaid"),
  differenceEvent("payment.refunded"),
] as const;

const deviceEvents = [deviceEvent("device.offline"), deviceEvent("device.online")] as const;

export const webhookEvent = z
  .discriminatedUnion("type", [...paymentEvents, ...differenceEvents, ...deviceEvents])
  .meta({
    id: "WebhookEvent",
    description:
      "The body of a webhook. `type` determines the shape of `data`. If the event ends a payment, `type` also determines `payment_status`.",
  });

export type PaymentEvent = z.infer<(typeof paymentEvents)[number]>;
export type DeviceEvent = z.infer<(typeof deviceEvents)[number]>;
export type WebhookEvent = z.infer<typeof webhookEvent>;
export type WebhookEventType = keyof typeof webhookSchemas;

/** Standard Webhooks 1.0.0. */
export const webhookHeaders = {
  "webhook-id": "The event's id, the same on every attempt. Use the id to ignore repeats.",
  "webhook-timestamp":
    "The time of this attempt in Unix seconds. Refuse the webhook if this time differs from yours by more than 5 minutes.",
  "webhook-signature":
    "`v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. While a secret is being rotated, there are several signatures, separated by spaces.",
} as const;
