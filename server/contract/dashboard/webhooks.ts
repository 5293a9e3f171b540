import { z } from "zod";
import { matching, timestamp } from "../fields.ts";
import { limits } from "../limits.ts";
import { cursorInput, cursorPage, foundOnFirstPage, oldestFirst } from "./cursor.ts";
import { dashboardOperation } from "./operation.ts";
import { inTestMode } from "./test-mode.ts";
import { readers } from "./roles.ts";

const tag = "Webhooks";

export const deliveryStatus = z.enum(["PENDING", "RETRYING", "SUCCESS", "FAILED"]).meta({
  // Without a name: a generator for Go names a constant after each value of a named enum, and PaymentStatus has PENDING.
  description:
    "`PENDING` waits for its first attempt, `RETRYING` for the next one; `FAILED` is not retried automatically.",
});

export const delivery = z
  .object({
    delivery_id: z.string().meta({ description: "The webhook-id header of every attempt." }),
    event_type: z.string().meta({ description: "Such as `payment.paid`." }),
    payment_code: z
      .string()
      .nullable()
      .meta({ description: "The invoice that it is about; null for other events." }),
    device_name: z.string().nullable().meta({ description: "The device that it is about." }),
    url: z.string().meta({ description: "The webhook URL." }),
    delivery_status: deliveryStatus,
    attempt_count: z.int().min(0).meta({ description: "Attempts so far." }),
    created_at: timestamp().meta({ description: "The time of the event, UTC." }),
    next_attempt_at: timestamp()
      .nullable()
      .meta({ description: "The time of the next automatic attempt, UTC; null if there is none." }),
  })
  .meta({ id: "Delivery", description: "An event on its way to one address." });

export type Delivery = z.infer<typeof delivery>;

const attempt = z
  .object({
    attempt_number: z.int().min(1).meta({ description: "From 1." }),
    is_manual: z.boolean().meta({ description: "True if a person requested the attempt." }),
    started_at: timestamp().meta({ description: "The time of the attempt, UTC." }),
    duration_ms: z.int().min(0).meta({ description: "The duration, in milliseconds." }),
    http_status: z.int().nullable().meta({ description: "The answer's status; null without one." }),
    error_code: z
      .string()
      .nullable()
      .meta({ description: "Why there was no complete answer, such as `timeout`." }),
    response_head: z
      .string()
      .nullable()
      .meta({ description: "The beginning of the answer's body. It is text: show it as text." }),
    response_headers: z
      .string()
      .nullable()
      .meta({
        description: `The answer's headers, one \`name: value\` in each line, at most ${limits.webhookAnswerHeaders}. Values that could grant access are \`[redacted]\`. Kept for failed attempts and for those that a person asked for; otherwise null.`,
      }),
  })
  .meta({ id: "DeliveryAttempt", description: "One HTTP try of a delivery." });

export const deliveryWithAttempts = delivery
  .extend({
    body: z
      .string()
      .nullable()
      .meta({ description: "The body, byte for byte; null before the first attempt." }),
    attempts: z.array(attempt).meta({ description: "Every attempt, in order." }),
  })
  .meta({ id: "DeliveryWithAttempts", description: "A delivery and what became of it." });

export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttempts>;

export const delivery_id = matching(z.string(), /^msg_(?:test_)?[0-9a-f]{32}$/, {
  code: "not_a_delivery",
  params: {},
}).meta({ description: "The delivery.", pattern: undefined });

export const deliveryPage = cursorPage("DeliveryPage", delivery);

const countedDeliveries = deliveryPage
  .extend({ found: foundOnFirstPage })
  .meta({ id: "CountedDeliveryPage", description: "A part of the list of deliveries." });

export type CountedDeliveries = z.infer<typeof countedDeliveries>;

export const webhookOperations = {
  rotateWebhookSecret: dashboardOperation({
    meta: {
      operationId: "rotateWebhookSecret",
      method: "POST",
      path: "/webhook-secret",
      roles: ["owner", "developer"],
      tag,
      summary: "Make a new secret",
      description: `Shown only in this answer. The earlier one signs beside it for another ${limits.webhookSecretOverlapHours} hours. When ${limits.webhookSecretsInForce} sign already, one more is a \`conflict\`.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z.object({}).meta({ description: "Nothing." }),
    output: z
      .object({
        webhook_secret: z.string().meta({ description: "`whsec_…`, shown only now." }),
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
      description: "The newest first.",
    },
    input: z.object({
      ...cursorInput,
      ...inTestMode,
      delivery_status: deliveryStatus
        .meta({ description: "Only deliveries in this state." })
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
      description: "With its body and every attempt.",
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
      summary: "Send a delivery again",
      description: `Makes one attempt now, whatever the delivery's state, with the same id and bytes and a new signature. The answer comes when the receiver has answered, within ${limits.webhookExchangeMilliseconds / 1000} seconds. The answer is a \`conflict\` while another attempt is under way.`,
      subject: "delivery",
      errors: ["conflict"],
    },
    input: z.object({ delivery_id }).meta({ description: "Nothing." }),
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
        'One signed event to the default address, `{"type":"webhook.test","timestamp":…,"data":{"message":…}}`: it is about no invoice, so that no shop ships goods for it. Listed like any delivery, and not repeated. Without a default address it is a `conflict`.',
      envelope: "created",
      errors: ["conflict"],
    },
    input: z.object({}).meta({ description: "Nothing." }),
    output: deliveryWithAttempts,
  }),
};
