import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { CheckoutPage } from "../page.ts";
import { useWords } from "./words.ts";

/**
 * Shows the sum that the customer sent if it differs from the total. The merchant has confirmed the
 * sum.
 */
export function Received({ page: { money, view, merchant, seller } }: { page: CheckoutPage }) {
  const { t } = useWords();
  if (money === null || money.received === 0) return null;
  const received = formatRupiah(money.received);
  const isUndecided = money.kept === null;
  // If the payment ended after the page was rendered, the page's sums are older than its status.
  if (view.status === "PAID" && isUndecided) return null;
  const missing = view.amount_total - money.received;
  return (
    <div class="received" role="note">
      <p>
        <strong>{isUndecided ? t.lookedAt(received, merchant.name) : t.came(received)}</strong>
      </p>
      {money.refunded > 0 && <p>{t.refunded(formatRupiah(money.refunded))}</p>}
      {view.status === "PAID" && money.refunded === 0 && missing > 0 && (
        <p>{t.waived(formatRupiah(missing), merchant.name)}</p>
      )}
      {view.status === "PAID" && money.refunded === 0 && missing < 0 && (
        <p>
          {t[money.refunds_owed ? "tooMuch" : "paidMore"](formatRupiah(-missing), merchant.name)}{" "}
          {!money.refunds_owed && (seller.phone || seller.email) && t.askBelow}
        </p>
      )}
    </div>
  );
}
