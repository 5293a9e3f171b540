import { httpsUrl } from "../invoice.ts";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { CheckoutPage } from "../page.ts";
import { useReturn } from "../use-return.ts";
import { Notice } from "./notice.tsx";
import { useWords } from "./words.ts";

export function Paid({ page, isNews }: { page: CheckoutPage; isNews: boolean }) {
  const { t } = useWords();
  const { view, merchant } = page;
  const address = httpsUrl(view.redirect_url);
  return (
    <Notice icon="check" tone="good" title={t.paid} isNews={isNews}>
      <p class="paid-amount">{formatRupiah(view.amount_total)}</p>
      <p>{t.paidThanks(merchant.name)}</p>
      <p class="hint">
        {t.invoice} {view.payment_code}
      </p>
      {address === null ? (
        <p class="hint">{t.mayClose}</p>
      ) : (
        <WayBack page={page} address={address} />
      )}
    </Notice>
  );
}

function WayBack({ page, address }: { page: CheckoutPage; address: string }) {
  const { t } = useWords();
  const { secondsLeft, stay } = useReturn(page, address);
  return (
    <div class="way-back">
      <a class="button primary" href={address} rel="noreferrer">
        {t.backTo(page.merchant.name)}
      </a>
      {secondsLeft !== null && (
        <p class="hint">
          <span aria-hidden="true">{t.goingBack(secondsLeft)}</span>{" "}
          <button type="button" class="link" onClick={stay}>
            {t.stay}
          </button>
        </p>
      )}
    </div>
  );
}
