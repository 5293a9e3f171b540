import { z } from "zod";
import { matching, timestamp } from "../fields.ts";
import { limits } from "../limits.ts";
import { cursorInput, cursorPage, foundOnFirstPage, oldestFirst } from "./cursor.ts";
import { dashboardOperation } from "./operation.ts";
import { inTestMode } from "./test-mode.ts";
import { readers } from "./roles.ts";

const tag = "Webhooks";

export const deliveryStatus = z.enum(["PENDING", "RETRYING", "SUCCESS", "FAILED"]).meta({
  // The enum has no name here. A Go generator names a constant after each value of a named enum, and PaymentStatus
  // already has PENDING.
  description:
    "`PENDING`: the first attempt is still to come. `RETRYING`: the next attempt is still to come. `FAILED`: Tepat makes no further automatic attempt.",
});

export const delivery = z
  .object({
    delivery_id: z.string().meta({ description: "The webhook-id header of every attempt." }),
    event_type: z.string().meta({ description: "The event's type, such as `payment.paid`." }),
    payment_code: z
      .string()
      .nullable()
      .meta({ description: "The invoice of the event; null for other events." }),
    device_name: z
      .string()
      .nullable()
      .meta({ description: "The device of the event; null for other events." }),
    url: z.string().meta({ description: "The webhook URL." }),
    delivery_status: deliveryStatus,
    attempt_count: z.int().min(0).meta({ description: "Attempts so far." }),
    created_at: timestamp().meta({ description: "The time of the event, UTC." }),
    next_attempt_at: timestamp()
      .nullable()
      .meta({ description: "The time of the next automatic attempt, UTC; null if there is none." }),
  })
  .meta({ id: "Delivery", description: "The delivery of an event to a webhook URL." });

export type Delivery = z.infer<typeof delivery>;

const attempt = z
  .object({
    attempt_number: z.int().min(1).meta({ description: "The number of the attempt, from 1." }),
    is_manual: z.boolean().meta({ description: "True if a person requested the attempt." }),
    started_at: timestamp().meta({ description: "The time of the attempt, UTC." }),
    duration_ms: z.int().min(0).meta({ description: "The duration, in milliseconds." }),
    http_status: z
      .int()
      .nullable()
      .meta({ description: "The response's HTTP status; null without a response." }),
    error_code: z
      .string()
      .nullable()
      .meta({ description: "The reason why no complete response arrived, such as `timeout`." }),
    response_head: z.string().nullable().meta({
      description: "The beginning of the response's body. Show it as plain text, never as HTML.",
    }),
    response_headers: z
      .string()
      .nullable()
      .meta({
        description: `The response's headers, one \`name: value\` per line, at most ${limits.webhookAnswerHeaders} lines. Values that could grant access are \`[redacted]\`. Kept for failed attempts and for attempts that a person requested; otherwise null.`,
      }),
  })
  .meta({ id: "DeliveryAttempt", description: "One HTTP request of a delivery." });

export const deliveryWithAttempts = delivery
  .extend({
    body: z
      .string()
      .nullable()
      .meta({ description: "The body, byte for byte; null before the first attempt." }),
    attempts: z.array(attempt).meta({ description: "Every attempt, in order." }),
  })
  .meta({ id: "DeliveryWithAttempts", description: "A delivery with its attempts." });

export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttempts>;

export const delivery_id = matching(z.string(), /^msg_(?:test_)?[0-9a-f]{32}$/, {
  code: "not_a_delivery",
  params: {},
}).meta({ description: "The id of the delivery.", pattern: undefined });

export const deliveryPage = cursorPage("DeliveryPage", delivery);

const countedDeliveries = deliveryPage
  .extend({ found: foundOnFirstPage })
  .meta({ id: "CountedDeliveryPage", description: "A page of the list of deliveries." });

export type CountedDeliveries = z.infer<typeof countedDeliveries>;

export const webhookOperations = {
  rotateWebhookSecret: dashboardOperation({
    meta: {
      operationId: "rotateWebhookSecret",
      method: "POST",
      path: "/webhook-secret",
      roles: ["owner", "developer"],
      tag,
      summary: "Create a new webhook secret",
      description: `Only this response shows the new secret. The previous secret also signs for another ${limits.webhookSecretOverlapHours} hours. If ${limits.webhookSecretsInForce} secrets already sign, Tepat returns \`conflict\`.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z.object({}).meta({ description: "An empty object." }),
    output: z
      .object({
        webhook_secret: z
          .string()
          .meta({ description: "The new secret, `whsec_…`. Shown only now." }),
      })
      .meta({ id: "WebhookSecret", description: "The secret that signs webhooks." }),
  }),

  listDeliveries: dashboardOperation({
    meta: {
      operationId: "listDeliveries",
      method: "GET",
      path: "/deliveries",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List deliveries",
      description: "The deliveries of the merchant's webhooks, newest first.",
    },
    input: z.object({
      ...cursorInput,
      ...inTestMode,
      delivery_status: deliveryStatus
        .meta({ description: "Lists only deliveries in this state." })
        .optional(),
      oldest_first: oldestFirst,
    }),
    output: countedDeliveries,
  }),

  getDelivery: dashboardOperation({
    meta: {
      operationId: "getDelivery",
      method: "GET",
      path: "/deliveries/{delivery_id}",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read a delivery",
      description: "The delivery with its body and its attempts. Tepat deletes old attempts.",
      subject: "delivery",
    },
    input: z.object({ delivery_id }),
    output: deliveryWithAttempts,
  }),

  sendDeliveryAgain: dashboardOperation({
    meta: {
      operationId: "sendDeliveryAgain",
      method: "POST",
      path: "/deliveries/{delivery_id}/attempts",
      roles: ["owner", "developer"],
      tag,
      waitsForReceiver: true,
      summary: "Resend a delivery",
      description: `Makes one attempt now, in any state of the delivery, with the same id and bytes and a new signature. Tepat responds after your server does, within ${limits.webhookExchangeMilliseconds / 1000} seconds. Returns \`conflict\` while another attempt is running.`,
      subject: "delivery",
      errors: ["conflict"],
    },
    input: z.object({ delivery_id }).meta({ description: "An empty object." }),
    output: deliveryWithAttempts,
  }),

  sendTestEvent: dashboardOperation({
    meta: {
      operationId: "sendTestEvent",
      method: "POST",
      path: "/deliveries",
      roles: ["owner", "developer"],
      tag,
      waitsForReceiver: true,
      summary: "Send a test event",
      description:
        'Sends one signed event to the default webhook URL: `{"type":"webhook.test","timestamp":…,"data":{"message":…}}`. The event names no invoice, so that no shop ships goods for it. Tepat lists the delivery and does not retry it. Without a default webhook URL, Tepat returns `conflict`.',
      envelope: "created",
      errors: ["conflict"],
    },
    input: z.object({}).meta({ description: "An empty object." }),
    output: deliveryWithAttempts,
  }),
};
