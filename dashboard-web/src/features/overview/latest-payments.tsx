import type { Overview } from "../../base/generated/types.gen.ts";
import { PaymentLine } from "./payment-line.tsx";
import { overviewTexts as t } from "./overview-texts.ts";
import { Link } from "../../base/router.tsx";
import { Card } from "../../ui/page.tsx";

/** Lists the last paid invoices, the newest first, without those that a simulated phone paid. */
export const LatestPayments = ({ payments }: { payments: Overview["last_paid"] }) => (
  <Card
    title={t.overview.latest}
    actions={<Link to="/payments?status=PAID">{t.overview.allPayments}</Link>}
  >
    <ul class="latest">
      {payments.map((payment) => (
        <PaymentLine key={payment.payment_id} payment={payment} at={payment.payment_updated_at} />
      ))}
    </ul>
  </Card>
);
