import { z } from "zod";
import { pageInput, requiredText, rupiah, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { matchReason, nearMiss } from "../mutation-reasons.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";
import { mutationDetail, ownMutation } from "./transfers.ts";

const tag = "Transfers";

const unreadText = z
  .object({
    received_at: timestamp().meta({ description: "When it was reported, UTC." }),
    posted_at: timestamp().meta({ description: "The notification's own time." }),
    device_name: z.string().meta({ description: "The phone that reported it." }),
    package_name: z.string().meta({ description: "The app that posted it." }),
    app_name: z
      .string()
      .meta({ description: "The app's name, or its package if the name is unknown." }),
    title: z.string().nullable().meta({ description: "The notification's title." }),
    body: z.string().nullable().meta({ description: "The notification's text." }),
    reason: z.string().meta({ description: "Why it was not taken for a transfer." }),
  })
  .meta({ id: "UnreadText", description: "A notification that Tepat could not read." });

const mutationTotals = z
  .object({
    mutation_count: z.int().min(0).meta({ description: "How many transfers." }),
    credit_sum: rupiah().meta({ description: "What came in with them, in rupiah." }),
    is_complete: z.boolean().meta({
      description: `\`false\` when there may be more: the newest ${limits.rowsPerTotal} are counted.`,
    }),
  })
  .meta({ id: "MutationTotals", description: "What the transfers of a filter come to." });

export type MutationTotals = z.infer<typeof mutationTotals>;

const filters = {
  match_reason: matchReason.meta({ description: "Only those with this reason." }).optional(),
  only_unmatched: z
    .boolean()
    .default(false)
    .meta({ description: "`true` lists only those that paid no invoice." }),
};

export const mutationOperations = {
  listOwnMutationReasons: dashboardOperation({
    meta: {
      operationId: "listOwnMutationReasons",
      method: "GET",
      path: "/mutations",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List transfers",
      description:
        "What the merchant's phones reported, the newest first, and why each paid an invoice or did not. Late payments are those with `match_reason` `late_payment`.",
      envelope: "page",
    },
    input: z.object({
      ...pageInput,
      ...filters,
      oldest_first: z
        .boolean()
        .default(false)
        .meta({ description: "`true` begins with the oldest." }),
    }),
    output: z.array(ownMutation),
  }),

  getMutationTotals: dashboardOperation({
    meta: {
      operationId: "getMutationTotals",
      method: "GET",
      path: "/mutation-totals",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Count and sum transfers",
      description: `How many transfers a filter of \`listOwnMutationReasons\` finds, and what came in with them. At most ${limits.rowsPerTotal} are counted.`,
    },
    input: z.object(filters),
    output: mutationTotals,
  }),

  searchMutations: dashboardOperation({
    meta: {
      operationId: "searchMutations",
      method: "GET",
      path: "/mutation-search",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Find transfers",
      description: `The newest transfers of exactly this amount, or whose sender contains the text, at most ${limits.mutationsFound} of the newest ${limits.mutationsPerSearch}.`,
    },
    input: z.object({
      search: requiredText().meta({
        description: "Part of the sender's name, in any case; or exactly the amount.",
      }),
    }),
    output: z.array(ownMutation),
  }),

  getOwnMutation: dashboardOperation({
    meta: {
      operationId: "getOwnMutation",
      method: "GET",
      path: "/mutations/{mutation_id}",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read a transfer",
      description:
        "What a phone reported, why it paid an invoice or did not, and what the bank's statements say of it.",
      subject: "mutation",
    },
    input: z.object({ mutation_id: uuid().meta({ description: "The transfer." }) }),
    output: mutationDetail,
  }),

  listOwnNearMisses: dashboardOperation({
    meta: {
      operationId: "listOwnNearMisses",
      method: "GET",
      path: "/mutations/{mutation_id}/payments",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Which invoice was meant?",
      description: `Invoices that an unmatched transfer resembles, the likeliest first, at most ${limits.nearMissesShown}. Match one manually with both ids.`,
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
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List unreadable notifications",
      description: `Notifications of watched apps that Tepat could not read: each may be a transfer that nothing else tells of. Kept ${limits.unreadTextDays} days, up to ${limits.unreadTexts} of them and ${limits.unreadTextBytes / 1024 / 1024} MiB; past that what is older than an hour gives way, or else a new one is not kept. The newest first.`,
      envelope: "page",
    },
    input: z.object(pageInput),
    output: z.array(unreadText),
  }),
};
