import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { namedCustomer } from "../../../../web-shared/src/unnamed-customer.ts";
import { call } from "../../base/api.ts";
import type { BankRecord, PaymentDetail } from "../../base/generated/types.gen.ts";
import { reconciliationTexts } from "../reconciliation/reconciliation-texts.ts";
import { Link } from "../../base/router.tsx";
import { useMay, useMerchant } from "../../base/session.tsx";
import { formatDay } from "../../base/time.ts";
import { isAlarming } from "../../base/transfer-source.ts";
import { bankRecordTexts } from "../mutations/bank-record-texts.ts";
import { BankAlarmTag, BankProof, monthPath, ProofLink } from "../mutations/bank-record.tsx";
import { ConfirmButton, FormDialog } from "../../ui/dialog.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Card } from "../../ui/page.tsx";
import { SendRefund } from "../reconciliation/owed-refunds.tsx";
import { RefundFields, refundOf, useFormKey } from "../reconciliation/refund-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { amountDueTexts } from "./amount-due-texts.ts";

const t = { ...reconciliationTexts, ...bankRecordTexts, ...amountDueTexts };

interface LedgerCardProps {
  detail: PaymentDetail;
  onDone(): Promise<void>;
}

/** Shows an invoice's money, unless one transfer paid exactly the total. Offers the refund. */
export function LedgerCard({ detail: { payment, ledger }, onDone }: LedgerCardProps) {
  const [isRefunding, setRefunding] = useState(false);
  const isPending = payment.payment_status === "PENDING";
  const left = ledger
    ? ledger.received - ledger.refunded - ledger.refunds_owed
    : payment.payment_status === "PAID"
      ? payment.payment_total
      : 0;
  const may = useMay();
  const mayRefund = !isPending && left > 0 && may("refundPayment");
  if (!ledger && !mayRefund) return null;
  const isUndecided = ledger !== null && ledger.owed === null;
  const received = formatRupiah(ledger?.received ?? 0);
  const missing = payment.payment_total - (ledger?.received ?? 0);
  return (
    <Card title={t.reconciliation.ledger}>
      {ledger && (
        <LedgerFacts
          ledger={ledger}
          total={payment.payment_total}
          payer={namedCustomer(payment.customer_name)}
          isPending={isPending}
          onChanged={onDone}
        />
      )}
      {mayRefund && payment.is_manual_match && <p class="hint">{t.reconciliation.paidStays}</p>}
      <div class="actions">
        {isUndecided && may("settlePayment") && (
          <ConfirmButton
            // While the rest can still come, accepting less is not the main action.
            buttonTone={isPending ? "plain" : "primary"}
            title={t.reconciliation.settle}
            action={t.reconciliation.settle}
            submit={() =>
              call("settlePayment", {
                path: { payment_code: payment.payment_code },
                body: { seen: seenOf(payment, ledger) },
              }).then(onDone)
            }
          >
            {isPending
              ? t.reconciliation.settleHint(received, missing > 0 ? formatRupiah(missing) : null)
              : t.reconciliation.settleEnded(received)}
          </ConfirmButton>
        )}
        {mayRefund && (
          <Button onClick={() => setRefunding(true)}>{t.reconciliation.refundTitle}</Button>
        )}
      </div>
      {isRefunding && (
        <RefundDialog
          code={payment.payment_code}
          amount={left}
          recipient={namedCustomer(payment.customer_name)}
          seen={seenOf(payment, ledger)}
          onDone={onDone}
          onClose={() => setRefunding(false)}
        />
      )}
    </Card>
  );
}

/** Returns the status and the sums that the person saw when deciding. */
const seenOf = (
  { payment_status, payment_total }: PaymentDetail["payment"],
  ledger: PaymentDetail["ledger"],
) => ({
  payment_status,
  received: ledger?.received ?? (payment_status === "PAID" ? payment_total : 0),
  refunded: (ledger?.refunded ?? 0) + (ledger?.refunds_owed ?? 0),
});

type Ledger = NonNullable<PaymentDetail["ledger"]>;

interface LedgerFactsProps {
  ledger: Ledger;
  total: number;
  payer: string | null;
  isPending: boolean;
  onChanged(): Promise<void>;
}

function LedgerFacts({ ledger, total, payer, isPending, onChanged }: LedgerFactsProps) {
  const may = useMay();
  const { receipts, refunds } = ledger;
  return (
    <>
      <LedgerSum ledger={ledger} total={total} isPending={isPending} />
      <ul class="parts">
        {receipts.map(
          ({ amount, sender, mutation_id, booked_at, posted_at, bank_record }, index) => (
            <li key={mutation_id ?? index}>
              <span>
                +{" "}
                {mutation_id === null
                  ? t.reconciliation.vouched
                  : (sender ?? t.reconciliation.unknownSender)}
                {bank_record && (
                  <>
                    <br />
                    <ReceiptProof record={bank_record} />
                  </>
                )}
              </span>
              <Moment at={posted_at ?? booked_at} />
              <span class="amount">{formatRupiah(amount)}</span>
            </li>
          ),
        )}
        {refunds.map((refund) => (
          <li key={refund.refund_id}>
            <span>
              − {refund.recipient ?? t.reconciliation.refundOwed}
              <br />
              <span class="hint">
                {[
                  refund.reason,
                  refund.made_by && t.reconciliation.by(refund.made_by.name),
                  refund.proved_at !== null && !refund.proof && t.reconciliation.proved,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
              {refund.proof && (
                <>
                  <br />
                  <ProofLink place={refund.proof}>
                    {t.bankRecord.proved(formatDay(refund.proof.day))}
                  </ProofLink>
                </>
              )}
              {refund.refunded_at === null && (
                <>
                  {" "}
                  <SendRefund refund={refund} recipient={payer} onDone={onChanged} />
                </>
              )}
              {refund.proved_at === null && may("withdrawRefund") && (
                <>
                  {" "}
                  <ConfirmButton
                    buttonTone="link"
                    title={t.reconciliation.withdrawTitle}
                    action={t.reconciliation.withdraw}
                    submit={() =>
                      call("withdrawRefund", { path: { refund_id: refund.refund_id } }).then(
                        onChanged,
                      )
                    }
                  >
                    {refund.recipient === null
                      ? t.reconciliation.withdrawOwedHint(formatRupiah(refund.amount))
                      : t.reconciliation.withdrawHint(
                          formatRupiah(refund.amount),
                          refund.recipient,
                        )}
                  </ConfirmButton>
                </>
              )}
            </span>
            <Moment at={refund.refunded_at ?? refund.created_at} />
            <span class="amount">{formatRupiah(refund.amount)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type LedgerSumProps = Pick<LedgerFactsProps, "ledger" | "total" | "isPending">;

/**
 * Shows the steps from the money received to the amount owed, one line each, so that the sum can be checked. After a
 * refund, the sum ends with the money that is left. A pending invoice shows the rest that is still to come.
 */
function LedgerSum({ ledger, total, isPending }: LedgerSumProps) {
  const { owed, received, refunded, kept_difference, waived } = ledger;
  const missing = isPending ? Math.max(0, total - received) : 0;
  const isRefunded = refunded > 0 && kept_difference !== null;
  const steps = isRefunded
    ? ([["−", t.reconciliation.refunded, refunded]] as const)
    : ([
        ["−", t.reconciliation.refunded, refunded],
        ["−", t.reconciliation.keptMore, Math.max(0, kept_difference ?? 0)],
        ["+", t.reconciliation.waived, waived],
      ] as const);
  return (
    <table class="ledger-sum" aria-label={t.reconciliation.sum}>
      <tbody>
        <tr>
          <th scope="row">{t.reconciliation.received}</th>
          <td class="amount">{formatRupiah(received)}</td>
        </tr>
        {steps
          .filter(([, , amount]) => amount > 0)
          .map(([sign, name, amount]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="amount">
                {sign} {formatRupiah(amount)}
              </td>
            </tr>
          ))}
        {kept_difference === null && missing === 0 && (
          <tr>
            <th scope="row">{t.reconciliation.difference}</th>
            <td>{t.reconciliation.undecided}</td>
          </tr>
        )}
        <tr class={missing === 0 ? "sum" : undefined}>
          <th scope="row">{isRefunded ? t.reconciliation.kept : t.reconciliation.owed}</th>
          <td class="amount">
            {kept_difference !== null && "= "}
            {formatRupiah(isRefunded ? received - refunded : (owed ?? total))}
          </td>
        </tr>
        {missing > 0 && (
          <tr class="sum">
            <th scope="row">{t.due.missing}</th>
            <td class="amount">{formatRupiah(missing)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Shows the proof of received money, or the alarm that the bank has no record of it. */
function ReceiptProof({ record }: { record: BankRecord }) {
  if (!isAlarming(record)) return <BankProof record={record} />;
  return (
    <Link to={monthPath(record)}>
      <BankAlarmTag record={record} />
    </Link>
  );
}

interface RefundDialogProps {
  code: string;
  amount: number;
  recipient: string | null;
  seen: ReturnType<typeof seenOf>;
  onDone(): Promise<void>;
  onClose(): void;
}

function RefundDialog({ code, amount, recipient, seen: now, onDone, onClose }: RefundDialogProps) {
  const form_key = useFormKey();
  const { time_zone } = useMerchant();
  // The form keeps the sums from when it was opened.
  const [seen] = useState(now);
  return (
    <FormDialog
      title={t.reconciliation.refundTitle}
      action={t.reconciliation.refundSubmit}
      submit={async (values) => {
        await call("refundPayment", {
          path: { payment_code: code },
          body: { ...refundOf(values, { form_key, time_zone, most: amount }), seen },
        });
        await onDone();
      }}
      onClose={onClose}
    >
      <p>{t.reconciliation.refundHint}</p>
      <RefundFields amount={amount} hasHint recipient={recipient} />
    </FormDialog>
  );
}
