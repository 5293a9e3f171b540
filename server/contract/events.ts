import { z } from "zod";
import { delivery_id, deliveryWithAttempts } from "./dashboard/webhooks.ts";
import { moment, pageInput, text, timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { webhookEvent, webhookSchemas, type WebhookEventType } from "./webhook-event.ts";

/** The webhook's events as a list, for a shop that was down. The specification does not contain this list. */

const tag = "Events";
const credential = "api_key" as const;
const refusals = ["tenant_api_key_required", "rate_limited"] as const;
const event_id = delivery_id.meta({
  description: "The event's id, which its webhook carries as `webhook-id`.",
});

export const eventType = z
  .enum(Object.keys(webhookSchemas) as [WebhookEventType, ...WebhookEventType[]])
  .meta({ id: "EventType", description: "The type of an event." });

export const listedEvent = z
  .object({
    event_id: z.string().meta({
      description:
        "The event's id, which its webhook carries as `webhook-id`. Use the id to ignore repeats.",
    }),
    event_type: eventType,
    created_at: timestamp().meta({
      description:
        "The time at which Tepat recorded the event, UTC. `body.timestamp` is the time of the event itself: for an expiry, the deadline.",
    }),
    payment_code: z
      .string()
      .nullable()
      .meta({ description: "The invoice of the event; null for an event about a phone." }),
    body: webhookEvent,
  })
  .meta({ id: "ListedEvent", description: "An event with a webhook, sent or unsent." });

export type ListedEvent = z.infer<typeof listedEvent>;

export const listEvents = operation({
  meta: {
    operationId: "listEvents",
    method: "GET",
    path: "/gateway/events",
    tag,
    summary: "List events",
    description: `The events of your webhooks with their bodies, oldest first. After an outage, read this list once to catch up. Send \`pagination.next_cursor\` back as \`cursor\` until \`next_cursor\` is null. Events without a webhook URL are not listed. \`since\`, \`until\` and the order use the time of recording. An event becomes visible shortly after that time. To poll, start ${limits.merchantEventOverlapSeconds} seconds before the newest \`created_at\` that you have handled, and ignore known \`event_id\`s. With \`event_type\`, each page searches ${limits.eventsLookedAt} events, so a page can be empty and still have a \`next_cursor\`. \`total\` counts at most ${limits.rowsPerTotal}, and \`current_page\` is 1.`,
    credential,
    rateClass: "read",
    envelope: "page",
    errors: [...refusals, "validation_error", "internal_error"],
  },
  input: z.object({
    per_page: pageInput.per_page,
    since: moment()
      .meta({ description: "Lists only events recorded at this time or later." })
      .optional(),
    until: moment()
      .meta({ description: "Lists only events recorded before this time." })
      .optional(),
    event_type: eventType.meta({ description: "Lists only events of this type." }).optional(),
    cursor: text({ max: limits.textCharacters })
      .meta({
        description: "`next_cursor` of the previous response. Keep the other parameters unchanged.",
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
    description:
      "The delivery of this event, with its attempts. Each event has one delivery. Tepat deletes old attempts.",
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
    summary: "Resend an event",
    description: `Makes one attempt now to the delivery's webhook URL, whatever the delivery's status, with the same id and bytes and a new signature. Tepat responds after your server does, within ${limits.webhookExchangeMilliseconds / 1000} seconds. Returns \`conflict\` while another attempt is running.`,
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
  input: z.object({ event_id }).meta({ description: "An empty object." }),
  output: deliveryWithAttempts,
});
