import { Exact } from "../../../../web-shared/src/exact.tsx";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import type { ListedPayment } from "../../base/generated/types.gen.ts";
import { Card } from "../../ui/page.tsx";
import { When } from "../../ui/when.tsx";
import { RemindButton } from "../payments/remind-button.tsx";
import { unpaidAddress } from "./money-now.tsx";
import { overviewTexts as t } from "./overview-texts.ts";

/** Each invoice with a message to its customer. */
export function UnpaidCard({ payments }: { payments: readonly ListedPayment[] }) {
  return (
    <Card
      title={t.overview.unpaidTitle}
      actions={<Link to={unpaidAddress}>{t.overview.allPayments}</Link>}
    >
      <p class="hint">{t.overview.unpaidHint}</p>
      <ul class="latest">
        {payments.map((payment) => (
          <li key={payment.payment_id}>
            <Link to={paymentPath(payment.payment_code)}>
              <span>{payment.customer_name}</span>
              <strong>
                <Exact total={payment.payment_total} />
              </strong>
            </Link>
            <span class="hint">
              <code>{payment.payment_code}</code>
              <When at={payment.payment_expired_at} />
            </span>
            <RemindButton payment={payment} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
