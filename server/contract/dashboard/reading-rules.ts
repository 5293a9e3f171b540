import { z } from "zod";
import { text, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";

const tag = "Transfers";
const deciders = ["owner", "finance"] as const;

const text_id = text({ min: 1, max: 128 }).meta({ description: "The notification's id." });
const rule_id = uuid().meta({ description: "The rule." });

/** The reasons why Tepat did not read a text: no rule fits, or a rule has a doubt. */
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
    text_id: z.string().meta({ description: "The notification's id." }),
    package_name: z.string().meta({ description: "The app that posted the notification." }),
    app_name: z.string().meta({ description: "The app's name." }),
    title: z.string().nullable().meta({ description: "The notification's title." }),
    body: z.string().nullable().meta({ description: "The notification's text." }),
    posted_at: timestamp().meta({ description: "The notification's own time." }),
    received_at: timestamp().meta({ description: "The time of the report, UTC." }),
    device_name: z.string().meta({ description: "The phone that reported the notification." }),
    reason: z.enum(likelyReasons).meta({
      description:
        "The reason why Tepat did not read the notification: `unknown_wording` (no rule fits), `contradictory` (two rules disagree), `no_exact_amount`, or a doubt: `title` (about something else), `outgoing` (money that went out), `not_settled` (failed, or not done yet), `cut` (incomplete), `second_amount`, `request` (a person wants something), `name` (more than a name in its place), `place` (another account), `later_day`.",
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
      .meta({
        description:
          "The PENDING invoices of the app's accounts whose total the notification names.",
      }),
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
    .meta({ description: "The position after the last character of the place." }),
});

const part = z.enum(["amount", "sender", "account", "text"]).meta({
  description: "The kind of value at this place. `text`: a remark, a name or another free text.",
});

/** In an email, Tepat itself finds times and numbers. */
const mailMark = mark.extend({ part });

/** Only the response's schema has this name, because the document publishes one schema for each direction. */
const answeredMark = mark
  .extend({
    part: z
      .enum(["amount", "sender", "reference", "when", "account", "text"])
      .meta({ description: "The kind of value at this place. `text`: only in emails." }),
  })
  .meta({
    id: "Mark",
    description: "A placeholder in the text.",
  });

const marks = z.array(mark).max(limits.marksPerRule);
const mailMarks = z.array(mailMark).max(limits.marksPerRule);

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
        "other_account",
        "too_long",
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
    text: z.string().optional().meta({ description: "The affected word or text." }),
    example: z
      .string()
      .optional()
      .meta({ description: "A text that a sender could forge if the rule were saved." }),
  })
  .meta({ id: "RuleFault", description: "A fault that prevents a rule." });

const trial = z
  .object({
    package_name: z.string().meta({ description: "The app." }),
    app_name: z.string().meta({ description: "The app's name." }),
    title: z.string().nullable().meta({
      description:
        "The title that the rule requires; null if the app's usual titles suffice. Of an email: the subject, with its placeholders.",
    }),
    text: z.string().meta({ description: "The text whose characters the marks count." }),
    marks: z.array(answeredMark).meta({ description: "The marks of the rule." }),
    template: z.string().meta({ description: "The rule, with its placeholders in braces." }),
    faults: z
      .array(fault)
      .meta({ description: "The faults that prevent the rule. Empty if you can save the rule." }),
    reads: z
      .array(
        z.object({
          text_id: z.string().meta({ description: "The notification's id, for saving the rule." }),
          text: z.string().meta({ description: "The text." }),
          posted_at: timestamp().meta({ description: "The notification's own time." }),
          amount: z.int().meta({ description: "The amount that the rule reads." }),
          sender: z.string().nullable().meta({ description: "The sender that the rule reads." }),
        }),
      )
      .meta({
        description:
          "Every stored notification that the rule would read, with the values. The rule records only those that a person chooses.",
      }),
  })
  .meta({ id: "RuleTrial", description: "The effects of a rule." });

const readingRule = z
  .object({
    rule_id: z.string().meta({ description: "The rule." }),
    package_name: z.string().meta({ description: "The app whose notifications the rule reads." }),
    app_name: z.string().meta({ description: "The name of the app, or of the bank." }),
    title: z
      .string()
      .nullable()
      .meta({ description: "The title that the rule requires; of an email the subject." }),
    sender: z
      .string()
      .nullable()
      .meta({ description: "The address whose emails the rule reads; null for notifications." }),
    template: z.string().meta({ description: "The wording, with its placeholders in braces." }),
    is_on: z.boolean().meta({ description: "True if the rule reads texts." }),
    fault: z
      .object({
        code: z
          .enum(["second_amount", "payers_amount", "outgoing_words", "no_income"])
          .meta({ description: "The problem." }),
        text: z.string().meta({ description: "The affected words." }),
      })
      .nullable()
      .meta({
        id: "RefusedRule",
        description:
          "The reason why the gateway switched the rule off. It was taught before Tepat refused such rules. You cannot switch the rule on; remove it and teach another.",
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
      summary: "List notifications that might pay",
      description: `Unreadable notifications that name exactly the total of a PENDING invoice of their account, newest first, at most ${limits.likelyTextsShown}. None of them pays automatically. The list leaves out texts that a person might have written, such as chats.`,
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
      summary: "Confirm that a notification paid",
      description:
        "Makes the invoice PAID by a manual match: the notification becomes the transfer that paid the invoice. Returns `not_found` if the notification is no longer stored, or if the invoice is not PENDING or has another total. Needs two-factor authentication (`totp_not_enabled`).",
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
      .meta({ description: "The invoice that the notification paid." }),
    output: z.object({
      mutation_id: z.string().meta({ description: "The transfer. You can teach a rule from it." }),
    }),
  }),

  refuseLikelyText: dashboardOperation({
    meta: {
      operationId: "refuseLikelyText",
      method: "DELETE",
      path: "/likely-texts/{text_id}",
      roles: deciders,
      tag,
      summary: "Dismiss a notification",
      description:
        "Tepat does not offer this notification again, and no taught rule can read it while it is stored.",
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
        "Shows the notifications that a rule from a confirmed notification would read, and the rule's faults. Saves nothing. Without `marks`, the gateway proposes them.",
      errors: ["not_found"],
    },
    input: z
      .object({
        mutation_id: uuid().meta({ description: "The transfer that was recorded from the text." }),
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
      description: `Tepat then reads the app's notifications that differ only in the marked places as credits, which can pay automatically. Earlier notifications stay as they are, except those in \`text_ids\`, which become transfers at once. Tepat returns \`conflict\` for a faulty rule, with the fault, and for more than ${limits.readingRulesPerMerchant}. Saving the same rule again creates no second rule.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: z
      .object({
        mutation_id: uuid().meta({ description: "The transfer that was recorded from the text." }),
        marks: marks.meta({ description: "The placeholders in the text." }),
        text_ids: z.array(text_id).max(limits.unreadTexts).optional().meta({
          description: "Stored notifications whose money has arrived, as the person has checked.",
        }),
      })
      .meta({ description: "The rule." }),
    output: z.object({ rule_id: z.string().meta({ description: "The rule." }) }),
  }),

  tryMailRule: dashboardOperation({
    meta: {
      operationId: "tryMailRule",
      method: "POST",
      path: "/mail-rule-trials",
      roles: deciders,
      tag,
      summary: "Try a rule for emails",
      description:
        "Shows an unread email that a bank has signed as the text that marks count, the other unread emails that a rule from it would read, and the rule's faults. Saves nothing. Without `marks`, the gateway proposes them.",
      errors: ["not_found"],
    },
    input: z
      .object({
        mail_id: uuid().meta({ description: "The email." }),
        marks: mailMarks.optional().meta({ description: "The placeholders in the text." }),
      })
      .meta({ description: "The rule to try." }),
    output: trial,
  }),

  saveMailRule: dashboardOperation({
    meta: {
      operationId: "saveMailRule",
      method: "POST",
      path: "/mail-rules",
      roles: deciders,
      tag,
      summary: "Teach an email",
      description: `Records the email as a transfer, which can pay. Tepat then reads the emails of the same address, signed by the same domain, that differ only in the marked places and in names and numbers. Earlier emails stay as they are, except those in \`mail_ids\`. Tepat returns \`conflict\` for a faulty rule, with the fault, and for more than ${limits.readingRulesPerMerchant} rules of both kinds.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: z
      .object({
        mail_id: uuid().meta({ description: "The email, whose money has arrived." }),
        marks: mailMarks.meta({ description: "The placeholders in the text." }),
        mail_ids: z.array(uuid()).max(limits.taughtMailsCompared).optional().meta({
          description: "Other unread emails whose money has arrived, as the person has checked.",
        }),
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
      description:
        "The taught wordings, newest first, with the number and the time of the transfers that each has read.",
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
        "Transfers that the rule has read stay. Notifications that arrived while the rule was off stay unread. You cannot switch on a rule with a fault by today's checks (`conflict`).",
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
      description: "Removes the rule. Transfers that the rule has read stay.",
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
        "The rules for notifications as an operator's `TEPAT_RULES_FILE`, and as files for the release's formats. The samples have invented senders' names and numbers.",
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
      .meta({ id: "ReadingRulesExport", description: "Taught wordings for use elsewhere." }),
  }),
};
