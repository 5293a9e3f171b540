import type { InvoiceStatus } from "../base/generated/types.gen.ts";
import { commonTexts as t } from "../base/texts/common.ts";

const tones: Readonly<Record<InvoiceStatus, string>> = {
  OPEN: "warning",
  PENDING: "warning",
  PAID: "good",
  EXPIRED: "",
  CANCELLED: "",
};

interface PaymentStatusTagProps {
  status: InvoiceStatus;
  /** Whether money for the invoice has arrived in parts. A pending invoice is then shown as partly paid. */
  isPartPaid?: boolean;
}

export function PaymentStatusTag({ status, isPartPaid = false }: PaymentStatusTagProps) {
  const text = isPartPaid && status === "PENDING" ? t.common.partPaid : t.paymentStatuses[status];
  return <span class={`tag ${tones[status]}`}>{text}</span>;
}
