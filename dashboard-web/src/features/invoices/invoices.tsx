import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { BankAccount } from "../../ui/bank-account.tsx";
import { AddressFilter } from "../../ui/filter.tsx";
import { InvoiceStatusTag, invoiceStatuses, useInvoiceStatuses } from "./invoice-status.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { SavedFilters } from "../../ui/saved-filters.tsx";
import { SearchFilters } from "../../ui/search-filters.tsx";
import { filtersOf, isFiltered } from "../../ui/side-panel.tsx";
import { useOrder, type Column } from "../../ui/table.tsx";
import { When } from "../../ui/when.tsx";
import type { InvoiceStatus, ListedInvoice } from "../../base/generated/types.gen.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { InvoiceParts } from "./invoice.tsx";
import { invoicesTexts as t } from "./invoices-texts.ts";
import { Button } from "../../ui/button.tsx";
import { TableList } from "../../ui/list.tsx";

export function Invoices() {
  const { query } = useRouter();
  const filters = filtersOf(query);
  const cursor = useCursor(filters.toString());
  const order = useOrder();
  const invoices = useQuery("listInvoices", {
    query: {
      ...cursor.query,
      ...queryOf(filters),
      ...(order.isOldestFirst && { oldest_first: true }),
    },
  });
  const columns: readonly Column<ListedInvoice>[] = [
    { place: "title", title: t.invoices.code, cell: ({ payment_code }) => payment_code },
    { place: "party", title: t.invoices.customer, cell: ({ customer_name }) => customer_name },
    {
      place: "place",
      title: t.invoices.account,
      cell: ({ channel_name, account_number }) =>
        channel_name === null ? (
          t.invoices.customerChooses
        ) : (
          <BankAccount name={channel_name} number={account_number} />
        ),
    },
    {
      place: "amount",
      title: t.common.amount,
      cell: ({ payment_total, payment_amount }) =>
        payment_total === null ? formatRupiah(payment_amount) : <Exact total={payment_total} />,
    },
    {
      place: "state",
      title: t.common.status,
      cell: ({ invoice_status }) => <InvoiceStatusTag status={invoice_status} />,
    },
    {
      place: "when",
      title: t.common.created,
      sorted: order,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return (
    <Page
      title={t.menu.invoices}
      hint={t.invoices.hint}
      actions={
        <Button needs="createInvoice" tone="primary" icon="plus" to="/invoices/new">
          {t.common.newInvoice}
        </Button>
      }
    >
      <InvoiceFilters />
      <SavedFilters />
      <TableList
        query={invoices}
        place={cursor}
        label={t.menu.invoices}
        class="payments-table invoices-table"
        columns={columns}
        keyOf={({ sale_id }) => sale_id}
        pageOf={(sale_id) => `/invoices/${sale_id}`}
        titleOf={(sale_id) =>
          invoices.data?.items.find((each) => each.sale_id === sale_id)?.payment_code ??
          t.menu.invoices
        }
        panel={(sale_id) => <InvoiceParts sale_id={sale_id} />}
        empty={<NoInvoices isFiltered={isFiltered(query)} />}
      />
    </Page>
  );
}

function InvoiceFilters() {
  const statuses = useInvoiceStatuses();
  return (
    <SearchFilters
      fields={[{ name: "search", label: t.common.search, placeholder: t.invoices.searchHint }]}
    >
      <AddressFilter
        name="status"
        label={t.common.status}
        choices={invoiceStatuses.map((each) => [each, statuses[each]])}
      />
    </SearchFilters>
  );
}

const statusOf = (query: URLSearchParams): InvoiceStatus | undefined =>
  invoiceStatuses.find((each) => each === query.get("status"));

function queryOf(query: URLSearchParams) {
  const search = query.get("search");
  const invoice_status = statusOf(query);
  return { ...(search && { search }), ...(invoice_status && { invoice_status }) };
}

function NoInvoices({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty icon="invoices" title={t.invoices.noneFound}>
      {t.invoices.noneFoundHint}
    </Empty>
  ) : (
    <Empty icon="invoices" title={t.invoices.none}>
      <p>{t.invoices.noneHint}</p>
      <Button needs="createInvoice" to="/invoices/new">
        {t.common.newInvoice}
      </Button>
    </Empty>
  );
}
