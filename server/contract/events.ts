import { z } from "zod";
import { delivery_id, deliveryWithAttempts } from "./dashboard/webhooks.ts";
import { moment, pageInput, text, timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { webhookEvent, webhookSchemas, type WebhookEventType } from "./webhook-event.ts";

/** The webhook's events as a list, for a shop that was down. They are not in the specification. */

const tag = "Events";
const credential = "api_key" as const;
const refusals = ["tenant_api_key_required", "rate_limited"] as const;
const event_id = delivery_id.meta({ description: "The event: the webhook-id of its webhook." });

export const eventType = z
  .enum(Object.keys(webhookSchemas) as [WebhookEventType, ...WebhookEventType[]])
  .meta({ id: "EventType", description: "The type of an event." });

export const listedEvent = z
  .object({
    event_id: z
      .string()
      .meta({ description: "The webhook-id of its webhook. Use it to ignore repeats." }),
    event_type: eventType,
    created_at: timestamp().meta({
      description:
        "The time of recording, UTC. `body.timestamp` is the time of the event: for an expiry, the deadline.",
    }),
    payment_code: z
      .string()
      .nullable()
      .meta({ description: "The invoice that it is about; null for an event about a phone." }),
    body: webhookEvent,
  })
  .meta({ id: "ListedEvent", description: "An event that has a webhook, sent or not." });

export type ListedEvent = z.infer<typeof listedEvent>;

export const listEvents = operation({
  meta: {
    operationId: "listEvents",
    method: "GET",
    path: "/gateway/events",
    tag,
    summary: "List events",
    description: `The events of your webhooks with their bodies, the oldest first, so that a shop that was down catches up with one loop. Send \`pagination.next_cursor\` back as \`cursor\` until it is null. Events without a webhook address are not listed. Times are those at which Tepat recorded the events, and an event becomes visible a little later: begin ${limits.merchantEventOverlapSeconds} seconds before the newest \`created_at\` that you have handled, and ignore the \`event_id\`s that you know. With \`event_type\`, each page searches ${limits.eventsLookedAt} events, so a page can be empty and still have a \`next_cursor\`. \`total\` counts at most ${limits.rowsPerTotal}, and \`current_page\` is 1.`,
    credential,
    rateClass: "read",
    envelope: "page",
    errors: [...refusals, "validation_error", "internal_error"],
  },
  input: z.object({
    per_page: pageInput.per_page,
    since: moment().meta({ description: "Lists only events recorded from then on." }).optional(),
    until: moment().meta({ description: "Lists only events recorded before then." }).optional(),
    event_type: eventType.meta({ description: "Lists only events of this type." }).optional(),
    cursor: text({ max: limits.textCharacters })
      .meta({
        description: "`next_cursor` of the answer before, with the same other parameters.",
      })
      .optional(),
  }),
  output: z.array(listedEvent),
});

export const listEventDeliveries = operation({
  meta: {
    operationId: "listEventDeliveries",
    method: "GET",
    path: "/gateway/events/{event_id}/deliveries",
    tag,
    summary: "List an event's deliveries",
    description: "The delivery of the event, with every attempt. An event has one delivery.",
    credential,
    rateClass: "read",
    envelope: "ok",
    malformedPath: "not_found",
    subject: "event",
    errors: [...refusals, "not_found", "internal_error"],
  },
  input: z.object({ event_id }),
  output: z.array(deliveryWithAttempts),
});

export const resendEvent = operation({
  meta: {
    operationId: "resendEvent",
    method: "POST",
    path: "/gateway/events/{event_id}/resend",
    tag,
    summary: "Send an event again",
    description: `Makes one attempt now, to the address of its delivery, whatever its state, with the same id and bytes and a new signature. The answer comes when the receiver has answered, within ${limits.webhookExchangeMilliseconds / 1000} seconds. It is a \`conflict\` while another attempt is under way.`,
    credential,
    rateClass: "write",
    envelope: "ok",
    malformedBody: "bad_request",
    bodyOptional: true,
    waitsForReceiver: true,
    malformedPath: "not_found",
    subject: "event",
    errors: [...refusals, "bad_request", "not_found", "conflict", "internal_error"],
  },
  input: z.object({ event_id }).meta({ description: "Nothing." }),
  output: deliveryWithAttempts,
});
