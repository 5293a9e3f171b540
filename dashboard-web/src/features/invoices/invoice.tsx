import { useState } from "preact/hooks";
import { languageNames, languages, type Language } from "../../../../web-shared/src/language.ts";
import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { whatsappLink } from "../../../../web-shared/src/whatsapp.ts";
import { call } from "../../base/api.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Form, Radios, Submit } from "../../ui/form.tsx";
import { AmountDue } from "../payments/amount-due.tsx";
import { InvoiceStatusTag } from "./invoice-status.tsx";
import { Moment } from "../../ui/moment.tsx";
import { QueryResult, Card, Columns, Page } from "../../ui/page.tsx";
import { QrImage, ReachNotice } from "../../ui/shared-address.tsx";
import { Copyable } from "../../ui/secret.tsx";
import type { Invoice as InvoiceData } from "../../base/generated/types.gen.ts";
import type { PageProps } from "../../base/match-route.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { May, useMerchant } from "../../base/session.tsx";
import { formatMomentInZone } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { pageLanguage } from "../../base/page-language.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { invoicesTexts as t, messageTexts } from "./invoices-texts.ts";
import { Button } from "../../ui/button.tsx";

export function Invoice({ parameters }: PageProps) {
  const sale_id = parameters["sale_id"] ?? "";
  const invoice = useQuery("getInvoice", { path: { sale_id } });
  return (
    <Page
      title={invoice.data?.payment_code ?? t.menu.invoices}
      back={{ to: "/invoices", text: t.menu.invoices }}
    >
      <QueryResult query={invoice}>
        {(data) => (
          <Columns>
            {isAskedFor(data) && (
              <div>
                <SendCard invoice={data} onSent={invoice.reload} />
              </div>
            )}
            <div>
              <DetailsCard invoice={data} onDone={invoice.reload} />
            </div>
          </Columns>
        )}
      </QueryResult>
    </Page>
  );
}

/** The same beside the list. */
export function InvoiceParts({ sale_id }: { sale_id: string }) {
  const invoice = useQuery("getInvoice", { path: { sale_id } });
  return (
    <QueryResult query={invoice}>
      {(data) => (
        <>
          <DetailsCard invoice={data} onDone={invoice.reload} />
          {isAskedFor(data) && <SendCard invoice={data} onSent={invoice.reload} />}
        </>
      )}
    </QueryResult>
  );
}

const isPayable = ({ invoice_status }: InvoiceData): boolean =>
  invoice_status === "OPEN" || invoice_status === "PENDING";

/** Money that was received already is not requested again. */
const isAskedFor = (invoice: InvoiceData): boolean =>
  isPayable(invoice) && (invoice.rest === null || invoice.rest.amount > 0);

function Actions({ invoice, onDone }: { invoice: InvoiceData; onDone(): Promise<void> }) {
  const { sale_id, payment_code } = invoice;
  return (
    <>
      <Button needs="createInvoice" to={`/invoices/new?copy=${sale_id}`}>
        {t.invoices.duplicate}
      </Button>
      {isPayable(invoice) && (
        <ConfirmButton
          needs="cancelInvoice"
          title={t.common.cancelTitle(payment_code)}
          action={t.common.cancelInvoice}
          submit={() => call("cancelInvoice", { path: { sale_id } }).finally(onDone)}
        >
          {t.invoices.cancelHint}
        </ConfirmButton>
      )}
    </>
  );
}

const kinds = ["first", "reminder"] as const;
type Kind = (typeof kinds)[number];

/** The address in every form in which it reaches a customer, and the written message for WhatsApp. */
function SendCard({ invoice, onSent }: { invoice: InvoiceData; onSent(): Promise<void> }) {
  const { merchant_name } = useMerchant();
  const [language, setLanguage] = useState<Language>(pageLanguage);
  const [kind, setKind] = useState<Kind>("first");
  const { payment_code, payment_total, payment_expired_at, rest, address } = invoice;
  const text = messageTexts[language][kind]({
    customer: invoice.customer_name,
    merchant: merchant_name,
    code: payment_code,
    amount: rest
      ? messageTexts[language].rest(formatRupiah(rest.amount))
      : formatRupiah(payment_total ?? invoice.payment_amount),
    deadline: payment_expired_at && formatMomentInZone(payment_expired_at, language),
    address,
  });
  return (
    <Card title={t.invoices.send} class="invoice-send">
      <div class="invoice-ways">
        <div class="invoice-message">
          <div class="pair">
            <Radios<Language>
              legend={t.invoices.language}
              name="language"
              chosen={language}
              options={languages.map((each) => [each, languageNames[each]])}
              onChoose={setLanguage}
            />
            <Radios<Kind>
              legend={t.invoices.kind}
              name="kind"
              chosen={kind}
              options={kinds.map((each) => [each, t.invoices[each]])}
              onChoose={setKind}
            />
          </div>
          <ReachNotice address={address} />
          <p class="hint">{t.invoices.message}</p>
          <p class="message" lang={language}>
            {text}
          </p>
          <Button
            tone="primary"
            href={whatsappLink(invoice.customer_phone, text)}
            target="_blank"
            rel="noreferrer"
          >
            {kind === "first" ? t.invoices.whatsapp : t.invoices.remind}
          </Button>
          <MailForm invoice={invoice} kind={kind} language={language} onSent={onSent} />
          <Copyable label={t.common.paymentPage} text={address} />
          <Button href={address} target="_blank" rel="noreferrer">
            {t.common.open}
          </Button>
        </div>
        <div class="invoice-qr">
          <QrImage svg={invoice.address_qr} label={t.invoices.qr(payment_code)} />
          <p class="hint">{t.invoices.qrHint}</p>
        </div>
      </div>
    </Card>
  );
}

interface MailFormProps {
  invoice: InvoiceData;
  kind: Kind;
  language: Language;
  onSent(): Promise<void>;
}

/** Sends the same by email, where that can be done: the invoice once, and reminders. */
function MailForm({ invoice, kind, language, onSent }: MailFormProps) {
  const announce = useAnnounce();
  const { sale_id, can_mail, mails } = invoice;
  const isFirst = kind === "first";
  const isSent = mails.some((mail) => mail.kind === "invoice" && mail.mail_state !== "GIVEN_UP");
  if (!can_mail || (isFirst && isSent)) return null;
  const action = isFirst ? t.invoices.mail : t.invoices.mailReminder;
  return (
    <May call="mailInvoice">
      <Form
        label={action}
        submit={async () => {
          const body = { kind: isFirst ? "invoice" : "reminder", language } as const;
          await call("mailInvoice", { path: { sale_id }, body });
          announce(t.invoices.mailed);
          await onSent();
        }}
      >
        <Submit tone="plain">{action}</Submit>
      </Form>
    </May>
  );
}

function DetailsCard({ invoice, onDone }: { invoice: InvoiceData; onDone(): Promise<void> }) {
  const { payment_amount, payment_total, payment_expired_at, rest, items, note } = invoice;
  return (
    <Card
      title={invoice.customer_name}
      actions={<InvoiceStatusTag status={invoice.invoice_status} />}
    >
      {payment_total === null ? (
        <p class="figure">{formatRupiah(payment_amount)}</p>
      ) : (
        <AmountDue total={payment_total} rest={rest} />
      )}
      {items.length > 0 && (
        <ul class="invoice-lines">
          {items.map(({ name, price, quantity }, index) => (
            <li key={index}>
              <span>
                <bdi>{name}</bdi> × {quantity}
              </span>
              <span class="amount">{formatRupiah(price * quantity)}</span>
            </li>
          ))}
        </ul>
      )}
      {note && <p class="invoice-note">{note}</p>}
      <dl class="facts">
        <Fact name={t.common.amount} amount={payment_amount} />
        {payment_total !== null && (
          <Fact name={t.invoices.total} isAmount>
            {rest ? formatRupiah(payment_total) : <Exact total={payment_total} />}
          </Fact>
        )}
        {invoice.account_id !== null && (
          <Fact name={t.invoices.account}>
            <Link to={`/accounts/${invoice.account_id}`}>
              {invoice.channel_name} {invoice.account_number}
            </Link>
          </Fact>
        )}
        <Fact name={t.common.created} at={invoice.created_at} />
        <Fact name={t.common.deadline} at={payment_expired_at} />
        <Fact name={t.common.contact}>
          {[invoice.customer_phone, invoice.customer_email].filter(Boolean).join(", ") || "–"}
        </Fact>
        {invoice.mails.map(({ kind, mail_state, created_at }) => (
          <Fact name={t.invoices.mailKinds[kind]} key={`${kind} ${created_at}`}>
            Email, {t.invoices.mailStates[mail_state]}, <Moment at={created_at} />
          </Fact>
        ))}
      </dl>
      <div class="actions">
        {payment_total !== null && (
          <Button to={paymentPath(invoice.payment_code)}>{t.invoices.history}</Button>
        )}
        <Actions invoice={invoice} onDone={onDone} />
      </div>
    </Card>
  );
}
