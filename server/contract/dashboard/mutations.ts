import { z } from "zod";
import { moment, pageInput, requiredText, rupiah, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { matchReason } from "../mutation-reasons.ts";
import { cursorInput, cursorPage, oldestFirst } from "./cursor.ts";
import { asWorkbookWithHeads, dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";
import { mutationDetail, ownMutation } from "./transfers.ts";

const tag = "Transfers";

const unreadText = z
  .object({
    received_at: timestamp().meta({ description: "The time of the report, UTC." }),
    posted_at: timestamp().meta({ description: "The notification's own time." }),
    device_name: z.string().meta({ description: "The phone that reported the notification." }),
    package_name: z.string().meta({ description: "The app that posted the notification." }),
    app_name: z
      .string()
      .meta({ description: "The app's name, or its package if the name is unknown." }),
    title: z.string().nullable().meta({ description: "The notification's title." }),
    body: z.string().nullable().meta({ description: "The notification's text." }),
    reason: z.string().meta({ description: "The reason why Tepat did not record a transfer." }),
  })
  .meta({ id: "UnreadText", description: "A notification that Tepat could not read." });

const mutationTotals = z
  .object({
    mutation_count: z.int().min(0).meta({ description: "The number of transfers." }),
    credit_sum: rupiah().meta({
      description:
        "The sum of the credits, in rupiah, without those of simulated phones. A transfer that two apps announced counts once, unless you filter by `announced_twice`.",
    }),
    simulated_sum: rupiah().meta({ description: "The sum of the credits of simulated phones." }),
    is_complete: z.boolean().meta({
      description: `\`false\` if there might be more: Tepat counts among the newest ${limits.rowsPerTotal} transfers.`,
    }),
  })
  .meta({ id: "MutationTotals", description: "The totals of the transfers that a filter finds." });

export type MutationTotals = z.infer<typeof mutationTotals>;

const mutationPage = cursorPage("MutationPage", ownMutation).extend({
  searched_until: timestamp()
    .nullable()
    .meta({
      description: `A filter without an index looks at ${limits.mutationsPerSearch} transfers at a time. The value is the time that the search has reached, UTC; null if there is no more to search.`,
    }),
});

const filters = {
  search: requiredText()
    .meta({
      description:
        "Words, each of which is part of the sender's name, in upper or lower case, or exactly the amount. Text in quotation marks is one word.",
    })
    .optional(),
  state: z
    .enum(["open", "matched", "unmatched", "decided"])
    .meta({
      description:
        "`open` lists transfers that wait for a decision, `matched` transfers that paid an invoice, `unmatched` transfers that paid no invoice, and `decided` transfers with a person's decision.",
    })
    .optional(),
  match_reason: matchReason
    .meta({ description: "Lists only transfers with this reason." })
    .optional(),
  device_id: uuid()
    .meta({ description: "Lists only transfers that this phone reported." })
    .optional(),
  account_id: uuid()
    .meta({
      description: "Lists only transfers to this account, and unmatched transfers of its app.",
    })
    .optional(),
  created_from: moment()
    .meta({ description: "Lists only transfers recorded at this time or later." })
    .optional(),
  created_before: moment()
    .meta({ description: "Lists only transfers recorded before this time." })
    .optional(),
};

const exportMutations = dashboardOperation({
  meta: {
    operationId: "exportMutations",
    method: "GET",
    path: "/mutations.csv",
    mayReadReplica: true,
    roles: readers,
    tag,
    summary: "Save transfers as a table",
    description: `The transfers of the list with the same filters, newest first, in the form of \`exportPayments\`. \`payment_code\` is the invoice that the transfer paid or for which it is booked. While a process saves ${limits.exportsUnderWay} tables of the merchant, another request to it returns \`conflict\`.`,
    envelope: "csv",
    errors: ["conflict"],
  },
  input: z.object(filters),
  output: z.string().meta({ description: "One line for each transfer, after a line of names." }),
});

export const mutationOperations = {
  searchMutations: dashboardOperation({
    meta: {
      operationId: "searchMutations",
      method: "GET",
      path: "/mutations",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List and search transfers",
      description:
        "Transfers that the merchant's sources reported, newest first, each with the reason why it paid an invoice or did not. Late payments have the `match_reason` `late_payment`. A search can return few or no transfers and still have a `next_cursor`. The search has then reached `searched_until` and continues from there.",
    },
    input: z.object({ ...cursorInput, ...filters, oldest_first: oldestFirst }),
    output: mutationPage,
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
      description: `The number of transfers that a filter of \`searchMutations\` finds among the newest ${limits.rowsPerTotal}, and the amount that came in.`,
    },
    input: z.object(filters),
    output: mutationTotals,
  }),

  exportMutations,
  exportMutationsWorkbook: asWorkbookWithHeads(exportMutations),

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
        "A reported transfer, the reason why it paid an invoice or did not, and the bank statement's record of it.",
      subject: "mutation",
    },
    input: z.object({ mutation_id: uuid().meta({ description: "The transfer." }) }),
    output: mutationDetail,
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
      description: `Notifications of watched apps that Tepat could not read, newest first. Each might be an unknown transfer. Tepat keeps them for ${limits.unreadTextDays} days, up to ${limits.unreadTexts} of them and ${limits.unreadTextBytes / 1024 / 1024} MiB. Beyond that, Tepat deletes those older than an hour. If there are none, Tepat stores no new ones.`,
      envelope: "page",
    },
    input: z.object(pageInput),
    output: z.array(unreadText),
  }),
};
