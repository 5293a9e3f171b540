import { z } from "zod";
import { pageInput, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { mutationWithReason, matchReason, nearMiss } from "../mutation-reasons.ts";
import { dashboardOperation } from "./operation.ts";

const tag = "Transfers";

const unreadText = z
  .object({
    received_at: timestamp().meta({ description: "When it was reported, UTC." }),
    posted_at: timestamp().meta({ description: "The notification's own time." }),
    device_name: z.string().meta({ description: "The phone that reported it." }),
    package_name: z.string().meta({ description: "The app that posted it." }),
    title: z.string().nullable().meta({ description: "Its title." }),
    body: z.string().nullable().meta({ description: "Its text." }),
    reason: z.string().meta({ description: "Why it was not taken for a transfer." }),
  })
  .meta({ id: "UnreadText", description: "A notification that nobody understood." });

export const mutationOperations = {
  listOwnMutationReasons: dashboardOperation({
    meta: {
      operationId: "listOwnMutationReasons",
      method: "GET",
      path: "/mutations",
      tag,
      summary: "List transfers",
      description:
        "What the merchant's phones reported, the newest first, and why each paid an invoice or did not. Late payments are those with `match_reason` `late_payment`.",
      envelope: "page",
    },
    input: z.object({
      ...pageInput,
      match_reason: matchReason.meta({ description: "Only those with this reason." }).optional(),
      only_unmatched: z
        .boolean()
        .default(false)
        .meta({ description: "`true` lists only those that paid no invoice." }),
    }),
    output: z.array(mutationWithReason),
  }),

  listOwnNearMisses: dashboardOperation({
    meta: {
      operationId: "listOwnNearMisses",
      method: "GET",
      path: "/mutations/{mutation_id}/payments",
      tag,
      summary: "Which invoice was meant?",
      description: `Invoices that an unmatched transfer resembles, the likeliest first, at most ${limits.nearMissesShown}. Match one by hand with both ids.`,
      subject: "mutation",
    },
    input: z.object({ mutation_id: uuid().meta({ description: "The transfer." }) }),
    output: z.array(nearMiss),
  }),

  listUnreadTexts: dashboardOperation({
    meta: {
      operationId: "listUnreadTexts",
      method: "GET",
      path: "/unread-texts",
      tag,
      summary: "List texts that nobody understood",
      description: `Notifications of watched apps that Tepat could not read: each may be a transfer that nothing else tells of. Kept ${limits.unreadTextDays} days, up to ${limits.unreadTexts} of them and ${limits.unreadTextBytes / 1024 / 1024} MiB; past that what is older than an hour gives way, or else a new one is not kept. The newest first.`,
      envelope: "page",
    },
    input: z.object(pageInput),
    output: z.array(unreadText),
  }),
};
