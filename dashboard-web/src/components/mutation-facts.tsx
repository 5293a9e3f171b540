import { formatRupiah } from "../../../checkout-web/src/money.ts";
import type { ExplainedMutation } from "../generated/types.gen.ts";
import { paymentPath } from "../payment-path.ts";
import { Link } from "../router.tsx";
import { useWords } from "../words.tsx";
import { Moment } from "./moment.tsx";

/** A transfer as the phone reported it, and why it paid an invoice or did not. */
export function MutationFacts({ mutation }: { mutation: ExplainedMutation }) {
  const { t } = useWords();
  const code = mutation.matched_payment_code ?? mutation.candidate_payment_code;
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{t.mutations.amount}</dt>
          <dd class="amount">{formatRupiah(mutation.amount_parsed)}</dd>
        </div>
        <div>
          <dt>{t.mutations.sender}</dt>
          <dd>{mutation.sender_parsed ?? "–"}</dd>
        </div>
        <div>
          <dt>{t.mutations.account}</dt>
          <dd>{[mutation.bank_name, mutation.account_number].filter(Boolean).join(" ") || "–"}</dd>
        </div>
        <div>
          <dt>{t.mutations.reported}</dt>
          <dd>
            <Moment at={mutation.posted_at} />
          </dd>
        </div>
        <div>
          <dt>{t.mutations.device}</dt>
          <dd>{[mutation.device_name, mutation.app_name].filter(Boolean).join(", ") || "–"}</dd>
        </div>
        {code !== null && (
          <div>
            <dt>{t.mutations.payment}</dt>
            <dd>
              <Link to={paymentPath(code)}>{code}</Link>
            </dd>
          </div>
        )}
      </dl>
      <p>
        <strong>{t.mutations.reasons[mutation.match_reason]}</strong>{" "}
        <span class="hint" lang="en">
          {mutation.explanation} {mutation.what_to_do}
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
