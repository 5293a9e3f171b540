import type { oas31 } from "zod-openapi";
import { limits } from "../../contract/limits.ts";
import {
  webhookHeaders,
  webhookSchemas,
  type WebhookEvent,
  type WebhookEventType,
} from "../../contract/webhook-event.ts";
import { componentRef, namedExamples } from "./schemas.ts";

const aboutDifferences =
  "Tepat sends this event only if difference events are on, to the URL of `payment.paid`.";

/** The requests from Tepat to the merchant's server (specification, section 6). */

type Examples = Readonly<Record<WebhookEventType, WebhookEvent>>;

export function webhooksOf(examples: Examples): Record<string, oas31.PathItemObject> {
  return {
    "payment.paid": webhook("payment.paid", examples, {
      operationId: "paymentPaid",
      summary: "A payment was paid",
      description:
        "Tepat sends this event when a payment becomes PAID: by a transfer, by a manual match, or because a team member accepts the amount received. The webhook goes to the payment's `payment_webhook_url`, otherwise to the merchant's default webhook URL.",
    }),
    "payment.expired": webhook("payment.expired", examples, {
      operationId: "paymentExpired",
      summary: "A payment expired",
      description:
        "Tepat sends this event when a payment becomes EXPIRED, if the merchant switched this event on.",
    }),
    "payment.cancelled": webhook("payment.cancelled", examples, {
      operationId: "paymentCancelled",
      summary: "A payment was cancelled",
      description:
        "Tepat sends this event when a payment becomes CANCELLED, if the merchant switched this event on.",
    }),
    "payment.part_received": webhook("payment.part_received", examples, {
      operationId: "paymentPartReceived",
      summary: "Part of a payment was received",
      description: `Tepat sends this event when a team member books a transfer as part of a payment that stays PENDING. ${aboutDifferences}`,
    }),
    "payment.underpaid": webhook("payment.underpaid", examples, {
      operationId: "paymentUnderpaid",
      summary: "A payment was underpaid",
      description: `Tepat sends this event when a team member accepts less than the total. Tepat sends \`payment.paid\` as well. ${aboutDifferences}`,
    }),
    "payment.overpaid": webhook("payment.overpaid", examples, {
      operationId: "paymentOverpaid",
      summary: "A payment was overpaid",
      description: `Tepat sends this event when a team member keeps more than the invoice's total, for example a second transfer. ${aboutDifferences}`,
    }),
    "payment.refunded": webhook("payment.refunded", examples, {
      operationId: "paymentRefunded",
      summary: "A payment was refunded",
      description: `Tepat sends this event when a team member records that a full or partial refund was sent, or withdraws such a refund. After a withdrawal, \`refunded_amount\` is negative. The payment keeps its state. ${aboutDifferences}`,
    }),
    "device.offline": webhook("device.offline", examples, {
      operationId: "deviceOffline",
      summary: "A phone went offline",
      description: `Tepat sends this event when a phone has been silent for ${limits.deviceSilentSeconds / 60} minutes, if the merchant switched device events on. The webhook goes to the merchant's default webhook URL. Phones without heartbeats cause no event.`,
    }),
    "device.online": webhook("device.online", examples, {
      operationId: "deviceOnline",
      summary: "A phone came back online",
      description:
        "Tepat sends this event when an offline phone reports again, if the merchant switched device events on.",
    }),
  };
}

type OperationText = Required<
  Pick<oas31.OperationObject, "operationId" | "summary" | "description">
>;

function webhook(
  type: WebhookEventType,
  examples: Examples,
  text: OperationText,
): oas31.PathItemObject {
  return {
    post: {
      tags: ["Webhooks"],
      ...text,
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
        "2XX": {
          description: "Received. The delivery becomes SUCCESS, and Tepat does not retry it.",
        },
        "410": { description: "Gone. The delivery becomes FAILED, and Tepat does not retry it." },
        default: {
          description: `After any other response, including a redirect, or no response within ${limits.webhookExchangeMilliseconds / 1000} seconds, Tepat retries the delivery on its schedule. With 408, 429 or 503 and a longer \`Retry-After\`, Tepat waits that long, but at most one hour.`,
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
