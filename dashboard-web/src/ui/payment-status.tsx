import type { InvoiceStatus, ListedPayment, RefundState } from "../base/generated/types.gen.ts";
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
  /** The sum that has arrived in parts. A pending invoice with such a sum is shown as partly paid. */
  received: number | null;
  /** The refunded share. A refund is shown in place of the status. */
  refund?: RefundState | null;
}

export function PaymentStatusTag({ status, received, refund }: PaymentStatusTagProps) {
  if (refund) return <span class="tag">{t.common.refundStates[refund]}</span>;
  const isPartPaid = status === "PENDING" && received !== null && received > 0;
  const text = isPartPaid ? t.common.partPaid : t.paymentStatuses[status];
  return <span class={`tag ${tones[status]}`}>{text}</span>;
}

/** The tag of an invoice in a list. */
export const ListedPaymentTag = ({ payment }: { payment: ListedPayment }) => (
  <PaymentStatusTag
    status={payment.payment_status}
    received={payment.received_in_parts}
    refund={payment.refund_state}
  />
);
