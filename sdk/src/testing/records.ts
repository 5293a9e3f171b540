import { createPaymentSchema } from "../generated/create-payment.gen.ts";
import type {
  Account,
  CheckoutView,
  CreatePayment,
  InstructionStep,
  Mutation,
  Payment,
  PaymentStatus,
} from "../generated/types.gen.ts";
import { ordersOf } from "./payment-input.ts";

/** Creates the records of the fake as the gateway would. */

export interface StoredPayment extends Payment {
  readonly created_at: string;
}

export const instructions: InstructionStep[] = [
  { step: 1, title: "Buka aplikasi", content: "Buka aplikasi bank dan pilih transfer." },
  { step: 2, title: "Bayar", content: "Transfer jumlah yang tepat, sampai tiga angka terakhir." },
];

interface Assigned {
  readonly baseUrl: string;
  readonly payment_unique: number;
  readonly payment_expired_at: string;
  readonly created_at: string;
}

export function newPayment(
  input: CreatePayment,
  account: Account,
  { baseUrl, payment_unique, payment_expired_at, created_at }: Assigned,
): StoredPayment {
  const payment_id = crypto.randomUUID();
  return {
    payment_id,
    ...keptFields(input),
    payment_unique,
    payment_total: input.payment_amount + payment_unique,
    payment_status: "PENDING",
    payment_expired_at,
    payment_updated_at: created_at,
    payment_checkout_url: `${baseUrl}/pay/${payment_id}`,
    customer_orders: ordersOf(input),
    account_id: account.account_id,
    account_number: account.account_number,
    account_name: account.account_name,
    channel_id: account.channel_id,
    channel_name: account.channel_name,
    channel_type: account.channel_type,
    channel_instructions: instructions,
    is_manual_match: false,
    manual_matched_mutation_id: null,
    created_at,
  };
}

/**
 * Returns the payment's fields from a request. Missing fields become null, and missing metadata stays missing.
 */
function keptFields({ metadata, ...input }: CreatePayment): Pick<Payment, keyof CreatePayment> {
  const { metadata: _, ...properties } = createPaymentSchema.properties;
  const names = Object.keys(properties) as (keyof typeof input)[];
  const fields: [string, unknown][] = names.map((name) => [name, input[name] ?? null]);
  if (metadata && Object.keys(metadata).length > 0) fields.push(["metadata", { ...metadata }]);
  return Object.fromEntries(fields) as Pick<Payment, keyof CreatePayment>;
}

/** Creates the mutation for a transfer of this amount, as a Worker would report it. */
export function newMutation(account: Account, amount: number, at: string): Mutation {
  return {
    id: crypto.randomUUID(),
    device_id: "019aa5c2-0000-7c44-9b1e-5f0a2d3c4bff",
    title: "Transfer masuk",
    body: `Dana masuk Rp${amount.toLocaleString("id-ID")}`,
    posted_at: at,
    amount_parsed: amount,
    sender_parsed: "BUDI CONTOH",
    type_parsed: "CREDIT",
    currency_parsed: "IDR",
    is_matched: false,
    matched_payment_id: null,
    matched_payment_code: null,
    created_at: at,
    device_name: "Simulated Worker",
    package_name: account.app_package,
    app_name: account.app_name,
    app_version: null,
    account_number: account.account_number,
    account_name: account.account_name,
    bank_name: account.channel_name,
    bank_type: account.channel_type,
  };
}

/** Whether a payment with this status has ended unpaid. Its checkout page then shows no account. */
const endedUnpaid: Readonly<Record<PaymentStatus, boolean>> = {
  PENDING: false,
  PAID: false,
  EXPIRED: true,
  CANCELLED: true,
};

export function checkoutView(payment: StoredPayment, accounts: readonly Account[]): CheckoutView {
  const account = accounts.find(({ account_id }) => account_id === payment.account_id);
  const isClosed = endedUnpaid[payment.payment_status];
  return {
    payment_code: payment.payment_code,
    amount_original: payment.payment_amount,
    amount_unique: payment.payment_unique,
    amount_total: payment.payment_total,
    status: payment.payment_status,
    expires_at: payment.payment_expired_at,
    created_at: payment.created_at,
    customer_name: payment.customer_name ?? "",
    customer_email: payment.customer_email,
    customer_phone: payment.customer_phone,
    return_url: payment.payment_return_url,
    redirect_url: withCode(payment.payment_return_url, payment.payment_code),
    order_items: JSON.stringify(payment.customer_orders ?? []),
    account_number: isClosed ? "" : (payment.account_number ?? ""),
    account_name: isClosed ? "" : (payment.account_name ?? ""),
    bank_name: payment.channel_name ?? "",
    bank_type: payment.channel_type ?? "TRANSFER",
    app_name: account?.app_name ?? "",
    instructions: JSON.stringify(isClosed ? [] : payment.channel_instructions),
    ...(payment.channel_type === "QRIS" && qrisView(payment)),
  };
}

/** The QRIS data of a payment. Ended payments show no code. */
function qrisView({ account_number, account_name, payment_total, payment_status }: StoredPayment) {
  return {
    qris_id: account_number,
    qris_name: account_name,
    qris_city: "JAKARTA",
    qris_payload: payment_status === "PENDING" ? qrisPayload(payment_total) : null,
  };
}

/**
 * Returns a text in the format of a dynamic code with the amount (EMV QRCPS, tags 01 and 54). No bank
 * would accept the code.
 */
function qrisPayload(amount: number): string {
  const digits = String(amount);
  return `00020101021252040000530336054${String(digits.length).padStart(2, "0")}${digits}5802ID63040000`;
}

function withCode(returnUrl: string | null, payment_code: string): string | null {
  if (returnUrl === null) return null;
  const url = new URL(returnUrl);
  url.searchParams.delete("payment_code");
  url.searchParams.append("payment_code", payment_code);
  return url.href;
}
