import { formatRupiah } from "../../web-shared/src/money.ts";
import type { Language } from "../../web-shared/src/language.ts";
import { isRefunded, type CheckoutPage } from "./page.ts";
import { texts } from "./texts.ts";

/** Returns the title of the tab, which shows the status while the page is in the background. */
export function pageTitle(page: CheckoutPage, language: Language): string {
  const { view, merchant, rest } = page;
  const t = texts[language];
  const state = {
    PENDING: !rest
      ? formatRupiah(view.amount_total)
      : rest.amount > 0
        ? `${t.missing} ${formatRupiah(rest.amount)}`
        : t.waitingForSeller(merchant.name),
    PAID: isRefunded(page) ? t.refundedTitle : `✓ ${t.paid}`,
    EXPIRED: t.expired,
    CANCELLED: t.cancelled,
  }[view.status];
  return `${state} · ${merchant.name}`;
}
