import { notFoundText } from "../../contract/errors.ts";
import { reasonInEnglish } from "../../contract/refusal-reasons.ts";
import { checkoutView, type CheckoutView } from "../../contract/checkout.ts";
import { paginate, paginateByTime } from "../../contract/envelope.ts";
import type { merchantOperations } from "../../contract/index.ts";
import { limits } from "../../contract/limits.ts";
import type { Mutation } from "../../contract/mutations.ts";
import { createPaymentInput, type Payment } from "../../contract/payments.ts";
import {
  bankAccount,
  bankInstructions,
  paidPayment,
  pendingPayment,
  qrisAccount,
  qrisPayment,
} from "../../contract/samples.ts";
import type { Refund } from "../../contract/refunds.ts";
import type { WebhookEvent, WebhookEventType } from "../../contract/webhook-event.ts";
import { delivery, sentAgain } from "./dashboard/webhooks.ts";
import type { OperationExamples } from "./draft.ts";

/** Continues the story of contract/samples.ts. */

/** The request that creates the payment, with the fields of a request only. */
const createRequest = {
  ...createPaymentInput.parse(pendingPayment),
  payment_expired_at: "2026-11-22T17:15:30+07:00",
};

const matchedMutation: Mutation = {
  id: "019aa5f0-c0a1-7d22-8e3f-6a7b8c9d0e01",
  device_id: "019aa5c2-0003-7000-8000-000000000001",
  title: "BRImo",
  body: "Sobat BRI! Dana Rp150.347 masuk ke rekening 000001000000001 pada 21/11/2026 17:22:05 KET.:NBMB SITI RAHAYU TO TOKO CONTOH",
  posted_at: "2026-11-21T10:22:05.000Z",
  amount_parsed: 150_347,
  sender_parsed: "SITI RAHAYU",
  type_parsed: "CREDIT",
  currency_parsed: "IDR",
  is_matched: true,
  matched_payment_id: paidPayment.payment_id,
  matched_payment_code: paidPayment.payment_code,
  created_at: "2026-11-21T10:22:07.412Z",
  device_name: "Counter phone",
  package_name: "id.co.bri.brimo",
  app_name: "BRImo",
  app_version: "2.83.0",
  account_number: bankAccount.account_number,
  account_name: bankAccount.account_name,
  bank_name: "BRI",
  bank_type: "TRANSFER",
};

const unmatchedMutation: Mutation = {
  ...matchedMutation,
  id: "019aa5f4-15c8-7a90-b1c2-6a7b8c9d0e02",
  body: "Sobat BRI! Dana Rp75.000 masuk ke rekening 000001000000001 pada 21/11/2026 17:25:44",
  posted_at: "2026-11-21T10:25:44.000Z",
  amount_parsed: 75_000,
  sender_parsed: null,
  is_matched: false,
  matched_payment_id: null,
  matched_payment_code: null,
  created_at: "2026-11-21T10:25:45.833Z",
};

const owedRefund: Refund = {
  refund_id: "019aa5f8-2b10-7c44-9d21-6a7b8c9d0e03",
  payment_code: paidPayment.payment_code,
  reference: "RF-2026-0001",
  amount: 50_000,
  surplus_amount: 0,
  reason: "One of three was returned",
  refund_status: "OWED",
  sent_at: null,
  sent_to: null,
  created_at: "2026-11-21T10:45:00.000Z",
};

const sentRefund: Refund = {
  ...owedRefund,
  refund_status: "SENT",
  sent_at: "2026-11-21T10:50:00.000Z",
  sent_to: "SITI RAHAYU, BRI 000002000000002",
};

const viewOf = (payment: Payment) => ({
  payment_code: payment.payment_code,
  amount_original: payment.payment_amount,
  amount_unique: payment.payment_unique,
  amount_total: payment.payment_total,
  status: payment.payment_status,
  expires_at: payment.payment_expired_at,
  created_at: payment.payment_updated_at,
  customer_name: payment.customer_name ?? "",
  customer_email: payment.customer_email,
  customer_phone: payment.customer_phone,
  return_url: payment.payment_return_url,
  redirect_url:
    payment.payment_return_url &&
    `${payment.payment_return_url}?payment_code=${payment.payment_code}`,
  order_items: JSON.stringify(payment.customer_orders ?? []),
  account_number: payment.account_number ?? "",
  account_name: payment.account_name ?? "",
  bank_name: payment.channel_name ?? "",
  bank_type: payment.channel_type ?? "TRANSFER",
  instructions: JSON.stringify(payment.channel_instructions),
});

const transferView: CheckoutView = checkoutView.parse({
  ...viewOf(pendingPayment),
  app_name: "BRImo",
});

const qrisView: CheckoutView = checkoutView.parse({
  ...viewOf(qrisPayment),
  app_name: "",
  qris_id: qrisAccount.account_number,
  qris_name: qrisAccount.account_name,
  qris_city: "MALANG",
  qris_payload:
    "00020101021226650013ID.CO.BCA.WWW011893600014000000001202150000000000000120303UMI51440014ID.CO.QRIS.WWW0215ID10990000000120303UMI5204581453033605405872135802ID5918SATE UJI UJI CONTO6006MALANG61050000162070703A016304FC21",
});

const byCode = { payment_code: pendingPayment.payment_code };
const pages = { page: 1, per_page: limits.perPageDefault };
const times = {
  since: "2026-11-21T00:00:00+07:00",
  until: "2026-11-22T00:00:00+07:00",
  cursor: "42",
};
const paymentUnknown = { not_found: "payment not found" };
const badCode = { payment_code: "must have at most 128 characters" };
const badPage = { per_page: "must be at least 1" };
const twoRecords = paginate(2, 2, 1, limits.perPageDefault);

export const merchantExamples = {
  listAccounts: { data: { accounts: [bankAccount, qrisAccount] } },
  createPayment: {
    bodies: {
      complete: createRequest,
      shortest: {
        account_id: qrisAccount.account_id,
        payment_code: qrisPayment.payment_code,
        payment_amount: qrisPayment.payment_amount,
        payment_expired_at: "2026-11-21T18:21:04+07:00",
        customer_name: "Agus Salim",
        customer_phone: "+62 812 0000 0002",
      },
    },
    data: { transfer: pendingPayment, qris: qrisPayment },
    invalidFields: {
      customer_orders:
        "price × quantity of all items is 150000, but must equal payment_amount, 149000",
    },
  },
  getPayment: {
    parameters: { ...byCode, include: "metadata" },
    data: { paid: paidPayment, pending: pendingPayment },
    messages: paymentUnknown,
    invalidFields: { include: "must be one of metadata" },
  },
  listPayments: {
    parameters: { ...pages, ...times, status: "PAID", include: "metadata" },
    data: { payments: [qrisPayment, paidPayment] },
    pagination: twoRecords,
    invalidFields: badPage,
  },
  cancelPayment: {
    parameters: byCode,
    data: { cancelled: null },
    invalidFields: badCode,
  },
  matchPayment: {
    parameters: { payment_code: qrisPayment.payment_code },
    bodies: { linked: { mutation_id: unmatchedMutation.id }, unlinked: {} },
    data: { paid: null },
    messages: {
      not_found: "No PENDING payment has this code. Fetch the payment to see its status.",
    },
    invalidFields: { mutation_id: "must be a UUID" },
  },
  createRefund: {
    parameters: { payment_code: owedRefund.payment_code },
    bodies: {
      part: {
        reference: owedRefund.reference,
        amount: owedRefund.amount,
        reason: owedRefund.reason,
      },
    },
    data: { owed: owedRefund },
    messages: {
      ...paymentUnknown,
      conflict: "The payment is still PENDING. Cancel it, or wait until it ends.",
    },
    invalidFields: { amount: "must be at least 1" },
  },
  listPaymentRefunds: {
    parameters: { payment_code: sentRefund.payment_code, ...pages },
    data: { sent: [sentRefund] },
    pagination: paginate(1, 1, 1, limits.perPageDefault),
    messages: paymentUnknown,
    invalidFields: badPage,
  },
  listRefunds: {
    parameters: {
      ...pages,
      since: "2026-11-21T00:00:00+07:00",
      until: "2026-11-22T00:00:00+07:00",
      refund_status: "OWED",
    },
    data: { owed: [owedRefund] },
    pagination: paginate(1, 1, 1, limits.perPageDefault),
    invalidFields: badPage,
  },
  getChannelInstructions: {
    parameters: { channel_id: bankAccount.channel_id },
    data: {
      instructions: { channel_id: bankAccount.channel_id, instructions: bankInstructions },
    },
    messages: {
      bad_request: "channel_id must be a UUID.",
      not_found: notFoundText("channel"),
    },
  },
  listMutations: {
    parameters: { ...pages, ...times, only_unmatched: false },
    data: { mutations: [unmatchedMutation, matchedMutation] },
    pagination: twoRecords,
    invalidFields: badPage,
  },
  listEvents: {
    parameters: {
      per_page: limits.perPageDefault,
      since: "2026-11-21T00:00:00+07:00",
      until: "2026-11-22T00:00:00+07:00",
      event_type: "payment.paid",
      cursor: `1795256527412.${delivery.delivery_id}`,
    },
    data: {
      paid: [
        {
          event_id: delivery.delivery_id,
          event_type: "payment.paid",
          created_at: paidPayment.payment_updated_at,
          payment_code: paidPayment.payment_code,
          body: {
            type: "payment.paid",
            timestamp: paidPayment.payment_updated_at,
            data: paidPayment,
          },
        },
      ],
    },
    pagination: paginateByTime(1, 1, limits.perPageDefault, null),
    invalidFields: badPage,
  },
  listEventDeliveries: {
    parameters: { event_id: delivery.delivery_id },
    data: { delivered: [sentAgain] },
    messages: { not_found: notFoundText("delivery") },
  },
  resendEvent: {
    parameters: { event_id: delivery.delivery_id },
    bodies: { nothing: {} },
    data: { delivered: sentAgain },
    messages: {
      not_found: notFoundText("delivery"),
      conflict: reasonInEnglish({
        code: "delivery_not_free",
        params: { delivery_id: delivery.delivery_id },
      }),
    },
  },
  getCheckout: {
    parameters: { payment_id: pendingPayment.payment_id },
    data: { transfer: transferView, qris: qrisView },
    messages: paymentUnknown,
  },
} satisfies Record<keyof typeof merchantOperations, OperationExamples>;

const counterPhone = {
  device_id: matchedMutation.device_id,
  device_name: "Counter phone",
  model: "Pixel 8a",
};

const difference = {
  payment_id: paidPayment.payment_id,
  payment_code: paidPayment.payment_code,
  payment_status: "PAID",
  payment_total: paidPayment.payment_total,
  refunded_total: 0,
  received_amount: 0,
  refunded_amount: 0,
} as const;

export const webhookExamples: Record<WebhookEventType, WebhookEvent> = {
  "payment.paid": {
    type: "payment.paid",
    timestamp: paidPayment.payment_updated_at,
    data: paidPayment,
  },
  "payment.expired": {
    type: "payment.expired",
    timestamp: qrisPayment.payment_expired_at,
    data: {
      ...qrisPayment,
      payment_status: "EXPIRED",
      payment_updated_at: qrisPayment.payment_expired_at,
    },
  },
  "payment.cancelled": {
    type: "payment.cancelled",
    timestamp: "2026-11-21T10:30:00.000Z",
    data: {
      ...qrisPayment,
      payment_status: "CANCELLED",
      payment_updated_at: "2026-11-21T10:30:00.000Z",
    },
  },
  "payment.part_received": {
    type: "payment.part_received",
    timestamp: "2026-11-21T10:24:00.000Z",
    data: {
      ...difference,
      payment_status: "PENDING",
      received_total: 100_000,
      received_amount: 100_000,
      kept_difference: null,
    },
  },
  "payment.underpaid": {
    type: "payment.underpaid",
    timestamp: "2026-11-21T10:26:00.000Z",
    data: {
      ...difference,
      received_total: paidPayment.payment_amount,
      received_amount: paidPayment.payment_amount,
      kept_difference: -paidPayment.payment_unique,
    },
  },
  "payment.overpaid": {
    type: "payment.overpaid",
    timestamp: "2026-11-21T10:40:00.000Z",
    data: {
      ...difference,
      received_total: 2 * paidPayment.payment_total,
      received_amount: paidPayment.payment_total,
      kept_difference: paidPayment.payment_total,
    },
  },
  "payment.refunded": {
    type: "payment.refunded",
    timestamp: "2026-11-21T10:50:00.000Z",
    data: {
      ...difference,
      received_total: 2 * paidPayment.payment_total,
      refunded_total: paidPayment.payment_total,
      refunded_amount: paidPayment.payment_total,
      kept_difference: 0,
    },
  },
  "device.offline": {
    type: "device.offline",
    timestamp: "2026-11-21T11:02:10.000Z",
    data: { ...counterPhone, last_seen_at: "2026-11-21T11:00:04.512Z" },
  },
  "device.online": {
    type: "device.online",
    timestamp: "2026-11-21T11:09:37.265Z",
    data: { ...counterPhone, last_seen_at: "2026-11-21T11:09:37.265Z" },
  },
};
