import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { comparisonTexts as t } from "./comparison-texts.ts";
import { isSameName } from "./same-name.ts";
import { Moment } from "../../ui/moment.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";
import { SideBySide, type ComparedRow } from "../../ui/side-by-side.tsx";
import type { PaymentStatus } from "../../base/generated/types.gen.ts";

export interface ComparedTransfer {
  amount: number;
  payer: string | null;
  at: string;
}

export interface ComparedInvoice {
  payment_code: string;
  payment_total: number;
  payment_status: PaymentStatus;
  customer_name: string;
  created_at: string;
  payment_expired_at?: string;
  /** The sum booked for the invoice so far, in rupiah. */
  received: number;
}

interface ComparisonProps {
  /** null if the person confirms the money without a transfer. */
  transfer: ComparedTransfer | null;
  invoice: ComparedInvoice;
}

/**
 * Compares a transfer with an invoice before money is booked. The transfer is on the left, the invoice on the right,
 * and differences are marked.
 */
export function Comparison({ transfer, invoice }: ComparisonProps) {
  const { payment_code, payment_total, payment_status, customer_name, received } = invoice;
  const isPart = payment_status === "PENDING" && received > 0;
  const none = <span class="hint">–</span>;
  const rows: ComparedRow[] = [
    {
      name: t.common.amount,
      left: transfer ? <strong class="amount">{formatRupiah(transfer.amount)}</strong> : none,
      right: (
        <>
          <strong class="amount">
            <Exact total={payment_total} />
          </strong>
          {isPart && <span class="hint"> {t.comparison.came(formatRupiah(received))}</span>}
        </>
      ),
      difference: transfer
        ? amountWords(transfer.amount, isPart ? payment_total - received : payment_total)
        : t.comparison.noTransferWarning,
    },
    {
      name: t.comparison.sender,
      left: transfer ? (transfer.payer ?? "–") : none,
      right: customer_name,
      difference: transfer && payerWords(transfer.payer, customer_name),
    },
    {
      name: t.comparison.time,
      left: transfer ? <Moment at={transfer.at} /> : none,
      right: <Moment at={invoice.created_at} />,
      difference: transfer && timeWords(transfer.at, invoice),
    },
  ];
  return (
    <SideBySide
      label={t.comparison.label}
      left={transfer ? t.comparison.transfer : t.comparison.noTransfer}
      right={
        <>
          {payment_code} <PaymentStatusTag status={payment_status} received={received} />
        </>
      }
      rows={rows}
    />
  );
}

function amountWords(amount: number, wanted: number): string | null {
  if (amount === wanted) return null;
  const difference = formatRupiah(Math.abs(amount - wanted));
  return amount < wanted ? t.comparison.less(difference) : t.comparison.more(difference);
}

function payerWords(payer: string | null, customer: string): string | null {
  if (payer === null) return t.comparison.unknownSender;
  return isSameName(payer, customer) ? null : t.comparison.otherSender;
}

function timeWords(at: string, { created_at, payment_expired_at }: ComparedInvoice): string | null {
  const [moment, created, deadline] = [at, created_at, payment_expired_at].map((each) =>
    each === undefined ? Number.POSITIVE_INFINITY : Date.parse(each),
  ) as [number, number, number];
  if (moment < created) return t.comparison.before;
  if (moment > deadline) return t.comparison.late;
  return moment - created > dayMilliseconds ? t.comparison.dayLater : null;
}

const dayMilliseconds = 86_400_000;
