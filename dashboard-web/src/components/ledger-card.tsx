import { useState } from "preact/hooks";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { call } from "../api.ts";
import type { PaymentDetail } from "../generated/types.gen.ts";
import { reconciliationTexts } from "../pages/reconciliation-texts.ts";
import { useMay } from "../session.tsx";
import { useWords } from "../words.tsx";
import { ConfirmDialog, Dialog } from "./dialog.tsx";
import { Fact } from "./fact.tsx";
import { Form, Submit } from "./form.tsx";
import { Moment } from "./moment.tsx";
import { Card } from "./page.tsx";
import { RefundFields, refundOf, useFormKey } from "./refund-fields.tsx";

interface LedgerCardProps {
  detail: PaymentDetail;
  onDone(): Promise<void>;
}

/** The money of an invoice, where that is not simply one transfer of its total; and the way to a refund. */
export function LedgerCard({ detail: { payment, ledger }, onDone }: LedgerCardProps) {
  const { t } = useWords(reconciliationTexts);
  const [doing, setDoing] = useState<"refund" | "settle" | null>(null);
  const [withdrawn, setWithdrawn] = useState<Refund | null>(null);
  const onClose = () => setDoing(null);
  const isPending = payment.payment_status === "PENDING";
  const left = ledger
    ? ledger.received - ledger.refunded
    : payment.payment_status === "PAID"
      ? payment.payment_total
      : 0;
  const may = useMay();
  const mayRefund = !isPending && left > 0 && may("refundPayment");
  if (!ledger && !mayRefund) return null;
  const isUndecided = ledger !== null && ledger.owed === null;
  const received = formatRupiah(ledger?.received ?? 0);
  const missing = formatRupiah(Math.max(0, payment.payment_total - (ledger?.received ?? 0)));
  return (
    <Card title={t.reconciliation.ledger}>
      {ledger && (
        <LedgerFacts ledger={ledger} total={payment.payment_total} onWithdraw={setWithdrawn} />
      )}
      <div class="actions">
        {isUndecided && may("settlePayment") && (
          <button type="button" class="button primary" onClick={() => setDoing("settle")}>
            {t.reconciliation.settle}
          </button>
        )}
        {mayRefund && (
          <button type="button" class="button" onClick={() => setDoing("refund")}>
            {t.reconciliation.refundTitle}
          </button>
        )}
      </div>
      {doing === "settle" && (
        <ConfirmDialog
          title={t.reconciliation.settle}
          action={t.reconciliation.settle}
          submit={async () => {
            await call("settlePayment", {
              path: { payment_code: payment.payment_code },
              body: {},
            });
            await onDone();
          }}
          onClose={onClose}
        >
          <p>
            {isPending
              ? t.reconciliation.settleHint(received, missing)
              : t.reconciliation.settleEnded(received)}
          </p>
        </ConfirmDialog>
      )}
      {withdrawn && (
        <ConfirmDialog
          title={t.reconciliation.withdrawTitle}
          action={t.reconciliation.withdraw}
          submit={async () => {
            await call("withdrawRefund", { path: { refund_id: withdrawn.refund_id } });
            await onDone();
          }}
          onClose={() => setWithdrawn(null)}
        >
          <p>
            {t.reconciliation.withdrawHint(formatRupiah(withdrawn.amount), withdrawn.recipient)}
          </p>
        </ConfirmDialog>
      )}
      {doing === "refund" && (
        <RefundDialog
          code={payment.payment_code}
          amount={left}
          recipient={payment.customer_name ?? null}
          onDone={onDone}
          onClose={onClose}
        />
      )}
    </Card>
  );
}

type Ledger = NonNullable<PaymentDetail["ledger"]>;
type Refund = Ledger["refunds"][number];

interface LedgerFactsProps {
  ledger: Ledger;
  total: number;
  onWithdraw(refund: Refund): void;
}

function LedgerFacts({ ledger, total, onWithdraw }: LedgerFactsProps) {
  const { t } = useWords(reconciliationTexts);
  const may = useMay();
  const { owed, received, refunded, kept_difference, receipts, refunds } = ledger;
  const kept = kept_difference ?? 0;
  return (
    <>
      <dl class="facts">
        <Fact name={t.reconciliation.owed} isAmount>
          {formatRupiah(owed ?? total)}
        </Fact>
        <Fact name={t.reconciliation.received} isAmount>
          {formatRupiah(received)}
        </Fact>
        <Fact name={t.reconciliation.refunded} isAmount>
          {formatRupiah(refunded)}
        </Fact>
        <Fact name={keptWords(kept, t.reconciliation)} isAmount>
          {kept_difference === null ? t.reconciliation.undecided : formatRupiah(Math.abs(kept))}
        </Fact>
      </dl>
      <ul class="parts">
        {receipts.map(({ amount, sender, mutation_id, booked_at }, index) => (
          <li key={mutation_id ?? index}>
            <span>+ {mutation_id === null ? t.reconciliation.vouched : (sender ?? "–")}</span>
            <Moment at={booked_at} />
            <span class="amount">{formatRupiah(amount)}</span>
          </li>
        ))}
        {refunds.map((refund) => (
          <li key={refund.refund_id}>
            <span>
              − {refund.recipient}
              <br />
              <span class="hint">
                {[
                  refund.reason,
                  refund.made_by && t.reconciliation.by(refund.made_by.name),
                  refund.proved_at !== null && t.reconciliation.proved,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
              {refund.proved_at === null && may("withdrawRefund") && (
                <>
                  {" "}
                  <button type="button" class="link" onClick={() => onWithdraw(refund)}>
                    {t.reconciliation.withdraw}
                  </button>
                </>
              )}
            </span>
            <Moment at={refund.refunded_at} />
            <span class="amount">{formatRupiah(refund.amount)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type Texts = ReturnType<typeof useWords<[typeof reconciliationTexts]>>["t"]["reconciliation"];

function keptWords(kept: number, t: Texts): string {
  if (kept === 0) return t.keptNothing;
  return kept > 0 ? t.keptMore : t.keptLess;
}

interface RefundDialogProps {
  code: string;
  amount: number;
  recipient: string | null;
  onDone(): Promise<void>;
  onClose(): void;
}

function RefundDialog({ code, amount, recipient, onDone, onClose }: RefundDialogProps) {
  const { t } = useWords(reconciliationTexts);
  const form_key = useFormKey();
  return (
    <Dialog title={t.reconciliation.refundTitle} onClose={onClose}>
      <Form
        submit={async (values) => {
          await call("refundPayment", {
            path: { payment_code: code },
            body: refundOf(values, form_key),
          });
          await onDone();
          onClose();
        }}
      >
        <p>{t.reconciliation.refundHint}</p>
        <RefundFields amount={amount} recipient={recipient} />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {t.common.back}
          </button>
          <Submit>{t.reconciliation.refundSubmit}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
