import type { SeenPayment } from "../../contract/dashboard/reconciliation.ts";
import type { RowRefusal } from "../../contract/dashboard/row-refusal.ts";
import { GatewayError } from "../../contract/errors.ts";
import { audited, type Actor } from "../access/audit.ts";
import { refusalOfRow } from "../base/row-refusal.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { asSeen } from "./ledgers.ts";
import { matchConfirmedPayment } from "./matching.ts";
import { merchantInMode } from "../merchants/test-mode.ts";
import { cancelPayment } from "../payments/payments.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";

/** A merchant's manual actions on its own payments. */

export async function cancelOwnPayment(
  gateway: Gateway,
  actor: Actor,
  options: { merchant_id: string; payment_code: string; is_test?: boolean },
): Promise<void> {
  const { merchant_id, payment_code, is_test = false } = options;
  const name = {
    merchant_id: await merchantInMode(gateway.sql, { merchant_id, is_test }),
    payment_code,
  };
  await audited(
    gateway,
    actor,
    (inside) => cancelPayment(inside, name),
    () => ({
      merchant_id,
      action: "payment.cancelled",
      object_id: payment_code,
      ...(is_test && { details: { is_test } }),
    }),
  );
}

/** Cancels the payments one after another. */
export async function cancelOwnPayments(
  gateway: Gateway,
  actor: Actor,
  options: { merchant_id: string; payment_codes: readonly string[]; is_test: boolean },
): Promise<{ payment_code: string; refusal: RowRefusal }[]> {
  const { payment_codes, ...of } = options;
  const results = [];
  for (const payment_code of payment_codes) {
    const refusal = await refusalOfRow(() =>
      cancelOwnPayment(gateway, actor, { ...of, payment_code }),
    );
    results.push({ payment_code, refusal });
  }
  return results;
}

/**
 * Matches a payment for a person. The code that confirmed the person is already used up. Each match is still its own
 * transaction with all its checks.
 */
export async function matchOwnPayment(
  gateway: Gateway,
  actor: Actor,
  options: {
    session: Session;
    payment_code: string;
    mutation_id: string | null;
    seen?: SeenPayment;
  },
): Promise<void> {
  const { session, payment_code, mutation_id, seen } = options;
  const { merchant_id } = session;
  if (!session.is_two_factor_enabled) throw new GatewayError("totp_not_enabled");
  requireConfirmed(session);
  await audited(
    gateway,
    actor,
    (inside) => {
      const name = { merchant_id, payment_code };
      return asSeen(inside, { ...name, seen }, () =>
        matchConfirmedPayment(inside, { ...name, mutation_id }),
      );
    },
    () => ({
      merchant_id,
      action: "payment.matched",
      object_id: payment_code,
      details: { mutation_id },
    }),
  );
}
