import { z } from "zod";
import { matching, rupiah, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { asWorkbookWithHeads, dashboardOperation } from "./operation.ts";
import { listedPayment } from "./payments.ts";
import { readers } from "./roles.ts";

const tag = "Overview";

const count = (description: string) => z.int().min(0).meta({ description });
const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
const seconds = (description: string) => z.number().min(0).nullable().meta({ description });
const localDay = (description: string) => z.iso.date().meta({ description, pattern: undefined });

const figures = {
  created_count: z.int().min(0).nullable().meta({
    description: "The number of created invoices; null if you request one account.",
  }),
  paid_count: count("The number of paid invoices."),
  paid_total: rupiah().meta({
    description: "The sum of the paid invoices' totals, without differences and refunds.",
  }),
  expired_count: count("The number of expired invoices."),
  cancelled_count: count("The number of cancelled invoices."),
  simulated_count: count(
    "The number of invoices paid by a simulated phone. No other figure counts them.",
  ),
  simulated_total: rupiah().meta({
    description: "The sum of simulated payments, which are not real money.",
  }),
  conversion: share("The share of paid invoices among the ended ones; null if none ended."),
  match_rate: share(
    "The share of automatically paid invoices among the paid ones; null if none were paid.",
  ),
  median_seconds_to_pay: seconds(
    "The time within which half of the customers paid, in seconds, to a tenth; null if none paid.",
  ),
  p90_seconds_to_pay: seconds(
    "The time within which nine of ten customers paid, in seconds; null if none paid.",
  ),
};

const day = {
  day: localDay("Local day."),
  begins_at: z
    .string()
    .meta({ description: "The day's beginning: local time with the time zone's offset from UTC." }),
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
    time_zone: z.string().meta({ description: "The time zone in which days begin and end." }),
    from: localDay("First day of the period."),
    until: localDay("The last day of the period, which can lie in the future."),
    today: localDay("The current day."),
    first_month: z
      .string()
      .meta({ description: "The month in which the merchant signed up, such as `2026-11`." }),
    refunded_today: rupiah().meta({
      description: "The sum of the invoices' refunds that were sent on the current day.",
    }),
    days: z
      .array(dayFigures)
      .meta({ description: "Every day of the period that has begun, oldest first." }),
    ...figures,
    previous_days: z.array(dayIncome).meta({
      description:
        "The previous period, oldest day first: the same number of days, or the previous calendar month. Its first day compares with the first day of the period.",
    }),
    account_totals: z
      .array(
        z.object({
          account_id: uuid().meta({ description: "The account that received the payments." }),
          paid_total: figures.paid_total,
        }),
      )
      .meta({
        description:
          "The accounts with paid invoices in the period, the largest sum first; empty if you request one account.",
      }),
    last_paid: z.array(listedPayment).meta({
      description: `The ${limits.overviewLastPaid} most recently paid invoices of any period, newest first, without those paid by a simulated phone.`,
    }),
  })
  .meta({ id: "Overview", description: "The figures of a period." });

export type Overview = z.infer<typeof overview>;

/**
 * The kinds of open tasks, most urgent first: blocked or hidden money, then waiting decisions, then tasks that can
 * wait.
 */
export const attentionKinds = [
  "no_account",
  "phone_silent",
  "phone_unreadable",
  "phone_hides_texts",
  "phone_refused",
  "mailbox_unwell",
  "account_without_phone",
  "account_without_days",
  "transfer_unsupported",
  "transfer_waiting",
  "text_may_pay",
  "invoice_part_paid",
  "address_local",
  "webhook_failed",
  "webhook_retrying",
  "notice_target_failing",
  "phone_unpaired",
  "phone_unheard",
  "phone_warning",
  "account_days_low",
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

const attentionItem = z
  .object({
    kind: z.enum(attentionKinds).meta({
      description:
        "`no_account`: the shop uses no account, or only an example. `phone_silent`: phones that Tepat no longer hears from. `phone_unreadable`: phones that cannot read notifications. `phone_hides_texts`: phones on which Android hides texts. `phone_refused`: phones with refused reports. `mailbox_unwell`: mailboxes that Tepat cannot read, that have never received a forwarded email, whose emails wait for the bank's key, or to which emails no longer come although phones report transfers. `account_without_phone`: accounts in use that neither an approved phone nor a mailbox watches. `account_without_days`: accounts in use without a day of quota left. `transfer_unsupported`: transfers that no row of the bank's statement supports. `transfer_waiting`: transfers that wait for a decision. `text_may_pay`: notifications that Tepat could not read and that name the total of a pending invoice. `invoice_part_paid`: invoices with parts that wait for the rest or for a decision. `address_local`: an account has a source, but devices outside the local network cannot open links of this server; only the server's owner sees this task. `webhook_failed`: webhooks that recently ran out of attempts. `webhook_retrying`: failed webhooks that Tepat retries. `notice_target_failing`: the person's own notice targets, such as a Telegram chat, that notices do not reach; each is listed until a message arrives or the person removes the target. `phone_unpaired`: phones that wait for approval. `phone_unheard`: approved phones that Tepat has never heard from. `phone_warning`: phones with missing reports, a growing queue or a low battery. `account_days_low`: accounts in use with few days of quota.",
    }),
    count: z
      .int()
      .min(1)
      .meta({
        description: `The number of affected records, counted up to ${limits.attentionCounted}.`,
      }),
    is_more: z.boolean().meta({ description: "True if there are more than `count`." }),
    name: z.string().nullable().meta({
      description:
        "The name of the phone, mailbox or account, or the invoice's customer (its code if the customer is unknown), if only one is affected; for `address_local`, the server's address if only its own computer can open it; null for other kinds.",
    }),
    since: timestamp().nullable().meta({
      description:
        "The time at which the problem began, UTC, if known; the earliest of several problems.",
    }),
    days_left: z.int().min(0).nullable().meta({
      description: "For `account_days_low`: the fewest days that an account has left.",
    }),
    total: rupiah().nullable().meta({
      description:
        "For `transfer_waiting`: the sum of the counted transfers, in rupiah. For `invoice_part_paid`: the amount that is missing.",
    }),
  })
  .meta({ id: "AttentionItem", description: "A task that might need a person." });

export type AttentionItem = z.infer<typeof attentionItem>;

const attention = z
  .object({
    looked_at: timestamp().meta({ description: "The time of the check, UTC." }),
    items: z
      .array(attentionItem)
      .meta({ description: "The tasks, most urgent first. Empty if there are none." }),
    phones: z
      .object({
        well: count("The number of approved phones without problems."),
        simulated: count("The number of simulated phones. No other figure counts them."),
      })
      .meta({ description: "The numbers of phones that work without problems." }),
    last_heard_at: timestamp().nullable().meta({
      description: "The time at which Tepat last heard from a phone, UTC; null if it never did.",
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
            .enum(["shop", "account", "payment", "source", "two_factor", "public_address"])
            .meta({
              description:
                "`shop`: a contact for customers, a logo or a colour. `account`: a receiving account. `payment`: a paid invoice, also a test. `source`: an approved phone, a mailbox or a bank statement. `two_factor`: two-factor authentication of any person. `public_address`: an address for links that other devices can open.",
            }),
          is_done: z.boolean().meta({ description: "True if the step is done." }),
        }),
      )
      .meta({ description: "The steps, in the recommended order." }),
    is_ended: z.boolean().meta({ description: "True if a person has ended the guide." }),
    public_url: z
      .string()
      .meta({ description: "The beginning of the addresses that customers open." }),
  })
  .meta({ id: "Checklist", description: "The steps to the first paid invoice." });

export type Checklist = z.infer<typeof checklist>;

const month = matching(z.string(), /^[2-9]\d{3}-(?:0[1-9]|1[0-2])$/, {
  code: "not_a_month",
  params: {},
}).meta({
  description: "A calendar month instead of the last days, such as `2026-11`.",
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
    .meta({ description: "Counts only payments to this account of the merchant." })
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
    summary: "Save the daily payments as a table",
    description:
      "The days of the same period and those of the period before, as comma-separated values (RFC 4180, UTF-8 with a byte order mark). Each line states the day's beginning with the time zone's offset.",
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
      summary: "List open tasks",
      description:
        "Problems of phones, accounts, transfers, webhooks and the person's own notices, and open decisions. The list leaves out everything that works, and counts simulated phones separately.",
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
      summary: "Read the figures of a period",
      description:
        "Figures for each local day and for the whole period: the last days, or a calendar month. An invoice counts on the day of its creation, payment, expiry or cancellation. Payments by a simulated phone are listed separately.",
      errors: ["not_found"],
    },
    input: z.object(periodInput),
    output: overview,
  }),

  exportOverview,
  exportOverviewWorkbook: asWorkbookWithHeads(exportOverview),

  getChecklist: dashboardOperation({
    meta: {
      operationId: "getChecklist",
      method: "GET",
      path: "/checklist",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read the first steps",
      description:
        "The steps of a new merchant, done and open. `public_address` is for the gateway's owner only.",
    },
    input: z.object({}),
    output: checklist,
  }),

  endChecklist: dashboardOperation({
    meta: {
      operationId: "endChecklist",
      method: "POST",
      path: "/checklist/end",
      roles: ["owner"],
      tag,
      summary: "End the guide",
      description: "Hides the first steps in the dashboard. A repeated request changes nothing.",
    },
    input: z.object({}).meta({ description: "An empty object." }),
    output: z.null(),
  }),
};
