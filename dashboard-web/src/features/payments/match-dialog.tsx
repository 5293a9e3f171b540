import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import type { LikelyMutation, PaymentDetail } from "../../base/generated/types.gen.ts";
import { paymentsTexts } from "./payments-texts.ts";
import { useQuery } from "../../base/use-query.ts";
import { comparisonTexts } from "../mutations/comparison-texts.ts";
import { Comparison } from "../mutations/comparison.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, Submit } from "../../ui/form.tsx";
import { SimilarityReasons } from "../mutations/similarity-reasons.tsx";
import { Moment } from "../../ui/moment.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { Button } from "../../ui/button.tsx";

const t = { ...paymentsTexts, ...comparisonTexts };

interface MatchDialogProps {
  detail: PaymentDetail;
  onMatched(): Promise<void>;
  onClose(): void;
}

/** null: the person chose no transfer and confirms the money. */
type Choice = LikelyMutation | null;

/** Marks an invoice as paid. The server asks for a code first, because money is involved. */
export function MatchDialog({ detail, onMatched, onClose }: MatchDialogProps) {
  const { payment_code } = detail.payment;
  const transfers = useQuery("listOwnLikelyMutations", { path: { payment_code } });
  return (
    <Dialog title={t.payments.matchTitle(payment_code)} onClose={onClose}>
      <QueryResult query={transfers}>
        {(data) => <Steps {...{ detail, onMatched, onClose }} found={data} />}
      </QueryResult>
    </Dialog>
  );
}

/**
 * The choice of a transfer, if there is one, and the confirmation. Until a person chooses, the choices are the current
 * transfers, so that one that has just arrived is not missed. After that, new transfers do not move the choices.
 */
function Steps({
  detail,
  found,
  onMatched,
  onClose,
}: MatchDialogProps & { found: readonly LikelyMutation[] }) {
  const [kept, keep] = useState<{ transfers: typeof found; choice: Choice }>();
  const [isCompared, setCompared] = useState(false);
  const { transfers, choice } = kept ?? { transfers: found, choice: undefined };
  const hasChoice = transfers.length > 0;
  const chosen = hasChoice ? choice : null;

  return chosen !== undefined && (isCompared || !hasChoice) ? (
    <Confirm
      detail={detail}
      chosen={chosen}
      hasChoice={hasChoice}
      onMatched={async () => {
        await onMatched();
        onClose();
      }}
      onBack={hasChoice ? () => setCompared(false) : onClose}
    />
  ) : (
    <TransferChoice
      transfers={transfers}
      customer={detail.payment.customer_name}
      chosen={chosen}
      onChoose={(wanted) => keep({ transfers, choice: wanted })}
      onNext={() => setCompared(true)}
      onClose={onClose}
    />
  );
}

interface TransferChoiceProps {
  transfers: readonly LikelyMutation[];
  customer: string | null;
  chosen: Choice | undefined;
  onChoose(choice: Choice): void;
  onNext(): void;
  onClose(): void;
}

/** Lets a person choose a transfer. None is preselected, because a certain match would have paid automatically. */
function TransferChoice({
  transfers,
  customer,
  chosen,
  onChoose,
  onNext,
  onClose,
}: TransferChoiceProps) {
  return (
    <Form submit={async () => onNext()} label={t.payments.whichTransfer}>
      <fieldset>
        <legend>{t.payments.whichTransfer}</legend>
        {transfers.map((transfer) => (
          <label class="option choice" key={transfer.mutation_id}>
            <input
              type="radio"
              name="mutation_id"
              checked={chosen?.mutation_id === transfer.mutation_id}
              onChange={() => onChoose(transfer)}
            />
            <span>
              <strong class="amount">{formatRupiah(transfer.amount_parsed)}</strong>{" "}
              {transfer.sender_parsed}
              <Moment at={transfer.posted_at} />
              <SimilarityReasons
                reasons={transfer.reasons}
                sender={transfer.sender_parsed}
                customer={customer}
              />
            </span>
          </label>
        ))}
        <label class="option choice">
          <input
            type="radio"
            name="mutation_id"
            checked={chosen === null}
            onChange={() => onChoose(null)}
          />
          <span>{t.payments.noTransfer}</span>
        </label>
      </fieldset>
      <div class="dialog-actions">
        <Button onClick={onClose}>{t.common.back}</Button>
        <Submit isDisabled={chosen === undefined}>{t.comparison.next}</Submit>
      </div>
    </Form>
  );
}

interface ConfirmProps {
  detail: PaymentDetail;
  chosen: Choice;
  /** Whether the person could have chosen a transfer. */
  hasChoice: boolean;
  onMatched(): Promise<void>;
  onBack(): void;
}

function Confirm({
  detail: { payment, created_at, ledger },
  chosen,
  hasChoice,
  onMatched,
  onBack,
}: ConfirmProps) {
  const { payment_code } = payment;
  const [seen] = useState({
    payment_status: payment.payment_status,
    received: ledger?.received ?? 0,
  });
  return (
    <Form
      submit={async () => {
        await call("matchOwnPayment", {
          path: { payment_code },
          body: { mutation_id: chosen?.mutation_id ?? null, seen },
        });
        await onMatched();
      }}
    >
      {!hasChoice && <p>{t.payments.noTransferFound}</p>}
      <Comparison
        transfer={
          chosen && {
            amount: chosen.amount_parsed,
            payer: chosen.sender_parsed,
            at: chosen.posted_at,
          }
        }
        invoice={{
          ...payment,
          customer_name: payment.customer_name ?? "–",
          created_at,
          received: seen.received,
        }}
      />
      <p>{t.payments.matchHint}</p>
      <div class="dialog-actions">
        <Button onClick={onBack}>{t.common.back}</Button>
        <Submit>{t.payments.matchSubmit}</Submit>
      </div>
    </Form>
  );
}
