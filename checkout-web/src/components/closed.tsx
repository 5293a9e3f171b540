import { formatRupiah } from "../../../web-shared/src/money.ts";
import { formatDeadline } from "../deadline.ts";
import { httpsUrl } from "../invoice.ts";
import type { CheckoutPage } from "../page.ts";
import { Contact } from "./contact.tsx";
import { Notice } from "./notice.tsx";
import { questionLink } from "./question-link.ts";
import { Received } from "./received.tsx";
import { useWords } from "./words.ts";

/** Shows an EXPIRED or CANCELLED invoice, which can no longer be paid (specification 4.9). */
export function Closed({ page, isNews }: { page: CheckoutPage; isNews: boolean }) {
  const { t, language } = useWords();
  // While the seller has not decided about a partial payment, the page suggests no new order,
  // because the customer would pay twice.
  const isUndecided = page.money !== null && page.money.kept === null;
  const isExpired = page.view.status === "EXPIRED";
  const { seller } = page;
  const about = t.aboutInvoice(page.view.payment_code);
  const question = questionLink(page, t);
  const hasShop = (httpsUrl(seller.shop_url) ?? httpsUrl(page.view.redirect_url)) !== null;
  return (
    <>
      <Notice
        icon={isExpired ? "clock" : "cross"}
        tone="calm"
        title={isExpired ? t.expired : t.cancelled}
        isNews={isNews}
      >
        <p>{isExpired ? t.expiredHint : t.cancelledHint}</p>
        <Received page={page} />
        {!isUndecided && (
          <>
            <p>{(hasShop ? t.newOrder : t.newInvoice)(page.merchant.name)}</p>
            <p class="hint">{t.alreadyPaid(page.merchant.name)}</p>
          </>
        )}
        {question !== null && (
          <a class="button primary" href={question} rel="noreferrer">
            {t.writeByWhatsapp}
          </a>
        )}
        <p class="hint">
          {t.invoice} {page.view.payment_code} · {formatRupiah(page.view.amount_total)}
        </p>
        {/* A cancelled invoice never reached its deadline. */}
        {isExpired && (
          <p class="hint">
            {t.expiredAt}{" "}
            <time dateTime={page.view.expires_at}>
              {formatDeadline({ expiresAt: page.view.expires_at, now: page.server_time }, language)}
            </time>
          </p>
        )}
      </Notice>
      <Contact
        seller={seller}
        name={page.merchant.name}
        about={about}
        isWhatsappAbove={question !== null}
        shopText={t.makeNewOrder}
        returnUrl={page.view.redirect_url}
      />
    </>
  );
}
