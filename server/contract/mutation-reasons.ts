import { z } from "zod";
import { pageInput, paymentCode, rupiah, timestamp, uuid } from "./fields.ts";
import { similarityReason } from "./similarity-reasons.ts";
import { limits } from "./limits.ts";
import { mutation } from "./mutations.ts";
import { operation } from "./operation.ts";
import { paymentStatus } from "./payments.ts";

/** The reasons why transfers paid an invoice or did not, and the likely invoices, for the merchant's own programs. */

export const matchReason = z
  .enum([
    "matched",
    "matched_by_hand",
    "debit",
    "foreign_currency",
    "no_account",
    "announced_twice",
    "late_payment",
    "second_payment",
    "paid_by_hand",
    "former_choice",
    "before_invoice",
    "no_such_total",
    "before_registration",
    "while_unregistered",
  ])
  .meta({
    id: "MatchReason",
    description: `The reason why a mutation paid an invoice or did not. \`matched\`: the mutation's amount was the invoice's total. \`matched_by_hand\`: the merchant matched the mutation manually. \`debit\`: the money went out. \`foreign_currency\`: the amount is not in rupiah. \`no_account\`: no account uses this app. \`announced_twice\`: another app of the phone, or another phone or mailbox of the account, already reported the same payment, or a person recorded the payment from the bank's statement. \`late_payment\`: the amount is the total of an invoice that expired or was cancelled less than ${limits.latePaymentDays} days ago. \`second_payment\`: the amount is the total of an invoice that was paid within that time, or of an expired invoice with a paid follow-up. \`paid_by_hand\`: the amount is the total of an invoice that the merchant marked as paid without a transfer. \`former_choice\`: the amount is the total of an invoice before its customer chose another way to pay. \`before_invoice\`: the transfer came more than two minutes before the only invoice of its total. \`no_such_total\`: no invoice had that total, or the last one ended longer ago. \`before_registration\`: the phone saw the notification before its registration with this merchant, so the transfer might be another merchant's. \`while_unregistered\`: the phone saw the notification while the phone was revoked, or registered with another merchant.`,
  });

export type MatchReason = z.infer<typeof matchReason>;

export const mutationWithReason = mutation
  .extend({
    match_reason: matchReason,
    explanation: z.string().meta({ description: "The reason in a sentence." }),
    what_to_do: z
      .string()
      .nullable()
      .meta({ description: "The next step for the merchant; null if there is none." }),
    candidate_payment_id: uuid().nullable().meta({
      description: "The invoice that the reason names, if the mutation did not pay it.",
    }),
    candidate_payment_code: z.string().nullable().meta({ description: "That invoice's code." }),
    came_in_time: z.boolean().meta({
      description:
        "For a `late_payment`: true if the transfer's own time is not after the invoice's deadline. The customer paid in time, but the report arrived after the deadline. A statement's row without a time counts as the end of its day.",
    }),
    late_because: z.enum(["gateway_away", "phone_late", "statement"]).nullable().meta({
      description:
        "If `came_in_time`, the reason why the gateway heard of the transfer only at `created_at`. `gateway_away`: the gateway was down at `posted_at`. `phone_late`: the phone or the mailbox reported the transfer late. `statement`: a person recorded the transfer from the bank's statement. Otherwise null.",
    }),
    announced_by_mutation_id: uuid()
      .nullable()
      .meta({ description: "For `announced_twice`: the mutation that counts for both reports." }),
    rule: z.string().meta({ description: "The rule that read the notification." }),
    window_ends_at: timestamp().meta({
      description:
        "Latest creation time of an invoice that this mutation could pay, UTC. For an invoice whose customer chose again, the time of that choice counts.",
    }),
    judged_at: timestamp().meta({
      description:
        "The time of the decision, UTC. The mutation could pay only invoices with a later deadline.",
    }),
  })
  .meta({
    id: "MutationWithReason",
    description: "A mutation, and the reason why it matched or did not match.",
  });

export type MutationWithReason = z.infer<typeof mutationWithReason>;

const similarity = {
  score: z.int().min(0).max(100).meta({
    description:
      "The likelihood that the transfer was meant for the invoice. Use it for sorting; it is not a probability.",
  }),
  reasons: z
    .array(similarityReason)
    .meta({ description: "The reasons for the likelihood. The first concerns the amount." }),
};

export const nearMiss = z
  .object({
    ...similarity,
    payment_id: uuid().meta({ description: "The invoice." }),
    payment_code: z.string().meta({ description: "The invoice's code." }),
    payment_amount: rupiah().meta({ description: "The invoice's amount." }),
    payment_total: rupiah().meta({ description: "The invoice's total, whole rupiah." }),
    payment_status: paymentStatus,
    payment_expired_at: timestamp().meta({ description: "The invoice's deadline, UTC." }),
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    customer_name: z.string().meta({ description: "The customer's name." }),
    second_payment_code: z
      .string()
      .nullable()
      .meta({ description: "The other invoice, when one transfer seems to pay two." }),
  })
  .meta({ id: "NearMiss", description: "An invoice that a mutation might be meant for." });

export type NearMiss = z.infer<typeof nearMiss>;

export const likelyMutation = z
  .object({
    ...similarity,
    mutation_id: uuid().meta({ description: "The mutation's id, for a manual match." }),
    amount_parsed: rupiah().meta({ description: "The mutation's amount." }),
    sender_parsed: z.string().nullable().meta({ description: "The mutation's sender." }),
    posted_at: timestamp().meta({ description: "The notification's own time, UTC." }),
    match_reason: matchReason,
  })
  .meta({
    id: "LikelyMutation",
    description: "An unmatched mutation that might have paid an invoice.",
  });

export type LikelyMutation = z.infer<typeof likelyMutation>;

const merchantErrors = ["tenant_api_key_required", "rate_limited"] as const;

export const listMutationReasons = operation({
  meta: {
    operationId: "listMutationReasons",
    method: "GET",
    path: "/worker/mutations",
    tag: "Mutations",
    summary: "List mutations with their reasons",
    description:
      "The merchant's transfers from all sources, in and out, newest first, each with the reason why it matched or did not match.",
    credential: "api_key",
    rateClass: "read",
    envelope: "page",
    errors: [...merchantErrors, "validation_error", "internal_error"],
  },
  input: z.object({
    ...pageInput,
    match_reason: z
      .enum(matchReason.options)
      .meta({ description: "Lists only mutations with this reason." })
      .optional(),
    only_unmatched: z
      .boolean()
      .default(false)
      .meta({ description: "`true` lists only mutations that paid no invoice." }),
  }),
  output: z.array(mutationWithReason),
});

export const listNearMisses = operation({
  meta: {
    operationId: "listNearMisses",
    method: "GET",
    path: "/worker/mutations/{mutation_id}/candidates",
    tag: "Mutations",
    summary: "List invoices that a transfer resembles",
    description: `The invoices that an unmatched credit resembles, most likely first, at most ${limits.nearMissesShown}. The list does not pay an invoice. Match one manually. The list is empty if the mutation is matched or is not a credit in rupiah.`,
    credential: "api_key",
    rateClass: "read",
    envelope: "ok",
    malformedPath: "not_found",
    subject: "mutation",
    errors: [...merchantErrors, "not_found", "internal_error"],
  },
  input: z.object({ mutation_id: uuid().meta({ description: "The mutation." }) }),
  output: z.array(nearMiss),
});

export const listLikelyMutations = operation({
  meta: {
    operationId: "listLikelyMutations",
    method: "GET",
    path: "/worker/payments/{payment_code}/candidates",
    tag: "Mutations",
    summary: "List transfers that resemble an invoice",
    description: `The merchant's recent unmatched credits that resemble an invoice, most likely first, at most ${limits.nearMissesShown}.`,
    credential: "api_key",
    rateClass: "read",
    envelope: "ok",
    malformedPath: "not_found",
    subject: "payment",
    errors: [...merchantErrors, "not_found", "internal_error"],
  },
  input: z.object({ payment_code: paymentCode() }),
  output: z.array(likelyMutation),
});
