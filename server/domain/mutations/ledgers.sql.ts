import type { SeenPayment } from "../../contract/dashboard/reconciliation.ts";
import type { Sql } from "../../db/client.ts";

/** The reason why nothing was written, or `done_already` for a repeated decision. */
export type LedgerError =
  | "mutation_not_found"
  | "payment_not_found"
  | "payment_has_ended"
  | "payment_is_pending"
  | "too_many_parts"
  | "refund_exceeds_received"
  | "refund_not_found"
  | "refund_proved"
  | "refund_sent"
  | "refund_withdrawn"
  | "reference_used"
  | "nothing_to_settle"
  | "nothing_to_prove"
  | "not_announced_twice"
  | "foreign_currency"
  | "not_decided"
  | "form_key_used"
  | "done_already";

export interface RefundRequest {
  refund_id: string;
  amount: number;
  /** Both are null while the refund is owed and not sent. */
  refunded_at: Date | null;
  recipient: string | null;
  reason: string;
  made_by: string | null;
  form_key: string;
}

const refundRow = (sql: Sql, refund: RefundRequest | null) =>
  refund === null
    ? sql`null::refund_request`
    : sql`row(
        ${refund.refund_id}, ${refund.amount}, ${refund.refunded_at}, ${refund.recipient}, ${refund.reason},
        ${refund.made_by}, ${refund.form_key}
      )::refund_request`;

type Answer = { error: LedgerError | null }[];

const errorOf = ([row]: Answer): LedgerError | null => row?.error ?? null;

/** The outcome of a transfer that is booked for a payment. tie_transfer describes each outcome. */
export type TieOutcome = "part" | "keep" | "refund" | "proof";

export async function callTieTransfer(
  sql: Sql,
  options: {
    merchant_id: string;
    mutation_id: string;
    payment_code: string;
    outcome: TieOutcome;
    refund: RefundRequest | null;
    at: Date | null;
  },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select tie_transfer(
        ${options.merchant_id}, ${options.mutation_id}, ${options.payment_code}, ${options.outcome},
        ${refundRow(sql, options.refund)}, ${options.at}
      ) as error
    `,
  );
}

export async function callDecideTransfer(
  sql: Sql,
  options: {
    merchant_id: string;
    mutation_id: string;
    refund: RefundRequest | null;
    at: Date | null;
  },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select decide_transfer(
        ${options.merchant_id}, ${options.mutation_id}, ${refundRow(sql, options.refund)}, ${options.at}
      ) as error
    `,
  );
}

export async function callSeparateTransfer(
  sql: Sql,
  options: { merchant_id: string; mutation_id: string; other_mutation_id: string; at: Date | null },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select separate_transfer(
        ${options.merchant_id}, ${options.mutation_id}, ${options.other_mutation_id}, ${options.at}
      ) as error
    `,
  );
}

export async function callReopenTransfer(
  sql: Sql,
  options: { merchant_id: string; mutation_id: string; at: Date | null },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select reopen_transfer(${options.merchant_id}, ${options.mutation_id}, ${options.at}) as error
    `,
  );
}

/**
 * Locks the payment, and returns whether it is as the person saw it. The payment cannot change until the transaction
 * ends.
 */
export async function isPaymentAsSeen(
  sql: Sql,
  options: {
    merchant_id: string;
    payment_code: string;
    seen: NonNullable<SeenPayment>;
    at: Date | null;
  },
): Promise<boolean> {
  const { payment_status = null, received = null, refunded = null } = options.seen;
  const [row] = await sql<{ is_as_seen: boolean }[]>`
    select is_payment_as_seen(
      ${options.merchant_id}, ${options.payment_code}, ${payment_status}, ${received}, ${refunded}, ${options.at}
    ) as is_as_seen
  `;
  return row?.is_as_seen === true;
}

export async function callSettlePayment(
  sql: Sql,
  options: { merchant_id: string; payment_code: string; at: Date | null },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select settle_payment(${options.merchant_id}, ${options.payment_code}, ${options.at}) as error
    `,
  );
}

export async function callRefundPayment(
  sql: Sql,
  options: { merchant_id: string; payment_code: string; refund: RefundRequest; at: Date | null },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select refund_payment(
        ${options.merchant_id}, ${options.payment_code}, ${refundRow(sql, options.refund)}, ${options.at}
      ) as error
    `,
  );
}

/** Records an owed refund. `form_key` must only be unique here, because a repeat is recognised by its reference. */
export async function callOweRefund(
  sql: Sql,
  options: {
    merchant_id: string;
    payment_code: string;
    refund: RefundRequest;
    reference: string;
    /** A refund that a person has recorded. The refund gets the reference. */
    recorded: string | null;
    at: Date | null;
  },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select owe_refund(
        ${options.merchant_id}, ${options.payment_code}, ${refundRow(sql, options.refund)}, ${options.reference},
        ${options.recorded}, ${options.at}
      ) as error
    `,
  );
}

export async function callSendRefund(
  sql: Sql,
  options: {
    merchant_id: string;
    refund_id: string;
    refunded_at: Date;
    recipient: string;
    made_by: string | null;
    at: Date | null;
  },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select send_refund(
        ${options.merchant_id}, ${options.refund_id}, ${options.refunded_at}, ${options.recipient},
        ${options.made_by}, ${options.at}
      ) as error
    `,
  );
}

export async function callWithdrawRefund(
  sql: Sql,
  options: { merchant_id: string; refund_id: string; at: Date | null },
): Promise<LedgerError | null> {
  return errorOf(
    await sql<Answer>`
      select withdraw_refund(${options.merchant_id}, ${options.refund_id}, ${options.at}) as error
    `,
  );
}

/** The subject of a refund, for the audit log. */
export interface RefundSubject {
  amount: number;
  /** Absent while the refund is owed. */
  recipient?: string;
  /** For a refund of a payment. */
  payment_code?: string;
  /** For a transfer without an invoice. */
  mutation_id?: string;
}

export async function selectRefundSubject(
  sql: Sql,
  { merchant_id, refund_id }: { merchant_id: string; refund_id: string },
): Promise<RefundSubject | undefined> {
  const [row] = await sql<{ subject: RefundSubject }[]>`
    select json_strip_nulls(json_build_object(
      'amount', refund.amount,
      'recipient', refund.recipient,
      'payment_code', payment.payment_code,
      'mutation_id', mutation.mutation_id
    )) as subject
    from refunds refund
    left join payments payment using (merchant_id, payment_number)
    left join mutations mutation using (merchant_id, mutation_number)
    where refund.merchant_id = ${merchant_id}
      and refund.refund_id = ${refund_id}
  `;
  return row?.subject;
}
