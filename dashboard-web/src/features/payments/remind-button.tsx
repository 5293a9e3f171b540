import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { whatsappLink, whatsappNumber } from "../../../../web-shared/src/whatsapp.ts";
import { useMerchant } from "../../base/session.tsx";
import { formatMomentInZone } from "../../base/time.ts";
import { Button } from "../../ui/button.tsx";
import { messageLanguage } from "./message-language.ts";
import { remindMessages, remindTexts as t } from "./remind-texts.ts";

interface RemindedPayment {
  payment_code: string;
  payment_amount: number;
  payment_expired_at: string;
  customer_name?: string | null;
  customer_phone?: string | null;
}

/** Tells how to reach the customers whose phone number is missing. One hint is enough for a whole list. */
export const NoPhoneHint = ({ payments }: { payments: readonly RemindedPayment[] }) =>
  payments.some(({ customer_phone = null }) => whatsappNumber(customer_phone) === null) && (
    <p class="hint">{t.remind.noPhone}</p>
  );

/**
 * Opens WhatsApp with a message to the customer of an expired invoice. Without a phone number, WhatsApp asks for the
 * contact. The message does not name the old total, because the customer can no longer pay it.
 */
export function RemindButton({ payment }: { payment: RemindedPayment }) {
  const { merchant_name } = useMerchant();
  const language = messageLanguage();
  const text = remindMessages[language]({
    customer: payment.customer_name ?? "",
    merchant: merchant_name,
    code: payment.payment_code,
    amount: formatRupiah(payment.payment_amount),
    deadline: formatMomentInZone(payment.payment_expired_at, language),
  });
  return (
    <Button
      href={whatsappLink(payment.customer_phone ?? null, text)}
      target="_blank"
      rel="noreferrer"
      of={payment.payment_code}
    >
      {t.remind.byWhatsapp}
    </Button>
  );
}
