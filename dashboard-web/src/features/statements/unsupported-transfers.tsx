import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import type { UnsupportedMutation, UnsupportedVerdict } from "../../base/generated/types.gen.ts";
import { statementsTexts } from "./statements-texts.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { useAnnounce } from "../../base/announce.tsx";
import { bankRecordTexts } from "../mutations/bank-record-texts.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Area, Radios } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Card } from "../../ui/page.tsx";
import { Button } from "../../ui/button.tsx";

const t = { ...statementsTexts, ...bankRecordTexts };

interface UnsupportedTransfersProps {
  transfers: readonly UnsupportedMutation[];
  onClosed(): Promise<void>;
}

/**
 * Shows the most important alarm: a source reported money that the bank's statement lacks. Hidden if there is
 * none.
 */
export function UnsupportedTransfers({ transfers, onClosed }: UnsupportedTransfersProps) {
  const announce = useAnnounce();
  const [looked, setLooked] = useState<UnsupportedMutation | null>(null);
  if (transfers.length === 0) return null;
  return (
    <Card class="alarm">
      <div class="alarm-head" role="alert">
        <Icon name="warning" />
        <h2>{t.statements.alarm(transfers.length)}</h2>
      </div>
      <p>{t.statements.alarmHint}</p>
      <ul>
        {transfers.map((transfer) => (
          <li key={transfer.mutation_id}>
            <div class="row-title">
              <strong class="amount">{formatRupiah(transfer.amount_parsed)}</strong>
              <span>{transfer.sender_parsed ?? "–"}</span>
              {transfer.payment_code !== null && (
                <span class="hint">
                  {t.statements.paid}{" "}
                  <Link to={paymentPath(transfer.payment_code)}>{transfer.payment_code}</Link>
                </span>
              )}
              {transfer.is_one_of_several && <span class="hint">{t.statements.oneOfSeveral}</span>}
            </div>
            <Moment at={transfer.posted_at} />
            <Button needs="closeUnsupportedMutation" onClick={() => setLooked(transfer)}>
              {t.statements.look}
            </Button>
          </li>
        ))}
      </ul>
      {looked && (
        <LookDialog
          transfer={looked}
          onClose={() => setLooked(null)}
          onClosed={async () => {
            setLooked(null);
            announce(t.statements.closed);
            await onClosed();
          }}
        />
      )}
    </Card>
  );
}

interface LookDialogProps {
  transfer: UnsupportedMutation;
  onClose(): void;
  onClosed(): Promise<void>;
}

const verdicts: readonly UnsupportedVerdict[] = ["forged", "misread", "genuine"];

function LookDialog({ transfer, onClose, onClosed }: LookDialogProps) {
  const { mutation_id, payment_code } = transfer;
  const [verdict, setVerdict] = useState<UnsupportedVerdict | null>(null);
  return (
    <FormDialog
      title={t.statements.lookTitle}
      action={t.statements.close}
      submit={async (values) => {
        if (verdict === null) return;
        await call("closeUnsupportedMutation", {
          path: { mutation_id },
          body: { verdict, note: values("note").trim() },
        });
        await onClosed();
      }}
      onClose={onClose}
      staysOpen
      isDisabled={verdict === null}
    >
      <dl class="facts">
        <Fact name={t.common.amount} amount={transfer.amount_parsed} />
        <Fact name={t.statements.sender}>{transfer.sender_parsed ?? "–"}</Fact>
        <Fact name={t.statements.at} at={transfer.posted_at} />
        <Fact name={t.statements.phone}>
          <Link to="/devices">{transfer.device_name}</Link>
        </Fact>
        <Fact name={t.statements.invoice}>
          {payment_code === null ? (
            t.statements.noInvoice
          ) : (
            <Link to={paymentPath(payment_code)}>{payment_code}</Link>
          )}
        </Fact>
      </dl>
      <ol class="look-steps">
        {t.statements.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Radios<UnsupportedVerdict>
        legend={t.statements.verdict}
        name="verdict"
        chosen={verdict}
        options={verdicts.map((each) => [each, t.bankRecord.verdicts[each]])}
        onChoose={setVerdict}
      />
      <Area name="note" label={t.statements.found} hint={t.statements.foundHint} rows={2} />
    </FormDialog>
  );
}
