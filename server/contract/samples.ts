import type { Account } from "./accounts.ts";
import type { InstructionStep } from "./channels.ts";
import type { OrderItem, Payment } from "./payments.ts";

/**
 * The payments of the documents' examples, which tests and clients use too. They tell one small story: a customer
 * orders for Rp150.000, must pay Rp150.347, and transfers it to the merchant's BRI account. A second payment of
 * Rp87.213 by QRIS is still pending. The accounts are invented.
 */

export const bankInstructions: InstructionStep[] = [
  { step: 1, title: "Open BRImo", content: "Sign in to BRImo and choose Transfer." },
  { step: 2, title: "Enter the account", content: "Bank BRI, account 000001000000001." },
  { step: 3, title: "Enter the exact amount", content: "The last three digits identify you." },
];

export const qrisInstructions: InstructionStep[] = [
  { step: 1, title: "Scan the code", content: "Open any QRIS app and scan the code." },
  {
    step: 2,
    title: "Check the amount",
    content: "The amount is filled in already: do not change it.",
  },
];

export const bankAccount: Account = {
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

export const qrisAccount: Account = {
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

export const orders: OrderItem[] = [
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

export const pendingPayment: Payment = {
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

export const qrisPayment: Payment = {
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
