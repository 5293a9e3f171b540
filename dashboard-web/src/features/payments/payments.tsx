import { Exact } from "../../../../web-shared/src/exact.tsx";
import { pageLanguage } from "../../base/page-language.ts";
import { useMerchant } from "../../base/session.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { addressOf, type DataOf } from "../../base/api.ts";
import { BankAccount } from "../../ui/bank-account.tsx";
import { ColumnMenu, useHiddenColumns } from "../../ui/column-menu.tsx";
import { ListDownloads } from "../../ui/list-downloads.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { OpenInvoiceParts } from "./open-invoice.tsx";
import { PaymentFilters, queryOf, StatusChips } from "./payment-filters.tsx";
import { ListedPaymentTag, PaymentStatusTag } from "../../ui/payment-status.tsx";
import { SavedFilters } from "../../ui/saved-filters.tsx";
import { useSelection } from "../../ui/selection.tsx";
import { filtersOf, isFiltered } from "../../ui/side-panel.tsx";
import { useOrder, type Column } from "../../ui/table.tsx";
import { formatCount } from "../../base/numbers.ts";
import { Totals, TotalsToCome } from "../../ui/totals.tsx";
import { TestTag } from "./test-tag.tsx";
import { When } from "../../ui/when.tsx";
import type { ListedPayment, ListedUnchosen } from "../../base/generated/types.gen.ts";
import { isTestMode, paymentPath, testMode } from "../../base/payment-path.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { useOwnAccounts } from "../../base/use-own-accounts.ts";
import { useQuery, type Query } from "../../base/use-query.ts";
import { SelectedPayments } from "./selected-payments.tsx";
import { PaymentParts } from "./payment.tsx";
import { invoicesTexts } from "./invoices-texts.ts";
import { paymentsTexts as t } from "./payments-texts.ts";
import { Button } from "../../ui/button.tsx";
import { TableList } from "../../ui/list.tsx";

export function Payments() {
  const { query } = useRouter();
  const { time_zone } = useMerchant();
  const isTest = isTestMode(query);
  // The table shows payments only.
  const isOpen = query.get("status") === "OPEN";
  const found = { query: queryOf(filtersOf(query), time_zone) };
  // This query runs when a filter changes and on a timer, but not after every change, because it can
  // take a second.
  const totals = useQuery("getPaymentTotals", found);
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
            <ListDownloads
              workbook={addressOf("exportPaymentsWorkbook", {
                query: { ...found.query, language: pageLanguage },
              })}
              csv={addressOf("exportPayments", found)}
              name={t.menuRooms.invoices}
              isEmpty={
                !totals.isStale && totals.data?.is_complete && totals.data.payment_count === 0
              }
            >
              {!isTest && <p class="hint">{t.payments.notInAnyFile}</p>}
            </ListDownloads>
          )}
        </>
      }
    >
      <StatusChips />
      <PaymentList totals={totals} />
    </Page>
  );
}

type Row = ListedPayment | ListedUnchosen;

const isPayment = (row: Row): row is ListedPayment => "payment_id" in row;

/** Begins the key of an invoice without a payment. No payment code begins with a space. */
const ofSale = " sale:";

const keyOf = (row: Row) => (isPayment(row) ? row.payment_code : `${ofSale}${row.sale_id}`);

/** Returns the id of the sale that a row's key names, or null for a payment's code. */
const saleOf = (key: string) => (key.startsWith(ofSale) ? key.slice(ofSale.length) : null);

/** Returns the rows of a page in their order: payments, and invoices without a payment. */
function rowsOf({ items, unchosen }: DataOf<"searchPayments">): Row[] {
  const rows: Row[] = [...items];
  for (const invoice of unchosen) rows.splice(invoice.place, 0, invoice);
  return rows;
}

const accountColumn: Column<Row> = {
  place: "place",
  width: 150,
  grows: true,
  canHide: true,
  title: t.common.account,
  cell: (row) =>
    isPayment(row) && (
      <BankAccount name={row.channel_name} number={row.account_number} holder={row.account_name} />
    ),
};

function PaymentList({ totals }: Pick<PaymentTotalsProps, "totals">) {
  const { query } = useRouter();
  const { time_zone } = useMerchant();
  const filters = filtersOf(query);
  const isTest = isTestMode(query);
  const accounts = useOwnAccounts();
  // Test mode has other accounts.
  const hasAccounts = isTest || accounts.length > 1;
  const cursor = useCursor(filters.toString(), "payments");
  const order = useOrder();
  const hiding = useHiddenColumns("payments");
  const payments = useQuery("searchPayments", {
    query: {
      ...cursor.query,
      ...queryOf(filters, time_zone),
      ...(order.isOldestFirst && { oldest_first: true }),
    },
  });
  const selection = useSelection(`${filters} ${Object.values(cursor.query).join(" ")}`);
  const page = payments.data && { ...payments.data, items: rowsOf(payments.data) };
  const columns: readonly Column<Row>[] = [
    {
      place: "title",
      width: 180,
      grows: true,
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
    {
      place: "party",
      width: 160,
      grows: true,
      canHide: true,
      title: t.payments.customer,
      cell: (payment) => payment.customer_name,
    },
    ...(hasAccounts ? [accountColumn] : []),
    {
      place: "amount",
      width: 124,
      title: t.payments.total,
      cell: (row) => (isPayment(row) ? <Total payment={row} /> : formatRupiah(row.payment_amount)),
    },
    {
      place: "state",
      width: 168,
      title: t.common.status,
      cell: (row) =>
        isPayment(row) ? (
          <State payment={row} />
        ) : (
          <PaymentStatusTag status={row.invoice_status} received={null} />
        ),
    },
    {
      place: "due",
      width: 94,
      isExtra: true,
      canHide: true,
      title: t.common.deadline,
      cell: (row) => (isPayment(row) ? <When at={row.payment_expired_at} /> : "–"),
    },
    {
      place: "paid",
      width: 94,
      isExtra: true,
      canHide: true,
      title: t.payments.paidAt,
      cell: (row) => (isPayment(row) && row.paid_at !== null ? <When at={row.paid_at} /> : "–"),
    },
    {
      place: "when",
      width: 112,
      title: t.common.created,
      sorted: order,
      cell: (payment) => <When at={payment.created_at} />,
    },
  ];
  return (
    <>
      <PaymentFilters accounts={accounts}>
        <ColumnMenu columns={columns} {...hiding} />
      </PaymentFilters>
      {isTest && <p class="hint">{t.payments.testHint}</p>}
      <SavedFilters former={{ path: "/invoices", filter: ["mode", "manual"] }} />
      <PaymentTotals totals={totals} isOneStatus={filters.has("status")} />
      <SelectedPayments
        payments={payments.data?.items ?? []}
        selection={selection}
        isTest={isTest}
        onDone={payments.reload}
      />
      <TableList
        query={{ ...payments, data: page }}
        place={cursor}
        total={
          totals.data?.is_complete && !totals.isStale
            ? totals.data.payment_count + totals.data.unchosen_count
            : null
        }
        selection={selection}
        label={t.menu.payments}
        class="payments-table"
        columns={columns}
        hiding={hiding}
        keyOf={keyOf}
        canTick={isPayment}
        pageOf={(key) => {
          const sale_id = saleOf(key);
          return sale_id === null ? paymentPath(key, isTest) : `/invoices/${sale_id}`;
        }}
        titleOf={(key) =>
          saleOf(key) === null
            ? key
            : (page?.items.find((row) => keyOf(row) === key)?.payment_code ?? t.menu.payments)
        }
        panel={(key) => {
          const sale_id = saleOf(key);
          return sale_id === null ? (
            <PaymentParts code={key} isTest={isTest} />
          ) : (
            <OpenInvoiceParts sale_id={sale_id} />
          );
        }}
        empty={<NoPayments filters={filters} />}
      />
    </>
  );
}

/** Shows a payment's total. Its last digits matter only while the customer can still pay it. */
const Total = ({ payment: { payment_status, payment_total } }: { payment: ListedPayment }) =>
  payment_status === "PENDING" ? (
    <Exact total={payment_total} />
  ) : (
    <span class="amount">{formatRupiah(payment_total)}</span>
  );

/** Shows a payment's state, and the sum by which its money differs from its total. A refund's tag is enough. */
function State({ payment }: { payment: ListedPayment }) {
  const { payment_status, payment_total, received_in_parts, kept_difference, refund_state } =
    payment;
  const tag = <ListedPaymentTag payment={payment} />;
  if (payment_status === "PAID" && kept_difference && refund_state === null) {
    const differs = kept_difference < 0 ? t.payments.underpaid : t.payments.overpaid;
    return (
      <>
        {tag} <small>{differs(formatRupiah(Math.abs(kept_difference)))}</small>
      </>
    );
  }
  if (received_in_parts === null) return tag;
  const left = payment_total - received_in_parts;
  return (
    <>
      {tag} {payment_status !== "PENDING" && <small>{t.common.partPaid}</small>}
      {payment_status === "PENDING" && left > 0 && (
        <small>{t.payments.left(formatRupiah(left))}</small>
      )}
    </>
  );
}

interface PaymentTotalsProps {
  totals: Query<DataOf<"getPaymentTotals">>;
  /** Whether all rows have one status. Otherwise one sum would mix paid with expired invoices. */
  isOneStatus: boolean;
}

function PaymentTotals({ totals, isOneStatus }: PaymentTotalsProps) {
  if (!totals.data || totals.isStale) return <TotalsToCome />;
  const { payment_count, unchosen_count, paid_count, paid_sum } = totals.data;
  const { is_complete, counted_back_to } = totals.data;
  const { simulated_count, simulated_sum, outstanding_sum } = totals.data;
  const count = payment_count + unchosen_count;
  if (count === 0) return null;
  const isCut = counted_back_to !== null;
  return (
    <Totals
      count={t.payments.counted(
        `${formatCount(count)}${isCut ? "+" : ""}`,
        isCut ? count + 1 : count,
      )}
      sum={
        isOneStatus ? formatRupiah(totals.data.payment_sum + totals.data.unchosen_sum) : undefined
      }
      isComplete={is_complete}
      countedBackTo={counted_back_to}
    >
      {!isOneStatus && (
        <>
          <span>
            {t.payments.ofWhichPaid} <strong>{formatCount(paid_count)}</strong> ·{" "}
            <strong class="amount">{formatRupiah(paid_sum)}</strong>
          </span>
          {/* Beyond the counted invoices there may be older ones that wait. */}
          {(is_complete || outstanding_sum > 0) && (
            <span>
              {t.payments.outstanding}{" "}
              <strong class="amount">{formatRupiah(outstanding_sum)}</strong>
            </span>
          )}
        </>
      )}
      {payment_count > 0 && unchosen_count > 0 && (
        <span class="hint not-in-file">
          {t.payments.notInFile(formatCount(unchosen_count), unchosen_count)}
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
  if (filters.toString() === "status=OPEN") {
    return (
      <Empty icon="invoices" title={invoicesTexts.invoices.noneOpen}>
        {invoicesTexts.invoices.noneOpenHint}
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
      <p>
        {t.payments.testsElsewhere} <Link to={`/payments?${testMode}`}>{t.payments.toTests}</Link>
      </p>
      <div class="actions">
        <Button needs="createInvoice" tone="primary" to="/invoices/new">
          {t.common.newInvoice}
        </Button>
      </div>
    </Empty>
  );
}
