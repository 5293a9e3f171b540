import { useState } from "preact/hooks";
import { languageNames, languages, type Language } from "../../../../web-shared/src/language.ts";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { reachOf } from "../../../../web-shared/src/reach.ts";
import { whatsappLink } from "../../../../web-shared/src/whatsapp.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { call } from "../../base/api.ts";
import type { PaymentRest, PaymentSale } from "../../base/generated/types.gen.ts";
import { pageLanguage } from "../../base/page-language.ts";
import { May, useMerchant } from "../../base/session.tsx";
import { formatMomentInZone } from "../../base/time.ts";
import { Button } from "../../ui/button.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Form, Radios, Submit } from "../../ui/form.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Card } from "../../ui/page.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { QrImage, ReachNotice } from "../../ui/shared-address.tsx";
import { invoicesTexts as t, messageTexts } from "./invoices-texts.ts";

const kinds = ["first", "reminder"] as const;
type Kind = (typeof kinds)[number];

interface SendCardProps {
  invoice: {
    payment_code: string;
    /** The total, or the amount of an invoice without one. */
    amount: number;
    rest: PaymentRest | null;
    deadline: string | null;
    customer_name: string | null;
    customer_phone: string | null;
    address: string;
    address_qr: string | null;
    /** What only a manual invoice has: its emails. */
    sale: PaymentSale | null;
  };
  onSent(): Promise<void>;
}

/** The address in every form in which it reaches a customer, and the written message for WhatsApp. */
export function SendCard({ invoice, onSent }: SendCardProps) {
  const { merchant_name } = useMerchant();
  const [language, setLanguage] = useState<Language>(pageLanguage);
  const [kind, setKind] = useState<Kind>("first");
  const { payment_code, amount, rest, deadline, customer_phone, address, address_qr, sale } =
    invoice;
  const written = messageTexts[language];
  const text = written[kind]({
    customer: invoice.customer_name ?? "",
    merchant: merchant_name,
    code: payment_code,
    amount: rest ? written.rest(formatRupiah(rest.amount)) : written.sum(formatRupiah(amount)),
    deadline: deadline && formatMomentInZone(deadline, language),
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
            tone={reachOf(address) === "internet" ? "primary" : "plain"}
            href={whatsappLink(customer_phone, text)}
            target="_blank"
            rel="noreferrer"
          >
            {kind === "first" ? t.invoices.whatsapp : t.invoices.remind}
          </Button>
          {sale && <MailForm sale={sale} kind={kind} language={language} onSent={onSent} />}
          <Copyable label={t.common.paymentPage} text={address} />
          <div class="actions">
            <ShareButton title={payment_code} url={address} />
            <Button href={address} target="_blank" rel="noreferrer">
              {t.common.open}
            </Button>
          </div>
        </div>
        {address_qr !== null && (
          <div class="invoice-qr">
            <QrImage svg={address_qr} label={t.invoices.qr(payment_code)} />
            <p class="hint">{t.invoices.qrHint}</p>
          </div>
        )}
      </div>
    </Card>
  );
}

interface MailFormProps {
  sale: PaymentSale;
  kind: Kind;
  language: Language;
  onSent(): Promise<void>;
}

/** Sends the same by email, if the server can: the invoice once, and reminders. */
function MailForm({ sale, kind, language, onSent }: MailFormProps) {
  const announce = useAnnounce();
  const { sale_id, can_mail, mails } = sale;
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

/** The emails to the customer. */
export const MailFacts = ({ mails }: { mails: PaymentSale["mails"] }) => (
  <>
    {mails.map(({ kind, mail_state, created_at }) => (
      <Fact name={t.invoices.mailKinds[kind]} key={`${kind} ${created_at}`}>
        Email, {t.invoices.mailStates[mail_state]}, <Moment at={created_at} />
      </Fact>
    ))}
  </>
);

/** Shares an address, if the browser can. */
export const ShareButton = (shared: { title: string; url: string }) =>
  "share" in navigator && (
    // A person who closes the browser's own window has decided not to share.
    <Button onClick={() => void navigator.share(shared).catch(() => null)}>{t.common.share}</Button>
  );
