import { z } from "zod";
import { refusedAs } from "../field-problems.ts";
import { optional, paymentCode, nameText, rupiah, text, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { nearMiss } from "../mutation-reasons.ts";
import { paymentStatus } from "../payments.ts";
import { cursorInput, cursorPage } from "./cursor.ts";
import { dashboardOperation } from "./operation.ts";
import { rowRefusal } from "./row-refusal.ts";
import { readers } from "./roles.ts";
import { bankRecord, ownMutation, person, statementPlace } from "./transfers.ts";

/** Money that did not arrive as one transfer of exactly the total, and the team's decisions about it. */

const tag = "Transfers";

const refund = z
  .object({
    refund_id: uuid().meta({ description: "The refund." }),
    amount: rupiah().meta({ description: "The refunded amount." }),
    refunded_at: timestamp().nullable().meta({
      description: "The time of sending, UTC; null while the refund is owed.",
    }),
    recipient: z
      .string()
      .nullable()
      .meta({ description: "The recipient; null while the refund is owed." }),
    reason: z.string().meta({ description: "The reason." }),
    made_by: person.meta({
      description: "The team member who recorded the refund; null if unknown.",
    }),
    reference: z.string().nullable().meta({
      description:
        "The reference of the merchant's server; null if a team member recorded the refund.",
    }),
    created_at: timestamp().meta({ description: "The time of recording, UTC." }),
    proved_at: timestamp().nullable().meta({
      description:
        "The time at which a bank statement's debit was matched to the refund; null if none was.",
    }),
    proof: statementPlace
      .nullable()
      .meta({ description: "The place of that debit in the statements." }),
  })
  .meta({
    id: "LedgerRefund",
    description: "A refund made outside the gateway, or owed.",
  });

export const paymentRest = z
  .object({
    amount: z.int().meta({
      description: "The total minus the amount received; 0 or less once the parts reach the total.",
    }),
    is_payable: z.boolean().meta({
      description:
        "`false` if a transfer of the missing amount would pay another invoice, or if nothing is missing. In that case, do not show the customer a way to pay.",
    }),
  })
  .meta({
    id: "PaymentRest",
    description: "The missing part of a PENDING invoice.",
  });

export type PaymentRest = z.infer<typeof paymentRest>;

/** A field of every response with a sum that a person reads out to the customer. */
export const rest = paymentRest.nullable().meta({
  description:
    "The missing amount, which is the only amount to request. Null before a part arrives, and once the invoice is no longer PENDING.",
});

export const paymentLedger = z
  .object({
    owed: rupiah().nullable().meta({
      description:
        "The amount due: the invoice's total if it is PAID, and 0 if it ended otherwise. Null while parts wait for a decision.",
    }),
    received: rupiah().meta({ description: "The sum of `receipts`." }),
    refunded: rupiah().meta({ description: "The sum of the `refunds` that were sent." }),
    refunds_owed: rupiah().meta({
      description: "The sum of the `refunds` that are owed and not sent yet.",
    }),
    kept_difference: z.int().nullable().meta({
      description: "Always `received` - `refunded` - `owed`; null while parts wait for a decision.",
    }),
    waived: rupiah().meta({
      description:
        "The missing amount when the invoice became PAID. If `kept_difference` is below the negative of this amount, the rest was refunded from the invoice's own money.",
    }),
    receipts: z
      .array(
        z.object({
          amount: rupiah().meta({ description: "The sum received, whole rupiah." }),
          mutation_id: uuid().nullable().meta({
            description:
              "The transfer; null if the merchant confirmed the money without a transfer.",
          }),
          sender: z.string().nullable().meta({ description: "The transfer's sender." }),
          booked_at: timestamp().meta({ description: "The time of booking, UTC." }),
          posted_at: timestamp()
            .nullable()
            .meta({ description: "The transfer's own time, UTC; null without a transfer." }),
          is_tied: z.boolean().meta({
            description:
              "True if the booking can be undone, because it is not the transfer that paid the invoice.",
          }),
          bank_record: bankRecord.nullable().meta({
            description:
              "The bank statement's record of the transfer; null if no statement covers it yet.",
          }),
        }),
      )
      .meta({ description: "The money received, in the order of booking." }),
    refunds: z.array(refund).meta({ description: "Refunds, oldest first." }),
  })
  .meta({
    id: "PaymentLedger",
    description: "The money of an invoice, unless it is just one transfer of exactly the total.",
  });

const nearestPayment = z
  .object({
    payment_code: z.string().meta({ description: "The invoice." }),
    payment_total: rupiah().meta({ description: "The invoice's total, whole rupiah." }),
    received: rupiah().meta({
      description:
        "The amount received in parts. The missing amount is the total minus this amount.",
    }),
  })
  .meta({
    id: "NearestPayment",
    description: "An invoice that lacks a sum near a transfer's amount.",
  });

export type NearestPayment = z.infer<typeof nearestPayment>;

const reconciledTransfer = ownMutation
  .extend({
    nearest_payment: nearestPayment.nullable().meta({
      description:
        "For an undecided `no_such_total`: the likeliest PENDING invoice with a total near the amount. `listTransferCandidates` looks further.",
    }),
    decided_at: timestamp().nullable().meta({ description: "The time of the decision, UTC." }),
    refund: refund.nullable().meta({ description: "`refunded`: the refund." }),
    note: z.string().nullable().meta({ description: "The note about the decision." }),
    assigned_to: person.meta({ description: "The team member assigned to the transfer." }),
  })
  .meta({ id: "ReconciledTransfer", description: "A transfer, and the decision about it." });

export type ReconciledTransfer = z.infer<typeof reconciledTransfer>;

const transferCandidate = nearMiss
  .extend({
    received: rupiah().meta({ description: "The sum booked so far, whole rupiah." }),
    is_vouched_for: z.boolean().meta({
      description: "True if the merchant confirmed the money without a transfer.",
    }),
  })
  .meta({ id: "TransferCandidate", description: "An invoice for which a transfer can be booked." });

export type TransferCandidate = z.infer<typeof transferCandidate>;

/** The status and sums that the page showed when the person decided. If the field is absent, nothing is compared. */
export const seenPayment = optional(
  z
    .object({
      payment_status: paymentStatus.optional(),
      received: z
        .int()
        .min(0)
        .optional()
        .meta({ description: "The amount received, whole rupiah." }),
      refunded: z
        .int()
        .min(0)
        .optional()
        .meta({ description: "The sum of refunds, sent and owed, whole rupiah." }),
    })
    .meta({ id: "SeenPayment", description: "The invoice as the person saw it." }),
).meta({
  description:
    "The invoice as the person saw it. If the invoice has changed, Tepat returns `conflict` and books nothing.",
});

export type SeenPayment = z.infer<typeof seenPayment>;

const openDifference = z
  .object({
    payment_code: z.string().meta({ description: "The invoice." }),
    payment_status: paymentStatus,
    payment_total: rupiah().meta({ description: "The invoice's total, whole rupiah." }),
    payment_expired_at: timestamp().meta({ description: "The invoice's deadline, UTC." }),
    customer_name: z.string().meta({ description: "The customer's name." }),
    received: rupiah().meta({ description: "The sum received in parts, whole rupiah." }),
  })
  .meta({ id: "OpenDifference", description: "An invoice with parts that wait for a decision." });

export type OpenDifference = z.infer<typeof openDifference>;

const owedRefund = z
  .object({
    refund_id: uuid().meta({ description: "The refund." }),
    payment_code: z.string().meta({ description: "The invoice." }),
    customer_name: z.string().meta({ description: "The customer who paid." }),
    amount: rupiah().meta({ description: "The amount to send." }),
    reason: z.string().meta({ description: "The reason." }),
    created_at: timestamp().meta({ description: "The time since which the refund is owed, UTC." }),
  })
  .meta({ id: "OwedRefund", description: "A refund that the merchant has to send." });

export type OwedRefund = z.infer<typeof owedRefund>;

const yearOne = Date.parse("0001-01-01T00:00:00Z");

const sendingFields = {
  refunded_at: timestamp()
    .refine(
      (value) => Date.parse(value) >= yearOne,
      refusedAs({ code: "outside_years", params: {} }),
    )
    .meta({ description: "The time of sending; not in the future." }),
  recipient: nameText().meta({ description: "The recipient: a name and an account." }),
};

const refundFields = {
  ...sendingFields,
  reason: text({ min: 1, max: limits.refundReasonCharacters }).meta({ description: "The reason." }),
  form_key: uuid().meta({
    description:
      "A random key for each opening of the form, so that a form sent twice records one refund.",
  }),
};

const amount = rupiah()
  .min(1)
  .meta({ description: "The refunded amount in whole rupiah. At most the amount received." });

const refundInput = z
  .object({ amount, ...refundFields })
  .meta({ id: "RefundInput", description: "A refund to record." });

export type RefundInput = z.infer<typeof refundInput>;

const mutation_id = uuid().meta({ description: "The transfer." });

const once = "A repeated decision returns the first result.";

export const reconciliationOperations = {
  listTransfers: dashboardOperation({
    meta: {
      operationId: "listTransfers",
      method: "GET",
      path: "/transfers",
      mayReadReplica: true,
      tag,
      roles: readers,
      summary: "List transfers to decide",
      description:
        "Transfers that Tepat could not match to an invoice: undecided ones (`open`) or decided ones (`closed`). Newest first, but undecided transfers that came in time for an expired invoice come first.",
    },
    input: z.object({
      ...cursorInput,
      state: z
        .enum(["open", "closed"])
        .default("open")
        .meta({ description: "Undecided or decided transfers." }),
    }),
    output: cursorPage("ReconciledTransferPage", reconciledTransfer),
  }),

  listTransferCandidates: dashboardOperation({
    meta: {
      operationId: "listTransferCandidates",
      method: "GET",
      path: "/transfers/{mutation_id}/candidates",
      mayReadReplica: true,
      tag,
      roles: readers,
      summary: "List invoices for a transfer, with missing amounts",
      description: `The invoices that an open transfer resembles, most likely first, at most ${limits.nearMissesShown}, with the amounts booked for each. Empty after a decision.`,
      subject: "mutation",
    },
    input: z.object({ mutation_id }),
    output: z.array(transferCandidate),
  }),

  listOpenDifferences: dashboardOperation({
    meta: {
      operationId: "listOpenDifferences",
      method: "GET",
      path: "/differences",
      mayReadReplica: true,
      tag,
      roles: readers,
      summary: "List partly paid invoices",
      description: `Pending and ended invoices with received parts that wait for a decision, newest first, at most ${limits.openDifferencesShown}.`,
    },
    input: z.object({}),
    output: z.array(openDifference),
  }),

  listOwedRefunds: dashboardOperation({
    meta: {
      operationId: "listOwedRefunds",
      method: "GET",
      path: "/owed-refunds",
      mayReadReplica: true,
      tag,
      roles: readers,
      summary: "List refunds to send",
      description: `Refunds that the merchant's server has recorded and that are not sent yet, oldest first, at most ${limits.openDifferencesShown}.`,
    },
    input: z.object({}),
    output: z.array(owedRefund),
  }),

  tieTransfer: dashboardOperation({
    meta: {
      operationId: "tieTransfer",
      method: "POST",
      path: "/transfers/{mutation_id}/tie",
      tag,
      roles: ["owner", "finance"],
      summary: "Book a transfer for an invoice",
      description: `A PENDING invoice becomes PAID whatever the difference (\`settle\`, which needs two-factor authentication, \`totp_not_enabled\`) or stays PENDING (\`part\`, at most ${limits.paymentParts}). For an ended invoice, the money is kept (\`keep\`), is refunded (\`refund\`, with the refund), or proves a payment that the merchant confirmed without a transfer (\`proof\`). ${once}`,
      subject: "mutation",
      needsConfirmation: true,
      errors: ["totp_not_enabled", "conflict"],
    },
    input: z
      .object({
        mutation_id,
        payment_code: paymentCode(),
        outcome: z
          .enum(["settle", "part", "keep", "refund", "proof"])
          .meta({ description: "The outcome of the decision." }),
        refund: optional(refundInput).meta({ description: "`refund`: the refund." }),
        seen: seenPayment,
      })
      .meta({ description: "The invoice and the outcome." }),
    output: z.null(),
  }),

  followUpPayment: dashboardOperation({
    meta: {
      operationId: "followUpPayment",
      method: "POST",
      path: "/transfers/{mutation_id}/follow-up",
      tag,
      roles: ["owner", "finance"],
      summary: "Create a paid invoice for a transfer that came in time",
      description:
        "For a transfer that the customer sent in time, but that Tepat learned of only after the invoice had expired (`came_in_time`). The expired invoice stays final. This operation creates a follow-up invoice with the same account, total, customer, items, metadata and addresses, and matches the transfer to it manually, in one step. The new code is the expired invoice's code with `-2` added, or the next free number. The merchant's server receives `payment.paid` for that code. Needs two-factor authentication (`totp_not_enabled`). A repeated request returns the same code. Each expired invoice gets one follow-up, because another transfer of its total might be a second report of the same money.",
      subject: "mutation",
      needsConfirmation: true,
      errors: ["totp_not_enabled", "conflict"],
    },
    input: z
      .object({ mutation_id, payment_code: paymentCode() })
      .meta({ description: "The transfer in the path, and the expired invoice." }),
    output: z
      .object({ payment_code: z.string().meta({ description: "The follow-up invoice's code." }) })
      .meta({ id: "FollowUp", description: "The invoice that the transfer paid." }),
  }),

  setTransferAside: dashboardOperation({
    meta: {
      operationId: "setTransferAside",
      method: "POST",
      path: "/transfers/{mutation_id}/set-aside",
      tag,
      roles: ["owner", "finance"],
      summary: "Set a transfer aside",
      description: `Marks a transfer as not yours, or as refunded if you name a refund. The transfer then pays no invoice until you undo the decision. ${once}`,
      subject: "mutation",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        mutation_id,
        refund: optional(refundInput).meta({ description: "The refund." }),
      })
      .meta({
        description: "The transfer in the path, and its refund if the money was sent back.",
      }),
    output: z.null(),
  }),

  decideTransfers: dashboardOperation({
    meta: {
      operationId: "decideTransfers",
      method: "POST",
      path: "/transfer-decisions",
      tag,
      roles: ["owner", "finance"],
      summary: "Decide about several transfers",
      description: `Marks up to ${limits.rowsSelected} transfers as not yours (\`not_ours\`), or undoes the decision about each (\`open\`). Each transfer is decided separately, with its own entry in the audit log: a refusal of one does not stop the others. Returns a result for each transfer, in the same order. ${once}`,
      needsConfirmation: true,
    },
    input: z
      .object({
        mutation_ids: z
          .array(uuid())
          .min(1)
          .max(limits.rowsSelected)
          .meta({ description: "The transfers." }),
        decision: z
          .enum(["not_ours", "open"])
          .meta({ description: "The decision for all of them." }),
      })
      .meta({ description: "The transfers and the decision." }),
    output: z.array(
      z
        .object({
          mutation_id: uuid().meta({ description: "The transfer." }),
          refusal: rowRefusal,
        })
        .meta({ id: "DecidedTransfer", description: "The result for one transfer." }),
    ),
  }),

  reopenTransfer: dashboardOperation({
    meta: {
      operationId: "reopenTransfer",
      method: "DELETE",
      path: "/transfers/{mutation_id}/decision",
      tag,
      roles: ["owner", "finance"],
      summary: "Undo the decision about a transfer",
      description:
        "The transfer waits for a decision again. To undo a refund, withdraw the refund. If refunds of the invoice need this money, the operation returns `conflict`.",
      subject: "mutation",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z.object({ mutation_id }),
    output: z.null(),
  }),

  separateTransfer: dashboardOperation({
    meta: {
      operationId: "separateTransfer",
      method: "POST",
      path: "/transfers/{mutation_id}/separation",
      tag,
      roles: ["owner", "finance"],
      summary: "Separate two reports of a transfer",
      description:
        "If Tepat takes two reports for one transfer, they pay once. This operation makes the second report a separate transfer, which you can match or decide about. Send the other report's id that `getOwnMutation` names. A repeated request changes nothing.",
      subject: "mutation",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        mutation_id,
        other_mutation_id: uuid().meta({
          description: "The id of the other report: `other_report` of `getOwnMutation`.",
        }),
      })
      .meta({ description: "The two reports." }),
    output: z.null(),
  }),

  noteTransfer: dashboardOperation({
    meta: {
      operationId: "noteTransfer",
      method: "POST",
      path: "/transfers/{mutation_id}/note",
      tag,
      roles: ["owner", "finance"],
      summary: "Set a transfer's note and assignee",
      description: "Replaces the note and the assignee. A field that you leave out becomes empty.",
      subject: "mutation",
    },
    input: z
      .object({
        mutation_id,
        note: optional(text({ max: limits.transferNoteCharacters })).meta({
          description: "The note.",
        }),
        assigned_to: optional(uuid()).meta({ description: "The assigned team member." }),
      })
      .meta({ description: "The note and the assignee." }),
    output: z.null(),
  }),

  settlePayment: dashboardOperation({
    meta: {
      operationId: "settlePayment",
      method: "POST",
      path: "/payments/{payment_code}/settlement",
      tag,
      roles: ["owner", "finance"],
      summary: "Accept the parts of an invoice",
      description:
        "A PENDING invoice becomes PAID with the amount received, and the missing amount is waived. For an ended invoice, the parts are kept. Needs two-factor authentication (`totp_not_enabled`).",
      subject: "payment",
      needsConfirmation: true,
      errors: ["totp_not_enabled", "conflict"],
    },
    input: z
      .object({ payment_code: paymentCode(), seen: seenPayment })
      .meta({ description: "The invoice in the path, as the person saw it." }),
    output: z.null(),
  }),

  refundPayment: dashboardOperation({
    meta: {
      operationId: "refundPayment",
      method: "POST",
      path: "/payments/{payment_code}/refunds",
      tag,
      roles: ["owner", "finance"],
      summary: "Record a refund of an invoice",
      description: `Records a refund that you made outside the gateway. No money moves. The invoice keeps its state. ${once}`,
      subject: "payment",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({ payment_code: paymentCode(), amount, ...refundFields, seen: seenPayment })
      .meta({ description: "The refund." }),
    output: z.null(),
  }),

  sendRefund: dashboardOperation({
    meta: {
      operationId: "sendRefund",
      method: "POST",
      path: "/refunds/{refund_id}/sending",
      tag,
      roles: ["owner", "finance"],
      summary: "Record that an owed refund was sent",
      description: `Records the time and the recipient. No money moves. ${once}`,
      subject: "refund",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        refund_id: uuid().meta({ description: "The refund." }),
        ...sendingFields,
      })
      .meta({ description: "The time and the recipient of the refund." }),
    output: z.null(),
  }),

  withdrawRefund: dashboardOperation({
    meta: {
      operationId: "withdrawRefund",
      method: "DELETE",
      path: "/refunds/{refund_id}",
      tag,
      roles: ["owner", "finance"],
      summary: "Withdraw a refund that was recorded by mistake",
      description:
        "The invoice's ledger then excludes the refund, and a refunded transfer waits for a decision again. A request of the merchant's server with the refund's `reference` then returns `conflict`. If a bank statement has proved the refund, this operation returns `conflict`.",
      subject: "refund",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z.object({ refund_id: uuid().meta({ description: "The refund." }) }),
    output: z.null(),
  }),
};
