import type { InvoiceStatus } from "../generated/types.gen.ts";
import { useWords } from "../words.tsx";
import { invoicesTexts } from "../pages/invoices-texts.ts";

const tones: Readonly<Record<InvoiceStatus, string>> = {
  OPEN: "warning",
  PENDING: "warning",
  PAID: "good",
  EXPIRED: "",
  CANCELLED: "",
};

export const invoiceStatuses = Object.keys(tones) as InvoiceStatus[];

export function InvoiceStatusTag({ status }: { status: InvoiceStatus }) {
  const { t } = useWords(invoicesTexts);
  return <span class={`tag ${tones[status]}`}>{t.invoices.statuses[status]}</span>;
}
