import {
  sumOf,
  type Invoice,
  type MailRequest,
  type NewInvoice,
  type PaymentSale,
} from "../../contract/dashboard/invoices.ts";
import { GatewayError, invalidFields, notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "../access/audit.ts";
import { drawQrSvg } from "../base/qr-code.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { cancelPayment } from "../payments/payments.ts";
import {
  cancelOpenSale,
  selectInvoice,
  selectSaleOfPayment,
  type InvoiceRow,
} from "./invoices.sql.ts";
import { saleAddress } from "./addresses.ts";
import { oweMail } from "./customer-mails.ts";
import { selectMails } from "./customer-mails.sql.ts";
import { makeSale, sellOnAccount } from "./sales.ts";
import { holdSale, type SaleContents, type SaleName } from "./sales.sql.ts";

/** Invoices that a person creates in the dashboard. */

export async function createInvoice(
  gateway: Gateway,
  actor: Actor,
  { merchant_id, input }: { merchant_id: string; input: NewInvoice },
): Promise<Invoice> {
  const { account_id } = input;
  requireDeadline(gateway.now() ?? new Date(), input.deadline_at ?? null);
  const contents = contentsOf(actor, merchant_id, input);
  const made = await audited(
    gateway,
    actor,
    async (inside) => {
      const sale = await makeOrSell(inside, contents, account_id ?? null);
      if (input.mail_language != null && sale.is_new) {
        const { sale_id } = sale;
        const invoice = await requireInvoice(inside, { merchant_id, sale_id });
        const mail = { kind: "invoice", language: input.mail_language } as const;
        await oweMail(inside, { ...invoice, merchant_id }, mail);
      }
      return sale;
    },
    ({ payment_code, is_new }) =>
      is_new ? { merchant_id, action: "invoice.created", object_id: payment_code } : null,
  );
  return readInvoice(gateway, { merchant_id, sale_id: made.sale_id });
}

/** A fixed deadline has the same bounds as one in seconds. */
function requireDeadline(now: Date, deadline_at: string | null): void {
  const { saleDeadlineSecondsMin: min, saleDeadlineSecondsMax: max } = limits;
  const seconds = deadline_at === null ? min : (Date.parse(deadline_at) - now.getTime()) / 1000;
  if (seconds >= min && seconds <= max) return;
  const params = { minutes: min / 60, days: max / 86_400 };
  throw invalidFields({ deadline_at: { code: "outside_deadline", params } });
}

async function makeOrSell(gateway: Gateway, contents: SaleContents, account_id: string | null) {
  if (account_id === null) return makeSale(gateway, contents);
  const choice = { account_id, must_be_watched: false };
  const { payment, ...sale } = await sellOnAccount(gateway, contents, choice);
  return { ...sale, payment_code: payment.payment_code };
}

const contentsOf = (actor: Actor, merchant_id: string, input: NewInvoice): SaleContents => ({
  merchant_id,
  source: "invoice",
  form_key: input.form_key,
  link_id: null,
  payment_amount: input.items.length > 0 ? sumOf(input.items) : (input.payment_amount ?? 0),
  customer_name: input.customer_name,
  customer_email: input.customer_email ?? null,
  customer_phone: input.customer_phone ?? null,
  customer_orders:
    input.items.length > 0
      ? input.items.map((item) => ({ ...item, subtotal: item.price * item.quantity }))
      : null,
  note: input.note ?? null,
  deadline_seconds: input.deadline_at == null ? (input.deadline_seconds ?? null) : null,
  deadline_at: input.deadline_at ?? null,
  made_by: actor.actor === "operator_cli" ? null : actor.person_id,
});

export async function readInvoice(gateway: Gateway, name: SaleName): Promise<Invoice> {
  const row = await requireInvoice(gateway, name);
  return presentInvoice(gateway, row, await readSending(gateway, { ...name, ...row }));
}

/** Returns the manual invoice behind a payment, or null. */
export async function findSaleOfPayment(
  gateway: Gateway,
  payment: { merchant_id: string; payment_number: number },
): Promise<PaymentSale | null> {
  const row = await selectSaleOfPayment(gateway.sql, payment);
  return row && { sale_id: row.sale_id, ...(await readSending(gateway, { ...payment, ...row })) };
}

async function readSending(
  { sql, settings }: Gateway,
  sale: { merchant_id: string } & Pick<InvoiceRow, "sale_number" | "customer_email" | "note">,
): Promise<Omit<PaymentSale, "sale_id">> {
  const mails = await selectMails(sql, sale);
  return {
    note: sale.note,
    can_mail: settings.sendsMail && sale.customer_email !== null,
    mails: mails.map((mail) => ({ ...mail, created_at: mail.created_at.toISOString() })),
  };
}

/** Sends the invoice, or a reminder of it, to the customer by email. */
export async function mailInvoice(
  gateway: Gateway,
  actor: Actor,
  { mail, ...name }: SaleName & { mail: MailRequest },
): Promise<Invoice> {
  const { merchant_id } = name;
  await audited(
    gateway,
    actor,
    async (inside) => {
      await holdSale(inside.sql, { ...name, at: gateway.now() });
      const invoice = await requireInvoice(inside, name);
      await oweMail(inside, { ...invoice, merchant_id }, mail);
      return invoice.payment_code;
    },
    (object_id) => ({
      merchant_id,
      action: "invoice.mailed",
      object_id,
      details: { kind: mail.kind },
    }),
  );
  return readInvoice(gateway, name);
}

/** Cancels the payment, or withdraws a sale that has none yet. */
export async function cancelInvoice(gateway: Gateway, actor: Actor, name: SaleName): Promise<void> {
  const { merchant_id } = name;
  await audited(
    gateway,
    actor,
    async (inside) => {
      const { payment_code } = await requireInvoice(inside, name);
      const isWithdrawn = await cancelOpenSale(inside.sql, { ...name, at: gateway.now() });
      if (isWithdrawn) return payment_code;
      // The invoice is read again, because the customer might have just chosen, which can change the code.
      const present = await requireInvoice(inside, name);
      if (present.payment_id === null) throw new GatewayError("payment_not_cancellable");
      await cancelPayment(inside, { merchant_id, payment_code: present.payment_code });
      return present.payment_code;
    },
    (object_id) => ({ merchant_id, action: "invoice.cancelled", object_id }),
  );
}

async function requireInvoice(gateway: Gateway, name: SaleName): Promise<InvoiceRow> {
  const row = await selectInvoice(gateway.sql, { ...name, at: gateway.now() });
  if (!row) throw notFound("invoice");
  return row;
}

function presentInvoice(
  gateway: Gateway,
  row: InvoiceRow,
  sending: Omit<PaymentSale, "sale_id">,
): Invoice {
  const address =
    row.payment_id === null
      ? saleAddress(gateway, row.sale_id)
      : `${gateway.settings.publicUrl}/pay/${row.payment_id}`;
  return {
    sale_id: row.sale_id,
    payment_code: row.payment_code,
    payment_amount: row.payment_amount,
    customer_name: row.customer_name,
    created_at: row.created_at.toISOString(),
    ...sending,
    invoice_status: row.invoice_status,
    payment_total: row.payment_total,
    customer_email: row.customer_email,
    customer_phone: row.customer_phone,
    items: (row.customer_orders ?? []).map(({ name, price, quantity }) => ({
      name,
      price,
      quantity,
    })),
    deadline_seconds: row.deadline_seconds,
    deadline_at: row.deadline_at?.toISOString() ?? null,
    account_id: row.account_id,
    address,
    address_qr: drawQrSvg(address),
  };
}
