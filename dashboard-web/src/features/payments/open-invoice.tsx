import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import type { Invoice } from "../../base/generated/types.gen.ts";
import type { PageProps } from "../../base/match-route.ts";
import { manualMode, paymentPath } from "../../base/payment-path.ts";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { ContactFact } from "./contact-fact.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Card, Columns, Page, QueryResult } from "../../ui/page.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";
import { invoicesTexts as t } from "./invoices-texts.ts";
import { PaymentParts } from "./payment.tsx";
import { Redirect } from "./redirect.tsx";
import { MailFacts, SendAtOnce, SendCard, useMessageChoice } from "./send-card.tsx";

/** Redirects to the list of manual invoices, which had their own page before. */
export const ManualInvoices = () => <Redirect to={`/payments?${manualMode}`} />;

/**
 * Shows a manual invoice until its customer has chosen how to pay. After that, this address redirects to the
 * payment.
 */
export function OpenInvoice({ parameters }: PageProps) {
  const sale_id = parameters["sale_id"] ?? "";
  const invoice = useQuery("getInvoice", { path: { sale_id } });
  if (invoice.data && invoice.data.payment_total !== null) {
    return <Redirect to={paymentPath(invoice.data.payment_code)} />;
  }
  return (
    <Page
      title={invoice.data?.payment_code ?? t.menu.payments}
      back={{ to: "/payments", text: t.menu.payments }}
    >
      <QueryResult query={invoice}>
        {(data) => (
          <Columns>
            <Parts invoice={data} onDone={invoice.reload} />
          </Columns>
        )}
      </QueryResult>
    </Page>
  );
}

/** Shows a manual invoice beside the list. */
export function OpenInvoiceParts({ sale_id }: { sale_id: string }) {
  const invoice = useQuery("getInvoice", { path: { sale_id } });
  return (
    <QueryResult query={invoice}>
      {(data) =>
        data.payment_total === null ? (
          <Parts invoice={data} onDone={invoice.reload} />
        ) : (
          <PaymentParts code={data.payment_code} isTest={false} />
        )
      }
    </QueryResult>
  );
}

function Parts({ invoice, onDone }: { invoice: Invoice; onDone(): Promise<void> }) {
  const { sale_id, payment_code, payment_amount, invoice_status, items, note } = invoice;
  const isOpen = invoice_status === "OPEN";
  const choice = useMessageChoice(null);
  const sent = {
    ...invoice,
    amount: payment_amount,
    rest: null,
    deadline: invoice.deadline_at,
    sale: invoice,
  };
  return (
    <>
      <div>
        <Card
          title={invoice.customer_name}
          actions={<PaymentStatusTag status={invoice_status} received={null} />}
        >
          <p class="figure">{formatRupiah(payment_amount)}</p>
          {isOpen && <SendAtOnce invoice={sent} choice={choice} />}
          {items.length > 0 && (
            <ul class="invoice-lines">
              {items.map(({ name, price, quantity }, index) => (
                <li key={index}>
                  <span>
                    <bdi>{name}</bdi> × {quantity}
                  </span>
                  <span class="amount">{formatRupiah(price * quantity)}</span>
                </li>
              ))}
            </ul>
          )}
          {note && <p class="invoice-note">{note}</p>}
          <dl class="facts">
            <Fact name={t.common.created} at={invoice.created_at} />
            {invoice.deadline_at !== null && (
              <Fact name={t.common.deadline} at={invoice.deadline_at} />
            )}
            <ContactFact ways={[invoice.customer_phone, invoice.customer_email]} />
            <MailFacts mails={invoice.mails} />
          </dl>
          <div class="actions">
            <Button needs="createInvoice" to={`/invoices/new?copy=${sale_id}`}>
              {t.invoices.duplicate}
            </Button>
            {isOpen && (
              <ConfirmButton
                needs="cancelInvoice"
                title={t.common.cancelTitle(payment_code)}
                action={t.common.cancelInvoice}
                submit={() => call("cancelInvoice", { path: { sale_id } }).finally(onDone)}
              >
                {t.invoices.cancelHint}
              </ConfirmButton>
            )}
          </div>
        </Card>
      </div>
      {isOpen && (
        <div class="sending">
          <SendCard invoice={sent} choice={choice} onSent={onDone} />
        </div>
      )}
    </>
  );
}
