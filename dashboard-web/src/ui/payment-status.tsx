import type { InvoiceStatus } from "../base/generated/types.gen.ts";
import { commonTexts as t } from "../base/texts/common.ts";

const tones: Readonly<Record<InvoiceStatus, string>> = {
  OPEN: "warning",
  PENDING: "warning",
  PAID: "good",
  EXPIRED: "",
  CANCELLED: "",
};

export function PaymentStatusTag({ status }: { status: InvoiceStatus }) {
  return <span class={`tag ${tones[status]}`}>{t.paymentStatuses[status]}</span>;
}
