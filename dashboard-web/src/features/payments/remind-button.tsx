import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { whatsappLink, whatsappNumber } from "../../../../web-shared/src/whatsapp.ts";
import { useMerchant } from "../../base/session.tsx";
import { formatMomentInZone } from "../../base/time.ts";
import { Button } from "../../ui/button.tsx";
import { messageLanguage } from "./message-language.ts";
import { remindMessages, remindTexts as t } from "./remind-texts.ts";

interface RemindButtonProps {
  payment: {
    payment_code: string;
    payment_amount: number;
    payment_expired_at: string;
    customer_name?: string | null;
    customer_phone?: string | null;
  };
}

/**
 * Opens WhatsApp with a message to the customer of an expired invoice. Without a phone number, WhatsApp asks for the
 * contact. The message does not name the old total, because the customer can no longer pay it.
 */
export function RemindButton({ payment }: RemindButtonProps) {
  const { merchant_name } = useMerchant();
  const language = messageLanguage();
  const text = remindMessages[language]({
    customer: payment.customer_name ?? "",
    merchant: merchant_name,
    code: payment.payment_code,
    amount: formatRupiah(payment.payment_amount),
    deadline: formatMomentInZone(payment.payment_expired_at, language),
  });
  const phone = payment.customer_phone ?? null;
  return (
    <>
      <Button
        href={whatsappLink(phone, text)}
        target="_blank"
        rel="noreferrer"
        of={payment.payment_code}
      >
        {t.remind.byWhatsapp}
      </Button>
      {whatsappNumber(phone) === null && <span class="hint no-phone">{t.remind.noPhone}</span>}
    </>
  );
}
