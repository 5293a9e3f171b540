import { useState } from "preact/hooks";
import { languageNames, languages, type Language } from "../../../../web-shared/src/language.ts";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { whatsappLink } from "../../../../web-shared/src/whatsapp.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { call } from "../../base/api.ts";
import type { PaymentRest, PaymentSale } from "../../base/generated/types.gen.ts";
import { May, useMerchant } from "../../base/session.tsx";
import { formatMomentInZone } from "../../base/time.ts";
import { Button } from "../../ui/button.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Form, Radios, Submit } from "../../ui/form.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Card } from "../../ui/page.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { ShareButton } from "../../ui/share-button.tsx";
import { QrImage, ReachNotice, sendingTone } from "../../ui/shared-address.tsx";
import { invoicesTexts as t, messageTexts } from "./invoices-texts.ts";
import { keepMessageLanguage, messageLanguage } from "./message-language.ts";

const kinds = ["first", "reminder"] as const;
type Kind = (typeof kinds)[number];

export interface SentInvoice {
  payment_code: string;
  /** The total, or the amount of an invoice that has no total yet. */
  amount: number;
  rest: PaymentRest | null;
  deadline: string | null;
  customer_name: string | null;
  customer_phone: string | null;
  address: string;
  address_qr: string | null;
  /** The sale of a manual invoice, with its emails. null for other invoices. */
  sale: PaymentSale | null;
}

interface MessageChoice {
  language: Language;
  kind: Kind;
  setLanguage(chosen: Language): void;
  setKind(chosen: Kind): void;
}

/**
 * Returns the chosen message. The card and the button above it share the choice. A customer who paid a part already
 * knows the invoice, so the message is first a reminder.
 */
export function useMessageChoice(rest: PaymentRest | null): MessageChoice {
  const [language, setLanguage] = useState<Language>(messageLanguage);
  const [chosen, setKind] = useState<Kind | null>(null);
  return {
    language,
    kind: chosen ?? (rest ? "reminder" : "first"),
    setLanguage: (wanted) => {
      keepMessageLanguage(wanted);
      setLanguage(wanted);
    },
    setKind,
  };
}

interface MessageProps {
  invoice: SentInvoice;
  choice: MessageChoice;
}

function useMessage({ invoice, choice: { language, kind } }: MessageProps): string {
  const { merchant_name } = useMerchant();
  const { payment_code, customer_name, amount, rest, deadline, address } = invoice;
  const written = messageTexts[language];
  return written[kind]({
    customer: customer_name ?? "",
    merchant: merchant_name,
    code: payment_code,
    amount: rest ? written.rest(formatRupiah(rest.amount)) : written.sum(formatRupiah(amount)),
    deadline: deadline && formatMomentInZone(deadline, language),
    address,
  });
}

/** Opens WhatsApp with the prepared message. */
function WhatsappButton(props: MessageProps) {
  const { invoice, choice } = props;
  return (
    <Button
      tone={sendingTone(invoice.address)}
      href={whatsappLink(invoice.customer_phone, useMessage(props))}
      target="_blank"
      rel="noreferrer"
    >
      {choice.kind === "first" ? t.invoices.whatsapp : t.invoices.remind}
    </Button>
  );
}

/**
 * The main action for a new invoice, directly below its amount. Hidden if the card for sending is beside the invoice,
 * because the button would then appear twice.
 */
export const SendAtOnce = (props: MessageProps) => (
  <div class="send-at-once">
    <ReachNotice address={props.invoice.address} />
    <WhatsappButton {...props} />
  </div>
);

interface SendCardProps extends MessageProps {
  onSent(): Promise<void>;
}

/**
 * Offers the invoice's address in every form in which a customer can receive it, and a prepared
 * WhatsApp message.
 */
export function SendCard({ invoice, choice, onSent }: SendCardProps) {
  const { language, kind, setLanguage, setKind } = choice;
  const { payment_code, address, address_qr, sale } = invoice;
  const text = useMessage({ invoice, choice });
  return (
    <Card title={t.invoices.send} class="invoice-send">
      <ReachNotice address={address} />
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
          <p class="hint">{t.invoices.message}</p>
          <p class="message" lang={language}>
            {text}
          </p>
          <WhatsappButton invoice={invoice} choice={choice} />
          {sale && <MailForm sale={sale} kind={kind} language={language} onSent={onSent} />}
          <Copyable label={t.common.paymentPage} text={address}>
            <ShareButton title={payment_code} url={address} />
            <Button href={address} target="_blank" rel="noreferrer">
              {t.common.open}
            </Button>
          </Copyable>
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

/** Sends the invoice by email once, and then reminders, if the server can send email. */
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

/** Lists the emails to the customer. */
export const MailFacts = ({ mails }: { mails: PaymentSale["mails"] }) => (
  <>
    {mails.map(({ kind, mail_state, created_at }) => (
      <Fact name={t.invoices.mailKinds[kind]} key={`${kind} ${created_at}`}>
        Email, {t.invoices.mailStates[mail_state]}, <Moment at={created_at} />
      </Fact>
    ))}
  </>
);
