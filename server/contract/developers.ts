import { z } from "zod";
import { cursorInput } from "./dashboard/cursor.ts";
import {
  delivery_id,
  deliveryPage,
  deliveryStatus,
  deliveryWithAttempts,
} from "./dashboard/webhooks.ts";
import { loggedRequestFilter, loggedRequestPage } from "./dashboard/request-log.ts";
import { uuid } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { payment } from "./payments.ts";

/** The operations for the merchant's own command line, with the API key. */

const tag = "Developers";
const credential = "api_key" as const;
const refusals = ["tenant_api_key_required", "rate_limited"] as const;

export const simulatedEventType = z
  .enum([
    "payment.paid",
    "payment.expired",
    "payment.cancelled",
    "payment.part_received",
    "payment.underpaid",
    "payment.overpaid",
    "payment.refunded",
  ])
  .meta({ description: "The event to trigger." });

export type SimulatedEventType = z.infer<typeof simulatedEventType>;

export const listOwnDeliveries = operation({
  meta: {
    operationId: "listOwnDeliveries",
    method: "GET",
    path: "/merchant/deliveries",
    tag,
    summary: "List your webhooks",
    description: `Your webhooks, newest first. \`/merchant/events\` streams events to your own machine as server-sent events, with the same key. \`event\` is the type. \`data\` has \`webhook_id\`, \`event_type\`, \`payment_code\` and \`body\`, the exact bytes of your webhook. The stream includes payments without a webhook URL, but events about differences and phones only if they have a webhook URL. The body is not signed, because the secret stays on the gateway. Each \`id\` is a position. If you send an \`id\` back as \`Last-Event-ID\` within ${limits.merchantEventReachSeconds / 3600} hours, the stream continues there. It first repeats the ${limits.merchantEventOverlapSeconds} seconds before that position, with the same \`webhook_id\`. The stream ends when the key is revoked. One process allows ${limits.merchantEventStreamsPerMerchant} open streams of a merchant, and ${limits.merchantEventStreams} in all. One more returns \`rate_limited\`.`,
    credential,
    rateClass: "read",
    envelope: "ok",
    errors: [...refusals, "validation_error", "internal_error"],
  },
  input: z.object({
    ...cursorInput,
    delivery_status: deliveryStatus
      .meta({ description: "Lists only deliveries in this state." })
      .optional(),
  }),
  output: deliveryPage,
});

export const resendOwnDelivery = operation({
  meta: {
    operationId: "resendOwnDelivery",
    method: "POST",
    path: "/merchant/deliveries/{delivery_id}/attempts",
    tag,
    summary: "Resend a webhook",
    description: `Makes one attempt now to the delivery's webhook URL, whatever the delivery's status, with the same id and bytes and a new signature. Tepat responds after your server does, within ${limits.webhookExchangeMilliseconds / 1000} seconds. Returns \`conflict\` while another attempt is running.`,
    credential,
    rateClass: "write",
    envelope: "ok",
    malformedBody: "bad_request",
    bodyOptional: true,
    waitsForReceiver: true,
    malformedPath: "not_found",
    subject: "delivery",
    errors: [...refusals, "bad_request", "not_found", "conflict", "internal_error"],
  },
  input: z.object({ delivery_id }).meta({ description: "An empty object." }),
  output: deliveryWithAttempts,
});

export const triggerEvent = operation({
  meta: {
    operationId: "triggerEvent",
    method: "POST",
    path: "/merchant/triggers",
    tag,
    summary: "Trigger an event",
    description:
      "Creates an invoice and pays it with the notification of a simulated phone, cancels it, or lets its deadline pass within a few seconds. For difference events Tepat also books transfers of that phone for the invoice, or records a refund. With a test key the invoice belongs to test mode. With a live key the invoice is real, stays in the lists, and requires the operator's ALLOW_TRIGGER. Without that setting, or if no account can take an invoice, Tepat returns `conflict`.",
    credential,
    rateClass: "write",
    envelope: "created",
    malformedBody: "bad_request",
    errors: [...refusals, "bad_request", "validation_error", "conflict", "internal_error"],
  },
  input: z
    .object({
      event_type: simulatedEventType,
      account_id: uuid()
        .meta({
          description: "One of your accounts. Default: the first account that can take an invoice.",
        })
        .optional(),
    })
    .meta({ id: "TriggerEvent", description: "The event to trigger." }),
  output: payment,
});

export const listOwnRequests = operation({
  meta: {
    operationId: "listOwnRequests",
    method: "GET",
    path: "/merchant/requests",
    tag,
    summary: "List requests of your server",
    description: `Requests to \`/gateway/\` with your API keys in the last ${limits.loggedRequestDays} days, newest first. Tepat never keeps bodies, keys or queries, and leaves out some requests under heavy traffic. An entry appears about 1 s after its response.`,
    credential,
    rateClass: "read",
    envelope: "ok",
    errors: [...refusals, "validation_error", "internal_error"],
  },
  input: z.object({ ...loggedRequestFilter, ...cursorInput }),
  output: loggedRequestPage,
});
