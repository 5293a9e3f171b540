import { Link } from "../../base/router.tsx";
import type { ListedPayment } from "../../base/generated/types.gen.ts";
import { Card } from "../../ui/page.tsx";
import { NoPhoneHint, RemindButton } from "../payments/remind-button.tsx";
import { unpaidAddress } from "./money-now.tsx";
import { PaymentLine } from "./payment-line.tsx";
import { overviewTexts } from "./overview-texts.ts";
import { unpaidTexts } from "./unpaid-texts.ts";

const t = { ...overviewTexts, ...unpaidTexts };

/** Lists unpaid invoices, each with a button that writes a message to its customer. */
export function UnpaidCard({ payments }: { payments: readonly ListedPayment[] }) {
  return (
    <Card title={t.unpaid.title} actions={<Link to={unpaidAddress}>{t.overview.allPayments}</Link>}>
      <p class="hint">{t.unpaid.hint}</p>
      <NoPhoneHint payments={payments} />
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
