import { formatRupiah } from "../../../web-shared/src/money.ts";
import { whatsappLink, whatsappNumber } from "../../../web-shared/src/whatsapp.ts";
import type { CheckoutPage } from "../page.ts";
import type { Texts } from "../texts.ts";

/** Returns a link to a chat with the seller that asks about the invoice, or null if the seller has no WhatsApp. */
export const questionLink = ({ seller, view }: CheckoutPage, t: Texts): string | null =>
  whatsappNumber(seller.phone) === null
    ? null
    : whatsappLink(
        seller.phone,
        t.askAboutInvoice(view.payment_code, formatRupiah(view.amount_total)),
      );
