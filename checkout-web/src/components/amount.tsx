import { Exact } from "../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { CheckoutPage } from "../page.ts";
import { CopyButton } from "./copy-button.tsx";
import { Spoken } from "./spoken.tsx";
import { useWords } from "./words.ts";

export function Amount({ page }: { page: CheckoutPage }) {
  const { t } = useWords();
  const total = page.view.amount_total;
  const amount = formatRupiah(total);
  // The code carries the amount, so nobody types it.
  const isTyped = page.view.bank_type === "TRANSFER";
  return (
    <section class="amount">
      <h1>{t.payExactly}</h1>
      <p class={`figure ${lengthClass(amount)}`}>
        <Spoken text={amount}>
          <Exact total={total} />
        </Spoken>
      </p>
      <p class="hint">{isTyped ? t.lastDigits : t.inTheCode}</p>
      {isTyped && (
        <CopyButton text={String(total)} label={t.copyAmount} done={t.amountCopied(amount)} />
      )}
    </section>
  );
}

/** `Rp9.007.199.254.740.991` must fit on a screen of 320 pixels. */
function lengthClass(amount: string): string {
  if (amount.length <= 11) return "";
  return amount.length <= 15 ? "long" : "very-long";
}
