import type { InvoiceStatus } from "../../base/generated/types.gen.ts";
import { invoicesTexts as t } from "./invoices-texts.ts";
import { paymentStatuses, PaymentStatusTag } from "../../ui/payment-status.tsx";

/** OPEN: the customer has not chosen an account yet, so there is no payment. */
export const invoiceStatuses: readonly InvoiceStatus[] = ["OPEN", ...paymentStatuses];

/** Returns the names of an invoice's states. */
export function useInvoiceStatuses(): Readonly<Record<InvoiceStatus, string>> {
  return { OPEN: t.invoices.choiceAwaited, ...t.paymentStatuses };
}

export function InvoiceStatusTag({ status }: { status: InvoiceStatus }) {
  if (status !== "OPEN") return <PaymentStatusTag status={status} />;
  return <span class="tag warning">{t.invoices.choiceAwaited}</span>;
}
