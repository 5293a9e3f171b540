import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { RefusalReason } from "../../contract/refusal-reasons.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { matchConfirmedPayment } from "../mutations/matching.ts";
import { createPayments, readPayment } from "../payments/payments.ts";
import { refusedCreate, requireAccount } from "../sales/sales.ts";
import {
  holdFollowUp,
  judgeOtherTransfers,
  takePlaceOf,
  type HeldFollowUp,
} from "./follow-ups.sql.ts";

/**
 * Handles a transfer that came in time but was reported after the deadline. The expired invoice is final
 * (specification, 3.1), so the money pays a new invoice that follows it. The new invoice is created and matched
 * manually in one transaction, each with all its checks.
 */

export async function followUpOwnPayment(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; mutation_id: string; payment_code: string },
): Promise<{ payment_code: string }> {
  const { session, mutation_id, payment_code } = options;
  const { merchant_id } = session;
  if (!session.is_two_factor_enabled) throw new GatewayError("totp_not_enabled");
  requireConfirmed(session);
  const made = await audited(
    gateway,
    actor,
    async (inside) => {
      const held = await holdFollowUp(inside.sql, {
        merchant_id,
        mutation_id,
        payment_code,
        at: gateway.now(),
      });
      if (held.error === "done_already") return { follow_up_code: held.payment_code, isNew: false };
      if (held.error !== null) throw refusalOf(held);
      const follow_up_code = held.payment_code;
      await createFollowUp(inside, { merchant_id, payment_code, follow_up_code });
      await takePlaceOf(inside.sql, { merchant_id, payment_code, follow_up_code });
      await matchConfirmedPayment(inside, {
        merchant_id,
        payment_code: follow_up_code,
        mutation_id,
      });
      await judgeOtherTransfers(inside.sql, {
        merchant_id,
        payment_code,
        follow_up_code,
        at: gateway.now(),
      });
      return { follow_up_code, isNew: true };
    },
    ({ follow_up_code, isNew }) =>
      isNew
        ? {
            merchant_id,
            action: "payment.followed_up",
            object_id: payment_code,
            details: { follow_up: follow_up_code, mutation_id },
          }
        : null,
  );
  return { payment_code: made.follow_up_code };
}

async function createFollowUp(
  gateway: Gateway,
  options: { merchant_id: string; payment_code: string; follow_up_code: string },
): Promise<void> {
  const { merchant_id, payment_code, follow_up_code } = options;
  const ended = await readPayment(gateway, { merchant_id, payment_code });
  const { account_id, payment_amount } = ended;
  const must_be_watched = false;
  await requireAccount(gateway, { merchant_id, payment_amount, account_id, must_be_watched });
  const now = gateway.now()?.getTime() ?? Date.now();
  const [outcome] = await createPayments(gateway, [
    {
      merchant_id,
      input: {
        account_id,
        payment_code: follow_up_code,
        payment_amount,
        payment_expired_at: new Date(now + limits.followUpSeconds * 1000).toISOString(),
        customer_name: ended.customer_name ?? "",
        customer_email: ended.customer_email,
        customer_phone: ended.customer_phone,
        payment_webhook_url: ended.payment_webhook_url,
        payment_return_url: ended.payment_return_url,
        customer_orders: ended.customer_orders,
        metadata: ended.metadata,
      },
    },
  ]);
  if (!(outcome instanceof GatewayError)) return;
  throw await refusedCreate(gateway, { merchant_id, account_id, payment_amount }, outcome);
}

function refusalOf(held: HeldFollowUp): Error {
  switch (held.error) {
    case "followed_up_already":
    case "total_in_use":
      return refusal({ code: held.error, params: { payment_code: held.payment_code } });
    case "not_in_time":
      return refusal({ code: "transfer_not_in_time", params: {} });
    case "link_sold_out":
    case "follow_up_codes_used_up":
      return refusal({ code: held.error, params: {} });
    default:
      return new GatewayError("not_found", {
        message: "No undecided transfer has this id. Check the id.",
      });
  }
}

const refusal = (reason: RefusalReason): DomainError => new DomainError(reason);
