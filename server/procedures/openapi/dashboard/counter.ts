import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { paidPayment } from "../../../contract/samples.ts";

const sale_id = "7d1a52c6-4f0e-4a53-9f1b-0d6f7a3c2e91";

const listed = {
  sale_id,
  payment_code: "INV-2026-0042",
  payment_amount: 25_000,
  payment_total: 25_317,
  payment_status: "PAID",
  created_at: "2026-11-21T03:15:30.512Z",
  payment_updated_at: "2026-11-21T03:16:04.100Z",
  channel_name: "QRIS",
};

const waiting = {
  ...listed,
  payment_status: "PENDING",
  payment_updated_at: listed.created_at,
  payment_unique: 317,
  rest: null,
  payment_expired_at: "2026-11-21T03:25:30.512Z",
  server_time: "2026-11-21T03:15:30.600Z",
  channel_type: "QRIS",
  account_number: null,
  account_name: null,
  qris_name: "KEDAI UJI",
  is_watched: true,
  receipt_address: null,
  receipt_qr: null,
  qris_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 53 53"/>',
};

const paid = {
  ...waiting,
  ...listed,
  qris_svg: null,
  receipt_address: paidPayment.payment_checkout_url,
  receipt_qr: waiting.qris_svg,
};

const items = [
  { name: "Kopi susu", price: 18_000 },
  { name: "Roti bakar", price: 25_000 },
];

const unknown = { not_found: notFoundText("sale") };

export const counterExamples = {
  getCounter: {
    data: {
      day_so_far: {
        day: "2026-11-21",
        time_zone: "Asia/Jakarta",
        sale_count: 1,
        paid_count: 1,
        paid_total: 25_317,
        sales: [listed],
        items,
        accounts: [
          {
            account_id: paidPayment.account_id,
            channel_name: "QRIS",
            channel_type: "QRIS",
            account_number: "ID1099000000019",
            account_name: "KEDAI UJI",
            obstacle: null,
            is_watched: true,
          },
        ],
      },
    },
  },
  makeCounterSale: {
    bodies: {
      to_qris: {
        form_key: "0c2b8a51-6f0d-4f6e-8a5c-3a1de7c9b402",
        account_id: paidPayment.account_id,
        payment_amount: listed.payment_amount,
        items: [{ name: "Roti bakar", price: 25_000, quantity: 1 }],
        note: "Meja 4",
      },
    },
    data: { waiting },
    invalidFields: { payment_amount: { code: "too_small", params: { minimum: 1 } } as const },
    messages: {
      not_found: notFoundText("account"),
      conflict: reasonInEnglish({ code: "account_not_watched", params: {} }),
    },
  },
  changeCounterItems: {
    bodies: { two_items: { items } },
    data: { items },
    invalidFields: { items: { code: "too_many_items", params: { maximum: 60 } } as const },
  },
  getCounterSale: { parameters: { sale_id }, data: { waiting, paid }, messages: unknown },
  cancelCounterSale: {
    parameters: { sale_id },
    data: { cancelled: null },
    messages: unknown,
  },
};
