import { formatRupiah } from "../../../web-shared/src/money.ts";
import { whatsappLink, whatsappNumber } from "../../../web-shared/src/whatsapp.ts";
import type { CheckoutPage } from "../page.ts";
import type { Texts } from "../texts.ts";

/** Returns the first sentence of a chat with the seller about the invoice. */
export const questionAbout = ({ view }: Pick<CheckoutPage, "view">, t: Texts): string =>
  t.askAboutInvoice(view.payment_code, formatRupiah(view.amount_total));

/** Returns a link to this chat, or null if the seller has no WhatsApp. */
export const questionLink = (page: CheckoutPage, t: Texts): string | null =>
  whatsappNumber(page.seller.phone) === null
    ? null
    : whatsappLink(page.seller.phone, questionAbout(page, t));
