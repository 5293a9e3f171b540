import { Exact } from "../../../../web-shared/src/exact.tsx";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { QueryResult } from "../../ui/page.tsx";
import { SimilarityReasons } from "./similarity-reasons.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";
import { mutationsTexts as t } from "./mutations-texts.ts";

interface NearPaymentsProps {
  mutationId: string;
  sender: string | null;
}

/** Lists invoices for which an unmatched transfer might be meant. */
export function NearPayments({ mutationId, sender }: NearPaymentsProps) {
  const near = useQuery("listTransferCandidates", { path: { mutation_id: mutationId } });
  return (
    <section>
      <h3>{t.mutations.near}</h3>
      <QueryResult query={near}>
        {(data) => (
          <>
            {data.length === 0 && <p class="hint">{t.mutations.noNear}</p>}
            <ul class="near">
              {data.map(
                ({
                  payment_code,
                  payment_total,
                  payment_status,
                  received,
                  customer_name,
                  reasons,
                }) => (
                  <li key={payment_code}>
                    <Link to={paymentPath(payment_code)}>{payment_code}</Link>
                    <span>
                      <Exact total={payment_total} />, {customer_name}
                    </span>
                    <PaymentStatusTag status={payment_status} received={received} />
                    <SimilarityReasons reasons={reasons} sender={sender} customer={customer_name} />
                  </li>
                ),
              )}
            </ul>
          </>
        )}
      </QueryResult>
    </section>
  );
}
