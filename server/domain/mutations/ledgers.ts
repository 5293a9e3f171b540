import type { SeenPayment } from "../../contract/dashboard/reconciliation.ts";
import { GatewayError, notFound } from "../../contract/errors.ts";
import { asSql } from "../../db/client.ts";
import { limits } from "../../contract/limits.ts";
import type { RefusalReason } from "../../contract/refusal-reasons.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PaymentName } from "../gateway/payment-row.ts";
import { paymentsEnded } from "../payments/payment-announcements.ts";
import {
  callDecideTransfer,
  callOweRefund,
  callRefundPayment,
  callReopenTransfer,
  callSendRefund,
  callSeparateTransfer,
  callSettlePayment,
  callTieTransfer,
  callWithdrawRefund,
  isPaymentAsSeen,
  selectRefundSubject,
  type LedgerError,
  type RefundRequest,
  type RefundSubject,
  type TieOutcome,
} from "./ledgers.sql.ts";

/**
 * Carries out people's decisions about money that did not come as one transfer of exactly the total. Every function
 * returns whether it changed anything. false: the same decision was made before. After an error, the caller must roll
 * its transaction back.
 */

interface TransferName {
  merchant_id: string;
  mutation_id: string;
}

/**
 * Carries out a person's decision about a payment, if the payment has not changed since the person saw it. A repeated
 * decision is not refused, because the first one might have changed the payment.
 */
export async function asSeen<Result>(
  gateway: Gateway,
  { seen, ...name }: PaymentName & { seen: SeenPayment },
  change: () => Promise<Result>,
): Promise<Result> {
  const isAsSeen =
    !seen || (await isPaymentAsSeen(gateway.sql, { ...name, seen, at: gateway.now() }));
  const result = await change();
  if (!isAsSeen && result !== false) throw refusal({ code: "payment_changed", params: {} });
  return result;
}

/** Books a transfer for a payment that it does not pay automatically. */
export async function tieTransfer(
  gateway: Gateway,
  options: TransferName & {
    payment_code: string;
    outcome: TieOutcome;
    refund: RefundRequest | null;
  },
): Promise<boolean> {
  return isChanged(gateway, await callTieTransfer(gateway.sql, { ...options, at: gateway.now() }));
}

/** Records that a transfer belongs to no payment: it is not ours, or it was refunded if there is a refund. */
export async function setTransferAside(
  gateway: Gateway,
  options: TransferName & { refund: RefundRequest | null },
): Promise<boolean> {
  return isChanged(
    gateway,
    await callDecideTransfer(gateway.sql, { ...options, at: gateway.now() }),
  );
}

/** Separates two reports that were treated as one transfer. Each of them then pays separately. */
export async function separateTransfer(
  gateway: Gateway,
  name: TransferName & { other_mutation_id: string },
): Promise<boolean> {
  return isChanged(
    gateway,
    await callSeparateTransfer(gateway.sql, { ...name, at: gateway.now() }),
  );
}

/** Undoes the decision about a transfer, so that it waits for a decision again. */
export async function reopenTransfer(gateway: Gateway, name: TransferName): Promise<boolean> {
  return isChanged(gateway, await callReopenTransfer(gateway.sql, { ...name, at: gateway.now() }));
}

/** Accepts the received parts. A PENDING payment becomes PAID, and an ended payment keeps the money. */
export async function settlePayment(gateway: Gateway, name: PaymentName): Promise<boolean> {
  const changed = isChanged(
    gateway,
    await callSettlePayment(gateway.sql, { ...name, at: gateway.now() }),
  );
  paymentsEnded(gateway, [name]);
  return changed;
}

/** Records that money of a payment was refunded. */
export async function refundPayment(
  gateway: Gateway,
  options: PaymentName & { refund: RefundRequest },
): Promise<boolean> {
  return isChanged(
    gateway,
    await callRefundPayment(gateway.sql, { ...options, at: gateway.now() }),
  );
}

/** Records a refund that is owed, under the merchant's own reference, in its own transaction. */
export async function oweRefund(
  gateway: Gateway,
  options: PaymentName & {
    refund: Omit<RefundRequest, "refunded_at" | "recipient" | "made_by">;
    reference: string;
    recorded: string | null;
  },
): Promise<boolean> {
  const refund = { ...options.refund, refunded_at: null, recipient: null, made_by: null };
  const error = await gateway.sql.begin(async (tx) => {
    const answer = await callOweRefund(asSql(tx), { ...options, refund, at: gateway.now() });
    if (answer !== null && answer !== "done_already") throw refusalOf(answer);
    return answer;
  });
  return isChanged(gateway, error);
}

/** Records that an owed refund has been sent. Returns the refund's subject, or null if this was recorded before. */
export async function sendRefund(
  gateway: Gateway,
  options: {
    merchant_id: string;
    refund_id: string;
    refunded_at: Date;
    recipient: string;
    made_by: string | null;
  },
): Promise<RefundSubject | null> {
  const error = await callSendRefund(gateway.sql, { ...options, at: gateway.now() });
  if (!isChanged(gateway, error)) return null;
  return (await selectRefundSubject(gateway.sql, options)) ?? null;
}

/** Withdraws a mistaken refund. Returns the refund's subject. */
export async function withdrawRefund(
  gateway: Gateway,
  name: { merchant_id: string; refund_id: string },
): Promise<RefundSubject> {
  const subject = await selectRefundSubject(gateway.sql, name);
  const error = await callWithdrawRefund(gateway.sql, { ...name, at: gateway.now() });
  if (error === null && subject === undefined) throw refusalOf("refund_not_found");
  isChanged(gateway, error);
  return subject as RefundSubject;
}

function isChanged(gateway: Gateway, error: LedgerError | null): boolean {
  if (error === "done_already") return false;
  if (error !== null) throw refusalOf(error);
  // The merchant might have switched on events about differences.
  gateway.wakeWebhookSender();
  return true;
}

function refusalOf(error: Exclude<LedgerError, "done_already">): Error {
  switch (error) {
    case "mutation_not_found":
      return new GatewayError("not_found", {
        message: "No undecided transfer has this id. Check the id.",
      });
    case "payment_not_found":
      return notFound("payment");
    case "refund_not_found":
      return new GatewayError("not_found", {
        message: "Refund not found. It might have been withdrawn. Fetch the invoice again.",
      });
    case "too_many_parts":
      return refusal({ code: "payment_parts_limit", params: { parts: limits.paymentParts } });
    case "foreign_currency":
      return refusal({ code: "foreign_transfer", params: {} });
    case "not_decided":
      return refusal({ code: "transfer_not_decided", params: {} });
    case "refund_withdrawn":
      return refundWithdrawn();
    case "reference_used":
      return new GatewayError("refund_reference_conflict");
    case "form_key_used":
      return refusal({ code: "form_used", params: {} });
    default:
      return refusal({ code: error, params: {} });
  }
}

export const refundWithdrawn = (): GatewayError =>
  new GatewayError("conflict", {
    message:
      "The refund was withdrawn in the dashboard. To refund the money, create another refund with a new reference.",
  });

const refusal = (reason: RefusalReason): DomainError => new DomainError(reason);
