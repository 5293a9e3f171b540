import { Link } from "../../base/router.tsx";
import type { ListedPayment } from "../../base/generated/types.gen.ts";
import { Card } from "../../ui/page.tsx";
import { RemindButton } from "../payments/remind-button.tsx";
import { unpaidAddress } from "./money-now.tsx";
import { PaymentLine } from "./payment-line.tsx";
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
          <PaymentLine key={payment.payment_id} payment={payment} at={payment.payment_expired_at}>
            <RemindButton payment={payment} />
          </PaymentLine>
        ))}
      </ul>
    </Card>
  );
}
