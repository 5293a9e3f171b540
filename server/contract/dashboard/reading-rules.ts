import { z } from "zod";
import { text, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";

const tag = "Transfers";
const deciders = ["owner", "finance"] as const;

const text_id = text({ min: 1, max: 128 }).meta({ description: "The text." });
const rule_id = uuid().meta({ description: "The rule." });

/** Why a text was not read: no rule knows its wording, or one of them has a doubt. */
const likelyReasons = [
  "unknown_wording",
  "contradictory",
  "no_exact_amount",
  "title",
  "outgoing",
  "not_settled",
  "cut",
  "second_amount",
  "request",
  "name",
  "place",
  "later_day",
] as const;
export type LikelyReason = (typeof likelyReasons)[number];

const likelyText = z
  .object({
    text_id: z.string().meta({ description: "The text." }),
    package_name: z.string().meta({ description: "The app that posted it." }),
    app_name: z.string().meta({ description: "The app's name." }),
    title: z.string().nullable().meta({ description: "The notification's title." }),
    body: z.string().nullable().meta({ description: "The notification's text." }),
    posted_at: timestamp().meta({ description: "The notification's own time." }),
    received_at: timestamp().meta({ description: "The time of the report, UTC." }),
    device_name: z.string().meta({ description: "The phone that reported it." }),
    reason: z.enum(likelyReasons).meta({
      description:
        "Why Tepat did not read it: `unknown_wording` (no rule knows it), `contradictory` (two rules disagree), `no_exact_amount`, or a doubt: `title` (about something else), `outgoing` (money that went out), `not_settled` (failed, or not done yet), `cut` (incomplete), `second_amount`, `request` (a person wants something), `name` (more than a name in its place), `place` (another account), `later_day`.",
    }),
    payments: z
      .array(
        z.object({
          payment_code: z.string().meta({ description: "The invoice." }),
          payment_total: z
            .int()
            .meta({ description: "The invoice's total, which the notification names." }),
          customer_name: z.string().nullable().meta({ description: "The customer's name." }),
          created_at: timestamp().meta({ description: "The time of creation, UTC." }),
        }),
      )
      .meta({ description: "PENDING invoices of the app's accounts whose total it names." }),
  })
  .meta({
    id: "LikelyText",
    description: "A notification that Tepat could not read, with its likely invoice.",
  });

const mark = z.object({
  part: z
    .enum(["amount", "sender", "reference", "when", "account"])
    .meta({ description: "The kind of value at this place." }),
  start: z
    .int()
    .min(0)
    .max(limits.notificationTextCharacters)
    .meta({ description: "The first character of the place, counted from 0." }),
  end: z
    .int()
    .min(0)
    .max(limits.notificationTextCharacters)
    .meta({ description: "The character after its last one." }),
});

/** Only the response's schema has the name, because the document publishes one schema for each direction. */
const answeredMark = mark.meta({
  id: "Mark",
  description: "A placeholder in the text.",
});

const marks = z.array(mark).max(limits.marksPerRule);

const fault = z
  .object({
    code: z
      .enum([
        "amount_missing",
        "mark_invalid",
        "marks_overlap",
        "part_marked_twice",
        "amount_unreadable",
        "name_before_amount",
        "too_few_words",
        "not_its_own_text",
        "app_unknown",
        "contradictory",
        "read_already",
        "contradicting_word",
        "reads_another",
        "reads_otherwise",
        "second_amount",
        "payers_amount",
        "outgoing_words",
        "no_income",
      ])
      .meta({ description: "The problem." }),
    text: z.string().optional().meta({ description: "The word or the text that it is about." }),
    example: z
      .string()
      .optional()
      .meta({ description: "A text that a payer could forge if the rule were saved." }),
  })
  .meta({ id: "RuleFault", description: "A fault that prevents a rule." });

const trial = z
  .object({
    package_name: z.string().meta({ description: "The app." }),
    app_name: z.string().meta({ description: "The app's name." }),
    title: z
      .string()
      .nullable()
      .meta({ description: "The title that it needs; null if the app's own titles do." }),
    text: z.string().meta({ description: "The text in which marks count the characters." }),
    marks: z.array(answeredMark).meta({ description: "The marks that were tried." }),
    template: z.string().meta({ description: "The rule, with its places in braces." }),
    faults: z
      .array(fault)
      .meta({ description: "The faults that prevent the rule; empty if it can be saved." }),
    reads: z
      .array(
        z.object({
          text_id: z.string().meta({ description: "Names the text when the rule is saved." }),
          text: z.string().meta({ description: "The text." }),
          posted_at: timestamp().meta({ description: "The notification's own time." }),
          amount: z.int().meta({ description: "The amount that the rule reads." }),
          sender: z.string().nullable().meta({ description: "The sender whom it reads." }),
        }),
      )
      .meta({
        description:
          "Every kept text that it would read, and how. The rule records none of them unless a person chooses it.",
      }),
  })
  .meta({ id: "RuleTrial", description: "The effects of a rule." });

const readingRule = z
  .object({
    rule_id: z.string().meta({ description: "The rule." }),
    package_name: z.string().meta({ description: "The app whose texts it reads." }),
    app_name: z.string().meta({ description: "The app's name." }),
    title: z.string().nullable().meta({ description: "The title that it needs." }),
    template: z.string().meta({ description: "The wording, with its places in braces." }),
    is_on: z.boolean().meta({ description: "True if the rule reads texts." }),
    fault: z
      .object({
        code: z
          .enum(["second_amount", "payers_amount", "outgoing_words", "no_income"])
          .meta({ description: "The problem." }),
        text: z.string().meta({ description: "The words that it is about." }),
      })
      .nullable()
      .meta({
        id: "RefusedRule",
        description:
          "Why the gateway switched it off: it was taught before such rules were refused. It cannot be switched on; remove it and teach another.",
      }),
    hits: z.int().meta({ description: "The number of transfers that the rule has read." }),
    last_hit_at: timestamp()
      .nullable()
      .meta({ description: "The time of the last transfer that the rule read." }),
    created_at: timestamp().meta({ description: "The time at which the rule was taught." }),
  })
  .meta({ id: "ReadingRule", description: "A wording that the merchant has taught." });

export const readingRuleOperations = {
  listLikelyTexts: dashboardOperation({
    meta: {
      operationId: "listLikelyTexts",
      method: "GET",
      path: "/likely-texts",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List texts that might pay",
      description: `Notifications that Tepat could not read and that name exactly the total of a PENDING invoice of their account, newest first, at most ${limits.likelyTextsShown}. None of them pays automatically. Texts that a person might have written, such as chats, are left out.`,
    },
    input: z.object({}),
    output: z.array(likelyText),
  }),

  confirmLikelyText: dashboardOperation({
    meta: {
      operationId: "confirmLikelyText",
      method: "POST",
      path: "/likely-texts/{text_id}/payment",
      roles: deciders,
      tag,
      summary: "Confirm that a text paid",
      description:
        "Makes the invoice PAID by a manual match: the text becomes the transfer that paid it. `not_found` if the text is no longer kept, or the invoice is not PENDING or has another total. Needs two-factor authentication (`totp_not_enabled`).",
      needsConfirmation: true,
      subject: "text",
      errors: ["totp_not_enabled"],
    },
    input: z
      .object({
        text_id,
        payment_code: text({ min: 1, max: limits.paymentCodeCharacters }).meta({
          description: "The invoice.",
        }),
      })
      .meta({ description: "The invoice that the text paid." }),
    output: z.object({
      mutation_id: z.string().meta({ description: "The transfer, from which a rule can be made." }),
    }),
  }),

  refuseLikelyText: dashboardOperation({
    meta: {
      operationId: "refuseLikelyText",
      method: "DELETE",
      path: "/likely-texts/{text_id}",
      roles: deciders,
      tag,
      summary: "Say that a text is no transfer",
      description:
        "Tepat does not offer this text again, and no taught rule can read it, as long as it is kept.",
      subject: "text",
    },
    input: z.object({ text_id }),
    output: z.null(),
  }),

  tryReadingRule: dashboardOperation({
    meta: {
      operationId: "tryReadingRule",
      method: "POST",
      path: "/reading-rule-trials",
      roles: deciders,
      tag,
      summary: "Try a rule",
      description:
        "Shows what a rule made of a confirmed text would read, and what forbids it. Nothing is saved. Without `marks`, the gateway proposes them.",
      errors: ["not_found"],
    },
    input: z
      .object({
        mutation_id: uuid().meta({ description: "The transfer that the text became." }),
        marks: marks.optional().meta({ description: "The placeholders in the text." }),
      })
      .meta({ description: "The rule to try." }),
    output: trial,
  }),

  saveReadingRule: dashboardOperation({
    meta: {
      operationId: "saveReadingRule",
      method: "POST",
      path: "/reading-rules",
      roles: deciders,
      tag,
      summary: "Teach a wording",
      description: `Later texts of the app that differ in the marked places alone are read as credits, and can pay automatically. Texts from before stay as they are, but for those in \`text_ids\`, which become transfers at once. A rule with a fault is a \`conflict\` that names it, and so is one beyond ${limits.readingRulesPerMerchant}. The same rule again is no second one.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: z
      .object({
        mutation_id: uuid().meta({ description: "The transfer that the text became." }),
        marks: marks.meta({ description: "The placeholders in the text." }),
        text_ids: z
          .array(text_id)
          .max(limits.unreadTexts)
          .optional()
          .meta({ description: "Kept texts whose money has come, as the person has looked up." }),
      })
      .meta({ description: "The rule." }),
    output: z.object({ rule_id: z.string().meta({ description: "The rule." }) }),
  }),

  listReadingRules: dashboardOperation({
    meta: {
      operationId: "listReadingRules",
      method: "GET",
      path: "/reading-rules",
      roles: readers,
      tag,
      summary: "List taught wordings",
      description: "The newest first, with how often and when each has read a transfer.",
    },
    input: z.object({}),
    output: z.array(readingRule),
  }),

  switchReadingRule: dashboardOperation({
    meta: {
      operationId: "switchReadingRule",
      method: "POST",
      path: "/reading-rules/{rule_id}",
      roles: deciders,
      tag,
      summary: "Switch a taught wording on or off",
      description:
        "Transfers that it has read stay. Texts that came while it was off are left to people. A rule that could not be taught today cannot be switched on (`conflict`).",
      errors: ["conflict"],
      needsConfirmation: { butFor: "switching it off" },
      subject: "rule",
    },
    input: z
      .object({
        rule_id,
        is_on: z.boolean().meta({ description: "True if the rule reads texts." }),
      })
      .meta({ description: "The rule's new state." }),
    output: z.null(),
  }),

  removeReadingRule: dashboardOperation({
    meta: {
      operationId: "removeReadingRule",
      method: "DELETE",
      path: "/reading-rules/{rule_id}",
      roles: deciders,
      tag,
      summary: "Remove a taught wording",
      description: "Transfers that it has read stay.",
      subject: "rule",
    },
    input: z.object({ rule_id }),
    output: z.null(),
  }),

  exportReadingRules: dashboardOperation({
    meta: {
      operationId: "exportReadingRules",
      method: "GET",
      path: "/reading-rules-export",
      roles: readers,
      tag,
      summary: "Export taught wordings",
      description:
        "For an operator's `TEPAT_RULES_FILE`, and as files beside the release's formats. Senders' names and numbers in the samples are invented.",
    },
    input: z.object({}),
    output: z
      .object({
        rules_file: z.string().meta({ description: "The content of a `TEPAT_RULES_FILE`." }),
        format_files: z
          .array(
            z.object({
              name: z.string().meta({ description: "The file's name." }),
              content: z.string().meta({ description: "The file's contents." }),
            }),
          )
          .meta({ description: "One file for each app." }),
      })
      .meta({ id: "ReadingRulesExport", description: "Taught wordings to hand on." }),
  }),
};
