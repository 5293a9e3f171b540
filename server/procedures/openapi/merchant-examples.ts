import type { z } from "zod";
import type { Account } from "../../contract/accounts.ts";
import type { InstructionStep } from "../../contract/channels.ts";
import type { CheckoutView } from "../../contract/checkout.ts";
import { paginate } from "../../contract/envelope.ts";
import type { merchantOperations } from "../../contract/index.ts";
import { limits } from "../../contract/limits.ts";
import type { Mutation } from "../../contract/mutations.ts";
import type { createPaymentInput, OrderItem, Payment } from "../../contract/payments.ts";
import type { WebhookEvent, WebhookEventType } from "../../contract/webhook-event.ts";
import type { OperationExamples } from "./draft.ts";

/**
 * All examples tell one small story: a customer orders for Rp150.000, must pay Rp150.347, and transfers it to the
 * merchant's BRI account. A second payment of Rp87.213 by QRIS is still open. The accounts are invented.
 */

const bankInstructions: InstructionStep[] = [
  { step: 1, title: "Open BRImo", content: "Sign in to BRImo and choose Transfer." },
  { step: 2, title: "Enter the account", content: "Bank BRI, account 000001000000001." },
  { step: 3, title: "Enter the exact amount", content: "The last three digits identify you." },
];

const qrisInstructions: InstructionStep[] = [
  { step: 1, title: "Scan the code", content: "Open any QRIS app and scan the code." },
  { step: 2, title: "Check the amount", content: "It is filled in already: do not change it." },
];

const bankAccount: Account = {
  account_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b01",
  account_number: "000001000000001",
  account_name: "TOKO CONTOH",
  account_min_amount: 10_000,
  account_max_amount: 250_000_000,
  account_active: true,
  account_quota: 29,
  channel_id: "019aa5c2-0001-7000-8000-000000000001",
  channel_type: "TRANSFER",
  channel_name: "BRI",
  app_id: "019aa5c2-0002-7000-8000-000000000001",
  app_name: "BRImo",
  app_package: "id.co.bri.brimo",
};

const qrisAccount: Account = {
  account_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b02",
  account_number: "ID1099000000012",
  account_name: "SATE UJI UJI CONTO",
  account_min_amount: 1,
  account_max_amount: null,
  account_active: true,
  account_quota: 30,
  channel_id: "019aa5c2-0001-7000-8000-000000000002",
  channel_type: "QRIS",
  channel_name: "QRIS",
  app_id: null,
  app_name: null,
  app_package: "com.bca.msb",
};

const orders: OrderItem[] = [
  {
    sku: "KOPI-250",
    name: "Kopi Gayo 250 g",
    price: 60_000,
    quantity: 2,
    subtotal: 120_000,
    product_url: "https://shop.example/kopi-gayo",
    image_url: "https://shop.example/kopi-gayo.jpg",
  },
  {
    name: "Saringan",
    price: 30_000,
    quantity: 1,
    subtotal: 30_000,
    product_url: null,
    image_url: null,
  },
];

const createRequest: z.input<typeof createPaymentInput> = {
  account_id: bankAccount.account_id,
  payment_code: "INV-2026-0001",
  payment_amount: 150_000,
  payment_expired_at: "2026-11-22T17:15:30+07:00",
  customer_name: "Siti Rahayu",
  customer_email: "siti@shop.example",
  customer_phone: "+62 812 0000 0001",
  payment_webhook_url: "https://shop.example/webhooks/tepat",
  payment_return_url: "https://shop.example/thanks",
  customer_orders: orders,
};

const pendingPayment: Payment = {
  payment_id: "019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01",
  payment_code: "INV-2026-0001",
  payment_amount: 150_000,
  payment_unique: 347,
  payment_total: 150_347,
  payment_status: "PENDING",
  payment_expired_at: "2026-11-22T10:15:30.000Z",
  payment_updated_at: "2026-11-21T10:15:30.512Z",
  payment_webhook_url: "https://shop.example/webhooks/tepat",
  payment_checkout_url: "http://localhost:8080/pay/019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01",
  payment_return_url: "https://shop.example/thanks",
  customer_name: "Siti Rahayu",
  customer_email: "siti@shop.example",
  customer_phone: "+62 812 0000 0001",
  customer_orders: orders,
  account_id: bankAccount.account_id,
  account_number: bankAccount.account_number,
  account_name: bankAccount.account_name,
  channel_id: bankAccount.channel_id,
  channel_name: bankAccount.channel_name,
  channel_type: bankAccount.channel_type,
  channel_instructions: bankInstructions,
  is_manual_match: false,
  manual_matched_mutation_id: null,
};

export const paidPayment: Payment & { payment_status: "PAID" } = {
  ...pendingPayment,
  payment_status: "PAID",
  payment_updated_at: "2026-11-21T10:22:07.412Z",
};

const qrisPayment: Payment = {
  ...pendingPayment,
  payment_id: "019aa5ef-3a70-7e11-9c4d-4a5b6c7d8e02",
  payment_code: "INV-2026-0002",
  payment_amount: 87_000,
  payment_unique: 213,
  payment_total: 87_213,
  payment_expired_at: "2026-11-21T11:21:04.000Z",
  payment_updated_at: "2026-11-21T10:21:04.090Z",
  payment_webhook_url: null,
  payment_checkout_url: "http://localhost:8080/pay/019aa5ef-3a70-7e11-9c4d-4a5b6c7d8e02",
  payment_return_url: null,
  customer_name: "Agus Salim",
  customer_email: null,
  customer_phone: "+62 812 0000 0002",
  customer_orders: null,
  account_id: qrisAccount.account_id,
  account_number: qrisAccount.account_number,
  account_name: qrisAccount.account_name,
  channel_id: qrisAccount.channel_id,
  channel_name: qrisAccount.channel_name,
  channel_type: qrisAccount.channel_type,
  channel_instructions: qrisInstructions,
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

const transferView: CheckoutView = {
  payment_code: pendingPayment.payment_code,
  amount_original: pendingPayment.payment_amount,
  amount_unique: pendingPayment.payment_unique,
  amount_total: pendingPayment.payment_total,
  status: "PENDING",
  expires_at: pendingPayment.payment_expired_at,
  created_at: "2026-11-21T10:15:30.512Z",
  customer_name: "Siti Rahayu",
  customer_email: pendingPayment.customer_email,
  customer_phone: pendingPayment.customer_phone,
  return_url: "https://shop.example/thanks",
  redirect_url: "https://shop.example/thanks?payment_code=INV-2026-0001",
  order_items: JSON.stringify(orders),
  account_number: "000001000000001",
  account_name: "TOKO CONTOH",
  bank_name: "BRI",
  bank_type: "TRANSFER",
  app_name: "BRImo",
  instructions: JSON.stringify(bankInstructions),
};

const qrisView: CheckoutView = {
  payment_code: qrisPayment.payment_code,
  amount_original: qrisPayment.payment_amount,
  amount_unique: qrisPayment.payment_unique,
  amount_total: qrisPayment.payment_total,
  status: "PENDING",
  expires_at: qrisPayment.payment_expired_at,
  created_at: "2026-11-21T10:21:04.090Z",
  customer_name: "Agus Salim",
  customer_email: null,
  customer_phone: qrisPayment.customer_phone,
  return_url: null,
  redirect_url: null,
  order_items: "[]",
  account_number: "ID1099000000012",
  account_name: "SATE UJI UJI CONTO",
  bank_name: "QRIS",
  bank_type: "QRIS",
  app_name: "",
  instructions: JSON.stringify(qrisInstructions),
  qris_id: "ID1099000000012",
  qris_name: "SATE UJI UJI CONTO",
  qris_city: "MALANG",
  qris_payload:
    "00020101021226650013ID.CO.BCA.WWW011893600014000000001202150000000000000120303UMI51440014ID.CO.QRIS.WWW0215ID10990000000120303UMI5204581453033605405872135802ID5918SATE UJI UJI CONTO6006MALANG61050000162070703A016304FC21",
};

const byCode = { payment_code: pendingPayment.payment_code };
const pages = { page: 1, per_page: limits.perPageDefault };
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
      customer_orders: "price × quantity of all items is 150000, payment_amount is 149000",
    },
  },
  getPayment: {
    parameters: byCode,
    data: { paid: paidPayment, pending: pendingPayment },
    messages: paymentUnknown,
    invalidFields: badCode,
  },
  listPayments: {
    parameters: { ...pages, status: "PAID" },
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
    messages: { not_found: "There is no PENDING payment with this code." },
    invalidFields: { mutation_id: "must be a UUID" },
  },
  getChannelInstructions: {
    parameters: { channel_id: bankAccount.channel_id },
    data: {
      instructions: { channel_id: bankAccount.channel_id, instructions: bankInstructions },
    },
    messages: {
      bad_request: "channel_id must be a UUID.",
      not_found: "channel not found",
    },
  },
  listMutations: {
    parameters: { ...pages, only_unmatched: false },
    data: { mutations: [unmatchedMutation, matchedMutation] },
    pagination: twoRecords,
    invalidFields: badPage,
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
