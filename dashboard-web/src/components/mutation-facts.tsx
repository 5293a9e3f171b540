import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { MutationWithReason } from "../generated/types.gen.ts";
import { paymentPath } from "../payment-path.ts";
import { Link } from "../router.tsx";
import { useWords } from "../words.tsx";
import { Fact } from "./fact.tsx";
import { Moment } from "./moment.tsx";
import { mutationsTexts } from "../pages/mutations-texts.ts";

/** A transfer as the phone reported it, and why it paid an invoice or did not. */
export function MutationFacts({ mutation }: { mutation: MutationWithReason }) {
  const { t } = useWords(mutationsTexts);
  const code = mutation.matched_payment_code ?? mutation.candidate_payment_code;
  return (
    <>
      <dl class="facts">
        <Fact name={t.mutations.amount} isAmount>
          {formatRupiah(mutation.amount_parsed)}
        </Fact>
        <Fact name={t.mutations.sender}>{mutation.sender_parsed ?? "–"}</Fact>
        <Fact name={t.mutations.account}>
          {[mutation.bank_name, mutation.account_number].filter(Boolean).join(" ") || "–"}
        </Fact>
        <Fact name={t.mutations.reported}>
          <Moment at={mutation.posted_at} />
        </Fact>
        <Fact name={t.mutations.device}>
          {[mutation.device_name, mutation.app_name].filter(Boolean).join(", ") || "–"}
        </Fact>
        {code !== null && (
          <Fact name={t.mutations.payment}>
            <Link to={paymentPath(code)}>{code}</Link>
          </Fact>
        )}
      </dl>
      <p>
        <strong>{t.mutations.reasons[mutation.match_reason]}</strong>{" "}
        <span class="hint">
          {t.mutations.explanations[mutation.match_reason]({
            total: formatRupiah(mutation.amount_parsed),
            code: code ?? "–",
            app: mutation.app_name ?? mutation.package_name ?? "–",
            currency: mutation.currency_parsed ?? "–",
          })}
        </span>
      </p>
      {mutation.body && (
        <blockquote>
          {mutation.title && <strong>{mutation.title}</strong>}
          <p>{mutation.body}</p>
        </blockquote>
      )}
    </>
  );
}
