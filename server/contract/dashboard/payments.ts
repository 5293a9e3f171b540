import { z } from "zod";
import { channelType } from "../accounts.ts";
import {
  matching,
  moment,
  optional,
  paymentCode,
  requiredText,
  rupiah,
  timestamp,
  uuid,
} from "../fields.ts";
import { limits } from "../limits.ts";
import { likelyMutation } from "../mutation-reasons.ts";
import { metadata, payment, paymentStatus } from "../payments.ts";
import { cursorInput } from "./cursor.ts";
import { invoiceStatus, paymentSale, unchosenInvoice } from "./invoices.ts";
import { asWorkbookWithHeads, dashboardOperation } from "./operation.ts";
import { paymentLedger, rest, seenPayment } from "./reconciliation.ts";
import { rowRefusal } from "./row-refusal.ts";
import { ownMutation, transferProofs } from "./transfers.ts";
import { readers } from "./roles.ts";
import { inTestMode } from "./test-mode.ts";

const tag = "Payments";

const refundState = z.enum(["FULL", "PART"]).meta({
  id: "RefundState",
  description:
    "The refunded share of an ended invoice, by the refunds that were sent. `FULL`: all money that came. `PART`: a part, so that less than the total is left.",
});

export type RefundState = z.infer<typeof refundState>;

export const listedPayment = z
  .object({
    payment_id: uuid().meta({ description: "The invoice." }),
    payment_code: z.string().meta({ description: "The merchant's own code." }),
    payment_amount: rupiah().meta({ description: "Amount without the unique amount." }),
    payment_total: rupiah().meta({ description: "The exact amount to pay, whole rupiah." }),
    payment_status: paymentStatus,
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    payment_expired_at: timestamp().meta({ description: "The invoice's deadline, UTC." }),
    payment_updated_at: timestamp().meta({
      description: "The time of the last status change, UTC.",
    }),
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
    received_in_parts: rupiah().nullable().meta({
      description:
        "The amount received in parts, less refunds, while they wait for the rest or for a decision. Null otherwise.",
    }),
    refunded: rupiah().meta({ description: "The sum of the refunds that were sent." }),
    kept_difference: z.int().nullable().meta({
      description:
        "The money kept, less the amount due. Null while parts wait for a decision, and if one transfer paid exactly the total.",
    }),
    refund_state: refundState
      .nullable()
      .meta({ description: "Null if nothing of the invoice's total was refunded." }),
    metadata: metadata.nullable().meta({ description: "The shop's own metadata." }),
  })
  .meta({ id: "ListedPayment", description: "An invoice in the list." });

export type ListedPayment = z.infer<typeof listedPayment>;

export const listedUnchosen = unchosenInvoice
  .extend({
    place: z.int().min(0).meta({
      description: "The row's place among the rows of the page, `items` included. The first is 0.",
    }),
  })
  .meta({
    id: "ListedUnchosen",
    description: "A manual invoice without a payment: its customer has not chosen how to pay.",
  });

export type ListedUnchosen = z.infer<typeof listedUnchosen>;

const paymentPage = z
  .object({
    items: z.array(listedPayment).meta({ description: "The rows, newest first. Can be empty." }),
    unchosen: z.array(listedUnchosen).meta({
      description: "Manual invoices without a payment, which stand between these rows.",
    }),
    next_cursor: z.string().nullable().meta({
      description: "Send this value as `cursor` to get the next page. Null on the last page.",
    }),
    searched_until: timestamp()
      .nullable()
      .meta({
        description: `The time that the search has reached, UTC; null if there is no more to search. A search, and a list of ended invoices, looks at invoices for ${limits.searchMilliseconds} milliseconds. A list of part-paid ones looks at ${limits.paymentsPerSearch}.`,
      }),
  })
  .meta({ id: "PaymentPage", description: "A page of the list of invoices." });

export type PaymentPage = z.infer<typeof paymentPage>;

const timelineEntry = z
  .object({
    kind: z
      .enum([
        "created",
        "choice_changed",
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
          "The kind of event. `choice_changed`: the customer chose another way to pay. `transfer`: the mutation that paid the invoice was recorded. `received`: another transfer was booked for the invoice. `waived`: the invoice became PAID with less than its total. `followed_up`: a person created a paid invoice for a transfer that came in time for this invoice. `refund_owed`: the merchant's server recorded a refund that has to be sent. `refunded`: a refund was sent, or recorded as sent. `refund_withdrawn`: the refund's record was withdrawn. The entry stays as long as the audit log has it.",
      }),
    at: timestamp().meta({ description: "The time of the event, UTC." }),
    amount: rupiah().nullable().meta({
      description:
        "The amount of `received`, `waived`, `refund_owed`, `refunded` and `refund_withdrawn`. `choice_changed`: the previous total.",
    }),
    party: z.string().nullable().meta({
      description:
        "`choice_changed`: the previous account. `received`: the sender, if known. `followed_up`: the new invoice's code. `refunded` and `refund_withdrawn`: the recipient.",
    }),
    is_manual: z.boolean().nullable().meta({
      description: "`paid` and `webhook_attempt`: true if a person caused the event.",
    }),
    delivery_id: z.string().nullable().meta({ description: "`webhook_attempt`: the delivery." }),
    event_type: z
      .string()
      .nullable()
      .meta({ description: "`webhook_attempt`: the type of its event." }),
    http_status: z
      .int()
      .nullable()
      .meta({ description: "`webhook_attempt`: the response's HTTP status." }),
    error_code: z
      .string()
      .nullable()
      .meta({ description: "`webhook_attempt`: the reason why no complete response arrived." }),
    duration_ms: z
      .int()
      .nullable()
      .meta({ description: "`webhook_attempt`: the duration, in milliseconds." }),
  })
  .meta({ id: "TimelineEntry", description: "An event in an invoice's history." });

export type TimelineEntry = z.infer<typeof timelineEntry>;

const paymentDetail = z
  .object({
    payment,
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    mutation: ownMutation
      .nullable()
      .meta({ description: "The transfer that paid the invoice, with the reason for the match." }),
    proofs: transferProofs,
    ledger: paymentLedger.nullable().meta({
      description:
        "The invoice's ledger. Null if the only money is one transfer of exactly the total.",
    }),
    refund_state: refundState
      .nullable()
      .meta({ description: "Null if nothing of the invoice's total was refunded." }),
    rest,
    sale: paymentSale.nullable().meta({
      description:
        "The manual invoice behind the payment. Null if the payment was created otherwise.",
    }),
    address_qr: z.string().nullable().meta({
      description:
        "The checkout page's address as a QR code, an SVG drawing. Null unless the invoice is PENDING.",
    }),
    timeline: z
      .array(timelineEntry)
      .meta({ description: "The events of the invoice, oldest first." }),
  })
  .meta({ id: "PaymentDetail", description: "An invoice and its history." });

export type PaymentDetail = z.infer<typeof paymentDetail>;

const payment_code = paymentCode();

const filters = {
  ...inTestMode,
  search: requiredText()
    .meta({
      description:
        "Words, each of which is part of the code, the customer's name, email address or phone, or of `key:value` of its metadata, in upper or lower case; or exactly the amount or total. Text in quotation marks is one word. A complete code is found at once, however old the invoice is.",
    })
    .optional(),
  payment_status: invoiceStatus
    .meta({ description: "Lists only invoices in this state." })
    .optional(),
  account_id: uuid().meta({ description: "Lists only invoices of this account." }).optional(),
  created_from: moment()
    .meta({ description: "Lists only invoices created at this time or later." })
    .optional(),
  created_before: moment()
    .meta({ description: "Lists only invoices created before this time." })
    .optional(),
  ended_from: moment()
    .meta({
      description: `Lists only invoices that were paid, expired or were cancelled at this time or later.`,
    })
    .optional(),
  ended_before: moment()
    .meta({ description: "Lists only invoices that ended before this time." })
    .optional(),
  is_unpaid: z.boolean().default(false).meta({
    description: "`true` lists only expired invoices for which no money arrived, even late.",
  }),
  is_part_paid: z
    .boolean()
    .meta({
      description:
        "`true` lists only invoices with parts that wait for the rest or for a decision. `false` lists only the others.",
    })
    .optional(),
  is_manual: z.boolean().default(false).meta({ description: "`true` lists only manual invoices." }),
  is_refunded: z.boolean().default(false).meta({
    description: "`true` lists only invoices with a refund that was sent or is owed.",
  }),
};

const { payment_status: _, is_unpaid: __, is_part_paid: ___, ...filtersBesideStatus } = filters;

const onePaymentId = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

/** A page links to the file, so the rows' ids are in the address. */
const payment_ids = matching(
  z.string(),
  new RegExp(`^${onePaymentId}(?:,${onePaymentId}){0,${limits.rowsSelected - 1}}$`),
  { code: "not_a_uuid", params: {} },
)
  .meta({
    description: `Only these invoices: up to ${limits.rowsSelected} values of \`payment_id\`, separated by commas. The other filters are then ignored.`,
    pattern: undefined,
  })
  .optional();

const paymentTotals = z
  .object({
    payment_count: z.int().min(0).meta({ description: "The number of invoices." }),
    payment_sum: rupiah().meta({
      description: "The sum of their totals, without those paid by a simulated phone.",
    }),
    paid_count: z.int().min(0).meta({
      description:
        "The number of PAID invoices among them, without those paid by a simulated phone.",
    }),
    paid_sum: rupiah().meta({ description: "The sum of the totals of these PAID invoices." }),
    simulated_count: z.int().min(0).meta({
      description:
        "The number of invoices paid by a simulated phone. In test mode 0, because all of its phones are simulated.",
    }),
    simulated_sum: rupiah().meta({
      description: "The sum of the totals that simulated phones paid.",
    }),
    outstanding_sum: rupiah().meta({
      description:
        "The amount still owed: the totals of the PENDING invoices among them, less the parts already received, and the amounts of the OPEN ones.",
    }),
    unchosen_count: z.int().min(0).meta({
      description:
        "The number of manual invoices without a payment, which the counts above leave out.",
    }),
    unchosen_sum: rupiah().meta({ description: "The sum of these invoices' amounts." }),
    is_complete: z.boolean().meta({
      description: `\`false\` if there might be more: Tepat counts from the newest invoice on, for ${limits.searchMilliseconds} milliseconds.`,
    }),
    counted_back_to: timestamp().nullable().meta({
      description:
        "The time of creation that the count has reached, UTC; null if there is no older payment to count.",
    }),
  })
  .meta({ id: "PaymentTotals", description: "The totals of the invoices that a filter finds." });

export type PaymentTotals = z.infer<typeof paymentTotals>;

const countedPayments = z.int().min(0).max(limits.paymentsCountedPerState);

const paymentCounts = z
  .object({
    pending_count: countedPayments.meta({
      description: "The number of PENDING invoices without such parts.",
    }),
    part_paid_count: countedPayments.meta({
      description: "The number of invoices with parts that wait for the rest or for a decision.",
    }),
    expired_count: countedPayments.meta({ description: "The number of EXPIRED invoices." }),
    open_count: countedPayments.meta({
      description: "The number of OPEN invoices, whose customer has not chosen a method.",
    }),
    is_complete: z.boolean().meta({
      description: `\`false\` if a filter might find more: Tepat then counts from the newest invoice on, for ${limits.searchMilliseconds} milliseconds.`,
    }),
  })
  .meta({
    id: "PaymentCounts",
    description: `The invoices in each state that might need a person's work. A count of ${limits.paymentsCountedPerState} means that there might be more.`,
  });

export type PaymentCounts = z.infer<typeof paymentCounts>;

const exportPayments = dashboardOperation({
  meta: {
    operationId: "exportPayments",
    method: "GET",
    path: "/payments.csv",
    mayReadReplica: true,
    roles: readers,
    tag,
    summary: "Save payments as a table",
    description: `The payments of the list with the same filters, as comma-separated values (RFC 4180, UTF-8 with a byte order mark). Times are written in the gateway's time zone with its offset, \`2026-11-21T17:22:06+07:00\`. A page can link to this table. An interrupted download lacks the last lines. Cells that a spreadsheet would read as a formula begin with an apostrophe. While a process saves ${limits.exportsUnderWay} tables of the merchant, another request to it returns \`conflict\`.`,
    envelope: "csv",
    errors: ["conflict"],
  },
  input: z.object({ ...filters, payment_ids }),
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
        "Invoices, newest first, with the manual invoices that have no payment. Every page of every filter takes about the same time. A search can return few or no invoices and still have a `next_cursor`. The search has then reached `searched_until` and continues from there.",
    },
    input: z.object({
      ...cursorInput,
      ...filters,
      oldest_first: z.boolean().default(false).meta({
        description: "`true` lists the oldest first. A cursor keeps the direction of its list.",
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
      description:
        "The number and the sum of the invoices that a filter of `searchPayments` finds, as far as Tepat counts them.",
    },
    input: z.object(filters),
    output: paymentTotals,
  }),

  getPaymentCounts: dashboardOperation({
    meta: {
      operationId: "getPaymentCounts",
      method: "GET",
      path: "/payment-counts",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Count the payments that wait",
      description: `The number of invoices that are pending, paid in part, expired and without a method, each at most ${limits.paymentsCountedPerState}, among those that the other filters of \`searchPayments\` find.`,
    },
    input: z.object(filtersBesideStatus),
    output: paymentCounts,
  }),

  exportPayments,
  exportPaymentsWorkbook: asWorkbookWithHeads(exportPayments),

  getPaymentDetail: dashboardOperation({
    meta: {
      operationId: "getPaymentDetail",
      method: "GET",
      path: "/payments/{payment_code}",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read a payment and its history",
      description:
        "The invoice, the transfer that paid it, the reason for the match, and every webhook attempt.",
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
      summary: "List transfers that resemble an invoice",
      description: `Recent unmatched transfers that resemble the invoice, most likely first, at most ${limits.nearMissesShown}.`,
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
        "Cancels a PENDING invoice. For another merchant's invoice or one that is not PENDING, Tepat returns `payment_not_cancellable`.",
      errors: ["validation_error", "payment_not_cancellable"],
    },
    input: z.object({ payment_code, ...inTestMode }),
    output: z.null(),
  }),

  createTestPayment: dashboardOperation({
    meta: {
      operationId: "createTestPayment",
      method: "POST",
      path: "/test-payments",
      roles: ["owner", "finance", "developer"],
      tag,
      summary: "Create a test payment",
      description: `An invoice of Rp${limits.testPaymentAmount.toLocaleString("id-ID")} or the closest amount that the account accepts, as with a test key, on the first account that accepts payments. No real money is involved. Returns \`conflict\` without such an account.`,
      envelope: "created",
      errors: ["conflict"],
    },
    input: z.object({}).meta({ description: "An empty object." }),
    output: z
      .object({
        payment_code: z.string().meta({ description: "The invoice in test mode." }),
        payment_total: rupiah().meta({
          description: "The amount that the customer transfers, whole rupiah.",
        }),
        payment_checkout_url: z.string().meta({ description: "The customer's page." }),
      })
      .meta({ id: "TestPayment", description: "A new test payment." }),
  }),

  cancelOwnPayments: dashboardOperation({
    meta: {
      operationId: "cancelOwnPayments",
      method: "POST",
      path: "/payment-cancellations",
      roles: ["owner", "finance"],
      tag,
      summary: "Cancel several payments",
      description: `Cancels up to ${limits.rowsSelected} PENDING invoices. Each is cancelled separately, with its own entry in the audit log: a refusal of one does not stop the others. Returns a result for each invoice, in the same order.`,
    },
    input: z
      .object({
        payment_codes: z
          .array(payment_code)
          .min(1)
          .max(limits.rowsSelected)
          .meta({ description: "The invoices' codes." }),
        ...inTestMode,
      })
      .meta({ description: "The invoices to cancel." }),
    output: z.array(
      z
        .object({
          payment_code: z.string().meta({ description: "The invoice." }),
          refusal: rowRefusal,
        })
        .meta({ id: "CancelledPayment", description: "The result for one invoice." }),
    ),
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
        "A simulated phone reports the bank's notification of exactly the invoice's total, and Tepat processes it like a real transfer. An invoice that was not created with a test key returns `not_found`. A PAID invoice stays as it is. Tepat returns `conflict` for an expired or cancelled invoice.",
      subject: "payment",
      errors: ["conflict"],
    },
    input: z.object({ payment_code }).meta({ description: "An empty object." }),
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
      description: `Marks a PENDING invoice as PAID, linked to an unmatched transfer if you name one. Needs two-factor authentication (\`totp_not_enabled\`) and a person who was confirmed less than ${limits.confirmationSeconds / 60} minutes ago (\`confirmation_required\`).`,
      errors: ["totp_not_enabled", "confirmation_required", "not_found", "conflict"],
    },
    input: z
      .object({
        payment_code,
        mutation_id: optional(uuid()).meta({ description: "The transfer that paid the invoice." }),
        seen: seenPayment,
      })
      .meta({ description: "The transfer to match." }),
    output: z.null(),
  }),
};
