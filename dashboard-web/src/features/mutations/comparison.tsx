import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { useWords } from "../../base/words.tsx";
import { comparisonTexts } from "./comparison-texts.ts";
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
  /** What was booked for it already. */
  received: number;
}

interface ComparisonProps {
  /** null: the person vouches for the money. */
  transfer: ComparedTransfer | null;
  invoice: ComparedInvoice;
}

/** What a person reads before money is booked: the transfer at the left, the invoice at the right, and what differs. */
export function Comparison({ transfer, invoice }: ComparisonProps) {
  const { t } = useWords(comparisonTexts);
  const { payment_code, payment_total, payment_status, customer_name, received } = invoice;
  const isPart = payment_status === "PENDING" && received > 0;
  const none = <span class="hint">–</span>;
  const rows: ComparedRow[] = [
    {
      name: t.comparison.amount,
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
        ? amountWords(transfer.amount, isPart ? payment_total - received : payment_total, t)
        : t.comparison.noTransferWarning,
    },
    {
      name: t.comparison.payer,
      left: transfer ? (transfer.payer ?? "–") : none,
      right: customer_name,
      difference: transfer && payerWords(transfer.payer, customer_name, t),
    },
    {
      name: t.comparison.time,
      left: transfer ? <Moment at={transfer.at} /> : none,
      right: <Moment at={invoice.created_at} />,
      difference: transfer && timeWords(transfer.at, invoice, t),
    },
  ];
  return (
    <SideBySide
      label={t.comparison.label}
      left={transfer ? t.comparison.transfer : t.comparison.noTransfer}
      right={
        <>
          {payment_code} <PaymentStatusTag status={payment_status} />
        </>
      }
      rows={rows}
    />
  );
}

type Texts = ReturnType<typeof useWords<[typeof comparisonTexts]>>["t"];

function amountWords(amount: number, wanted: number, { comparison }: Texts): string | null {
  if (amount === wanted) return null;
  const difference = formatRupiah(Math.abs(amount - wanted));
  return amount < wanted ? comparison.less(difference) : comparison.more(difference);
}

function payerWords(payer: string | null, customer: string, { comparison }: Texts): string | null {
  if (payer === null) return comparison.unknownPayer;
  return plain(payer) === plain(customer) ? null : comparison.otherPayer;
}

/** Banks write names in capitals. */
const plain = (name: string): string => name.trim().replaceAll(/\s+/gu, " ").toLocaleLowerCase();

function timeWords(
  at: string,
  { created_at, payment_expired_at }: ComparedInvoice,
  { comparison }: Texts,
): string | null {
  const [moment, created, deadline] = [at, created_at, payment_expired_at].map((each) =>
    each === undefined ? Number.POSITIVE_INFINITY : Date.parse(each),
  ) as [number, number, number];
  if (moment < created) return comparison.before;
  if (moment > deadline) return comparison.late;
  return moment - created > dayMilliseconds ? comparison.dayLater : null;
}

const dayMilliseconds = 86_400_000;
