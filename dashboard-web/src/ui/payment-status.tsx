import type { PaymentStatus } from "../base/generated/types.gen.ts";
import { useWords } from "../base/words.tsx";

const tones: Readonly<Record<PaymentStatus, string>> = {
  PENDING: "warning",
  PAID: "good",
  EXPIRED: "",
  CANCELLED: "",
};

export const paymentStatuses = Object.keys(tones) as PaymentStatus[];

export function PaymentStatusTag({ status }: { status: PaymentStatus }) {
  const { t } = useWords();
  return <span class={`tag ${tones[status]}`}>{t.paymentStatuses[status]}</span>;
}
