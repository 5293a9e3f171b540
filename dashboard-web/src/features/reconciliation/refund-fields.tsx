import { useState } from "preact/hooks";
import { newFormKey } from "../../base/form-key.ts";
import { useWords } from "../../base/words.tsx";
import { Field, type Values } from "../../ui/form.tsx";
import { reconciliationTexts } from "./reconciliation-texts.ts";

/** A day in the reader's zone, as an `<input type="date">` has it. */
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** Of today it is now; of another day, noon. */
function momentOf(day: string): string {
  const now = new Date();
  if (day === dayOf(now)) return now.toISOString();
  const noon = new Date(`${day}T12:00:00`);
  return Number.isNaN(noon.getTime()) ? "" : noon.toISOString();
}

/** Of what was typed into `RefundFields`; the server judges it. */
export const refundOf = (values: Values, form_key: string) => ({
  amount: Number(values("amount").replaceAll(/[^\d-]/gu, "") || Number.NaN),
  refunded_at: momentOf(values("refunded_at")),
  recipient: values("recipient").trim(),
  reason: values("reason").trim(),
  form_key,
});

/** One key for each opening of a form, so that a double click makes one refund. */
export function useFormKey(): string {
  const [form_key] = useState(newFormKey);
  return form_key;
}

export function RefundFields({ amount, recipient }: { amount: number; recipient: string | null }) {
  const { t } = useWords(reconciliationTexts);
  return (
    <>
      <Field
        name="amount"
        label={t.reconciliation.amount}
        inputMode="numeric"
        defaultValue={amount}
      />
      <Field
        name="refunded_at"
        type="date"
        label={t.reconciliation.refundedOn}
        defaultValue={dayOf(new Date())}
      />
      <Field
        name="recipient"
        label={t.reconciliation.recipient}
        hint={t.reconciliation.recipientHint}
        defaultValue={recipient ?? ""}
        autoCapitalize="words"
      />
      <Field name="reason" label={t.reconciliation.reason} autoCapitalize="words" />
    </>
  );
}
