import type { PaymentStatus } from "../base/generated/types.gen.ts";
import { commonTexts as t } from "../base/texts/common.ts";

const tones: Readonly<Record<PaymentStatus, string>> = {
  PENDING: "warning",
  PAID: "good",
  EXPIRED: "",
  CANCELLED: "",
};

export const paymentStatuses = Object.keys(tones) as PaymentStatus[];

export function PaymentStatusTag({ status }: { status: PaymentStatus }) {
  return <span class={`tag ${tones[status]}`}>{t.paymentStatuses[status]}</span>;
}
