import type { MailLanguage } from "../../contract/dashboard/invoices.ts";
import { rupiahText } from "../base/written-numbers.ts";
import type { LeasedMail } from "./customer-mails.sql.ts";

/** An email to a customer: plain text, without markup or remote contents. */

export interface MailText {
  subject: string;
  text: string;
}

interface Place {
  /** The address of the page that the email opens. */
  address: string;
  time_zone: string;
}

/** Returns another person's text on one line, so that in a subject it cannot begin another header. */
export const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();

interface Parts {
  customer: string;
  merchant: string;
  code: string;
  /** The amount of an invoice or a reminder, with its preposition. */
  amount: string;
  deadline: string | null;
}

interface MailTexts {
  locale: string;
  /** Returns the amount for which an invoice or a reminder asks. */
  sum: (amount: string) => string;
  /** Returns the same amount after a part payment. */
  rest: (amount: string) => string;
  subject: Record<LeasedMail["kind"], (parts: Parts) => string>;
  /** The first lines. An invoice's line is the message that the invoice's page writes for WhatsApp. */
  first: Record<LeasedMail["kind"], (parts: Parts) => string>;
  pay: string;
  ignore: string;
  amount: string;
  unique: string;
  total: string;
  received: string;
  paidAt: string;
  method: string;
  receipt: string;
  from: string;
  automatic: string;
}

const texts: Record<MailLanguage, MailTexts> = {
  id: {
    locale: "id-ID",
    sum: (amount) => `sebesar ${amount}`,
    rest: (amount) => `dengan sisa tagihan ${amount}`,
    subject: {
      invoice: ({ code, merchant }) => `Tagihan ${code} dari ${merchant}`,
      reminder: ({ code, merchant }) => `Pengingat: tagihan ${code} dari ${merchant}`,
      receipt: ({ code, merchant }) => `Bukti pembayaran ${code} dari ${merchant}`,
    },
    first: {
      invoice: ({ customer, merchant, code, amount, deadline }) =>
        `Halo ${customer}, ini tagihan ${code} dari ${merchant} ${amount}.${deadline ? ` Mohon dibayar sebelum ${deadline}.` : ""}`,
      reminder: ({ customer, merchant, code, amount, deadline }) =>
        `Halo ${customer}, kami ingin mengingatkan tagihan ${code} dari ${merchant} ${amount}.${deadline ? ` Batas waktunya ${deadline}.` : ""}`,
      receipt: ({ customer, merchant, code, amount }) =>
        `Halo ${customer}, ${merchant} sudah menerima pembayaran Anda untuk tagihan ${code} sebesar ${amount}. Terima kasih.`,
    },
    pay: "Silakan bayar di sini:",
    ignore: "Abaikan email ini jika Anda sudah membayar.",
    amount: "Jumlah",
    unique: "Kode unik",
    total: "Total",
    received: "Sudah masuk",
    paidAt: "Lunas pada",
    method: "Metode",
    receipt: "Bukti pembayaran:",
    from: "Penjual",
    automatic: "Email ini dikirim otomatis. Hubungi penjual jika ada pertanyaan.",
  },
  en: {
    locale: "en-GB",
    sum: (amount) => `for ${amount}`,
    rest: (amount) => `for the remaining ${amount}`,
    subject: {
      invoice: ({ code, merchant }) => `Invoice ${code} from ${merchant}`,
      reminder: ({ code, merchant }) => `Reminder: invoice ${code} from ${merchant}`,
      receipt: ({ code, merchant }) => `Receipt ${code} from ${merchant}`,
    },
    first: {
      invoice: ({ customer, merchant, code, amount, deadline }) =>
        `Hello ${customer}, this is invoice ${code} from ${merchant} ${amount}.${deadline ? ` Please pay before ${deadline}.` : ""}`,
      reminder: ({ customer, merchant, code, amount, deadline }) =>
        `Hello ${customer}, this is a reminder about invoice ${code} from ${merchant} ${amount}.${deadline ? ` It is due on ${deadline}.` : ""}`,
      receipt: ({ customer, merchant, code, amount }) =>
        `Hello ${customer}, ${merchant} has received your payment of ${amount} for invoice ${code}. Thank you.`,
    },
    pay: "How to pay:",
    ignore: "Please ignore this email if you have paid.",
    amount: "Amount",
    unique: "Unique amount",
    total: "Total",
    received: "Received",
    paidAt: "Paid on",
    method: "Method",
    receipt: "Receipt:",
    from: "Seller",
    automatic: "This email was sent automatically. Contact the seller if you have a question.",
  },
};

const totalOf = (mail: LeasedMail): number => mail.payment_total ?? mail.payment_amount;

/** Returns the sum to pay. After a part payment this is the missing sum, as on the invoice's page. */
export const amountToPay = (mail: LeasedMail): number => totalOf(mail) - (mail.received ?? 0);

function amountIn(mail: LeasedMail, { sum, rest }: MailTexts): string {
  if (mail.kind === "receipt") return rupiahText(mail.received ?? totalOf(mail));
  const amount = rupiahText(amountToPay(mail));
  return mail.received === null ? sum(amount) : rest(amount);
}

export function writeMail(mail: LeasedMail, { address, time_zone }: Place): MailText {
  const language = texts[mail.language];
  const parts: Parts = {
    customer: oneLine(mail.customer_name),
    merchant: oneLine(mail.merchant_name),
    code: oneLine(mail.payment_code),
    amount: amountIn(mail, language),
    deadline: mail.payment_expired_at && timeIn(mail.payment_expired_at, language, time_zone),
  };
  const contents = mail.kind === "receipt" ? receiptOf : invoiceOf;
  const paragraphs = [
    language.first[mail.kind](parts),
    ...contents(mail, language, { address, time_zone }),
    `--\n${sellerOf(mail, language)}\n\n${language.automatic}\n`,
  ];
  return {
    subject: oneLine(language.subject[mail.kind](parts)),
    text: paragraphs.filter((paragraph) => paragraph !== "").join("\n\n"),
  };
}

const invoiceOf = (mail: LeasedMail, language: MailTexts, { address }: Place): string[] => [
  itemsOf(mail),
  `${language.pay} ${address}`,
  mail.kind === "reminder" ? language.ignore : "",
];

function receiptOf(mail: LeasedMail, language: MailTexts, { address, time_zone }: Place): string[] {
  const total = totalOf(mail);
  const facts = [
    [language.amount, rupiahText(mail.payment_amount)],
    [language.unique, rupiahText(total - mail.payment_amount)],
    [language.total, rupiahText(total)],
    ...(mail.received === null ? [] : [[language.received, rupiahText(mail.received)]]),
    ...(mail.payment_updated_at
      ? [[language.paidAt, timeIn(mail.payment_updated_at, language, time_zone)]]
      : []),
    ...(mail.channel_name ? [[language.method, oneLine(mail.channel_name)]] : []),
  ];
  return [
    itemsOf(mail),
    facts.map((fact) => fact.join(": ")).join("\n"),
    `${language.receipt} ${address}`,
  ];
}

const itemsOf = ({ customer_orders }: LeasedMail): string =>
  (customer_orders ?? [])
    .map(
      ({ name, price, quantity }) =>
        `${oneLine(name)} × ${quantity}: ${rupiahText(price * quantity)}`,
    )
    .join("\n");

const sellerOf = (mail: LeasedMail, language: MailTexts): string =>
  [
    `${language.from}: ${oneLine(mail.merchant_name)}`,
    ...[mail.contact_address, mail.contact_phone, mail.contact_email, mail.shop_url]
      .filter((contact) => contact !== null)
      .map(oneLine),
  ].join("\n");

const timeIn = (at: Date, { locale }: MailTexts, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(at);
