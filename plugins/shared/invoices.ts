import {
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  Tepat,
  TepatError,
  TimeoutError,
  type Account,
  type CreatePayment,
  type Payment,
} from "@tepat/sdk";
import type { Settings } from "./settings.ts";

/** One Tepat invoice for one payment of a shop's order. The shop's code is the name of both. */

export interface Customer {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

export interface WantedInvoice {
  /**
   * The shop's name for the payment, which is also its `payment_code`. A repeated request creates no second invoice.
   */
  readonly code: string;
  readonly rupiah: number;
  readonly customer: Customer;
}

/** The fields that the customer needs to pay. */
export interface ShownInvoice {
  readonly payment_code: string;
  readonly payment_status: Payment["payment_status"];
  /** The exact amount to pay, in rupiah. */
  readonly payment_total: number;
  readonly payment_expired_at: string;
  readonly payment_checkout_url: string;
  readonly channel_type: string | null;
  readonly channel_name: string | null;
  readonly account_number: string | null;
  readonly account_name: string | null;
  /** The content of the QR code, if the account is QRIS. */
  readonly qris_payload: string | null;
}

/** There is no order and no invoice. The message is for the customer. */
export class CheckoutProblem extends Error {}

/** The timeout of a request while a customer waits for the response. */
const checkoutSeconds = 10;
const textCharacters = { name: 255, email: 255, phone: 50 } as const;

export const clientOf = ({ apiKey, baseUrl }: Settings): Tepat =>
  new Tepat({ apiKey, baseUrl, timeoutSeconds: checkoutSeconds, maxRetries: 1 });

/**
 * Returns the invoice of this code: a new one, or the one of an earlier attempt. Throws a CheckoutProblem.
 */
export async function openInvoice(settings: Settings, wanted: WantedInvoice): Promise<Payment> {
  const tepat = clientOf(settings);
  try {
    return await createOrFind(tepat, await invoiceInput(tepat, settings, wanted));
  } catch (error) {
    throw checkoutProblem(error);
  }
}

async function createOrFind(tepat: Tepat, input: CreatePayment): Promise<Payment> {
  try {
    return await tepat.payments.create(input);
  } catch (error) {
    if (!(error instanceof TepatError) || error.code !== "payment_code_conflict") throw error;
    const payment = await tepat.payments.get(input.payment_code);
    if (payment.payment_amount === input.payment_amount) return payment;
    throw new CheckoutProblem(
      "The amount has changed since the payment began. Please choose the payment method again.",
    );
  }
}

async function invoiceInput(
  tepat: Tepat,
  { accountId, hoursToPay, webhookUrl, returnUrl }: Settings,
  { code, rupiah, customer }: WantedInvoice,
): Promise<CreatePayment> {
  const email = cut(customer.email, textCharacters.email);
  const phone = cut(customer.phone, textCharacters.phone);
  if (email === undefined && phone === undefined) {
    throw new CheckoutProblem("Please enter an email address or a telephone number first.");
  }
  return {
    account_id: accountId ?? accountFor(await tepat.accounts.list(), rupiah),
    payment_code: code,
    payment_amount: rupiah,
    payment_expired_at: new Date(Date.now() + hoursToPay * 3_600_000).toISOString(),
    customer_name: cut(customer.name, textCharacters.name) ?? email ?? phone ?? code,
    ...(email !== undefined && { customer_email: email }),
    ...(phone !== undefined && { customer_phone: phone }),
    ...(webhookUrl !== undefined && { payment_webhook_url: webhookUrl }),
    ...(returnUrl !== undefined && { payment_return_url: returnUrl }),
  } as CreatePayment;
}

const cut = (text: string | undefined, characters: number): string | undefined =>
  text?.trim().slice(0, characters) || undefined;

function accountFor(accounts: readonly Account[], rupiah: number): string {
  const account = accounts.find(
    ({ account_active, account_quota, account_min_amount, account_max_amount }) =>
      account_active &&
      account_quota > 0 &&
      rupiah >= account_min_amount &&
      (account_max_amount === null || rupiah <= account_max_amount),
  );
  if (account) return account.account_id;
  throw new CheckoutProblem(
    `Bank transfer is not available for Rp${inRupiah(rupiah)} at the moment. Please choose another way to pay.`,
  );
}

/**
 * Returns the problem to show. Customers get different messages for an unreachable gateway and for a refusal. The
 * cause goes to the shop's log.
 */
function checkoutProblem(error: unknown): CheckoutProblem {
  if (error instanceof CheckoutProblem) return error;
  const isAway = [ConnectionError, TimeoutError, ServerError, RateLimitError].some(
    (kind) => error instanceof kind,
  );
  const message = isAway
    ? "Bank transfer cannot be started at the moment. Nothing was ordered. Please try again in a few minutes."
    : "Bank transfer is not available at the moment. Nothing was ordered. Please choose another way to pay.";
  return new CheckoutProblem(message, { cause: error });
}

/** Returns the invoice with this code, or null. */
export async function findInvoice(settings: Settings, code: string): Promise<Payment | null> {
  try {
    return await clientOf(settings).payments.get(code);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/**
 * Returns the code of a shop's invoice, which contains the shop's mark. A copy of the shop has
 * another mark.
 */
export const codeOf = ({ shopMark }: Settings, payment: string, number: number): string =>
  `${payment}-${shopMark}-${number}`;

/**
 * Returns the code of the expired invoice to which a follow-up invoice belongs: ORDER-1 for ORDER-1-2. Other codes
 * can look the same, so check that the shop created the shorter one.
 */
export const followedCode = (code: string): string | null => /^(.+)-\d+$/.exec(code)?.[1] ?? null;

/**
 * Cancels a PENDING invoice. An invoice that has ended or was never created stays unchanged. Returns false if the
 * invoice can still be paid, because the shop at another address created it.
 */
export async function withdrawInvoice(settings: Settings, code: string): Promise<boolean> {
  if (!new RegExp(`-${settings.shopMark}-\\d+$`).test(code)) {
    return (await findInvoice(settings, code))?.payment_status !== "PENDING";
  }
  try {
    await clientOf(settings).payments.cancel(code);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  return true;
}

export async function shownInvoice(settings: Settings, payment: Payment): Promise<ShownInvoice> {
  return {
    payment_code: payment.payment_code,
    payment_status: payment.payment_status,
    payment_total: payment.payment_total,
    payment_expired_at: payment.payment_expired_at,
    payment_checkout_url: payment.payment_checkout_url,
    channel_type: payment.channel_type,
    channel_name: payment.channel_name,
    account_number: payment.account_number,
    account_name: payment.account_name,
    qris_payload: payment.channel_type === "QRIS" ? await qrisOf(settings, payment) : null,
  };
}

/**
 * Returns the content of the QR code, or null if it cannot be read. The shop works without it,
 * because the checkout page shows the code too.
 */
async function qrisOf(settings: Settings, { payment_id }: Payment): Promise<string | null> {
  try {
    const view = await clientOf(settings).checkout.get(payment_id);
    return view.qris_payload ?? null;
  } catch {
    return null;
  }
}

/** Formats an amount as in Indonesia: 150000 becomes 150.000. */
export const inRupiah = (amount: number): string => amount.toLocaleString("id-ID");
