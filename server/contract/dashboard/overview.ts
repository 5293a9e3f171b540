import { z } from "zod";
import { matching, rupiah, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { asWorkbook, dashboardOperation } from "./operation.ts";
import { listedPayment } from "./payments.ts";
import { readers } from "./roles.ts";

const tag = "Overview";

const count = (description: string) => z.int().min(0).meta({ description });
const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
const seconds = (description: string) => z.number().min(0).nullable().meta({ description });
const localDay = (description: string) => z.iso.date().meta({ description, pattern: undefined });

const figures = {
  created_count: z.int().min(0).nullable().meta({
    description: "Invoices that were created; null when one account is asked for.",
  }),
  paid_count: count("Invoices that were paid."),
  paid_total: rupiah().meta({
    description:
      "The sum of their totals. What came short or in excess, and refunds, are not in it.",
  }),
  expired_count: count("Invoices that expired."),
  cancelled_count: count("Invoices that were cancelled."),
  simulated_count: count("Invoices that a simulated phone paid. No other figure counts them."),
  simulated_total: rupiah().meta({
    description: "The sum of simulated payments, which are not real money.",
  }),
  conversion: share("Paid among those that ended; null when none did."),
  match_rate: share("Paid without a person's hand among the paid; null when none were."),
  median_seconds_to_pay: seconds(
    "The time in which half of the customers paid, in seconds, to a tenth; null when none did.",
  ),
  p90_seconds_to_pay: seconds(
    "The time in which nine of ten customers paid, in seconds; null when none did.",
  ),
};

const day = {
  day: localDay("Local day."),
  begins_at: z
    .string()
    .meta({ description: "The beginning: local time with the time zone's offset from UTC." }),
};

const dayFigures = z
  .object({ ...day, ...figures })
  .meta({ id: "DayFigures", description: "A day in figures." });

export type DayFigures = z.infer<typeof dayFigures>;

const dayIncome = z
  .object({ ...day, paid_count: figures.paid_count, paid_total: figures.paid_total })
  .meta({ id: "DayIncome", description: "The payments of a day." });

const overview = z
  .object({
    time_zone: z.string().meta({ description: "Zone in which days begin and end." }),
    from: localDay("First day of the period."),
    until: localDay("Last day of the period, which may be still to come."),
    today: localDay("Today, the day that is not over."),
    first_month: z
      .string()
      .meta({ description: "The month in which the merchant began, such as `2026-11`." }),
    days: z
      .array(dayFigures)
      .meta({ description: "Every day of the period that has begun, the oldest first." }),
    ...figures,
    previous_days: z.array(dayIncome).meta({
      description:
        "The period before, the oldest first: as many days, or the calendar month before. The first is compared with the first day of the period.",
    }),
    waiting_count: count("Invoices that wait for their customer now."),
    last_paid: z.array(listedPayment).meta({
      description: `The ${limits.overviewLastPaid} invoices that were paid last, whatever the period, the last one first; without those that a simulated phone paid.`,
    }),
  })
  .meta({ id: "Overview", description: "The figures of a period." });

export type Overview = z.infer<typeof overview>;

/**
 * The kinds of open tasks, most urgent first: blocked or hidden money, then waiting decisions, then tasks that can
 * wait.
 */
export const attentionKinds = [
  "phone_silent",
  "phone_unreadable",
  "phone_hides_texts",
  "phone_refused",
  "account_without_phone",
  "account_without_days",
  "transfer_unsupported",
  "transfer_waiting",
  "text_may_pay",
  "webhook_failed",
  "webhook_retrying",
  "notice_target_failing",
  "phone_unpaired",
  "phone_unheard",
  "phone_warning",
  "account_days_low",
  "first_step_open",
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

const attentionItem = z
  .object({
    kind: z.enum(attentionKinds).meta({
      description:
        "`phone_silent`: phones that are no longer heard from. `phone_unreadable`: phones that cannot read notifications. `phone_hides_texts`: phones on which Android hides texts. `phone_refused`: phones of which reports were refused. `account_without_phone`: accounts in use for which no approved phone listens. `account_without_days`: accounts in use that have no day of quota left. `transfer_unsupported`: transfers that no row of the bank's statement supports. `transfer_waiting`: transfers that wait for a decision. `text_may_pay`: notifications that Tepat could not read and that name the total of a pending invoice. `webhook_failed`: webhooks that were given up lately. `webhook_retrying`: webhooks that failed and are tried again. `notice_target_failing`: places of the person itself, such as a Telegram chat, that do not get their notices; each stands here until a message arrives there or the place is removed. `phone_unpaired`: phones that wait for approval. `phone_unheard`: phones that were approved and never heard. `phone_warning`: phones with missing reports, a growing queue or a low battery. `account_days_low`: accounts in use with few days of quota. `first_step_open`: first steps that are not done.",
    }),
    count: z
      .int()
      .min(1)
      .meta({ description: `The number, counted up to ${limits.attentionCounted}.` }),
    is_more: z.boolean().meta({ description: "True if there are more than were counted." }),
    name: z.string().nullable().meta({
      description: "The phone's or account's name, if it is only one; null for other kinds.",
    }),
    since: timestamp().nullable().meta({
      description: "Since when, UTC, where that is known: of several, of the one that began first.",
    }),
    days_left: z.int().min(0).nullable().meta({
      description: "For `account_days_low`: the fewest days that an account has left.",
    }),
  })
  .meta({ id: "AttentionItem", description: "A task that might need a person." });

export type AttentionItem = z.infer<typeof attentionItem>;

const attention = z
  .object({
    looked_at: timestamp().meta({ description: "The time of the check, UTC." }),
    items: z
      .array(attentionItem)
      .meta({ description: "The most urgent first; empty when all is well." }),
    phones: z
      .object({
        well: count("Approved phones with which nothing is wrong."),
        simulated: count("Simulated phones. Nothing else counts them."),
      })
      .meta({ description: "The phones that work without problems." }),
    last_heard_at: timestamp().nullable().meta({
      description: "The time of a phone's last sign of life, UTC; null if there was none yet.",
    }),
  })
  .meta({ id: "Attention", description: "The tasks that need a person now." });

export type Attention = z.infer<typeof attention>;

const checklist = z
  .object({
    steps: z
      .array(
        z.object({
          step: z
            .enum([
              "account",
              "device",
              "api_key_used",
              "first_payment",
              "first_paid_payment",
              "webhook_url",
              "first_webhook",
              "two_factor",
            ])
            .meta({
              description:
                "`account`: a receiving account. `device`: an approved phone. `api_key_used`: a program has used a key. `webhook_url`: a default address. `first_webhook`: one was delivered.",
            }),
          is_done: z.boolean().meta({ description: "True if the step is done." }),
        }),
      )
      .meta({ description: "In the order in which they are best done." }),
  })
  .meta({ id: "Checklist", description: "From no account to the first paid invoice." });

export type Checklist = z.infer<typeof checklist>;

const month = matching(z.string(), /^[2-9]\d{3}-(?:0[1-9]|1[0-2])$/, {
  code: "not_a_month",
  params: {},
}).meta({
  description: "A calendar month, such as `2026-11`, instead of the last days.",
  pattern: undefined,
});

const periodInput = {
  days: z
    .int()
    .min(1)
    .max(limits.overviewDaysMax)
    .default(limits.overviewDaysDefault)
    .meta({ description: "The number of days, including today. Ignored if `month` is given." }),
  month: month.optional(),
  account_id: uuid()
    .meta({ description: "Only payments to this account of the merchant." })
    .optional(),
};

const exportOverview = dashboardOperation({
  meta: {
    operationId: "exportOverview",
    method: "GET",
    path: "/overview.csv",
    mayReadReplica: true,
    roles: readers,
    tag,
    summary: "Save what was paid per day as a table",
    description:
      "The days of the same period and those of the period before, as comma-separated values (RFC 4180, UTF-8 with a byte order mark). Each day names when it begins, with the time zone's offset.",
    envelope: "csv",
    errors: ["not_found"],
  },
  input: z.object(periodInput),
  output: z.string().meta({ description: "One line for each day, after a line of names." }),
});

export const overviewOperations = {
  getAttention: dashboardOperation({
    meta: {
      operationId: "getAttention",
      method: "GET",
      path: "/attention",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List tasks that need a person",
      description:
        "Phones, accounts, transfers, webhooks and the person's own notices with which something is wrong, and what waits for a decision. What is well is not in it, and simulated phones are only counted apart.",
    },
    input: z.object({}),
    output: attention,
  }),

  getOverview: dashboardOperation({
    meta: {
      operationId: "getOverview",
      method: "GET",
      path: "/overview",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Figures of a period",
      description:
        "Figures for each local day and for the whole period: the last days, or a calendar month. Invoices count on the day on which they were created, paid, expired or cancelled. Payments by a simulated phone are listed separately.",
      errors: ["not_found"],
    },
    input: z.object(periodInput),
    output: overview,
  }),

  exportOverview,
  exportOverviewWorkbook: asWorkbook(exportOverview),

  getChecklist: dashboardOperation({
    meta: {
      operationId: "getChecklist",
      method: "GET",
      path: "/checklist",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "First steps",
      description: "The steps of a new merchant, done and still to do.",
    },
    input: z.object({}),
    output: checklist,
  }),
};
