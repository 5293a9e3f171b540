import { formatRupiah } from "../../../web-shared/src/money.ts";
import { splitTotal } from "../digits.ts";
import type { CheckoutPage } from "../page.ts";
import { CopyButton } from "./copy-button.tsx";
import { Spoken } from "./spoken.tsx";
import { useWords } from "./words.ts";

export function Amount({ page }: { page: CheckoutPage }) {
  const { t } = useWords();
  const total = page.view.amount_total;
  const amount = formatRupiah(total);
  const { head, tail } = splitTotal(total);
  return (
    <section class="amount">
      <h1>{t.payExactly}</h1>
      <p class={`figure ${lengthClass(amount)}`}>
        <Spoken text={amount}>
          {head}
          <mark>{tail}</mark>
        </Spoken>
      </p>
      <p class="hint">{t.lastDigits}</p>
      <CopyButton text={String(total)} label={t.copyAmount} done={t.amountCopied(amount)} />
    </section>
  );
}

/** `Rp9.007.199.254.740.991` must fit on a screen of 320 pixels. */
function lengthClass(amount: string): string {
  if (amount.length <= 11) return "";
  return amount.length <= 15 ? "long" : "very-long";
}
