import { Exact } from "../../../../web-shared/src/exact.tsx";
import type { Overview } from "../../base/generated/types.gen.ts";
import { overviewTexts as t } from "./overview-texts.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { Card } from "../../ui/page.tsx";
import { When } from "../../ui/when.tsx";

/** The invoices that were paid last, the last one first, without those that a simulated phone paid. */
export const LatestPayments = ({ payments }: { payments: Overview["last_paid"] }) => (
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
