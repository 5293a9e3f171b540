import type { oas31 } from "zod-openapi";
import { limits } from "../../contract/limits.ts";
import {
  webhookHeaders,
  webhookSchemas,
  type WebhookEvent,
  type WebhookEventType,
} from "../../contract/webhook-event.ts";
import { componentRef, namedExamples } from "./schemas.ts";

/** The calls that Tepat makes to the merchant's server (specification, section 6). */

type Examples = Readonly<Record<WebhookEventType, WebhookEvent>>;

export function webhooksOf(examples: Examples): Record<string, oas31.PathItemObject> {
  return {
    "payment.paid": webhook("payment.paid", examples, {
      operationId: "paymentPaid",
      summary: "A payment was paid",
      description:
        "Sent when a transfer or a manual match makes a payment PAID. The target is its `payment_webhook_url`, else the merchant's default address.",
    }),
    "payment.expired": webhook("payment.expired", examples, {
      operationId: "paymentExpired",
      summary: "A payment expired",
      description: "Sent when a payment becomes EXPIRED, if the merchant switched this event on.",
    }),
    "payment.cancelled": webhook("payment.cancelled", examples, {
      operationId: "paymentCancelled",
      summary: "A payment was cancelled",
      description: "Sent when a payment becomes CANCELLED, if the merchant switched this event on.",
    }),
    "device.offline": webhook("device.offline", examples, {
      operationId: "deviceOffline",
      summary: "A device is offline",
      description: `Sent when a device has given no sign of life for ${limits.deviceSilentSeconds / 60} minutes, if the merchant switched device events on. The target is the merchant's default address. Only devices that send heartbeats are missed.`,
    }),
    "device.online": webhook("device.online", examples, {
      operationId: "deviceOnline",
      summary: "A device is back",
      description:
        "Sent when a device that was offline is heard again, if the merchant switched device events on.",
    }),
  };
}

type Words = Required<Pick<oas31.OperationObject, "operationId" | "summary" | "description">>;

function webhook(type: WebhookEventType, examples: Examples, words: Words): oas31.PathItemObject {
  return {
    post: {
      tags: ["Webhooks"],
      ...words,
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: componentRef(webhookSchemas[type]),
            examples: namedExamples([[type, examples[type]]]),
          },
        },
      },
      responses: {
        "2XX": { description: "Received: the delivery is SUCCESS and is not repeated." },
        "410": { description: "Gone: the delivery is FAILED and is not repeated." },
        default: {
          description:
            "Anything else, a redirect and silence for 15 seconds included: the delivery is tried again as the schedule says. With 408, 429 and 503 a `Retry-After` of up to an hour counts where it is longer than that.",
        },
      },
    },
  };
}

const headerExamples: Record<keyof typeof webhookHeaders, string> = {
  "webhook-id": "msg_019aa5f0c1d47a3b8e6f2d4c5b6a7988",
  "webhook-timestamp": "1795256528",
  "webhook-signature": "v1,Yx0pXvqnKz7VnqS2tq0p6bq6q1nJ6Wm3b0cVb3l8B2s=",
};

const headers: oas31.ParameterObject[] = Object.entries(headerExamples).map(([name, example]) => ({
  name,
  in: "header",
  required: true,
  description: webhookHeaders[name as keyof typeof webhookHeaders],
  schema: { type: "string" },
  example,
}));
