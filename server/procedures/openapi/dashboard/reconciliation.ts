import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { paidPayment } from "../../../contract/samples.ts";
import { nearMiss, unmatchedMutation } from "../worker-examples.ts";
import { bankRecord, ownMutation } from "./transfer-examples.ts";

const { payment_code } = paidPayment;
const mutation_id = unmatchedMutation.id;

const person = { person_id: "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8e9f", name: "Sari Dewi" };

const refundInput = {
  amount: 8,
  refunded_at: "2026-11-21T11:00:00.000Z",
  recipient: "SITI RAHAYU, BCA 1234567890",
  reason: "Paid too much",
  form_key: "8c5e2a60-6d0b-4f0e-9a86-0d5cf2a4d1c7",
};

const refund = {
  refund_id: "019aa5f0-c0b2-7e33-8f40-4a5b6c7d8ea0",
  amount: refundInput.amount,
  refunded_at: refundInput.refunded_at,
  recipient: refundInput.recipient,
  reason: refundInput.reason,
  made_by: person,
  reference: null,
  created_at: "2026-11-21T11:02:00.000Z",
  proved_at: null,
  proof: null,
};

export const exampleLedger = {
  owed: paidPayment.payment_total,
  received: paidPayment.payment_total + 8,
  refunded: 8,
  refunds_owed: 0,
  kept_difference: 0,
  waived: 0,
  receipts: [
    {
      amount: paidPayment.payment_total + 8,
      mutation_id,
      sender: "SITI RAHAYU",
      booked_at: paidPayment.payment_updated_at,
      posted_at: paidPayment.payment_updated_at,
      is_tied: false,
      bank_record: bankRecord,
    },
  ],
  refunds: [refund],
};

const transfer = {
  ...ownMutation,
  nearest_payment: { payment_code, payment_total: paidPayment.payment_total, received: 0 },
  decided_at: null,
  refund: null,
  note: "The customer will call back.",
  assigned_to: person,
};

const unknownTransfer = {
  not_found: "No undecided transfer has this id. Check the id.",
};
const tooMuch = {
  conflict: reasonInEnglish({ code: "refund_exceeds_received", params: {} }),
};
const ofRefund = {
  amount: { code: "too_small", params: { minimum: 1 } } as const,
};

export const reconciliationExamples = {
  listTransfers: {
    parameters: { cursor: "812", per_page: 20, state: "open" },
    data: { open: { items: [transfer], next_cursor: null } },
    invalidFields: { cursor: { code: "not_a_cursor", params: {} } as const },
  },
  listTransferCandidates: {
    parameters: { mutation_id },
    data: { candidates: [{ ...nearMiss, received: 0, is_vouched_for: false }] },
    messages: { not_found: notFoundText("mutation") },
  },
  listOpenDifferences: {
    data: {
      differences: [
        {
          payment_code,
          payment_status: "PENDING",
          payment_total: paidPayment.payment_total,
          payment_expired_at: paidPayment.payment_expired_at,
          customer_name: paidPayment.customer_name,
          received: 100_000,
        },
      ],
    },
  },
  listOwedRefunds: {
    data: {
      owed: [
        {
          refund_id: refund.refund_id,
          payment_code,
          customer_name: "Siti Rahayu",
          amount: 50_000,
          reason: "One of three was returned",
          created_at: "2026-11-21T11:02:00.000Z",
        },
      ],
    },
  },
  tieTransfer: {
    parameters: { mutation_id },
    bodies: {
      settle: { payment_code, outcome: "settle" },
      refund: { payment_code, outcome: "refund", refund: refundInput },
    },
    data: { booked: null },
    invalidFields: { outcome: { code: "not_a_choice", params: { choices: "settle" } } as const },
    messages: {
      ...unknownTransfer,
      conflict: reasonInEnglish({ code: "payment_has_ended", params: {} }),
    },
  },
  followUpPayment: {
    parameters: { mutation_id },
    bodies: { follow_up: { payment_code } },
    data: { follow_up: { payment_code: `${payment_code}-2` } },
    messages: {
      ...unknownTransfer,
      conflict: reasonInEnglish({ code: "transfer_not_in_time", params: {} }),
    },
  },
  setTransferAside: {
    parameters: { mutation_id },
    bodies: { not_ours: {}, refunded: { refund: refundInput } },
    data: { set_aside: null },
    invalidFields: ofRefund,
    messages: { ...unknownTransfer, ...tooMuch },
  },
  decideTransfers: {
    bodies: { not_ours: { mutation_ids: [mutation_id], decision: "not_ours" } },
    data: {
      decided: [{ mutation_id, refusal: null }],
      refused: [{ mutation_id, refusal: "not_found" }],
    },
    invalidFields: { mutation_ids: { code: "required", params: {} } as const },
  },
  reopenTransfer: {
    parameters: { mutation_id },
    data: { opened: null },
    messages: {
      ...unknownTransfer,
      conflict: reasonInEnglish({ code: "transfer_not_decided", params: {} }),
    },
  },
  separateTransfer: {
    parameters: { mutation_id },
    bodies: { separated: { other_mutation_id: "0197a5a0-0000-7000-8000-00000000a002" } },
    data: { separated: null },
    messages: {
      ...unknownTransfer,
      conflict: reasonInEnglish({ code: "not_announced_twice", params: {} }),
    },
  },
  noteTransfer: {
    parameters: { mutation_id },
    bodies: { note: { note: transfer.note, assigned_to: person.person_id }, nothing: {} },
    data: { noted: null },
    invalidFields: { assigned_to: { code: "not_a_uuid", params: {} } as const },
    messages: {
      not_found: "Transfer or team member not found. Check mutation_id and the team member's id.",
    },
  },
  settlePayment: {
    parameters: { payment_code },
    bodies: { settle: {} },
    data: { settled: null },
    messages: {
      not_found: "payment not found",
      conflict: reasonInEnglish({ code: "nothing_to_settle", params: {} }),
    },
  },
  refundPayment: {
    parameters: { payment_code },
    bodies: { refund: refundInput },
    data: { recorded: null },
    invalidFields: ofRefund,
    messages: { not_found: "payment not found", ...tooMuch },
  },
  sendRefund: {
    parameters: { refund_id: refund.refund_id },
    bodies: {
      sent: { refunded_at: refundInput.refunded_at, recipient: refundInput.recipient },
    },
    data: { recorded: null },
    invalidFields: { refunded_at: { code: "in_the_future", params: {} } as const },
    messages: {
      not_found: "Refund not found. It might have been withdrawn. Fetch the invoice again.",
      conflict: reasonInEnglish({ code: "refund_sent", params: {} }),
    },
  },
  withdrawRefund: {
    parameters: { refund_id: refund.refund_id },
    data: { withdrawn: null },
    messages: {
      not_found: "Refund not found. It might have been withdrawn. Fetch the invoice again.",
      conflict: reasonInEnglish({ code: "refund_proved", params: {} }),
    },
  },
};
