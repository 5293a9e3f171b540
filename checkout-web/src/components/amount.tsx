import { Exact } from "../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { CheckoutPage, Rest } from "../page.ts";
import { CopyButton } from "./copy-button.tsx";
import { Spoken } from "./spoken.tsx";
import { useWords } from "./words.ts";

/** Shows the amount to pay. The page shows no other amount to pay. */
export function Amount({ page }: { page: CheckoutPage }) {
  const { t } = useWords();
  const { view, rest } = page;
  if (rest) return <Missing page={page} rest={rest} />;
  const amount = formatRupiah(view.amount_total);
  return (
    <section class="amount">
      <h1>{t.payExactly}</h1>
      <p class={figureClass(amount)}>
        <Spoken text={amount}>
          <Exact total={view.amount_total} />
        </Spoken>
      </p>
      <p class="hint">{isTyped(page) ? t.lastDigits : t.inTheCode}</p>
      {isTyped(page) && <CopyAmount amount={view.amount_total} />}
    </section>
  );
}

/**
 * After a partial payment: shows the missing sum, or the sum received if nothing is missing. The total would ask the
 * customer to pay everything again.
 */
function Missing({ page, rest }: { page: CheckoutPage; rest: Rest }) {
  const { t } = useWords();
  const { name } = page.merchant;
  const received = page.view.amount_total - rest.amount;
  const isMissing = rest.amount > 0;
  const amount = formatRupiah(isMissing ? rest.amount : received);
  return (
    <section class="amount">
      {isMissing && <p class="part">{t.came(formatRupiah(received))}</p>}
      <h1>{isMissing ? t.missing : t.received}</h1>
      <p class={figureClass(amount)}>{amount}</p>
      {isMissing ? (
        <p>{rest.is_payable ? t.payRestHere : t.askHowToPayRest(name)}</p>
      ) : (
        <p class="part">{t.doNotPayAgain}</p>
      )}
      {rest.amount < 0 && <p>{t.tooMuch(formatRupiah(-rest.amount), name)}</p>}
      {rest.is_payable && !isTyped(page) && <p class="hint">{t.inTheCode}</p>}
      {rest.is_payable && isTyped(page) && <CopyAmount amount={rest.amount} />}
    </section>
  );
}

function CopyAmount({ amount }: { amount: number }) {
  const { t } = useWords();
  return (
    <CopyButton
      text={String(amount)}
      label={t.copyAmount}
      done={t.amountCopied(formatRupiah(amount))}
      isNext
    />
  );
}

/** Returns whether the customer types the amount. A QR code contains the amount. */
const isTyped = ({ view }: CheckoutPage) => view.bank_type === "TRANSFER";

/**
 * Returns the class for the amount's size. `Rp9.007.199.254.740.991` must fit on a screen 320
 * pixels wide.
 */
function figureClass(amount: string): string {
  if (amount.length <= 11) return "figure";
  return amount.length <= 15 ? "figure long" : "figure very-long";
}
