import type { PaymentDetail, TimelineEntry } from "../../contract/dashboard/payments.ts";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { explainMutations } from "../mutations/mutation-reasons.ts";
import {
  selectPaymentAttempts,
  selectPaymentHistory,
  type PaymentAttemptRow,
} from "./payment-detail.sql.ts";
import { selectLedger } from "./reconciliation.sql.ts";
import { readPayment } from "../payments/payments.ts";

/** Returns a payment with its history, as far as it was recorded. */
export async function readPaymentDetail(
  gateway: Gateway,
  name: { merchant_id: string; payment_code: string },
): Promise<PaymentDetail> {
  const { merchant_id } = name;
  const history = await selectPaymentHistory(gateway.sql, name);
  if (!history) throw new GatewayError("not_found", { message: "payment not found" });
  const { payment_number, mutation_number, created_at } = history;
  const payment = await readPayment(gateway, name);
  const numbers = mutation_number === null ? [] : [mutation_number];
  const [mutation = null] = await explainMutations(gateway, { merchant_id, numbers });
  const attempts = await selectPaymentAttempts(gateway.sql, {
    merchant_id,
    payment_number,
    limit: limits.attemptsShown,
  });
  const ledger = await selectLedger(gateway.sql, { merchant_id, payment_number });
  const timeline = [
    entry("created", created_at.toISOString()),
    ...(mutation ? [entry("transfer", mutation.created_at)] : []),
    ...ending(payment),
    ...attempts.map(attemptEntry),
  ];
  return {
    payment,
    created_at: created_at.toISOString(),
    mutation,
    ledger: ledger ?? null,
    // The sort is stable: of two events at the same moment the cause comes first.
    timeline: timeline.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  };
}

const entry = (
  kind: TimelineEntry["kind"],
  at: string,
  fields: Partial<TimelineEntry> = {},
): TimelineEntry => ({
  kind,
  at,
  is_manual: null,
  delivery_id: null,
  event_type: null,
  http_status: null,
  error_code: null,
  duration_ms: null,
  ...fields,
});

function ending({ payment_status, payment_updated_at, is_manual_match }: Payment): TimelineEntry[] {
  switch (payment_status) {
    case "PENDING":
      return [];
    case "PAID":
      return [entry("paid", payment_updated_at, { is_manual: is_manual_match })];
    case "EXPIRED":
      return [entry("expired", payment_updated_at)];
    case "CANCELLED":
      return [entry("cancelled", payment_updated_at)];
  }
}

const attemptEntry = ({ started_at, ...attempt }: PaymentAttemptRow): TimelineEntry =>
  entry("webhook_attempt", started_at.toISOString(), attempt);
