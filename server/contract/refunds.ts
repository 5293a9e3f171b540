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
    "`OWED`: the merchant has to send the money, which Tepat cannot. `SENT`: a person has recorded in the dashboard when it was sent, and to whom.",
});

export const refund = z
  .object({
    refund_id: uuid().meta({ description: "Assigned by the service." }),
    payment_code: z.string().meta({ description: "The invoice." }),
    reference: z
      .string()
      .nullable()
      .meta({ description: "Your own name of it; null if it was recorded in the dashboard." }),
    amount: rupiah().min(1).meta({ description: "The amount of the refund, whole rupiah." }),
    surplus_amount: rupiah().meta({
      description:
        "The part of `amount` that returns a surplus: money beyond the total of a PAID invoice, such as a second transfer. The rest is money of your order. A refund that a person records in the dashboard returns the surplus first; yours returns none. Later transfers and refunds do not change it.",
    }),
    reason: z.string().meta({ description: "Why." }),
    refund_status: refundStatus,
    sent_at: timestamp().nullable().meta({
      description:
        "The time of sending, UTC, as a person recorded it; null while the refund is owed.",
    }),
    sent_to: z.string().nullable().meta({
      description: "To whom and how, for example a name and an account; null while it is owed.",
    }),
    created_at: timestamp().meta({ description: "The time of recording, UTC." }),
  })
  .meta({
    id: "Refund",
    description: "Money of an invoice that the merchant owes to the customer, or has sent.",
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
      "Records that money of an invoice has to go back. Tepat moves no money: the refund is `OWED` until a person of the merchant has sent it and records that in the dashboard. Then it is `SENT`, and `payment.refunded` follows for merchants who take events of differences. All refunds of an invoice, owed and sent, never exceed what came in for it. `reference` is the idempotency key: the same reference for the same invoice and amount is answered with the refund that exists, and with `conflict` if a person has withdrawn it. The invoice keeps its state.",
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
          "Your own name of the refund and its idempotency key, unique among your refunds, for example the id of the refund in your shop.",
        examples: ["RF-2026-0001"],
      }),
      amount: rupiah().min(1).meta({
        description:
          "The amount of the refund, whole rupiah. At most the money received and not refunded yet.",
      }),
      reason: text({ min: 1, max: limits.refundReasonCharacters }).meta({
        description: "Why. The people who send the money read it; customers do not.",
      }),
      recorded_refund_id: optional(uuid()).meta({
        description:
          "The id of a refund that a person recorded without a `reference`. Tepat adds your reference to it and changes nothing else, so your books and the gateway's have one refund. If that refund has another amount or already has a reference, Tepat returns `refund_reference_conflict`.",
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
      "The refunds of one invoice, newest first: those of your server, and those that people recorded in the dashboard. A refund that a person has withdrawn is not there.",
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
      "The refunds of all invoices, newest first. Refunds of transfers that were for no invoice are only in the dashboard.",
    credential,
    rateClass: "read",
    envelope: "page",
    errors: [...errors, "validation_error", "internal_error"],
  },
  input: z.object({
    ...pageInput,
    since: moment()
      .meta({ description: "Only refunds recorded at this time or later." })
      .optional(),
    until: moment().meta({ description: "Only refunds recorded before this time." }).optional(),
    refund_status: z
      .enum(refundStatus.options)
      .meta({ description: "Only refunds with this status." })
      .optional(),
  }),
  output: z.array(refund),
});
