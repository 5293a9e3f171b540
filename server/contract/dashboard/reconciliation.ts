import { z } from "zod";
import { refusedAs } from "../field-problems.ts";
import { optional, paymentCode, nameText, rupiah, text, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { nearMiss } from "../mutation-reasons.ts";
import { paymentStatus } from "../payments.ts";
import { cursorInput, cursorPage } from "./cursor.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";
import { bankRecord, ownMutation, person, statementPlace, transferDecision } from "./transfers.ts";

/** Money that did not come as one transfer of exactly the total, and what people of the merchant decide about it. */

const tag = "Transfers";

const refund = z
  .object({
    refund_id: uuid().meta({ description: "The refund." }),
    amount: rupiah().meta({ description: "The refunded amount." }),
    refunded_at: timestamp().nullable().meta({
      description: "The time of sending, UTC; null: the refund is owed and not sent yet.",
    }),
    recipient: z.string().nullable().meta({ description: "To whom; null while it is owed." }),
    reason: z.string().meta({ description: "The reason." }),
    made_by: person.meta({ description: "The team member who recorded it; null if unknown." }),
    reference: z.string().nullable().meta({
      description: "The merchant's server's reference; null if a team member recorded the refund.",
    }),
    created_at: timestamp().meta({ description: "The time of recording, UTC." }),
    proved_at: timestamp().nullable().meta({
      description:
        "The time at which a bank statement's debit was tied to the refund; null: none yet.",
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
      description: "The total less what has come; 0 or less once the parts have reached it.",
    }),
    is_payable: z.boolean().meta({
      description:
        "`false` where a transfer of it would pay another invoice, or where nothing is missing: the customer must not be shown a way to pay it.",
    }),
  })
  .meta({
    id: "PaymentRest",
    description: "The missing part of a PENDING invoice.",
  });

export type PaymentRest = z.infer<typeof paymentRest>;

/** A field of every answer from which a person reads a sum to the customer. */
export const rest = paymentRest.nullable().meta({
  description:
    "The sum still missing: the only sum to request. null before a part arrives, and once the invoice is no longer PENDING.",
});

export const paymentLedger = z
  .object({
    owed: rupiah().nullable().meta({
      description:
        "The sum owed: the invoice's total if it is PAID, 0 if it ended otherwise; null while parts wait for a decision.",
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
        "The sum missing since the invoice became PAID. If `kept_difference` is further below 0, the rest was refunded from the invoice's own money.",
    }),
    receipts: z
      .array(
        z.object({
          amount: rupiah().meta({ description: "The sum received, whole rupiah." }),
          mutation_id: uuid()
            .nullable()
            .meta({ description: "The transfer; null: the merchant vouches for the money." }),
          sender: z.string().nullable().meta({ description: "The transfer's sender." }),
          booked_at: timestamp().meta({ description: "The time of booking, UTC." }),
          is_tied: z.boolean().meta({
            description: "True if the booking can be undone: it is not the transfer that paid.",
          }),
          bank_record: bankRecord.nullable().meta({
            description:
              "The bank statement's record of the transfer; null if no statement covers it yet.",
          }),
        }),
      )
      .meta({ description: "Money that came, in the order in which it was booked." }),
    refunds: z.array(refund).meta({ description: "Refunds, oldest first." }),
  })
  .meta({
    id: "PaymentLedger",
    description: "The money of an invoice that was not simply one transfer of exactly its total.",
  });

const reconciledTransfer = ownMutation
  .extend({
    decision: transferDecision.nullable().meta({ description: "null: not decided yet." }),
    decided_at: timestamp().nullable().meta({ description: "The time of the decision, UTC." }),
    tied_payment_code: z
      .string()
      .nullable()
      .meta({ description: "`tied`: the invoice for which it is booked." }),
    refund: refund.nullable().meta({ description: "`refunded`: the refund." }),
    note: z.string().nullable().meta({ description: "The note about the decision." }),
    assigned_to: person.meta({ description: "The team member assigned to it." }),
  })
  .meta({ id: "ReconciledTransfer", description: "A transfer, and what was decided about it." });

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

/** The status and sums that the page showed when the person decided. If left out, nothing is compared. */
export const seenPayment = optional(
  z
    .object({
      payment_status: paymentStatus.optional(),
      received: z.int().min(0).optional().meta({ description: "The money that had come." }),
      refunded: z
        .int()
        .min(0)
        .optional()
        .meta({ description: "The sum of refunds, sent and owed." }),
    })
    .meta({ id: "SeenPayment", description: "The invoice as the person saw it." }),
).meta({
  description:
    "The invoice as the person saw it. If it has changed since, the answer is a `conflict` and nothing is booked.",
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
  .meta({ id: "OpenDifference", description: "An invoice of which parts wait for a decision." });

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
  recipient: nameText().meta({ description: "To whom: a name and an account." }),
};

const refundFields = {
  ...sendingFields,
  reason: text({ min: 1, max: limits.refundReasonCharacters }).meta({ description: "The reason." }),
  form_key: uuid().meta({
    description: "Made once for each opening of the form, so that a form sent twice is one refund.",
  }),
};

const amount = rupiah()
  .min(1)
  .meta({ description: "The refunded amount in whole rupiah. At most the amount received." });

const refundInput = z
  .object({ amount, ...refundFields })
  .meta({ id: "RefundInput", description: "A refund, as a person records it." });

export type RefundInput = z.infer<typeof refundInput>;

const mutation_id = uuid().meta({ description: "The transfer." });

const once = "The same decision sent again is answered like the first.";

export const reconciliationOperations = {
  listTransfers: dashboardOperation({
    meta: {
      operationId: "listTransfers",
      method: "GET",
      path: "/transfers",
      mayReadReplica: true,
      tag,
      roles: readers,
      summary: "List transfers that need a person",
      description:
        "Transfers that Tepat could not match to an invoice: undecided ones (`open`), or those that a person has settled (`closed`). Newest first, but undecided transfers that came in time for an invoice that has expired stand before the others.",
    },
    input: z.object({
      ...cursorInput,
      state: z.enum(["open", "closed"]).default("open").meta({ description: "Which of them." }),
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
      summary: "Which invoice was meant, and what is missing?",
      description: `Invoices that an open transfer resembles, the likeliest first, at most ${limits.nearMissesShown}, with what was booked for each. Empty once a person has decided.`,
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
      summary: "List invoices that were paid in parts",
      description: `Invoices of which parts have come and wait for a decision: pending ones, and those that have ended. The newest first, at most ${limits.openDifferencesShown}.`,
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
      summary: "List refunds that have to be sent",
      description: `Refunds of invoices that the merchant's server has recorded and that are not sent yet, oldest first, at most ${limits.openDifferencesShown}.`,
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
      description: `An invoice that is PENDING is confirmed with it (\`settle\`: it becomes PAID, whatever the difference; needs two-factor authentication, \`totp_not_enabled\`) or stays PENDING (\`part\`, at most ${limits.paymentParts}). For an invoice that has ended, the money is kept (\`keep\`), refunded (\`refund\`, with the refund), or proves the payment that the merchant vouched for (\`proof\`). ${once}`,
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
      .meta({ description: "For which invoice, and how." }),
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
        "An invoice expired before the gateway heard of a transfer that the customer had sent in time (`came_in_time`). The expired invoice is final. This creates a follow-up invoice with the same account, total, customer, items, metadata and addresses, and matches the transfer to it manually, in one step. Its code is the expired invoice's with `-2` added, or the next number that is free. The shop receives `payment.paid` for that code. Needs two-factor authentication (`totp_not_enabled`). The same request sent again gets the same code. Each expired invoice gets one: another transfer of its total may be a second report of the same money.",
      subject: "mutation",
      needsConfirmation: true,
      errors: ["totp_not_enabled", "conflict"],
    },
    input: z
      .object({ mutation_id, payment_code: paymentCode() })
      .meta({ description: "The transfer in the path, and the expired invoice." }),
    output: z
      .object({ payment_code: z.string().meta({ description: "The follow-up invoice's code." }) })
      .meta({ id: "FollowUp", description: "The invoice that the transfer has paid." }),
  }),

  setTransferAside: dashboardOperation({
    meta: {
      operationId: "setTransferAside",
      method: "POST",
      path: "/transfers/{mutation_id}/set-aside",
      tag,
      roles: ["owner", "finance"],
      summary: "Say that a transfer is for no invoice",
      description: `Marks a transfer as not yours, or as refunded if a refund is named. From then on the transfer pays no invoice, until it is reopened. ${once}`,
      subject: "mutation",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        mutation_id,
        refund: optional(refundInput).meta({ description: "The refund." }),
      })
      .meta({ description: "Why it is for no invoice." }),
    output: z.null(),
  }),

  reopenTransfer: dashboardOperation({
    meta: {
      operationId: "reopenTransfer",
      method: "DELETE",
      path: "/transfers/{mutation_id}/decision",
      tag,
      roles: ["owner", "finance"],
      summary: "Take back what was decided about a transfer",
      description:
        "The transfer waits for a decision again. Withdraw a refund instead; partly refunded money stays booked.",
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
      summary: "Say that two reports were two transfers",
      description:
        "Two reports that Tepat takes for one transfer pay once. After this the second one is a separate transfer, which you can match or decide about. The other report must be the one that `getOwnMutation` names. Sending it again changes nothing.",
      subject: "mutation",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        mutation_id,
        other_mutation_id: uuid().meta({ description: "The other report, as the page shows it." }),
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
      summary: "Write a note about a transfer, and say who looks after it",
      description: "Replaces both: what is left out is empty afterwards.",
      subject: "mutation",
    },
    input: z
      .object({
        mutation_id,
        note: optional(text({ max: limits.transferNoteCharacters })).meta({
          description: "The note.",
        }),
        assigned_to: optional(uuid()).meta({ description: "A person of the team." }),
      })
      .meta({ description: "The note and the person." }),
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
        "A PENDING invoice becomes PAID with what has come, and what is missing is waived. Of one that has ended, the parts are kept. Needs two-factor authentication (`totp_not_enabled`).",
      subject: "payment",
      needsConfirmation: true,
      errors: ["totp_not_enabled", "conflict"],
    },
    input: z
      .object({ payment_code: paymentCode(), seen: seenPayment })
      .meta({ description: "The invoice in the path, and what was seen of it." }),
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
      description: `A record of when the money left, and to whom; it moves no money. ${once}`,
      subject: "refund",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        refund_id: uuid().meta({ description: "The refund." }),
        ...sendingFields,
      })
      .meta({ description: "The details of the sending." }),
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
        "The invoice's ledger then adds up without the refund, and a refunded transfer waits for a decision again. A request of the merchant's server with the refund's `reference` is then a `conflict`. The answer is a `conflict` once a bank statement has proved the refund.",
      subject: "refund",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z.object({ refund_id: uuid().meta({ description: "The refund." }) }),
    output: z.null(),
  }),
};
