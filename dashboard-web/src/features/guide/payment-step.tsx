import { useState } from "preact/hooks";
import { call, type DataOf, type Refusal } from "../../base/api.ts";
import { useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";
import { AmountDue } from "../payments/amount-due.tsx";
import { PayTestButton } from "../payments/pay-test-button.tsx";
import type { StepProps } from "./guide-steps.tsx";
import { guideTexts as t } from "./guide-texts.ts";

/** An invoice of test mode, which the person pays at once. */
export function PaymentStep({ isDone, hasAccount, onChanged }: StepProps) {
  const { onRefusal } = useSession();
  const [made, setMade] = useState<DataOf<"createTestPayment"> | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  if (!hasAccount) return <p>{t.guide.needsAccount}</p>;
  const make = () =>
    void call("createTestPayment", { body: {} }).then(setMade, (cause) =>
      setRefusal(onRefusal(cause)),
    );
  return (
    <>
      {refusal && <RefusalNotice refusal={refusal} />}
      {made && <TestInvoice made={made} onChanged={onChanged} />}
      {isDone && !made && <Paid />}
      <div class="actions">
        {!made && (
          <Button tone={isDone ? "plain" : "primary"} onClick={make}>
            {t.guide.tryPayment}
          </Button>
        )}
        {isDone && <Button to="/invoices/new?amount=1000">{t.guide.realPayment}</Button>}
      </div>
    </>
  );
}

const Paid = () => <Notice tone="good">{t.guide.paid}</Notice>;

interface TestInvoiceProps extends Pick<StepProps, "onChanged"> {
  made: DataOf<"createTestPayment">;
}

function TestInvoice({
  made: { payment_code, payment_checkout_url },
  onChanged,
}: TestInvoiceProps) {
  const detail = useQuery("getPaymentDetail", { path: { payment_code }, query: { is_test: true } });
  return (
    <QueryResult query={detail}>
      {({ payment, rest }) => (
        <>
          <AmountDue total={payment.payment_total} rest={rest} />
          <p>
            <PaymentStatusTag status={payment.payment_status} />
          </p>
          <div class="actions">
            {payment.payment_status === "PENDING" && (
              <PayTestButton
                code={payment_code}
                onDone={() => Promise.all([detail.reload(), onChanged()]).then(() => {})}
              />
            )}
            <Button href={payment_checkout_url} target="_blank" rel="noreferrer">
              {t.guide.customersPage}
            </Button>
          </div>
          {payment.payment_status === "PAID" && <Paid />}
        </>
      )}
    </QueryResult>
  );
}
