import { useEffect } from "preact/hooks";
import { formatDeadline } from "../deadline.ts";
import { httpsUrl } from "../invoice.ts";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { isRefunded, type CheckoutPage } from "../page.ts";
import { useReturn } from "../use-return.ts";
import { Contact } from "./contact.tsx";
import { Notice } from "./notice.tsx";
import { questionAbout } from "./question-link.ts";
import { Received } from "./received.tsx";
import { Order } from "./order.tsx";
import { useWords } from "./words.ts";

export function Paid({ page, isNews }: { page: CheckoutPage; isNews: boolean }) {
  const { t, language } = useWords();
  const { view, merchant, money } = page;
  const address = httpsUrl(view.redirect_url);
  const wasRefunded = isRefunded(page);
  return (
    <>
      <Notice
        icon="check"
        tone={wasRefunded ? "calm" : "good"}
        title={wasRefunded ? t.refundedTitle : t.paid}
        isNews={isNews}
      >
        <p class="paid-amount">
          {/* The customer no longer types the amount, so no digits are marked. */}
          {formatRupiah(money && money.kept !== null ? money.received : view.amount_total)}
        </p>
        {page.paid_at !== null && !wasRefunded && (
          <p class="hint">
            <time dateTime={page.paid_at}>
              {formatDeadline({ expiresAt: page.paid_at, now: anotherYear }, language)}
            </time>
          </p>
        )}
        {!wasRefunded && <p>{t.paidThanks(merchant.name)}</p>}
        <Received page={page} />
        {address !== null && <WayBack page={page} address={address} />}
        {address === null && !money?.refunds_owed && <p class="hint">{t.mayClose}</p>}
        <Receipt page={page} />
      </Notice>
      <Order page={page} />
      <Contact
        seller={page.seller}
        name={merchant.name}
        about={t.aboutInvoice(view.payment_code)}
        question={questionAbout(page, t)}
        shopText={t.toShop}
      />
    </>
  );
}

/** A date in another year than any payment, so that a receipt always shows its year. */
const anotherYear = "1970-01-01T00:00:00Z";

/**
 * Prints the receipt. If the time of the payment is unknown, because the page could not read it after the payment
 * arrived, the link requests the receipt from the server. The counter opens the page with `#print`.
 */
function Receipt({ page }: { page: CheckoutPage }) {
  const { t } = useWords();
  useEffect(() => {
    if (page.paid_at !== null && location.hash === "#print") window.print();
  }, []);
  return page.paid_at === null ? (
    <a class="button receipt" href="">
      {t.showReceipt}
    </a>
  ) : (
    <button type="button" class="button receipt scripted" onClick={() => window.print()}>
      {t.print}
    </button>
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
