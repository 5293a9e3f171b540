import { formatRupiah } from "../../../web-shared/src/money.ts";
import { addressOf } from "../api.ts";
import { Icon } from "../components/icon.tsx";
import { Moment } from "../components/moment.tsx";
import { Empty } from "../components/notice.tsx";
import { Answered, Page } from "../components/page.tsx";
import { Pager, useCursor } from "../components/pager.tsx";
import { PaymentFilters, queryOf } from "../components/payment-filters.tsx";
import { PaymentStatusTag } from "../components/payment-status.tsx";
import type { ListedPayment } from "../generated/types.gen.ts";
import { paymentPath } from "../payment-path.ts";
import { Link, useRouter } from "../router.tsx";
import { formatMoment } from "../time.ts";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { paymentsTexts } from "./payments-texts.ts";

export function Payments() {
  const { t, language } = useWords(paymentsTexts);
  const { query } = useRouter();
  const cursor = useCursor(query.toString());
  const payments = useQuery("searchPayments", { query: { ...cursor.query, ...queryOf(query) } });
  return (
    <Page
      title={t.menu.payments}
      hint={t.payments.hint}
      actions={
        <a class="button" href={addressOf("exportPayments", { query: queryOf(query) })} download>
          <Icon name="download" />
          {query.size > 0 ? t.payments.exportFound : t.payments.exportAll}
        </a>
      }
    >
      <PaymentFilters />
      <Answered query={payments}>
        {({ items, next_cursor, searched_until }) => (
          <>
            {items.length === 0 && next_cursor === null && (
              <NoPayments isFiltered={query.size > 0} />
            )}
            <ul class="rows">
              {items.map((payment) => (
                <PaymentRow key={payment.payment_id} payment={payment} />
              ))}
            </ul>
            {searched_until && (
              <p class="hint">{t.payments.searchedUntil(formatMoment(searched_until, language))}</p>
            )}
            <Pager {...cursor.pagerOf(next_cursor)} />
          </>
        )}
      </Answered>
    </Page>
  );
}

function NoPayments({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useWords(paymentsTexts);
  return isFiltered ? (
    <Empty icon="payments" title={t.payments.noneFound}>
      <p>{t.payments.noneFoundHint}</p>
      <Link class="button" to="/payments">
        {t.payments.clear}
      </Link>
    </Empty>
  ) : (
    <Empty icon="payments" title={t.payments.none}>
      <p>{t.payments.noneHint}</p>
      <Link class="button" to="/api-keys">
        {t.menu.apiKeys}
      </Link>
    </Empty>
  );
}

function PaymentRow({ payment }: { payment: ListedPayment }) {
  const { payment_code, customer_name, payment_total, payment_status, created_at } = payment;
  return (
    <li class="row payment-row">
      <div class="row-title">
        <Link to={paymentPath(payment_code)}>{payment_code}</Link>
        <span class="hint">{customer_name}</span>
      </div>
      <div class="row-details">
        <strong class="amount">{formatRupiah(payment_total)}</strong>
        <span class="hint">
          {payment.channel_name} {payment.account_number}
        </span>
      </div>
      <Moment at={created_at} />
      <PaymentStatusTag status={payment_status} />
    </li>
  );
}
