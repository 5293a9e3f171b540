import { Exact } from "../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { Icon } from "../components/icon.tsx";
import { InvoiceStatusTag } from "../components/invoice-status.tsx";
import { Moment } from "../components/moment.tsx";
import { Empty } from "../components/notice.tsx";
import { Answered, Page } from "../components/page.tsx";
import { Pager, useCursor } from "../components/pager.tsx";
import type { ListedInvoice } from "../generated/types.gen.ts";
import { Link } from "../router.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { May } from "../session.tsx";
import { invoicesTexts } from "./invoices-texts.ts";

export function Invoices() {
  const { t } = useWords(invoicesTexts);
  const cursor = useCursor();
  const invoices = useQuery("listInvoices", { query: cursor.query });
  return (
    <Page
      title={t.menu.invoices}
      hint={t.invoices.hint}
      actions={
        <May call="createInvoice">
          <Link class="button primary" to="/invoices/new">
            <Icon name="plus" />
            {t.invoices.new}
          </Link>
        </May>
      }
    >
      <Answered query={invoices}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 && next_cursor === null && (
              <Empty icon="invoices" title={t.invoices.none}>
                <p>{t.invoices.noneHint}</p>
                <May call="createInvoice">
                  <Link class="button" to="/invoices/new">
                    {t.invoices.new}
                  </Link>
                </May>
              </Empty>
            )}
            <ul class="rows">
              {items.map((invoice) => (
                <InvoiceRow key={invoice.sale_id} invoice={invoice} />
              ))}
            </ul>
            <Pager {...cursor.pagerOf(next_cursor)} />
          </>
        )}
      </Answered>
    </Page>
  );
}

function InvoiceRow({ invoice }: { invoice: ListedInvoice }) {
  const { payment_amount, payment_total, channel_name, account_number } = invoice;
  return (
    <li class="row invoice-row">
      <div class="row-title">
        <Link to={`/invoices/${invoice.sale_id}`}>{invoice.payment_code}</Link>
        <span class="hint">{invoice.customer_name}</span>
      </div>
      <div class="row-details">
        <strong class="amount">
          {payment_total === null ? formatRupiah(payment_amount) : <Exact total={payment_total} />}
        </strong>
        <span class="hint">
          {channel_name} {account_number}
        </span>
      </div>
      <Moment at={invoice.created_at} />
      <InvoiceStatusTag status={invoice.invoice_status} />
    </li>
  );
}
