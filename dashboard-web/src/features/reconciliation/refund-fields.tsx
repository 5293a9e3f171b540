import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { Refusal } from "../../base/api.ts";
import { newFormKey } from "../../base/form-key.ts";
import type { FieldProblem } from "../../base/generated/types.gen.ts";
import { numberOf } from "../../base/numbers.ts";
import { useMerchant } from "../../base/session.tsx";
import { dayOf, startOfDay } from "../../base/zone-days.ts";
import { AmountField } from "../../ui/amount-field.tsx";
import { Field, type Values } from "../../ui/form.tsx";
import { reconciliationTexts as t } from "./reconciliation-texts.ts";

/** Returns the current time for today, and noon for another day. */
function momentOf(day: string, time_zone: string): string {
  const now = new Date();
  if (day === dayOf(now, time_zone)) return now.toISOString();
  const start = startOfDay(day, 0, time_zone);
  return start ? new Date(start.getTime() + 12 * 3_600_000).toISOString() : "";
}

/** Returns the values of `SendingFields`. */
export const sendingOf = (values: Values, time_zone: string) => ({
  refunded_at: momentOf(values("refunded_at"), time_zone),
  recipient: values("recipient").trim(),
});

interface RefundBounds {
  form_key: string;
  time_zone: string;
  /** The largest refund. */
  most: number;
}

/**
 * Returns the values of `RefundFields`. The server validates them, but it first asks for a code of the authenticator app.
 * Throws a `Refusal` for an amount or a day that is wrong in any case, so that no code is spent on it.
 */
export function refundOf(values: Values, { form_key, time_zone, most }: RefundBounds) {
  const refund = {
    amount: numberOf(values("amount")),
    ...sendingOf(values, time_zone),
    reason: values("reason").trim(),
    form_key,
  };
  const problems: FieldProblem[] = [];
  if (refund.amount > most) {
    problems.push({ path: ["amount"], problem: { code: "too_large", params: { maximum: most } } });
  }
  if (Date.parse(refund.refunded_at) > Date.now()) {
    problems.push({ path: ["refunded_at"], problem: { code: "in_the_future", params: {} } });
  }
  if (problems.length > 0) {
    throw new Refusal("validation_error", "The refund cannot be recorded", { problems });
  }
  return refund;
}

/** Returns one key for each opening of a form, so that a double click creates one refund. */
export function useFormKey(): string {
  const [form_key] = useState(newFormKey);
  return form_key;
}

interface RefundFieldsProps {
  amount: number;
  /** Whether to name the largest refund, which is the amount. */
  hasHint?: boolean;
  recipient: string | null;
}

export function RefundFields({ amount, hasHint = false, recipient }: RefundFieldsProps) {
  return (
    <>
      <AmountField
        name="amount"
        label={t.reconciliation.amount}
        hint={hasHint ? t.reconciliation.atMost(formatRupiah(amount)) : undefined}
        defaultValue={amount}
      />
      <SendingFields recipient={recipient} />
      <Field name="reason" label={t.reconciliation.reason} autoCapitalize="sentences" />
    </>
  );
}

/** The fields for the time and the recipient of a refund. */
export function SendingFields({ recipient }: { recipient: string | null }) {
  const { time_zone } = useMerchant();
  return (
    <>
      <Field
        name="refunded_at"
        type="date"
        label={t.reconciliation.refundedOn}
        defaultValue={dayOf(new Date(), time_zone)}
      />
      <Field
        name="recipient"
        label={t.reconciliation.recipient}
        hint={t.reconciliation.recipientHint}
        defaultValue={recipient ?? ""}
        autoComplete="off"
        autoCapitalize="words"
      />
    </>
  );
}
