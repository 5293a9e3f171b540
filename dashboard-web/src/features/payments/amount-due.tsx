import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { PaymentRest } from "../../base/generated/types.gen.ts";
import { amountDueTexts as t } from "./amount-due-texts.ts";

interface AmountDueProps {
  total: number;
  rest: PaymentRest | null;
}

/** The one sum to ask the customer for: the total, or what is missing after a part. */
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

/** What a person who is about to ask for the rest has to know. */
export function useRestHint({ amount, is_payable }: PaymentRest): string {
  if (amount <= 0) return t.due.complete;
  return is_payable ? t.due.bookRest : t.due.notPayable;
}
