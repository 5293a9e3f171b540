import type { PaymentStatus } from "../generated/types.gen.ts";
import { useWords } from "../words.tsx";
import { paymentsTexts } from "../pages/payments-texts.ts";

const tones: Readonly<Record<PaymentStatus, string>> = {
  PENDING: "warning",
  PAID: "good",
  EXPIRED: "",
  CANCELLED: "",
};

export const paymentStatuses = Object.keys(tones) as PaymentStatus[];

export function PaymentStatusTag({ status }: { status: PaymentStatus }) {
  const { t } = useWords(paymentsTexts);
  return <span class={`tag ${tones[status]}`}>{t.payments.statuses[status]}</span>;
}
