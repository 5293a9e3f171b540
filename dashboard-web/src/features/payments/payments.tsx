import { Exact } from "../../../../web-shared/src/exact.tsx";
import { useMerchant } from "../../base/session.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { addressOf, type DataOf } from "../../base/api.ts";
import { BankAccount } from "../../ui/bank-account.tsx";
import { Downloads } from "../../ui/downloads.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { OpenInvoices } from "./open-invoices.tsx";
import { open, PaymentFilters, queryOf, StatusTabs } from "./payment-filters.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";
import { SavedFilters } from "../../ui/saved-filters.tsx";
import { useSelection } from "../../ui/selection.tsx";
import { filtersOf, isFiltered } from "../../ui/side-panel.tsx";
import { useOrder, type Column } from "../../ui/table.tsx";
import { formatCount } from "../../base/numbers.ts";
import { Totals, TotalsToCome } from "../../ui/totals.tsx";
import { TestTag } from "./test-tag.tsx";
import { When } from "../../ui/when.tsx";
import type { ListedPayment } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { isTestMode, paymentPath, testMode } from "../../base/payment-path.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery, type Query } from "../../base/use-query.ts";
import { SelectedPayments } from "./selected-payments.tsx";
import { PaymentParts } from "./payment.tsx";
import { paymentsTexts as t } from "./payments-texts.ts";
import { Button } from "../../ui/button.tsx";
import { TableList } from "../../ui/list.tsx";

export function Payments() {
  const { query } = useRouter();
  const { time_zone } = useMerchant();
  const isTest = isTestMode(query);
  const isOpen = query.get("status") === open;
  const found = { query: queryOf(filtersOf(query), time_zone) };
  return (
    <Page
      title={t.menu.payments}
      actions={
        <>
          {!isTest && (
            <Button needs="createInvoice" tone="primary" icon="plus" to="/invoices/new">
              {t.common.newInvoice}
            </Button>
          )}
          {!isOpen && (
            <Downloads
              label={isFiltered(query) ? t.payments.exportFound : t.payments.exportAll}
              workbook={addressOf("exportPaymentsWorkbook", found)}
              csv={addressOf("exportPayments", found)}
            />
          )}
        </>
      }
    >
      <StatusTabs />
      {isOpen ? <OpenInvoices /> : <PaymentList />}
    </Page>
  );
}

function PaymentList() {
  const { query } = useRouter();
  const { time_zone } = useMerchant();
  const filters = filtersOf(query);
  const isTest = isTestMode(query);
  const cursor = useCursor(filters.toString());
  const order = useOrder();
  const payments = useQuery("searchPayments", {
    query: {
      ...cursor.query,
      per_page: limits.rowsPerPage,
      ...queryOf(filters, time_zone),
      ...(order.isOldestFirst && { oldest_first: true }),
    },
  });
  // Asked for with the filter and on a timer, not with every change: it reads up to 10,000 rows.
  const totals = useQuery("getPaymentTotals", { query: queryOf(filters, time_zone) });
  const selection = useSelection(`${filters} ${cursor.query.cursor}`);
  const columns: readonly Column<ListedPayment>[] = [
    {
      place: "title",
      title: t.payments.code,
      cell: (payment) =>
        isTest ? (
          <>
            {payment.payment_code} <TestTag />
          </>
        ) : (
          payment.payment_code
        ),
    },
    { place: "party", title: t.payments.customer, cell: (payment) => payment.customer_name },
    {
      place: "place",
      title: t.common.account,
      cell: (payment) => (
        <BankAccount name={payment.channel_name} number={payment.account_number} />
      ),
    },
    {
      place: "amount",
      title: t.payments.total,
      cell: (payment) => <Exact total={payment.payment_total} />,
    },
    {
      place: "state",
      title: t.common.status,
      cell: (payment) => <PaymentStatusTag status={payment.payment_status} />,
    },
    {
      place: "due",
      title: t.common.deadline,
      cell: ({ payment_expired_at }) => <When at={payment_expired_at} />,
    },
    {
      place: "paid",
      title: t.payments.paidAt,
      cell: ({ paid_at }) => (paid_at === null ? "–" : <When at={paid_at} />),
    },
    {
      place: "when",
      title: t.common.created,
      sorted: order,
      cell: (payment) => <When at={payment.created_at} />,
    },
  ];
  return (
    <>
      <PaymentFilters />
      {isTest && <p class="hint">{t.payments.testHint}</p>}
      <SavedFilters />
      <PaymentTotals totals={totals} />
      <SelectedPayments
        payments={payments.data?.items ?? []}
        selection={selection}
        isTest={isTest}
        onDone={payments.reload}
      />
      <TableList
        query={payments}
        place={cursor}
        total={totals.data?.is_complete && !totals.isStale ? totals.data.payment_count : null}
        selection={selection}
        label={t.menu.payments}
        class="payments-table"
        columns={columns}
        keyOf={({ payment_code }) => payment_code}
        pageOf={(code) => paymentPath(code, isTest)}
        titleOf={(code) => code}
        panel={(code) => <PaymentParts code={code} isTest={isTest} />}
        empty={<NoPayments filters={filters} />}
      />
    </>
  );
}

function PaymentTotals({ totals }: { totals: Query<DataOf<"getPaymentTotals">> }) {
  if (!totals.data || totals.isStale) return <TotalsToCome />;
  if (totals.data.payment_count === 0) return null;
  const { payment_count, payment_sum, paid_count, paid_sum, is_complete } = totals.data;
  const { simulated_count, simulated_sum } = totals.data;
  return (
    <Totals
      count={t.payments.counted(formatCount(payment_count), payment_count)}
      sum={formatRupiah(payment_sum)}
      isComplete={is_complete}
    >
      {paid_count > 0 && paid_count < payment_count && (
        <span>
          {t.payments.ofWhichPaid} <strong>{formatCount(paid_count)}</strong>,{" "}
          <strong class="amount">{formatRupiah(paid_sum)}</strong>
        </span>
      )}
      {simulated_count > 0 && (
        <span class="hint">
          {t.payments.notCounted(
            formatCount(simulated_count),
            simulated_count,
            formatRupiah(simulated_sum),
          )}
        </span>
      )}
    </Totals>
  );
}

function NoPayments({ filters }: { filters: URLSearchParams }) {
  if (filters.toString() === testMode) {
    return (
      <Empty icon="payments" title={t.payments.noTests}>
        <p>{t.payments.noTestsHint}</p>
        <div class="actions">
          <Button tone="primary" to="/api-keys">
            {t.menu.apiKeys}
          </Button>
        </div>
      </Empty>
    );
  }
  return isFiltered(filters) ? (
    <Empty icon="payments" title={t.payments.noneFound}>
      {t.payments.noneFoundHint}
    </Empty>
  ) : (
    <Empty icon="payments" title={t.payments.none}>
      <p>{t.payments.noneHint}</p>
      <div class="actions">
        <Button needs="createInvoice" tone="primary" to="/invoices/new">
          {t.common.newInvoice}
        </Button>
      </div>
    </Empty>
  );
}
