import { afterGreeting } from "../../../../web-shared/src/unnamed-customer.ts";
import type { Language } from "../../../../web-shared/src/language.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

/** The values of the message to the customer of an expired invoice. */
interface MessageParts {
  customer: string;
  merchant: string;
  code: string;
  amount: string;
  deadline: string;
}

const id = {
  remind: {
    byWhatsapp: "Tanya lewat WhatsApp",
    noPhone: "Tanpa nomor, pilih kontaknya di WhatsApp.",
  },
};

const en: typeof id = {
  remind: {
    byWhatsapp: "Ask by WhatsApp",
    noPhone: "If the customer has no phone number, choose the contact in WhatsApp.",
  },
};

export const remindTexts = textsOf({ id, en });

/** The messages in the customer's language. It can differ from the page's language. */
export const remindMessages: Record<Language, (parts: MessageParts) => string> = {
  id: ({ customer, merchant, code, amount, deadline }) =>
    `Halo${afterGreeting(customer)}, tagihan ${code} dari ${merchant} sebesar ${amount} sudah lewat batas waktunya (${deadline}), jadi jangan dibayar lagi. Masih ingin membayar? Balas pesan ini, dan kami kirimkan tagihan baru. Abaikan pesan ini jika Anda sudah membayar.`,
  en: ({ customer, merchant, code, amount, deadline }) =>
    `Hello${afterGreeting(customer)}, invoice ${code} from ${merchant} for ${amount} expired on ${deadline}, so please do not pay it now. Would you still like to pay? Reply to this message, and we will send you a new invoice. Please ignore this message if you have paid.`,
};
