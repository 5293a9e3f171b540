import { Exact } from "../../../web-shared/src/exact.tsx";
import type { Overview } from "../generated/types.gen.ts";
import { overviewTexts } from "../pages/overview-texts.ts";
import { paymentPath } from "../payment-path.ts";
import { Link } from "../router.tsx";
import { useWords } from "../words.tsx";
import { Card } from "./page.tsx";
import { When } from "./when.tsx";

/** The invoices that were paid last, the last one first, without those that a simulated phone paid. */
export function LatestPayments({ payments }: { payments: Overview["last_paid"] }) {
  const { t } = useWords(overviewTexts);
  return (
    <Card
      title={t.overview.latest}
      actions={<Link to="/payments?status=PAID">{t.overview.allPayments}</Link>}
    >
      {payments.length === 0 && <p class="hint">{t.overview.nonePaid}</p>}
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
              <When at={payment.payment_updated_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
