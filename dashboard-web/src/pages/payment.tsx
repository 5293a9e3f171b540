import { useState } from "preact/hooks";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { call } from "../api.ts";
import { ConfirmDialog } from "../components/dialog.tsx";
import { Fact } from "../components/fact.tsx";
import { MatchDialog } from "../components/match-dialog.tsx";
import { Moment } from "../components/moment.tsx";
import { MutationFacts } from "../components/mutation-facts.tsx";
import { Answered, Card, Page } from "../components/page.tsx";
import { PaymentStatusTag } from "../components/payment-status.tsx";
import { Timeline } from "../components/timeline.tsx";
import type { PaymentDetail } from "../generated/types.gen.ts";
import type { PageProps } from "../match-route.ts";
import { Link } from "../router.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { paymentsTexts } from "./payments-texts.ts";

export function Payment({ parameters }: PageProps) {
  const { t } = useWords(paymentsTexts);
  const payment_code = parameters["payment_code"] ?? "";
  const detail = useQuery("getPaymentDetail", { path: { payment_code } });
  return (
    <Page
      title={payment_code}
      back={{ to: "/payments", text: t.menu.payments }}
      actions={
        detail.data?.payment.payment_status === "PENDING" ? (
          <PendingActions code={payment_code} onDone={detail.reload} />
        ) : undefined
      }
    >
      <Answered query={detail}>
        {(data) => (
          <>
            <FactsCard detail={data} />
            {data.mutation && (
              <Card title={t.payments.transfer}>
                <MutationFacts mutation={data.mutation} />
              </Card>
            )}
            <Card title={t.payments.timeline}>
              <Timeline entries={data.timeline} />
            </Card>
          </>
        )}
      </Answered>
    </Page>
  );
}

interface PendingActionsProps {
  code: string;
  onDone(): Promise<void>;
}

function PendingActions({ code, onDone }: PendingActionsProps) {
  const { t } = useWords(paymentsTexts);
  const [doing, setDoing] = useState<"match" | "cancel" | null>(null);
  const onClose = () => setDoing(null);
  return (
    <>
      <button type="button" class="button primary" onClick={() => setDoing("match")}>
        {t.payments.match}
      </button>
      <button type="button" class="button danger-text" onClick={() => setDoing("cancel")}>
        {t.payments.cancel}
      </button>
      {doing === "match" && <MatchDialog code={code} onMatched={onDone} onClose={onClose} />}
      {doing === "cancel" && (
        <ConfirmDialog
          title={t.payments.cancelTitle(code)}
          action={t.payments.cancel}
          submit={() => call("cancelOwnPayment", { path: { payment_code: code } }).finally(onDone)}
          onClose={onClose}
        >
          <p>{t.payments.cancelHint}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function FactsCard({ detail: { payment, created_at } }: { detail: PaymentDetail }) {
  const { t } = useWords(paymentsTexts);
  return (
    <Card
      title={payment.customer_name ?? ""}
      actions={<PaymentStatusTag status={payment.payment_status} />}
    >
      <p class="figure">{formatRupiah(payment.payment_total)}</p>
      <dl class="facts">
        <Fact name={t.payments.amount} isAmount>
          {formatRupiah(payment.payment_amount)} + {payment.payment_unique}
        </Fact>
        <Fact name={t.payments.account}>
          <Link to={`/accounts/${payment.account_id}`}>
            {payment.channel_name} {payment.account_number}
          </Link>
        </Fact>
        <Fact name={t.common.created}>
          <Moment at={created_at} />
        </Fact>
        <Fact name={t.payments.deadline}>
          <Moment at={payment.payment_expired_at} />
        </Fact>
        <Fact name={t.payments.contact}>
          {[payment.customer_email, payment.customer_phone].filter(Boolean).join(", ") || "–"}
        </Fact>
        <Fact name={t.payments.checkout}>
          <a href={payment.payment_checkout_url} target="_blank" rel="noreferrer">
            {t.payments.openCheckout}
          </a>
        </Fact>
      </dl>
    </Card>
  );
}
