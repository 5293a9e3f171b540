import { Exact } from "../../../web-shared/src/exact.tsx";
import { paymentPath } from "../payment-path.ts";
import { overviewTexts } from "../pages/overview-texts.ts";
import { Link } from "../router.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { Answered, Card } from "./page.tsx";
import { When } from "./when.tsx";

const shown = 8;

/** The invoices that were paid last, of all that were made lately. */
export function LatestPayments({ accountId }: { accountId: string | null }) {
  const { t } = useWords(overviewTexts);
  const payments = useQuery("searchPayments", {
    query: {
      payment_status: "PAID",
      per_page: shown,
      ...(accountId !== null && { account_id: accountId }),
    },
  });
  return (
    <Card
      title={t.overview.latest}
      actions={<Link to="/payments?status=PAID">{t.overview.allPayments}</Link>}
    >
      <Answered query={payments}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="hint">{t.overview.nonePaid}</p>
          ) : (
            <ul class="latest">
              {items
                .toSorted((one, other) =>
                  other.payment_updated_at.localeCompare(one.payment_updated_at),
                )
                .map((payment) => (
                  <li key={payment.payment_id}>
                    <Link to={paymentPath(payment.payment_code)}>
                      <span>{payment.customer_name}</span>
                      <strong>
                        <Exact total={payment.payment_total} />
                      </strong>
                    </Link>
                    <span class="hint">
                      <code>{payment.payment_code}</code>
                      <When at={payment.payment_updated_at} />
                    </span>
                  </li>
                ))}
            </ul>
          )
        }
      </Answered>
    </Card>
  );
}
