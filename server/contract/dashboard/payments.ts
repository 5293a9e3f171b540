import { z } from "zod";
import { channelType } from "../accounts.ts";
import { moment, optional, paymentCode, requiredText, rupiah, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { likelyMutation } from "../mutation-reasons.ts";
import { metadata, payment, paymentStatus } from "../payments.ts";
import { cursorInput } from "./cursor.ts";
import { asWorkbook, dashboardOperation } from "./operation.ts";
import { paymentLedger, rest, seenPayment } from "./reconciliation.ts";
import { ownMutation } from "./transfers.ts";
import { readers } from "./roles.ts";
import { inTestMode } from "./test-mode.ts";

const tag = "Payments";

export const listedPayment = z
  .object({
    payment_id: uuid().meta({ description: "The invoice." }),
    payment_code: z.string().meta({ description: "The merchant's own code." }),
    payment_amount: rupiah().meta({ description: "Amount without the unique amount." }),
    payment_total: rupiah().meta({ description: "The exact sum to pay, whole rupiah." }),
    payment_status: paymentStatus,
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    payment_expired_at: timestamp().meta({ description: "The invoice's deadline, UTC." }),
    payment_updated_at: timestamp().meta({ description: "Last change of status, UTC." }),
    paid_at: timestamp().nullable().meta({ description: "The time of payment, UTC." }),
    sender_name: z.string().nullable().meta({
      description: "The sender of the transfer that paid the invoice, as the bank wrote the name.",
    }),
    customer_name: z.string().meta({ description: "Customer's name." }),
    customer_email: z.string().nullable().meta({ description: "Customer's email address." }),
    customer_phone: z.string().nullable().meta({ description: "Customer's phone." }),
    account_id: uuid().meta({ description: "Receiving account." }),
    account_number: z.string().nullable().meta({ description: "The account's number." }),
    account_name: z.string().nullable().meta({ description: "The account's holder." }),
    channel_name: z.string().meta({ description: "The account's bank or method." }),
    channel_type: channelType,
    is_manual_match: z.boolean().meta({ description: "True if the invoice was matched manually." }),
    metadata: metadata.nullable().meta({ description: "The shop's own metadata." }),
  })
  .meta({ id: "ListedPayment", description: "An invoice in the list." });

export type ListedPayment = z.infer<typeof listedPayment>;

const paymentPage = z
  .object({
    items: z.array(listedPayment).meta({ description: "The rows, newest first; can be empty." }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Send it as `cursor` to go on; null at the end." }),
    searched_until: timestamp()
      .nullable()
      .meta({
        description: `A search looks at ${limits.paymentsPerSearch} invoices at a time: how far back it has looked when there is more, UTC.`,
      }),
  })
  .meta({ id: "PaymentPage", description: "A part of the list of invoices." });

export type PaymentPage = z.infer<typeof paymentPage>;

const timelineEntry = z
  .object({
    kind: z
      .enum([
        "created",
        "transfer",
        "received",
        "paid",
        "waived",
        "expired",
        "cancelled",
        "followed_up",
        "refund_owed",
        "refunded",
        "refund_withdrawn",
        "webhook_attempt",
      ])
      .meta({
        description:
          "The kind of event. `transfer`: the mutation that paid the invoice was recorded. `received`: another transfer was booked for it. `waived`: the invoice became PAID with less than its total. `followed_up`: a person created a paid invoice for a transfer that came in time for this one. `refund_owed`: the merchant's server recorded a refund that has to be sent. `refunded`: a refund was sent, or recorded as sent. `refund_withdrawn`: that record was withdrawn; listed as long as the audit log has it.",
      }),
    at: timestamp().meta({ description: "The time of the event, UTC." }),
    amount: rupiah().nullable().meta({
      description:
        "`received`, `waived`, `refund_owed`, `refunded` and `refund_withdrawn`: how much.",
    }),
    party: z.string().nullable().meta({
      description:
        "`received`: its sender, where it is known. `followed_up`: the code of that invoice. `refunded` and `refund_withdrawn`: to whom.",
    }),
    is_manual: z.boolean().nullable().meta({
      description: "`paid` and `webhook_attempt`: whether a person did it.",
    }),
    delivery_id: z.string().nullable().meta({ description: "`webhook_attempt`: the delivery." }),
    event_type: z
      .string()
      .nullable()
      .meta({ description: "`webhook_attempt`: the type of its event." }),
    http_status: z.int().nullable().meta({ description: "`webhook_attempt`: the answer." }),
    error_code: z
      .string()
      .nullable()
      .meta({ description: "`webhook_attempt`: why there was no complete answer." }),
    duration_ms: z.int().nullable().meta({ description: "`webhook_attempt`: milliseconds." }),
  })
  .meta({ id: "TimelineEntry", description: "An event in an invoice's history." });

export type TimelineEntry = z.infer<typeof timelineEntry>;

const paymentDetail = z
  .object({
    payment,
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    mutation: ownMutation
      .nullable()
      .meta({ description: "The transfer that paid it, and how it was matched." }),
    ledger: paymentLedger.nullable().meta({
      description:
        "The invoice's money, if it is not simply one transfer of exactly the total; otherwise null.",
    }),
    rest,
    timeline: z.array(timelineEntry).meta({ description: "The events, in order of time." }),
  })
  .meta({ id: "PaymentDetail", description: "An invoice and its history." });

export type PaymentDetail = z.infer<typeof paymentDetail>;

const payment_code = paymentCode();

const filters = {
  ...inTestMode,
  search: requiredText()
    .meta({
      description:
        "Part of the code, the customer's name, email address or phone, or of `key:value` of its metadata, in any case; or exactly the amount or total. A whole code is found at once, wherever it is.",
    })
    .optional(),
  payment_status: paymentStatus.meta({ description: "Only invoices in this state." }).optional(),
  account_id: uuid().meta({ description: "Only invoices of this account." }).optional(),
  created_from: moment()
    .meta({ description: "Only invoices created at this time or later." })
    .optional(),
  created_before: moment()
    .meta({ description: "Only invoices created before this time." })
    .optional(),
};

const paymentTotals = z
  .object({
    payment_count: z.int().min(0).meta({ description: "The number of invoices." }),
    payment_sum: rupiah().meta({ description: "The sum of their totals." }),
    paid_count: z.int().min(0).meta({ description: "The number of PAID invoices among them." }),
    paid_sum: rupiah().meta({ description: "The sum of the totals of these." }),
    is_complete: z.boolean().meta({
      description: `\`false\` when there may be more: the newest ${limits.rowsPerTotal} are counted, and a search looks at the newest ${limits.paymentsPerSearch}.`,
    }),
  })
  .meta({ id: "PaymentTotals", description: "The totals of the invoices that a filter finds." });

export type PaymentTotals = z.infer<typeof paymentTotals>;

const exportPayments = dashboardOperation({
  meta: {
    operationId: "exportPayments",
    method: "GET",
    path: "/payments.csv",
    mayReadReplica: true,
    roles: readers,
    tag,
    summary: "Save payments as a table",
    description: `The whole list with the same filters, as comma-separated values (RFC 4180, UTF-8 with a byte order mark). Times are written in the gateway's time zone with its offset, \`2026-11-21T17:22:06+07:00\`. A page can link to it. It is sent as fast as it is read; if it breaks off, its end is missing. Cells that a spreadsheet would take for a formula begin with an apostrophe. While ${limits.exportsUnderWay} of the merchant's are being saved another is a \`conflict\`.`,
    envelope: "csv",
    errors: ["conflict"],
  },
  input: z.object(filters),
  output: z.string().meta({ description: "One line for each invoice, after a line of names." }),
});

export const paymentOperations = {
  searchPayments: dashboardOperation({
    meta: {
      operationId: "searchPayments",
      method: "GET",
      path: "/payments",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List and search payments",
      description:
        "Invoices, newest first. Every page of every filter takes about the same time. A search can return few invoices, or none, with a `next_cursor`: it has then looked back to `searched_until` and continues from there.",
    },
    input: z.object({
      ...cursorInput,
      ...filters,
      oldest_first: z.boolean().default(false).meta({
        description:
          "`true` begins with the oldest. A cursor goes on in the direction in which it was given.",
      }),
    }),
    output: paymentPage,
  }),

  getPaymentTotals: dashboardOperation({
    meta: {
      operationId: "getPaymentTotals",
      method: "GET",
      path: "/payment-totals",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Count and sum payments",
      description: `How many invoices a filter of \`searchPayments\` finds, and what they come to. At most ${limits.rowsPerTotal} are counted.`,
    },
    input: z.object(filters),
    output: paymentTotals,
  }),

  exportPayments,
  exportPaymentsWorkbook: asWorkbook(exportPayments),

  getPaymentDetail: dashboardOperation({
    meta: {
      operationId: "getPaymentDetail",
      method: "GET",
      path: "/payments/{payment_code}",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read a payment and its history",
      description: "The invoice, the transfer that paid it and why, and every webhook attempt.",
      subject: "payment",
    },
    input: z.object({ payment_code, ...inTestMode }),
    output: paymentDetail,
  }),

  listOwnLikelyMutations: dashboardOperation({
    meta: {
      operationId: "listOwnLikelyMutations",
      method: "GET",
      path: "/payments/{payment_code}/transfers",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Which transfer paid this invoice?",
      description: `Recent unmatched transfers that resemble it, the likeliest first, at most ${limits.nearMissesShown}.`,
      subject: "payment",
    },
    input: z.object({ payment_code }),
    output: z.array(likelyMutation),
  }),

  cancelOwnPayment: dashboardOperation({
    meta: {
      operationId: "cancelOwnPayment",
      method: "DELETE",
      path: "/payments/{payment_code}",
      roles: ["owner", "finance"],
      tag,
      summary: "Cancel a payment",
      description:
        "Turns a PENDING invoice into CANCELLED; another merchant's and one that is not PENDING are `payment_not_cancellable`.",
      errors: ["validation_error", "payment_not_cancellable"],
    },
    input: z.object({ payment_code, ...inTestMode }),
    output: z.null(),
  }),

  payTestPayment: dashboardOperation({
    meta: {
      operationId: "payTestPayment",
      method: "POST",
      path: "/test-payments/{payment_code}/transfer",
      roles: ["owner", "finance", "developer"],
      tag,
      summary: "Pay a test payment",
      description:
        "A simulated phone reports the bank's notification of exactly its total, so everything happens that happens for a real transfer. Only for an invoice that was made with a test key: any other is `not_found`. Nothing happens to one that is PAID. One that has expired or was cancelled is a `conflict`, and so is one whose app Tepat has no example of.",
      subject: "payment",
      errors: ["conflict"],
    },
    input: z.object({ payment_code }).meta({ description: "Nothing." }),
    output: z.null(),
  }),

  matchOwnPayment: dashboardOperation({
    meta: {
      operationId: "matchOwnPayment",
      method: "POST",
      path: "/payments/{payment_code}/match",
      roles: ["owner", "finance"],
      tag,
      summary: "Match a payment manually",
      description: `Turns a PENDING invoice into PAID, linked to an unmatched transfer if one is named. Needs two-factor authentication (\`totp_not_enabled\`) and a person who was confirmed less than ${limits.confirmationSeconds / 60} minutes ago (\`confirmation_required\`).`,
      errors: ["totp_not_enabled", "confirmation_required", "not_found", "conflict"],
    },
    input: z
      .object({
        payment_code,
        mutation_id: optional(uuid()).meta({ description: "The transfer that paid it." }),
        seen: seenPayment,
      })
      .meta({ description: "The transfer to match." }),
    output: z.null(),
  }),
};
