import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { unchosenInvoice } from "../../../contract/dashboard/invoices.ts";
import { pendingPayment } from "../../../contract/samples.ts";

const sale_id = "5b0e8f4e-7a5c-4a7e-9c43-2f3f5a1d9e10";

const created_at = pendingPayment.payment_updated_at;

export const exampleUnchosen = unchosenInvoice.parse({
  ...pendingPayment,
  sale_id,
  created_at,
  invoice_status: "OPEN",
});

export const exampleSale = {
  sale_id,
  note: "Ukuran M",
  can_mail: true,
  mails: [{ kind: "invoice", mail_state: "SENT", created_at }],
};

const items = [{ name: "Jahit kemeja", price: 75_000, quantity: 2 }];

const invoice = {
  ...exampleUnchosen,
  ...exampleSale,
  invoice_status: pendingPayment.payment_status,
  payment_total: pendingPayment.payment_total,
  customer_email: pendingPayment.customer_email,
  customer_phone: pendingPayment.customer_phone,
  items,
  deadline_seconds: 86_400,
  deadline_at: null,
  account_id: pendingPayment.account_id,
  address: pendingPayment.payment_checkout_url,
  address_qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37"></svg>',
};

const unknown = { not_found: notFoundText("invoice") };

export const invoiceExamples = {
  createInvoice: {
    bodies: {
      items: {
        form_key: "1f5a7a0c-5b51-4d7e-8a26-0f7f4e1c2d3b",
        account_id: pendingPayment.account_id,
        items,
        customer_name: "Siti Rahayu",
        customer_email: "siti@example.com",
        customer_phone: "081234567890",
        note: "Ukuran M",
        deadline_seconds: 86_400,
      },
      an_amount: {
        form_key: "1f5a7a0c-5b51-4d7e-8a26-0f7f4e1c2d3b",
        account_id: pendingPayment.account_id,
        payment_amount: 150_000,
        customer_name: "Siti Rahayu",
        deadline_seconds: 3600,
      },
    },
    data: { invoice },
    invalidFields: { payment_amount: { code: "required", params: {} } as const },
    messages: {
      not_found: notFoundText("account"),
      conflict: reasonInEnglish({ code: "account_not_watched", params: {} }),
    },
  },
  getInvoice: { parameters: { sale_id }, data: { invoice }, messages: unknown },
  mailInvoice: {
    parameters: { sale_id },
    bodies: { reminder: { kind: "reminder", language: "id" } },
    data: { invoice },
    invalidFields: { language: { code: "not_a_choice", params: { choices: "id, en" } } as const },
    messages: {
      ...unknown,
      conflict: reasonInEnglish({ code: "customer_without_email", params: {} }),
    },
  },
  cancelInvoice: { parameters: { sale_id }, data: { cancelled: null }, messages: unknown },
};
