import { paidPayment } from "../../../contract/samples.ts";
import { unmatchedMutation } from "../worker-examples.ts";

/** No row of a statement supports it, and no person has reviewed it yet. */
export const openAlarm = { verdict: null, note: null, closed_at: null, closed_by: null };

export const bankRecord = {
  finding: "proved",
  account_id: paidPayment.account_id,
  account_number: paidPayment.account_number,
  channel_name: paidPayment.channel_name,
  day: "2026-11-21",
  booked_at: null,
  is_one_of_several: false,
  ...openAlarm,
};

export const ownMutation = { ...unmatchedMutation, bank_record: bankRecord };
