import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { namedCustomer } from "../../../../web-shared/src/unnamed-customer.ts";
import { call } from "../../base/api.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { useMay, useMerchant } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { Card } from "../../ui/page.tsx";
import { reconciliationTexts as t } from "./reconciliation-texts.ts";
import { SendingFields, sendingOf } from "./refund-fields.tsx";

/** Lists refunds that the shop's server has recorded and a person must send. */
export function OwedRefunds() {
  const owed = useQuery("listOwedRefunds", {});
  const refunds = owed.data ?? [];
  if (refunds.length === 0) return null;
  return (
    <Card title={t.reconciliation.owedTitle}>
      <p class="hint">{t.reconciliation.owedHint}</p>
      <ul class="parts">
        {refunds.map((refund) => (
          <li key={refund.refund_id}>
            <span>
              <Link to={paymentPath(refund.payment_code)}>{refund.payment_code}</Link>
              <br />
              <span class="hint">{refund.reason}</span>{" "}
              <SendRefund
                refund={refund}
                recipient={namedCustomer(refund.customer_name)}
                onDone={owed.reload}
              />
            </span>
            <span>{refund.customer_name}</span>
            <span class="amount">{formatRupiah(refund.amount)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface SendRefundProps {
  refund: { refund_id: string; amount: number; reason: string };
  recipient: string | null;
  onDone(): Promise<void>;
}

/** A button, and the form for the way in which the refund was sent. */
export function SendRefund({ refund, recipient, onDone }: SendRefundProps) {
  const [isOpen, setOpen] = useState(false);
  const { time_zone } = useMerchant();
  const may = useMay();
  if (!may("sendRefund")) return null;
  return (
    <>
      <Button tone="link" onClick={() => setOpen(true)}>
        {t.reconciliation.sendRefund}
      </Button>
      {isOpen && (
        <FormDialog
          title={`${t.reconciliation.sendRefund}: ${formatRupiah(refund.amount)}`}
          action={t.reconciliation.sendRefund}
          submit={async (values) => {
            await call("sendRefund", {
              path: { refund_id: refund.refund_id },
              body: sendingOf(values, time_zone),
            });
            await onDone();
          }}
          onClose={() => setOpen(false)}
        >
          <p>{t.reconciliation.refundHint}</p>
          <p class="hint">{refund.reason}</p>
          <SendingFields recipient={recipient} />
        </FormDialog>
      )}
    </>
  );
}
