import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { OpenInvoice } from "../../base/generated/types.gen.ts";
import { useQuery } from "../../base/use-query.ts";
import { TableList } from "../../ui/list.tsx";
import { Empty } from "../../ui/notice.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { useOrder, type Column } from "../../ui/table.tsx";
import { When } from "../../ui/when.tsx";
import { invoicesTexts as t } from "./invoices-texts.ts";
import { OpenInvoiceParts } from "./open-invoice.tsx";

/** The invoices that have no payment yet, so that they stand in no other list. */
export function OpenInvoices() {
  const order = useOrder();
  const cursor = useCursor(order.isOldestFirst ? "oldest" : "newest");
  const invoices = useQuery("listOpenInvoices", {
    query: { ...cursor.query, ...(order.isOldestFirst && { oldest_first: true }) },
  });
  const columns: readonly Column<OpenInvoice>[] = [
    { place: "title", title: t.invoices.code, cell: ({ payment_code }) => payment_code },
    { place: "party", title: t.invoices.customer, cell: ({ customer_name }) => customer_name },
    {
      place: "amount",
      title: t.common.amount,
      cell: ({ payment_amount }) => formatRupiah(payment_amount),
    },
    {
      place: "when",
      title: t.common.created,
      sorted: order,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return (
    <TableList
      query={invoices}
      place={cursor}
      label={t.invoices.choiceAwaited}
      class="payments-table open-invoices"
      columns={columns}
      keyOf={({ sale_id }) => sale_id}
      pageOf={(sale_id) => `/invoices/${sale_id}`}
      titleOf={(sale_id) =>
        invoices.data?.items.find((each) => each.sale_id === sale_id)?.payment_code ??
        t.menu.payments
      }
      panel={(sale_id) => <OpenInvoiceParts sale_id={sale_id} />}
      empty={
        <Empty icon="invoices" title={t.invoices.noneOpen}>
          {t.invoices.noneOpenHint}
        </Empty>
      }
    />
  );
}
