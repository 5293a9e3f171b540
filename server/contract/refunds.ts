import { z } from "zod";
import {
  lineText,
  moment,
  optional,
  pageInput,
  paymentCode,
  rupiah,
  text,
  timestamp,
  uuid,
} from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** Refunds are not in the specification: every field and code here is Tepat's own. */

export const refundStatus = z.enum(["OWED", "SENT"]).meta({
  id: "RefundStatus",
  description:
    "`OWED`: the merchant still has to send the money, because Tepat cannot. `SENT`: a team member recorded the time and the recipient in the dashboard.",
});

export const refund = z
  .object({
    refund_id: uuid().meta({ description: "The id that Tepat assigned to the refund." }),
    payment_code: z.string().meta({ description: "The invoice." }),
    reference: z.string().nullable().meta({
      description:
        "Your reference for the refund; null if a team member recorded the refund in the dashboard.",
    }),
    amount: rupiah().min(1).meta({ description: "The amount of the refund, whole rupiah." }),
    surplus_amount: rupiah().meta({
      description:
        "The part of `amount` that returns a surplus: money beyond the total of a PAID invoice, such as a second transfer. The rest returns money of the order itself. A refund recorded in the dashboard returns the surplus first; a refund from your server returns none. Later transfers and refunds do not change this value.",
    }),
    reason: z.string().meta({ description: "The reason for the refund." }),
    refund_status: refundStatus,
    sent_at: timestamp().nullable().meta({
      description:
        "The time of sending, UTC, as a team member recorded it; null while the refund is owed.",
    }),
    sent_to: z.string().nullable().meta({
      description:
        "The recipient and the way, for example a name and an account number; null while the refund is owed.",
    }),
    created_at: timestamp().meta({ description: "The time of recording, UTC." }),
  })
  .meta({
    id: "Refund",
    description: "A refund that the merchant owes to a customer, or has sent.",
  });

export type Refund = z.infer<typeof refund>;

const errors = ["tenant_api_key_required", "rate_limited"] as const;
const tag = "Refunds";
const credential = "api_key" as const;

export const createRefund = operation({
  meta: {
    operationId: "createRefund",
    method: "POST",
    path: "/gateway/payments/{payment_code}/refunds",
    tag,
    summary: "Create a refund",
    description:
      "Records a refund that the merchant owes. Tepat moves no money: the refund stays `OWED` until a team member sends the money and records that in the dashboard. The refund is then `SENT`. If difference events are switched on, Tepat sends `payment.refunded`. The refunds of an invoice, owed and sent, never exceed the money received for the invoice. `reference` is the idempotency key: the same reference with the same invoice and amount returns the existing refund, or `conflict` if a team member has withdrawn the refund. The invoice keeps its state.",
    credential,
    rateClass: "write",
    envelope: "created",
    malformedBody: "bad_request",
    errors: [
      ...errors,
      "bad_request",
      "validation_error",
      "not_found",
      "refund_reference_conflict",
      "conflict",
      "refund_exceeds_received",
      "internal_error",
    ],
  },
  input: z
    .object({
      payment_code: paymentCode(),
      reference: lineText().meta({
        description:
          "Your reference for the refund, which is also its idempotency key. Unique among your refunds, for example the refund's id in your shop.",
        examples: ["RF-2026-0001"],
      }),
      amount: rupiah().min(1).meta({
        description:
          "The amount of the refund, whole rupiah. At most the amount received and not yet refunded.",
      }),
      reason: text({ min: 1, max: limits.refundReasonCharacters }).meta({
        description:
          "The reason for the refund. The team members who send the money see it; customers do not.",
      }),
      recorded_refund_id: optional(uuid()).meta({
        description:
          "The id of a refund that a team member recorded without a `reference`. Tepat adds your reference to it and changes nothing else, so your books and the gateway's have one refund. If the payment has no such refund, or that refund has another amount or already has a reference, Tepat returns `refund_reference_conflict`.",
      }),
    })
    .meta({ id: "CreateRefund", description: "A new refund." }),
  output: refund,
});

export const listPaymentRefunds = operation({
  meta: {
    operationId: "listPaymentRefunds",
    method: "GET",
    path: "/gateway/payments/{payment_code}/refunds",
    tag,
    summary: "List the refunds of a payment",
    description:
      "The refunds of one invoice, newest first: those from your server, and those that team members recorded in the dashboard. Withdrawn refunds are not listed.",
    credential,
    rateClass: "read",
    envelope: "page",
    errors: [...errors, "validation_error", "not_found", "internal_error"],
  },
  input: z.object({ payment_code: paymentCode(), ...pageInput }),
  output: z.array(refund),
});

export const listRefunds = operation({
  meta: {
    operationId: "listRefunds",
    method: "GET",
    path: "/gateway/refunds",
    tag,
    summary: "List refunds",
    description:
      "The refunds of all invoices, newest first. Refunds of transfers without an invoice are listed in the dashboard only.",
    credential,
    rateClass: "read",
    envelope: "page",
    errors: [...errors, "validation_error", "internal_error"],
  },
  input: z.object({
    ...pageInput,
    since: moment()
      .meta({ description: "Lists only refunds recorded at this time or later." })
      .optional(),
    until: moment()
      .meta({ description: "Lists only refunds recorded before this time." })
      .optional(),
    refund_status: z
      .enum(refundStatus.options)
      .meta({ description: "Lists only refunds with this status." })
      .optional(),
  }),
  output: z.array(refund),
});
