import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { accountName } from "../../base/account-name.ts";
import type { OwnMutation, TransferProof } from "../../base/generated/types.gen.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { formatMonth, formatSecond } from "../../base/time.ts";
import { isFromStatement } from "../../base/transfer-source.ts";
import { bankRecordTexts } from "./bank-record-texts.ts";
import { BankRecordNotice, TransferTime } from "./bank-record.tsx";
import { Fact } from "../../ui/fact.tsx";
import { invoiceOf, mutationsTexts, toldReason } from "./mutations-texts.ts";

const t = { ...mutationsTexts, ...bankRecordTexts };

/**
 * Shows a transfer as its source or the bank statement reports it, and the reason why it paid an invoice or did
 * not.
 */
export function MutationFacts({
  mutation,
  proofs = [],
  isAmountShown = true,
  isBankShown = true,
  isTest = false,
  invoice,
}: {
  mutation: OwnMutation;
  /** The reports of all sources. Without them, only this report's source is shown. */
  proofs?: TransferProof[];
  /** Whether to show the amount; false if it is the title above. */
  isAmountShown?: boolean;
  /** Whether to show the statement's record above; false if the page shows it already. */
  isBankShown?: boolean;
  /** Whether the transfer belongs to test mode. */
  isTest?: boolean;
  /** The paid invoice on whose page the transfer is shown. Facts that this page already shows are left out. */
  invoice?: { payment_total: number; account_number: string | null };
}) {
  const { bank_record, sender_parsed, body } = mutation;
  const code =
    invoiceOf(mutation) ?? (mutation.decision === null ? mutation.candidate_payment_code : null);
  const isOfBank = isFromStatement(mutation);
  return (
    <>
      {isBankShown && !isOfBank && <BankRecordNotice record={bank_record} />}
      <dl class="facts">
        {isAmountShown && mutation.amount_parsed !== invoice?.payment_total && (
          <Fact name={t.common.amount} amount={mutation.amount_parsed} />
        )}
        {isOfBank ? (
          <Fact name={t.bankRecord.bankWords}>{body ?? "–"}</Fact>
        ) : (
          !invoice && <Fact name={t.mutations.sender}>{sender_parsed ?? "–"}</Fact>
        )}
        {(!invoice || mutation.account_number !== invoice.account_number) && (
          <Fact name={t.common.account}>{accountWords(mutation)}</Fact>
        )}
        <Fact name={t.mutations.reported}>
          <TransferTime transfer={mutation} />
        </Fact>
        {isOfBank && (
          <Fact name={t.bankRecord.source}>
            <BankRecordNotice record={bank_record} />
          </Fact>
        )}
        {/* A statement is no extra proof of a transfer that comes from the statement itself. */}
        {proofs.length > (isOfBank ? 1 : 0) && (
          <Fact name={t.mutations.seenBy}>
            {proofs.map((proof, index) => (
              <Proof key={index} proof={proof} />
            ))}
          </Fact>
        )}
        {proofs.length === 0 && !isOfBank && (
          <Fact name={t.mutations.device}>
            {[mutation.device_name, mutation.app_name].filter(Boolean).join(", ") || "–"}
          </Fact>
        )}
        {code !== null && !invoice && (
          <Fact name={t.mutations.payment}>
            <Link to={paymentPath(code, isTest)}>{code}</Link>
          </Fact>
        )}
      </dl>
      {!invoice && (
        <p>
          <strong>{t.mutations.reasons[toldReason(mutation)]}</strong>
          <br />
          <span class="hint">
            {t.mutations.explanations[toldReason(mutation)]({
              total: formatRupiah(mutation.amount_parsed),
              code: code ?? "–",
              app: mutation.app_name ?? mutation.package_name ?? "–",
              currency: mutation.currency_parsed ?? "–",
              late: mutation,
            })}
          </span>
        </p>
      )}
      {body && !isOfBank && (
        <blockquote>
          {mutation.title && <strong>{mutation.title}</strong>}
          <p>{body}</p>
        </blockquote>
      )}
    </>
  );
}

function Proof({ proof }: { proof: TransferProof }) {
  const { source_kind, source_name, app_name, posted_at, day } = proof;
  if (source_kind === "statement") {
    return <div class="proof">{t.mutations.seenIn(formatMonth((day ?? "").slice(0, 7)))}</div>;
  }
  const source = [source_name, app_name].filter(Boolean).join(", ");
  return (
    <div class="proof">
      {t.mutations.seenOn[source_kind]} {posted_at && formatSecond(posted_at)}{" "}
      <bdi class="hint">{source}</bdi>
    </div>
  );
}

/**
 * Returns the account's name. If several accounts could have received the transfer, a statement can
 * show which one did.
 */
const accountWords = ({ bank_name, bank_record, ...account }: OwnMutation): string =>
  accountName(
    account.account_number === null && bank_record !== null
      ? bank_record
      : { ...account, channel_name: bank_name },
  ) || "–";
