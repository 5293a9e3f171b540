import type { PaymentDetail, TimelineEntry } from "../../contract/dashboard/payments.ts";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { drawQrSvg } from "../base/qr-code.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { explainMutations } from "../mutations/mutation-reasons.ts";
import {
  selectFormerChoices,
  selectPaymentAttempts,
  selectPaymentHistory,
  selectWithdrawnRefunds,
  type PaymentAttemptRow,
} from "./payment-detail.sql.ts";
import { readBankRecords } from "../statements/bank-records.ts";
import { selectFollowUps } from "./follow-ups.sql.ts";
import { listProofs, asOwnMutations } from "./own-mutations.ts";
import { selectLedger } from "./reconciliation.sql.ts";
import { readRest } from "../payments/checkout.ts";
import { refundStateOf } from "../payments/refund-state.ts";
import { readPayment } from "../payments/payments.ts";
import { findSaleOfPayment } from "../sales/invoices.ts";

/** Returns a payment with its history, as far as that was recorded. */
export async function readPaymentDetail(
  gateway: Gateway,
  name: { merchant_id: string; payment_code: string },
): Promise<PaymentDetail> {
  const { merchant_id } = name;
  const history = await selectPaymentHistory(gateway.sql, name);
  if (!history) throw notFound("payment");
  const { payment_number, mutation_number, created_at } = history;
  const payment = await readPayment(gateway, name);
  const numbers = mutation_number === null ? [] : [mutation_number];
  const mutations = await explainMutations(gateway, { merchant_id, numbers });
  const [mutation = null] = await asOwnMutations(gateway, { merchant_id, mutations });
  const choices = await selectFormerChoices(gateway.sql, { merchant_id, payment_number });
  const attempts = await selectPaymentAttempts(gateway.sql, {
    merchant_id,
    payment_number,
    limit: limits.attemptsShown,
  });
  const ledger = await readLedger(gateway, { merchant_id, payment_number });
  const withdrawn = await selectWithdrawnRefunds(gateway.sql, {
    ...name,
    limit: limits.attemptsShown,
  });
  const followUps =
    payment.payment_status === "EXPIRED"
      ? await selectFollowUps(gateway.sql, { merchant_id, payment_number })
      : [];
  const timeline = [
    entry("created", created_at.toISOString()),
    ...choices.map(({ released_at, payment_total, account }) =>
      entry("choice_changed", released_at.toISOString(), { amount: payment_total, party: account }),
    ),
    ...(mutation ? [entry("transfer", mutation.created_at)] : []),
    ...(ledger ? receivedEntries(ledger) : []),
    ...ending(payment),
    ...(ledger ? differenceEntries(ledger, payment) : []),
    ...withdrawn.map(({ withdrawn_at, amount, recipient }) =>
      entry("refund_withdrawn", withdrawn_at.toISOString(), { amount, party: recipient }),
    ),
    ...followUps.map(({ payment_updated_at, payment_code }) =>
      entry("followed_up", payment_updated_at.toISOString(), { party: payment_code }),
    ),
    ...attempts.map(attemptEntry),
  ];
  return {
    payment,
    created_at: created_at.toISOString(),
    mutation,
    proofs: mutation ? await listProofs(gateway, { merchant_id, mutation_id: mutation.id }) : [],
    ledger,
    refund_state: refundStateOf({ ...payment, money: ledger }),
    rest: ledger && (await readRest(gateway, payment.payment_id)),
    sale: await findSaleOfPayment(gateway, { merchant_id, payment_number }),
    address_qr:
      payment.payment_status === "PENDING" ? drawQrSvg(payment.payment_checkout_url) : null,
    // The sort is stable: of two events at the same time, the cause comes first.
    timeline: timeline.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  };
}

async function readLedger(
  gateway: Gateway,
  name: { merchant_id: string; payment_number: number },
): Promise<PaymentDetail["ledger"]> {
  const { merchant_id } = name;
  const ledger = await selectLedger(gateway.sql, name);
  if (!ledger) return null;
  const mutation_ids = ledger.receipts.flatMap(({ mutation_id }) => mutation_id ?? []);
  const records = await readBankRecords(gateway, { merchant_id, mutation_ids });
  const receipts = ledger.receipts.map((receipt) => ({
    ...receipt,
    bank_record: records.get(receipt.mutation_id ?? "") ?? null,
  }));
  return { ...ledger, receipts };
}

const entry = (
  kind: TimelineEntry["kind"],
  at: string,
  fields: Partial<TimelineEntry> = {},
): TimelineEntry => ({
  kind,
  at,
  amount: null,
  party: null,
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

type Ledger = NonNullable<PaymentDetail["ledger"]>;

/** Returns timeline entries for the transfers other than the one that paid the payment. */
const receivedEntries = ({ receipts }: Ledger): TimelineEntry[] =>
  receipts
    .filter(({ is_tied }) => is_tied)
    .map(({ booked_at, amount, sender }) =>
      entry("received", booked_at, { amount, party: sender }),
    );

function differenceEntries(
  { waived, refunds }: Ledger,
  { payment_updated_at }: Payment,
): TimelineEntry[] {
  return [
    ...(waived > 0 ? [entry("waived", payment_updated_at, { amount: waived })] : []),
    ...refunds.flatMap(({ created_at, reference, refunded_at, amount, recipient }) => [
      ...(reference === null ? [] : [entry("refund_owed", created_at, { amount })]),
      ...(refunded_at === null
        ? []
        : [
            entry("refunded", reference === null ? created_at : refunded_at, {
              amount,
              party: recipient,
            }),
          ]),
    ]),
  ];
}

const attemptEntry = ({ started_at, ...attempt }: PaymentAttemptRow): TimelineEntry =>
  entry("webhook_attempt", started_at.toISOString(), attempt);
