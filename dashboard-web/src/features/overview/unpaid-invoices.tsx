import { Exact } from "../../../../web-shared/src/exact.tsx";
import { limits } from "../../base/limits.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import type { Overview } from "../../base/generated/types.gen.ts";
import { useQuery } from "../../base/use-query.ts";
import { Card } from "../../ui/page.tsx";
import { When } from "../../ui/when.tsx";
import { RemindButton } from "../payments/remind-button.tsx";
import { unpaidAddress, unpaidIn } from "./money-now.tsx";
import { overviewTexts as t } from "./overview-texts.ts";

/** The newest invoices that expired without payment, each with a message to its customer. */
export function UnpaidInvoices({ week }: { week: Overview }) {
  const found = useQuery("searchPayments", {
    query: { ...unpaidIn(week), per_page: limits.unpaidShown },
  });
  const payments = found.data?.items ?? [];
  if (payments.length === 0) return null;
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
