import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call, type Refusal } from "../../base/api.ts";
import { useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";
import { AmountDue } from "../payments/amount-due.tsx";
import { PayTestButton } from "../payments/pay-test-button.tsx";
import type { PaidTest, StepProps } from "./guide-steps.tsx";
import { guideCardTexts } from "./guide-card-texts.ts";
import { guideTexts } from "./guide-texts.ts";

const t = { ...guideTexts, ...guideCardTexts };

/**
 * Creates a test invoice, which the person pays at once. After a reload, the step offers a pending invoice again.
 */
export function PaymentStep(props: StepProps) {
  const pending = useQuery("searchPayments", {
    query: { is_test: true, payment_status: "PENDING", search: "TEST-" },
  });
  if (props.justPaid) return <Success {...props} paid={props.justPaid} />;
  if (!props.hasAccount) return <p>{t.guide.needsAccount}</p>;
  return (
    <QueryResult query={pending}>
      {({ items }) => <TestPayment {...props} code={items[0]?.payment_code} />}
    </QueryResult>
  );
}

interface TestPaymentProps extends StepProps {
  code: string | undefined;
}

function TestPayment({ isDone, hasSource, onPaid, code }: TestPaymentProps) {
  const { onRefusal } = useSession();
  // After the payment, the list of pending invoices no longer contains the test invoice.
  const [made, setMade] = useState(code);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const make = () =>
    void call("createTestPayment", { body: {} }).then(
      ({ payment_code }) => setMade(payment_code),
      (cause) => setRefusal(onRefusal(cause)),
    );
  const create = (
    <Button tone={isDone ? "plain" : "primary"} onClick={make}>
      {t.guide.tryPayment}
    </Button>
  );
  return (
    <>
      {refusal && <RefusalNotice refusal={refusal} />}
      {made !== undefined && (
        <TestInvoice key={made} payment_code={made} another={create} onPaid={onPaid} />
      )}
      {isDone && made === undefined && <Paid />}
      <div class="actions">
        {made === undefined && create}
        {isDone && hasSource && <RealInvoice />}
      </div>
    </>
  );
}

/**
 * Takes the focus, because the invoice's own buttons are gone. Scrolls into view, because on a phone the menu would
 * cover the end of the step.
 */
function Success({ paid, hasSource, next, onNext }: StepProps & { paid: PaidTest }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <>
      <p class="figure">{formatRupiah(paid.payment_total)}</p>
      <p>
        <PaymentStatusTag status="PAID" received={null} />
      </p>
      <div ref={notice} tabIndex={-1}>
        <Paid />
      </div>
      <div class="actions">
        {next && (
          <Button tone="primary" onClick={onNext}>
            {t.guideCard.steps[next]}
          </Button>
        )}
        <CustomersPage {...paid} />
        {hasSource && <RealInvoice />}
      </div>
    </>
  );
}

const CustomersPage = ({ payment_checkout_url }: Pick<PaidTest, "payment_checkout_url">) => (
  <Button href={payment_checkout_url} target="_blank" rel="noreferrer">
    {t.guide.customersPage}
  </Button>
);

const RealInvoice = () => <Button to="/invoices/new?amount=1000">{t.guide.realPayment}</Button>;

export const Paid = () => <Notice tone="good">{t.guide.paid}</Notice>;

interface TestInvoiceProps extends Pick<StepProps, "onPaid"> {
  payment_code: string;
  /** The button that creates another invoice, because an expired invoice cannot be paid. */
  another: ComponentChild;
}

function TestInvoice({ payment_code, another, onPaid }: TestInvoiceProps) {
  const detail = useQuery("getPaymentDetail", { path: { payment_code }, query: { is_test: true } });
  const payment = detail.data?.payment;
  const paid = payment?.payment_status === "PAID" ? payment : null;

  useEffect(() => {
    if (paid) void onPaid(paid);
  }, [paid !== null]);

  return (
    <QueryResult query={detail}>
      {({ payment, rest }) => (
        <>
          <AmountDue total={payment.payment_total} rest={rest} />
          <p class="hint">
            {t.guide.whyThisSum(
              formatRupiah(payment.payment_amount),
              formatRupiah(payment.payment_unique),
            )}
          </p>
          <p>
            <PaymentStatusTag status={payment.payment_status} received={null} />
          </p>
          <div class="actions">
            {payment.payment_status === "PENDING" ? (
              <PayTestButton code={payment_code} onDone={detail.reload} />
            ) : (
              another
            )}
            <CustomersPage {...payment} />
          </div>
        </>
      )}
    </QueryResult>
  );
}
