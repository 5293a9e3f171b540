import type { CheckoutPage } from "../page.ts";
import { Notice } from "./notice.tsx";
import { useWords } from "./words.ts";

/** EXPIRED and CANCELLED: nothing here may be paid any more (specification 4.9). */
export function Closed({ page, isNews }: { page: CheckoutPage; isNews: boolean }) {
  const { t } = useWords();
  const isExpired = page.view.status === "EXPIRED";
  return (
    <Notice
      icon={isExpired ? "clock" : "cross"}
      tone="calm"
      title={isExpired ? t.expired : t.cancelled}
      isNews={isNews}
    >
      <p>{isExpired ? t.expiredHint : t.cancelledHint}</p>
      <p>{t.newOrder(page.merchant.name)}</p>
      <p class="hint">{t.alreadyPaid(page.merchant.name)}</p>
      <p class="hint">
        {t.invoice} {page.view.payment_code}
      </p>
    </Notice>
  );
}
