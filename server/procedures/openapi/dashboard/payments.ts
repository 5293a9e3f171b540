import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { hasEndedText } from "../../../domain/mutations/test-payments.ts";
import { listedPayment } from "../../../contract/dashboard/payments.ts";
import { paidPayment, pendingPayment } from "../../../contract/samples.ts";
import { exampleSale, exampleUnchosen } from "./invoices.ts";
import { exampleLedger } from "./reconciliation.ts";
import { likelyMutation, unmatchedMutation } from "../worker-examples.ts";
import { exampleProofs, ownMutation } from "./transfer-examples.ts";

const { payment_code } = paidPayment;

const listed = listedPayment.parse({
  ...paidPayment,
  created_at: pendingPayment.payment_updated_at,
  paid_at: paidPayment.payment_updated_at,
  sender_name: "SITI RAHAYU",
  received_in_parts: null,
  refunded: 0,
  kept_difference: null,
  refund_state: null,
  metadata: null,
});

const step = {
  amount: null,
  party: null,
  is_manual: null,
  delivery_id: null,
  event_type: null,
  http_status: null,
  error_code: null,
  duration_ms: null,
};

const detail = {
  payment: paidPayment,
  refund_state: null,
  rest: null,
  sale: exampleSale,
  address_qr: null,
  created_at: listed.created_at,
  mutation: {
    ...ownMutation,
    amount_parsed: paidPayment.payment_total,
    is_matched: true,
    matched_payment_id: paidPayment.payment_id,
    matched_payment_code: payment_code,
    match_reason: "matched",
    explanation: "Exactly the total of INV-2026-0001.",
    what_to_do: null,
  },
  proofs: exampleProofs,
  ledger: exampleLedger,
  timeline: [
    { ...step, kind: "created", at: listed.created_at },
    { ...step, kind: "transfer", at: paidPayment.payment_updated_at },
    { ...step, kind: "paid", at: paidPayment.payment_updated_at, is_manual: false },
    {
      ...step,
      kind: "webhook_attempt",
      at: "2026-11-21T10:22:06.100Z",
      is_manual: false,
      delivery_id: "msg_019aa5f0c0b27e338f404a5b6c7d8e9f",
      event_type: "payment.paid",
      http_status: 204,
      duration_ms: 85,
    },
  ],
};

const unknown = { not_found: "payment not found" };

export const paymentExamples = {
  searchPayments: {
    parameters: {
      is_test: false,
      cursor: "10342",
      per_page: 20,
      search: "siti",
      payment_status: "PAID",
      account_id: listed.account_id,
      created_from: "2026-11-01T00:00:00.000Z",
      created_before: "2026-12-01T00:00:00.000Z",
      ended_from: "2026-11-21T00:00:00.000Z",
      ended_before: "2026-11-22T00:00:00.000Z",
      is_unpaid: false,
      is_part_paid: false,
      is_manual: false,
      is_refunded: false,
      oldest_first: false,
    },
    data: {
      page: {
        items: [listed],
        unchosen: [{ ...exampleUnchosen, place: 0 }],
        next_cursor: null,
        searched_until: null,
      },
      search_goes_on: {
        items: [],
        unchosen: [],
        next_cursor: "980001",
        searched_until: "2026-11-03T04:11:09.120Z",
      },
    },
    invalidFields: { created_from: { code: "not_a_time", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "export_limit", params: { tables: 3 } }),
    },
  },
  getPaymentCounts: {
    parameters: {
      is_test: false,
      search: "siti",
      account_id: listed.account_id,
      created_from: "2026-11-01T00:00:00.000Z",
      created_before: "2026-12-01T00:00:00.000Z",
      ended_from: "2026-11-21T00:00:00.000Z",
      ended_before: "2026-11-22T00:00:00.000Z",
      is_manual: false,
      is_refunded: false,
    },
    data: {
      counts: {
        pending_count: 0,
        part_paid_count: 1,
        expired_count: 1000,
        open_count: 2,
        is_complete: true,
      },
    },
  },
  getPaymentTotals: {
    parameters: {
      is_test: false,
      search: "siti",
      payment_status: "PAID",
      account_id: listed.account_id,
      created_from: "2026-11-01T00:00:00.000Z",
      created_before: "2026-12-01T00:00:00.000Z",
      ended_from: "2026-11-21T00:00:00.000Z",
      ended_before: "2026-11-22T00:00:00.000Z",
      is_unpaid: false,
      is_part_paid: false,
      is_manual: false,
      is_refunded: false,
    },
    data: {
      totals: {
        payment_count: 12,
        payment_sum: 1_803_421,
        paid_count: 12,
        paid_sum: 1_803_421,
        simulated_count: 0,
        simulated_sum: 0,
        outstanding_sum: 0,
        unchosen_count: 0,
        unchosen_sum: 0,
        is_complete: true,
        counted_back_to: null,
      },
    },
    invalidFields: { created_from: { code: "not_a_time", params: {} } as const },
  },
  exportPayments: {
    parameters: {
      is_test: false,
      search: "siti",
      payment_status: "PAID",
      account_id: listed.account_id,
      created_from: "2026-11-01T00:00:00.000Z",
      created_before: "2026-12-01T00:00:00.000Z",
      ended_from: "2026-11-21T00:00:00.000Z",
      ended_before: "2026-11-22T00:00:00.000Z",
      is_unpaid: false,
      is_part_paid: false,
      is_manual: false,
      is_refunded: false,
      payment_ids: listed.payment_id,
    },
    data: {
      table:
        "payment_code,payment_status,payment_amount,payment_total,paid_at,sender_name\r\nINV-2026-0001,PAID,150000,150347,2026-11-21T17:22:06+07:00,SITI RAHAYU\r\n",
    },
    invalidFields: { created_from: { code: "not_a_time", params: {} } as const },
  },
  exportPaymentsWorkbook: {
    parameters: {
      language: "id",
      is_test: false,
      search: "siti",
      payment_status: "PAID",
      account_id: listed.account_id,
      created_from: "2026-11-01T00:00:00.000Z",
      created_before: "2026-12-01T00:00:00.000Z",
      ended_from: "2026-11-21T00:00:00.000Z",
      ended_before: "2026-11-22T00:00:00.000Z",
      is_unpaid: false,
      is_part_paid: false,
      is_manual: false,
      is_refunded: false,
      payment_ids: listed.payment_id,
    },
    data: { workbook: "UEsDBBQACAgI" },
    invalidFields: { created_from: { code: "not_a_time", params: {} } as const },
  },
  getPaymentDetail: {
    parameters: { payment_code, is_test: false },
    data: { detail },
    messages: unknown,
  },
  listOwnLikelyMutations: {
    parameters: { payment_code },
    data: { likely: [likelyMutation] },
    messages: unknown,
  },
  cancelOwnPayment: {
    parameters: { payment_code, is_test: false },
    data: { cancelled: null },
    invalidFields: { payment_code: { code: "too_long", params: { characters: 128 } } as const },
  },
  createTestPayment: {
    bodies: { nothing: {} },
    data: {
      test_payment: {
        payment_code: "TEST-9F86D081",
        payment_total: 50_347,
        payment_checkout_url: "https://pay.example/pay/0197f0c4-2f7b-7c3a-9d53-3f1f0a9be111",
      },
    },
    messages: { conflict: reasonInEnglish({ code: "account_inactive", params: {} }) },
  },
  cancelOwnPayments: {
    bodies: { two: { payment_codes: [payment_code, "INV-2026-0002"] } },
    data: {
      results: [
        { payment_code, refusal: "payment_not_cancellable" },
        { payment_code: "INV-2026-0002", refusal: null },
      ],
    },
    invalidFields: { payment_codes: { code: "required", params: {} } as const },
  },
  payTestPayment: {
    parameters: { payment_code },
    bodies: { nothing: {} },
    data: { paid: null },
    messages: { conflict: hasEndedText("EXPIRED") },
  },
  matchOwnPayment: {
    parameters: { payment_code },
    bodies: {
      to_a_transfer: { mutation_id: unmatchedMutation.id },
      without_one: {},
    },
    data: { matched: null },
    invalidFields: { mutation_id: { code: "not_a_uuid", params: {} } as const },
    messages: {
      not_found: "No PENDING payment has this code. Fetch the payment to see its status.",
    },
  },
};
