import { useState } from "preact/hooks";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { call } from "../api.ts";
import type { LikelyMutation } from "../generated/types.gen.ts";
import { useMerchant } from "../session.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { Dialog } from "./dialog.tsx";
import { Form, Submit } from "./form.tsx";
import { LikenessReasons } from "./likeness-reasons.tsx";
import { Moment } from "./moment.tsx";
import { Answered } from "./page.tsx";
import { TwoFactorNeeded } from "./two-factor-needed.tsx";
import { paymentsTexts } from "../pages/payments-texts.ts";

interface MatchDialogProps {
  code: string;
  onMatched(): Promise<void>;
  onClose(): void;
}

/** Declares an invoice paid. The server asks for a code first, since this is about money. */
export function MatchDialog({ code, onMatched, onClose }: MatchDialogProps) {
  const { t } = useWords(paymentsTexts);
  const { is_two_factor_enabled } = useMerchant();
  const transfers = useQuery("listOwnLikelyMutations", { path: { payment_code: code } });

  if (!is_two_factor_enabled) {
    return <TwoFactorNeeded title={t.payments.matchTitle(code)} onClose={onClose} />;
  }
  return (
    <Dialog title={t.payments.matchTitle(code)} onClose={onClose}>
      <Form
        submit={async (values) => {
          const mutation_id = values("mutation_id") || null;
          await call("matchOwnPayment", { path: { payment_code: code }, body: { mutation_id } });
          await onMatched();
          onClose();
        }}
      >
        <p>{t.payments.matchHint}</p>
        <Answered query={transfers}>{(data) => <TransferChoice transfers={data} />}</Answered>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {t.common.back}
          </button>
          <Submit>{t.payments.matchSubmit}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}

/** Those that were there when it was opened: what comes meanwhile does not move the choice under the reader's hand. */
function TransferChoice({ transfers: found }: { transfers: readonly LikelyMutation[] }) {
  const { t } = useWords(paymentsTexts);
  const [transfers] = useState(found);
  return (
    <fieldset>
      <legend>{t.payments.whichTransfer}</legend>
      {transfers.map(({ mutation_id, amount_parsed, sender_parsed, posted_at, reasons }, index) => (
        <label class="option choice" key={mutation_id}>
          <input type="radio" name="mutation_id" value={mutation_id} defaultChecked={index === 0} />
          <span>
            <strong class="amount">{formatRupiah(amount_parsed)}</strong> {sender_parsed}
            <Moment at={posted_at} />
            <LikenessReasons reasons={reasons} />
          </span>
        </label>
      ))}
      <label class="option choice">
        <input type="radio" name="mutation_id" value="" defaultChecked={transfers.length === 0} />
        <span>{t.payments.noTransfer}</span>
      </label>
    </fieldset>
  );
}
