import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { PaymentRest } from "../../base/generated/types.gen.ts";
import { amountDueTexts as t } from "./amount-due-texts.ts";

interface AmountDueProps {
  total: number;
  rest: PaymentRest | null;
}

/**
 * Shows the sum to request from the customer: the total or, after a partial payment, the missing
 * sum.
 */
export function AmountDue({ total, rest }: AmountDueProps) {
  if (!rest) {
    return (
      <p class="figure">
        <Exact total={total} />
      </p>
    );
  }
  const received = formatRupiah(total - rest.amount);
  const isMissing = rest.amount > 0;
  return (
    <>
      <p class="hint">{isMissing ? t.due.missing : t.due.received}</p>
      <p class="figure">{isMissing ? formatRupiah(rest.amount) : received}</p>
      <p class="hint">
        {t.due.receivedOf(received, formatRupiah(total))} {useRestHint(rest)}
      </p>
    </>
  );
}

/** Returns a hint for a person who is about to request the missing sum. */
export function useRestHint({ amount, is_payable }: PaymentRest): string {
  if (amount <= 0) return t.due.complete;
  return is_payable ? t.due.bookRest : t.due.notPayable;
}
