import type { CheckoutView } from "../contract/checkout.ts";
import { GatewayError } from "../contract/errors.ts";
import { qrisContext } from "./accounts.ts";
import { selectCheckout, type CheckoutRow } from "./checkout.sql.ts";
import type { Gateway } from "./gateway.ts";
import { presentOrders } from "./payments.ts";
import { drawQrCode, type QrCode } from "./qr-code.ts";
import { dynamicQris } from "./qris.ts";

/** What the public may know of a payment (specification 2.7): no device, no merchant record, never the static QRIS. */
export async function readCheckout(gateway: Gateway, payment_id: string): Promise<CheckoutView> {
  return presentView(gateway, await requireCheckout(gateway, payment_id));
}

/** What the page shows beside the view. */
export interface CheckoutPage {
  payment_id: string;
  view: CheckoutView;
  server_time: string;
  merchant: { name: string; logo_url: string | null; accent_color: string | null };
  /** Drawn from `view.qris_payload`; null without one. */
  qr: QrCode | null;
}

export async function readCheckoutPage(
  gateway: Gateway,
  payment_id: string,
): Promise<CheckoutPage> {
  const row = await requireCheckout(gateway, payment_id);
  const view = withoutDetailsUnlessPayable(presentView(gateway, row));
  return {
    payment_id,
    view,
    server_time: row.server_time.toISOString(),
    merchant: {
      name: row.merchant_name,
      logo_url: row.logo_url,
      accent_color: row.accent_color,
    },
    qr: view.qris_payload ? drawQrCode(view.qris_payload) : null,
  };
}

/** The page of an EXPIRED or CANCELLED payment shows nothing that could still be paid to (specification 3.1, 4.9). */
function withoutDetailsUnlessPayable(view: CheckoutView): CheckoutView {
  if (view.status !== "EXPIRED" && view.status !== "CANCELLED") return view;
  return {
    ...view,
    customer_email: null,
    customer_phone: null,
    account_number: "",
    account_name: "",
    instructions: "[]",
    ...(view.bank_type === "QRIS" && {
      qris_id: null,
      qris_name: null,
      qris_city: null,
      qris_payload: null,
    }),
  };
}

async function requireCheckout(gateway: Gateway, payment_id: string): Promise<CheckoutRow> {
  const row = await selectCheckout(gateway.sql, { payment_id, at: gateway.now() });
  if (!row) throw new GatewayError("not_found", { message: "payment not found" });
  return row;
}

function presentView(gateway: Gateway, row: CheckoutRow): CheckoutView {
  return {
    payment_code: row.payment_code,
    amount_original: row.payment_amount,
    amount_unique: row.payment_unique,
    amount_total: row.payment_total,
    status: row.status,
    expires_at: row.payment_expired_at.toISOString(),
    created_at: row.created_at.toISOString(),
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    customer_phone: row.customer_phone,
    return_url: row.payment_return_url,
    redirect_url: redirectUrl(row.payment_return_url, row.payment_code),
    order_items: JSON.stringify(presentOrders(row.customer_orders) ?? []),
    account_number: row.account_number ?? "",
    account_name: row.account_name ?? "",
    bank_name: row.channel_name,
    bank_type: row.channel_type,
    app_name: row.app_name ?? "",
    instructions: JSON.stringify(row.channel_instructions),
    ...(row.channel_type === "QRIS" && qrisFields(gateway, row)),
  };
}

function qrisFields(gateway: Gateway, row: CheckoutRow) {
  return {
    qris_id: row.qris_id,
    qris_name: row.qris_name,
    qris_city: row.qris_city,
    // Nothing may be paid any more once the payment is final.
    qris_payload:
      row.status === "PENDING" && row.sealed_qris
        ? dynamicQris(
            gateway.secrets.open(row.sealed_qris, qrisContext(row.account_id)),
            row.payment_total,
          )
        : null,
  };
}

/** The return URL with `payment_code` added; the rest of it stays as the merchant wrote it. */
export function redirectUrl(returnUrl: string | null, payment_code: string): string | null {
  if (returnUrl === null) return null;
  const [, address = "", fragment = ""] = /^([^#]*)(#.*)?$/su.exec(returnUrl) ?? [];
  const separator = address.includes("?") ? "&" : "?";
  return `${address}${separator}payment_code=${encodeURIComponent(payment_code)}${fragment}`;
}
