import { unnamedCustomer } from "../../../web-shared/src/unnamed-customer.ts";
import type { CheckoutView } from "../../contract/checkout.ts";
import type { PaymentRest } from "../../contract/dashboard/reconciliation.ts";
import { notFound } from "../../contract/errors.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import { qrisContext } from "../accounts/accounts.ts";
import { selectCheckout, type CheckoutRow } from "./checkout.sql.ts";
import { stepsForRest } from "../accounts/steps-for-rest.ts";
import { stepsInEnglish, type EnglishStep } from "../accounts/steps-in-english.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { presentOrders } from "./payments.ts";
import { drawQrCode, type QrCode } from "../base/qr-code.ts";
import { dynamicQris } from "../accounts/qris.ts";

/**
 * Returns the public data of a payment (specification, 2.7): no device, no merchant record, and never the static
 * QRIS.
 */
export async function readCheckout(gateway: Gateway, payment_id: string): Promise<CheckoutView> {
  return presentView(gateway, await requireCheckout(gateway, payment_id));
}

/** The data that the page shows in addition to the view. */
export interface CheckoutPage {
  payment_id: string;
  view: CheckoutView;
  /** Whether a test key created the payment, so that no customer sends money for it. */
  is_test: boolean;
  server_time: string;
  /** The view's steps in English, each at its place; null for steps that the merchant wrote. */
  english_steps: (EnglishStep | null)[];
  /** The time of payment; null if the payment is unpaid. */
  paid_at: string | null;
  merchant: { name: string; logo_url: string | null; accent_color: string | null };
  /**
   * The money booked for the payment, if it was not simply the total. The customer who sent it sees that it arrived.
   */
  money: CheckoutRow["money"];
  /** The sum that a PENDING payment still lacks; null before a part has arrived. */
  rest: PaymentRest | null;
  /** The page on which the customer can choose another way to pay; null if there is no other way. */
  change_path: string | null;
  /** The seller's note below the items; null on the page of a payment that has ended without money. */
  note: string | null;
  /** The merchant's contact details. */
  seller: {
    address: string | null;
    phone: string | null;
    email: string | null;
    shop_url: string | null;
  };
  /** The drawing of `view.qris_payload`; null if there is no payload. */
  qr: QrCode | null;
}

export async function readCheckoutPage(
  gateway: Gateway,
  payment_id: string,
): Promise<CheckoutPage> {
  const row = await requireCheckout(gateway, payment_id);
  const rest = askedRestOf(row);
  const steps = stepsOf(row, rest);
  const view = {
    ...withoutContactUnlessPayable(presentView(gateway, row)),
    instructions: JSON.stringify(steps.indonesian),
    // A code for the total would ask for the parts again.
    ...(rest &&
      row.sealed_qris && {
        qris_payload: rest.is_payable ? qrisFor(gateway, row, rest.amount) : null,
      }),
  };
  return {
    payment_id,
    view,
    is_test: row.is_test,
    server_time: row.server_time.toISOString(),
    merchant: {
      name: row.merchant_name,
      logo_url: row.logo_url,
      accent_color: row.accent_color,
    },
    money: row.money,
    rest,
    change_path: row.changeable_sale_id && `/i/${row.changeable_sale_id}?change=1`,
    note: isClosed[row.status] ? null : row.note,
    seller: {
      address: row.contact_address,
      phone: row.contact_phone,
      email: row.contact_email,
      shop_url: row.shop_url,
    },
    english_steps: steps.english,
    paid_at: row.status === "PAID" ? row.payment_updated_at.toISOString() : null,
    qr: view.qris_payload ? drawQrCode(view.qris_payload) : null,
  };
}

function stepsOf(row: CheckoutRow, rest: PaymentRest | null) {
  const { channel_instructions: indonesian, channel_name: name } = row;
  if (isClosed[row.status]) return { indonesian: [], english: [] };
  if (rest?.is_payable) return stepsForRest(indonesian, { name, amount: rest.amount });
  return { indonesian, english: stepsInEnglish(indonesian, name) };
}

/** Returns the missing sum, for the pages on which a person reads it out to the customer. */
export const readRest = async (gateway: Gateway, payment_id: string): Promise<PaymentRest | null> =>
  restOf(await requireCheckout(gateway, payment_id));

/**
 * Returns the missing sum. No transfer pays it automatically, because only totals are unique. A person books it
 * (tie_transfer, match_payment).
 */
function restOf({
  status,
  money,
  payment_total,
  is_rest_a_total,
}: CheckoutRow): PaymentRest | null {
  if (status !== "PENDING" || money === null || money.received === 0) return null;
  const amount = payment_total - money.received;
  return { amount, is_payable: amount > 0 && !is_rest_a_total };
}

/**
 * Returns the missing sum as the customer sees it. The sum cannot be paid on the page if the merchant does not ask
 * for it there.
 */
function askedRestOf(row: CheckoutRow): PaymentRest | null {
  const rest = restOf(row);
  return rest && { ...rest, is_payable: rest.is_payable && row.asks_for_rest };
}

/** The page of an EXPIRED or CANCELLED payment shows only that status (specification, 4.9). */
function withoutContactUnlessPayable(view: CheckoutView): CheckoutView {
  if (!isClosed[view.status]) return view;
  return {
    ...view,
    customer_email: null,
    customer_phone: null,
    ...(view.bank_type === "QRIS" && { qris_id: null, qris_name: null, qris_city: null }),
  };
}

/** Whether an invoice ended unpaid. Its page then shows no account and no contact. */
const isClosed = {
  PENDING: false,
  PAID: false,
  CANCELLED: true,
  EXPIRED: true,
} satisfies Record<PaymentStatus, boolean>;

async function requireCheckout(gateway: Gateway, payment_id: string): Promise<CheckoutRow> {
  const row = await selectCheckout(gateway.sql, { payment_id, at: gateway.now() });
  if (!row) throw notFound("payment");
  return row;
}

/**
 * Returns the view. The view of an ended invoice has no account and no steps, so that no customer pays it
 * (specification, 3.1).
 */
function presentView(gateway: Gateway, row: CheckoutRow): CheckoutView {
  const { account_number, account_name, channel_instructions } = isClosed[row.status]
    ? { account_number: "", account_name: "", channel_instructions: [] }
    : row;
  return {
    payment_code: row.payment_code,
    amount_original: row.payment_amount,
    amount_unique: row.payment_unique,
    amount_total: row.payment_total,
    status: row.status,
    expires_at: row.payment_expired_at.toISOString(),
    created_at: row.created_at.toISOString(),
    customer_name: row.customer_name === unnamedCustomer ? "" : row.customer_name,
    customer_email: row.customer_email,
    customer_phone: row.customer_phone,
    return_url: row.payment_return_url,
    redirect_url: redirectUrl(row.payment_return_url, row.payment_code),
    order_items: JSON.stringify(presentOrders(row.customer_orders) ?? []),
    account_number: account_number ?? "",
    account_name: account_name ?? "",
    bank_name: row.channel_name,
    bank_type: row.channel_type,
    app_name: row.app_name ?? "",
    instructions: JSON.stringify(channel_instructions),
    ...(row.channel_type === "QRIS" && qrisFields(gateway, row)),
  };
}

function qrisFields(gateway: Gateway, row: CheckoutRow) {
  return {
    qris_id: row.qris_id,
    qris_name: row.qris_name,
    qris_city: row.qris_city,
    // A final payment can no longer be paid.
    qris_payload: row.status === "PENDING" ? qrisFor(gateway, row, row.payment_total) : null,
  };
}

const qrisFor = (gateway: Gateway, row: CheckoutRow, amount: number): string | null =>
  row.sealed_qris &&
  dynamicQris(gateway.secrets.open(row.sealed_qris, qrisContext(row.account_id)), amount);

/**
 * Returns the return URL with `payment_code` added (specification, 2.7). An existing `payment_code`, in any spelling,
 * is replaced, because many readers take the first. All other parts stay as the merchant wrote them.
 */
export function redirectUrl(returnUrl: string | null, payment_code: string): string | null {
  if (returnUrl === null) return null;
  const [, address = "", query = "", fragment = ""] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/su.exec(returnUrl) ?? [];
  const others = query.split("&").filter((part) => part !== "" && !namesPaymentCode(part));
  const parameters = [...others, `payment_code=${encodeURIComponent(payment_code)}`];
  return `${address}?${parameters.join("&")}${fragment}`;
}

const namesPaymentCode = (part: string): boolean => new URLSearchParams(part).has("payment_code");
