import { Fragment, type ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import { BankAccount } from "../../ui/bank-account.tsx";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { ContactFact } from "./contact-fact.tsx";
import { Fact } from "../../ui/fact.tsx";
import { AmountDue } from "./amount-due.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { MatchDialog } from "./match-dialog.tsx";
import { MutationFacts } from "../mutations/mutation-facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult, Card, Columns, Page } from "../../ui/page.tsx";
import { PayTestButton } from "./pay-test-button.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";
import { CopyButton } from "../../ui/secret.tsx";
import { TestTag } from "./test-tag.tsx";
import { Timeline } from "./timeline.tsx";
import type { PaymentDetail } from "../../base/generated/types.gen.ts";
import type { PageProps } from "../../base/match-route.ts";
import { isTestMode, testMode } from "../../base/payment-path.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { nameOfTransfer } from "../../base/transfer-source.ts";
import { useQuery } from "../../base/use-query.ts";
import { May } from "../../base/session.tsx";
import { NoPhoneHint, RemindButton } from "./remind-button.tsx";
import {
  MailFacts,
  SendAtOnce,
  SendCard,
  useMessageChoice,
  type SentInvoice,
} from "./send-card.tsx";
import { Redirect } from "./redirect.tsx";
import { invoicesTexts } from "./invoices-texts.ts";
import { paymentsTexts } from "./payments-texts.ts";
import { TwoFactorNeeded, useTwoFactorFirst } from "../access/two-factor-first.tsx";
import { Button } from "../../ui/button.tsx";
import { ShareButton } from "../../ui/share-button.tsx";
import { ReachNotice } from "../../ui/shared-address.tsx";

const t = { ...paymentsTexts, ...invoicesTexts };

export function Payment({ parameters }: PageProps) {
  const payment_code = parameters["payment_code"] ?? "";
  const isTest = isTestMode(useRouter().query);
  const list = isTest ? `/payments?${testMode}` : "/payments";
  return (
    <Page title={payment_code} back={{ to: list, text: t.menu.payments }}>
      <PaymentParts code={payment_code} isTest={isTest} isPage />
    </Page>
  );
}

interface PaymentPartsProps {
  code: string;
  /** Whether a test key created the invoice. */
  isTest: boolean;
  isPage?: boolean;
}

/** Shows the details of an invoice, on its page and beside the list. */
export function PaymentParts({ code, isTest, isPage = false }: PaymentPartsProps) {
  const Parts = isPage ? Columns : Fragment;
  const detail = useQuery("getPaymentDetail", {
    path: { payment_code: code },
    ...(isTest && { query: { is_test: true } }),
  });
  const choice = useMessageChoice(detail.data?.rest ?? null);
  // People guess this address of the form. It can also be the code of an invoice.
  if (isPage && code === "new" && detail.refusal?.code === "not_found") {
    return <Redirect to="/invoices/new" />;
  }
  return (
    <QueryResult query={detail}>
      {(data) => {
        const isAsked = !isTest && isAskedFor(data);
        const facts = (
          <>
            <DetailsCard detail={data} isTest={isTest} onDone={detail.reload}>
              {isAsked && <SendAtOnce invoice={sentInvoiceOf(data)} choice={choice} />}
            </DetailsCard>
            {data.payment.metadata && <NotesCard notes={data.payment.metadata} />}
            {/* Test invoices do not need people's decisions about money. */}
            {!isTest && <LedgerCard detail={data} onDone={detail.reload} />}
          </>
        );
        return (
          <>
            {isTest && <Notice tone="warning">{t.payments.testHint}</Notice>}
            <Parts>
              <div>
                {!isTest && isUnpaid(data) && <AskAgainCard payment={data.payment} />}
                {facts}
              </div>
              {isAsked && (
                <div class="sending">
                  <SendCard invoice={sentInvoiceOf(data)} choice={choice} onSent={detail.reload} />
                </div>
              )}
              <div>
                {data.mutation && (
                  <Card title={t.payments.transfer}>
                    <MutationFacts
                      mutation={data.mutation}
                      proofs={data.proofs}
                      isTest={isTest}
                      invoice={data.payment}
                    />
                  </Card>
                )}
                <Card title={t.payments.timeline}>
                  <Timeline entries={data.timeline} />
                </Card>
                {!isAsked && <ShareCard payment={data.payment} />}
              </div>
            </Parts>
          </>
        );
      }}
    </QueryResult>
  );
}

const AskAgainCard = ({ payment }: { payment: PaymentData }) => (
  <Card title={t.payments.askAgain}>
    <p class="hint">{t.payments.askAgainHint}</p>
    <NoPhoneHint payments={[payment]} />
    <div class="actions">
      <RemindButton payment={payment} />
      <Button
        needs="createInvoice"
        to={`/invoices/new?again=${encodeURIComponent(payment.payment_code)}`}
      >
        {t.common.newInvoice}
      </Button>
    </div>
  </Card>
);

/**
 * Returns whether an invoice expired and received no money, not even through a follow-up invoice.
 */
const isUnpaid = ({ payment, ledger, timeline }: PaymentDetail): boolean =>
  payment.payment_status === "EXPIRED" &&
  (ledger?.received ?? 0) === 0 &&
  !timeline.some(({ kind }) => kind === "followed_up");

/** Returns whether to ask the customer for money. Money already received is not requested again. */
const isAskedFor = ({ payment, rest }: PaymentDetail): boolean =>
  payment.payment_status === "PENDING" && (rest === null || rest.amount > 0);

const sentInvoiceOf = ({ payment, rest, sale, address_qr }: PaymentDetail): SentInvoice => ({
  payment_code: payment.payment_code,
  amount: payment.payment_total,
  rest,
  deadline: payment.payment_expired_at,
  customer_name: payment.customer_name ?? null,
  customer_phone: payment.customer_phone ?? null,
  address: payment.payment_checkout_url,
  address_qr,
  sale,
});

interface DetailProps {
  detail: PaymentDetail;
  isTest: boolean;
  onDone(): Promise<void>;
}

function PendingActions({ detail, isTest, onDone }: DetailProps) {
  const code = detail.payment.payment_code;
  const received = detail.ledger?.received ?? 0;
  const [isMatching, setMatching] = useState(false);
  const twoFactor = useTwoFactorFirst();
  return (
    <>
      {isTest ? (
        <May call="payTestPayment">
          <PayTestButton code={code} onDone={onDone} />
        </May>
      ) : (
        <May call="matchOwnPayment">
          {twoFactor.isMissing ? (
            <>
              <p class="hint">
                <TwoFactorNeeded />
              </p>
              {twoFactor.button("plain")}
            </>
          ) : (
            <Button onClick={() => setMatching(true)}>{t.payments.match}</Button>
          )}
        </May>
      )}
      <ConfirmButton
        needs="cancelOwnPayment"
        title={t.common.cancelTitle(code)}
        action={t.common.cancelInvoice}
        submit={() =>
          call("cancelOwnPayment", {
            path: { payment_code: code },
            ...(isTest && { query: { is_test: true } }),
          }).finally(onDone)
        }
      >
        {received > 0 && <p>{t.payments.cancelReceived(formatRupiah(received))}</p>}
        <p>{t.payments.cancelHint}</p>
      </ConfirmButton>
      {isMatching && (
        <MatchDialog detail={detail} onMatched={onDone} onClose={() => setMatching(false)} />
      )}
      {twoFactor.dialog}
    </>
  );
}

interface DetailsCardProps extends DetailProps {
  /** The content directly below the amount. */
  children: ComponentChildren;
}

function DetailsCard({ detail, isTest, onDone, children }: DetailsCardProps) {
  const { payment, rest, created_at, mutation, sale } = detail;
  const { payment_status, payment_updated_at, is_manual_match, customer_orders } = payment;
  const isPaid = payment_status === "PAID";
  const bankAccount = (
    <BankAccount
      name={payment.channel_name}
      number={payment.account_number}
      holder={payment.account_name}
    />
  );
  return (
    <Card
      title={payment.customer_name ?? ""}
      actions={
        <>
          {isTest && <TestTag />}
          <PaymentStatusTag
            status={payment_status}
            received={rest && payment.payment_total - rest.amount}
            refund={detail.refund_state}
          />
        </>
      }
    >
      <AmountDue total={payment.payment_total} rest={rest} />
      {children}
      {customer_orders !== null && customer_orders.length > 0 && (
        <Items items={customer_orders} unique={payment.payment_unique} />
      )}
      {sale?.note && <p class="invoice-note">{sale.note}</p>}
      <dl class="facts">
        <Fact name={t.payments.amount} isAmount>
          {formatRupiah(payment.payment_amount)} + {formatRupiah(payment.payment_unique)}
        </Fact>
        <Fact name={t.common.account}>
          {isTest ? bankAccount : <Link to={`/accounts/${payment.account_id}`}>{bankAccount}</Link>}
        </Fact>
        <Fact name={t.common.created} at={created_at} />
        {isPaid && (
          <>
            <Fact name={t.payments.paidAt} at={payment_updated_at} />
            <Fact name={t.payments.paidBy}>
              {mutation
                ? nameOfTransfer(mutation)
                : is_manual_match
                  ? t.payments.noTransferNamed
                  : "–"}
            </Fact>
          </>
        )}
        {payment_status === "PENDING" && (
          <Fact name={t.common.deadline} at={payment.payment_expired_at} />
        )}
        {(payment_status === "EXPIRED" || payment_status === "CANCELLED") && (
          <Fact
            name={t.payments.kinds[payment_status === "EXPIRED" ? "expired" : "cancelled"]}
            at={payment_updated_at}
          />
        )}
        <ContactFact ways={[payment.customer_email, payment.customer_phone]} />
        {sale && <MailFacts mails={sale.mails} />}
      </dl>
      {(sale !== null || payment_status === "PENDING") && (
        <div class="actions">
          {sale && (
            <Button needs="createInvoice" to={`/invoices/new?copy=${sale.sale_id}`}>
              {t.invoices.duplicate}
            </Button>
          )}
          {payment_status === "PENDING" && (
            <PendingActions detail={detail} isTest={isTest} onDone={onDone} />
          )}
        </div>
      )}
    </Card>
  );
}

type PaymentData = PaymentDetail["payment"];

/** Shows the metadata that the shop's program stored with the invoice. */
const NotesCard = ({ notes }: { notes: NonNullable<PaymentData["metadata"]> }) => (
  <Card title={t.payments.notes}>
    <dl class="facts">
      {Object.entries(notes).map(([key, value]) => (
        <Fact key={key} name={key}>
          <bdi>{value || "–"}</bdi>
        </Fact>
      ))}
    </dl>
  </Card>
);

interface ItemsProps {
  items: NonNullable<PaymentData["customer_orders"]>;
  unique: number;
}

/** Lists the items sold. The items and the unique amount add up to the total. */
const Items = ({ items, unique }: ItemsProps) => (
  <ul class="invoice-lines" aria-label={t.payments.items}>
    {items.map(({ name, quantity, subtotal }, index) => (
      <li key={index}>
        <span>
          <bdi>{name}</bdi> × {quantity}
        </span>
        <span class="amount">{formatRupiah(subtotal)}</span>
      </li>
    ))}
    <li>
      <span>{t.payments.unique}</span>
      <span class="amount">{formatRupiah(unique)}</span>
    </li>
  </ul>
);

/**
 * Shares the customer's page, which becomes the receipt after the payment: open, copy, or send it.
 */
function ShareCard({ payment }: { payment: PaymentData }) {
  const { payment_code, payment_checkout_url: url, payment_status } = payment;
  const name = payment_status === "PAID" ? t.payments.receipt : t.common.paymentPage;
  return (
    <Card title={name}>
      <ReachNotice address={url} />
      <p class="payment-address">{url}</p>
      <div class="actions">
        <CopyButton text={url} />
        <ShareButton title={payment_code} url={url} />
        <Button href={url} target="_blank" rel="noreferrer">
          {t.common.open}
        </Button>
      </div>
    </Card>
  );
}
