import { groupPhone, whatsappLink, whatsappNumber } from "../../../web-shared/src/whatsapp.ts";
import { httpsUrl } from "../invoice.ts";
import type { Seller } from "../page.ts";
import { useWords } from "./words.ts";

interface ContactProps {
  seller: Seller;
  name: string;
  /** The subject of an email to the seller. */
  about: string;
  /** The first sentence of a chat with the seller. */
  question?: string;
  shopText: string;
  /** Whether the page has a link to WhatsApp already. */
  isWhatsappAbove?: boolean;
  /**
   * The address to which customers return. The page uses it if the merchant has no shop address.
   */
  returnUrl?: string | null;
}

/**
 * Links to the seller, by every contact that the seller has entered. They are links, so that they work without a
 * script.
 */
export function Contact({
  seller,
  name,
  about,
  question = about,
  shopText,
  isWhatsappAbove = false,
  returnUrl = null,
}: ContactProps) {
  const { t } = useWords();
  const shop = httpsUrl(seller.shop_url) ?? httpsUrl(returnUrl);
  const number = whatsappNumber(seller.phone);
  const canWrite = !isWhatsappAbove && number !== null;
  // A phone number alone repeats the link above.
  const hasPhone = Boolean(seller.phone) && !(isWhatsappAbove && number !== null);
  if (!shop && !hasPhone && !seller.email && !seller.address) return <Back />;
  return (
    <section class="card contact">
      <h2>{t.seller}</h2>
      <p>
        <strong>{name}</strong>
      </p>
      {seller.address && <p>{seller.address}</p>}
      {seller.phone && (
        <p>
          {number === null ? (
            seller.phone
          ) : (
            <a href={`tel:+${number}`}>{groupPhone(seller.phone)}</a>
          )}
        </p>
      )}
      {seller.email && <p>{seller.email}</p>}
      <div class="ways">
        {shop && (
          <a class="button" href={shop} rel="noreferrer">
            {shopText}
          </a>
        )}
        {canWrite && (
          <a class="button" href={whatsappLink(seller.phone, question)} rel="noreferrer">
            WhatsApp
          </a>
        )}
        {seller.email && (
          <a
            class="button"
            href={`mailto:${encodeURIComponent(seller.email).replace("%40", "@")}?subject=${encodeURIComponent(about)}`}
          >
            Email
          </a>
        )}
      </div>
    </section>
  );
}

/** A back button for pages without an address to return to (way-back.ts). */
export function Back() {
  const { t } = useWords();
  return (
    <button type="button" class="button back">
      {t.goBack}
    </button>
  );
}
