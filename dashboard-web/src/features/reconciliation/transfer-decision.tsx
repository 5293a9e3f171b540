import { useEffect, useRef, useState } from "preact/hooks";
import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import type { ReconciledTransfer, TransferCandidate } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { reconciliationTexts } from "./reconciliation-texts.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { useMerchant } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { useTwoFactorFirst } from "../access/two-factor-first.tsx";
import { twoFactorTexts } from "../access/two-factor-texts.ts";
import { comparisonTexts } from "../mutations/comparison-texts.ts";
import { Comparison } from "../mutations/comparison.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { Form, Radios, Submit, type Values } from "../../ui/form.tsx";
import { SimilarityReasons } from "../mutations/similarity-reasons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";
import { When } from "../../ui/when.tsx";
import { InvoiceFinder } from "./invoice-finder.tsx";
import { RefundFields, refundOf, useFormKey } from "./refund-fields.tsx";

const t = { ...reconciliationTexts, ...comparisonTexts, ...twoFactorTexts };

/**
 * An invoice for which a transfer can be booked: a similar one, or one that a team member has found.
 */
type Candidate = Pick<
  TransferCandidate,
  | "payment_code"
  | "payment_total"
  | "payment_status"
  | "payment_expired_at"
  | "created_at"
  | "customer_name"
  | "received"
  | "is_vouched_for"
  | "reasons"
>;

interface DecisionProps {
  transfer: ReconciledTransfer;
  onDone(): Promise<void>;
}

/**
 * Shows the invoices that resemble the transfer, the likeliest first, and the possible decisions
 * about the money.
 */
export function TransferDecision({ transfer, onDone }: DecisionProps) {
  const candidates = useQuery("listTransferCandidates", { path: { mutation_id: transfer.id } });
  return (
    <QueryResult query={candidates}>
      {(data) => <DecisionForm transfer={transfer} found={data} onDone={onDone} />}
    </QueryResult>
  );
}

const outcomesOf = (candidate: Candidate, transfer: ReconciledTransfer): Outcome[] => {
  if (candidate.payment_status === "PENDING")
    return differenceOf(candidate, transfer) < 0 ? ["settle", "part"] : ["settle"];
  return candidate.is_vouched_for ? ["proof", "keep", "refund"] : ["keep", "refund"];
};

type Outcome = "settle" | "part" | "keep" | "refund" | "proof";

/**
 * Asks for a decision. The invoices are those at the time of opening, so that new ones do not move the choices. No
 * invoice is preselected. For a pending invoice, an outcome is preselected if the transfer completes its total, or if the
 * invoice is the only one like the transfer.
 */
function DecisionForm({
  transfer,
  found,
  onDone,
}: DecisionProps & { found: readonly Candidate[] }) {
  const twoFactor = useTwoFactorFirst();
  const [candidates, setCandidates] = useState<readonly Candidate[]>(found);
  const [isAll, setAll] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const [wanted, setWanted] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Counts the choices of an invoice, so that a late response does not replace a later choice. */
  const choices = useRef(0);
  const shown = isAll ? candidates : candidates.slice(0, limits.candidatesShown);
  const chosen = candidates.find(({ payment_code }) => payment_code === code);
  const outcomes = chosen ? outcomesOf(chosen, transfer) : [];
  // An invoice that a team member has found might not resemble the transfer.
  const isOnly = found.length === 1 && candidates.length === 1;
  const outcome =
    outcomes.find((each) => each === wanted) ??
    (chosen && (outcomes.length === 1 || isOnly) ? likelyOutcomeOf(chosen, transfer) : null);
  const needsTwoFactor = outcome === "settle" && twoFactor.isMissing;
  const end = useRef<HTMLDivElement>(null);
  // On a phone, the next question would be out of view.
  useEffect(() => bringIntoView(end.current), [code]);

  async function chooseFound(payment_code: string): Promise<boolean> {
    choices.current += 1;
    const choice = choices.current;
    const isLast = () => choice === choices.current;
    const candidate = await readCandidate(payment_code).catch((cause: unknown) => {
      if (isLast()) throw cause;
      return null;
    });
    if (!candidate || !isLast()) return false;
    setCandidates((before) => [
      candidate,
      ...before.filter((each) => each.payment_code !== payment_code),
    ]);
    setCode(payment_code);
    return true;
  }

  return (
    <>
      <Form
        submit={async () => {
          if (chosen && outcome) setAsked({ candidate: chosen, outcome });
        }}
        label={t.reconciliation.invoice}
      >
        <fieldset>
          <legend>{t.reconciliation.invoice}</legend>
          {candidates.length === 0 && <p class="hint">{t.reconciliation.noInvoice}</p>}
          {twoFactor.isMissing &&
            candidates.some(({ payment_status }) => payment_status === "PENDING") && (
              <Notice tone="warning">
                <p>{t.twoFactor.toMarkPaid}</p>
                {!needsTwoFactor && twoFactor.button("plain")}
              </Notice>
            )}
          {shown.map((candidate) => (
            <label class="option choice" key={candidate.payment_code}>
              <input
                type="radio"
                name="payment_code"
                value={candidate.payment_code}
                checked={candidate.payment_code === code}
                onChange={() => {
                  choices.current += 1;
                  setCode(candidate.payment_code);
                }}
              />
              <CandidateWords candidate={candidate} transfer={transfer} />
            </label>
          ))}
          {shown.length < candidates.length && (
            <button type="button" class="link" onClick={() => setAll(true)}>
              {t.reconciliation.moreInvoices(candidates.length - shown.length)}
            </button>
          )}
        </fieldset>
        {outcome && outcomes.length === 1 && <p>{t.reconciliation.outcomes[outcome]}.</p>}
        {outcomes.length > 1 && (
          <Radios<Outcome>
            legend={t.reconciliation.outcome}
            name="outcome"
            chosen={outcome}
            options={outcomes.map((each) => [each, t.reconciliation.outcomes[each]])}
            onChoose={setWanted}
          />
        )}
        {chosen && (
          <div ref={end}>
            {needsTwoFactor ? (
              twoFactor.button("primary")
            ) : (
              <Submit isDisabled={outcome === null}>{t.comparison.next}</Submit>
            )}
          </div>
        )}
      </Form>
      {asked && (
        <ConfirmDecision
          {...asked}
          transfer={transfer}
          onDone={onDone}
          onClose={() => setAsked(null)}
        />
      )}
      {twoFactor.dialog}
      <InvoiceFinder transfer={transfer} isOnly={candidates.length === 0} onChoose={chooseFound} />
    </>
  );
}

function bringIntoView(place: HTMLElement | null): void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  place?.scrollIntoView({ block: "nearest", behavior: isCalm ? "auto" : "smooth" });
}

interface Asked {
  candidate: Candidate;
  outcome: Outcome;
}

/**
 * Shows the transfer and the invoice side by side before the money is booked. The server validates both
 * again.
 */
function ConfirmDecision({
  transfer,
  candidate,
  outcome,
  onDone,
  onClose,
}: DecisionProps & Asked & { onClose(): void }) {
  const form_key = useFormKey();
  const { time_zone } = useMerchant();
  const { payment_code, payment_status, received } = candidate;
  const action = t.reconciliation.submit[outcome](payment_code);

  async function submit(values: Values): Promise<void> {
    await call("tieTransfer", {
      path: { mutation_id: transfer.id },
      body: {
        payment_code,
        outcome,
        ...(outcome === "refund" && {
          refund: refundOf(values, { form_key, time_zone, most: transfer.amount_parsed }),
        }),
        seen: { payment_status, received },
      },
    });
    onClose();
    await onDone();
  }

  return (
    <FormDialog title={action} action={action} submit={submit} onClose={onClose} staysOpen>
      <Comparison
        transfer={{
          amount: transfer.amount_parsed,
          payer: transfer.sender_parsed,
          at: transfer.posted_at,
        }}
        invoice={candidate}
      />
      <p>
        {outcome === "settle"
          ? settleWords(differenceOf(candidate, transfer))
          : `${t.reconciliation.outcomes[outcome]}.`}
      </p>
      {outcome === "refund" && (
        <RefundFields amount={transfer.amount_parsed} recipient={transfer.sender_parsed} />
      )}
    </FormDialog>
  );
}

interface CandidateWordsProps {
  candidate: Candidate;
  transfer: ReconciledTransfer;
}

/**
 * Shows an invoice, its difference from the transfer in words, and the other reasons why the two are
 * similar.
 */
function CandidateWords({ candidate, transfer }: CandidateWordsProps) {
  const { payment_code, payment_total, payment_status, customer_name, received } = candidate;
  const state = stateWords(candidate, transfer);
  const said =
    state === null ? amountReasons : state === t.reconciliation.late ? ["after_deadline"] : [];
  return (
    <span class="candidate">
      <span class="candidate-head">
        <strong>{payment_code}</strong>{" "}
        <PaymentStatusTag status={payment_status} received={received} />
        <Link to={paymentPath(payment_code)}>{t.reconciliation.toInvoice}</Link>
      </span>
      <span>
        <Exact total={payment_total} />, {customer_name}{" "}
        <span class="hint">
          · {t.common.created} <When at={candidate.created_at} />
        </span>
      </span>
      <span>
        {payment_status === "PENDING" && received > 0 && (
          <>{t.reconciliation.came(formatRupiah(received))} </>
        )}
        <strong>{state ?? differenceWords(differenceOf(candidate, transfer))}</strong>
      </span>
      <SimilarityReasons
        reasons={candidate.reasons.filter(({ code }) => ![...stateReasons, ...said].includes(code))}
        sender={transfer.sender_parsed}
        customer={customer_name}
      />
    </span>
  );
}

/** The reasons that the tag of the invoice's state already gives. */
const stateReasons = ["invoice_paid", "invoice_expired", "invoice_cancelled"];

/** The reasons that the difference already gives. */
const amountReasons = ["exact_total", "less_than_the_total", "more_than_the_total"];

/** Returns the surplus that the transfer leaves. Negative: the sum that is then still missing. */
export const differenceOf = (
  { received, payment_total }: Pick<Candidate, "received" | "payment_total">,
  { amount_parsed }: ReconciledTransfer,
): number => received + amount_parsed - payment_total;

/**
 * Returns the likely outcome. If at most a unique amount is missing, the customer forgot it, or the bank took a fee. If
 * more is missing, the transfer is probably a part payment.
 */
function likelyOutcomeOf(candidate: Candidate, transfer: ReconciledTransfer): Outcome | null {
  if (candidate.payment_status !== "PENDING") return null;
  return differenceOf(candidate, transfer) >= -limits.uniqueAmountMax ? "settle" : "part";
}

/** Describes the effect of marking the invoice as paid: on the difference, and on the customer. */
function settleWords(difference: number): string {
  const amount = formatRupiah(Math.abs(difference));
  const { waives, keeps, receipt } = t.reconciliation.settled;
  if (difference === 0) return receipt;
  return `${difference < 0 ? waives(amount) : keeps(amount)} ${receipt}`;
}

/** Describes a transfer for an invoice that has ended. null: the difference of the sums says more. */
function stateWords(candidate: Candidate, transfer: ReconciledTransfer): string | null {
  const { payment_code, payment_status, payment_expired_at, is_vouched_for } = candidate;
  const { came_in_time, candidate_payment_code, posted_at } = transfer;
  if (payment_status === "PAID")
    return is_vouched_for ? `${t.reconciliation.vouched}.` : t.reconciliation.second;
  if (payment_status !== "PENDING") {
    if (came_in_time && candidate_payment_code === payment_code) return t.reconciliation.inTime;
    if (Date.parse(posted_at) > Date.parse(payment_expired_at)) return t.reconciliation.late;
  }
  return null;
}

function differenceWords(difference: number): string {
  if (difference === 0) return t.reconciliation.exact;
  return difference < 0
    ? t.reconciliation.less(formatRupiah(-difference))
    : t.reconciliation.more(formatRupiah(difference));
}

/** Reads an invoice that a team member has found. */
async function readCandidate(payment_code: string): Promise<Candidate> {
  const { payment, ledger, created_at } = await call("getPaymentDetail", {
    path: { payment_code },
  });
  const { payment_status, payment_total } = payment;
  return {
    payment_code,
    payment_total,
    payment_status,
    payment_expired_at: payment.payment_expired_at,
    created_at,
    customer_name: payment.customer_name ?? "",
    received: ledger?.received ?? (payment_status === "PAID" ? payment_total : 0),
    is_vouched_for:
      ledger?.receipts.some(({ mutation_id }) => mutation_id === null) ??
      (payment.is_manual_match && payment.manual_matched_mutation_id === null),
    reasons: [],
  };
}
