import type { TransferProof } from "../../../contract/dashboard/transfers.ts";
import { paidPayment } from "../../../contract/samples.ts";
import { unmatchedMutation } from "../worker-examples.ts";

/** An alarm about a transfer that no row of a statement supports and no person has reviewed yet. */
export const openAlarm = { verdict: null, note: null, closed_at: null, closed_by: null };

export const bankRecord = {
  finding: "proved",
  account_id: paidPayment.account_id,
  account_number: paidPayment.account_number,
  account_name: paidPayment.account_name,
  channel_name: paidPayment.channel_name,
  day: "2026-11-21",
  booked_at: null,
  is_one_of_several: false,
  ...openAlarm,
};

export const ownMutation = {
  ...unmatchedMutation,
  bank_record: bankRecord,
  decision: null,
  tied_payment_code: null,
  is_part_payment: false,
};

/** The phone, the bank's email and the statement report the same transfer. */
export const exampleProofs: TransferProof[] = [
  {
    source_kind: "phone",
    source_name: "Counter phone",
    app_name: "BCA mobile",
    posted_at: "2026-11-21T10:22:03.000Z",
    day: null,
  },
  {
    source_kind: "mailbox",
    source_name: "kasir@toko.example",
    app_name: null,
    posted_at: "2026-11-21T10:22:40.000Z",
    day: null,
  },
  {
    source_kind: "statement",
    source_name: null,
    app_name: null,
    posted_at: null,
    day: "2026-11-21",
  },
];
