import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { tepat } from "./command-line.ts";
import { dataOf, merchantWith, type Caller } from "./http.ts";
import type { Account, Payment } from "./resources.ts";

/** A merchant with one account and a key, which can send requests. */
export interface Shop extends Caller {
  merchant_id: string;
  email: string;
  password: string;
  api_key: string;
  webhook_secret: string;
  account: Account;
}

interface Merchant extends Caller {
  merchant_id: string;
  email: string;
  password: string;
  api_key: string;
  webhook_secret: string;
}

export async function newMerchant(): Promise<Merchant> {
  const email = `${randomUUID()}@shop.example`;
  const merchant = await tepat<Omit<Merchant, keyof Caller>>(
    "merchant create --name Toko",
    "--email",
    email,
  );
  return { ...merchant, ...merchantWith(merchant.api_key) };
}

export async function openShop(options: AccountOptions = {}): Promise<Shop> {
  const merchant = await newMerchant();
  return { ...merchant, account: await addAccount(merchant, options) };
}

interface AccountOptions {
  channel?: string;
  number?: string;
  holder?: string;
  min?: number;
  max?: number;
  quota?: number;
  package?: string;
  qris?: string;
  device?: string;
}

export function addAccount(
  { merchant_id }: { merchant_id: string },
  options: AccountOptions = {},
): Promise<Account> {
  const given = { channel: "BCA", number: "1234567890", holder: "TOKO CONTOH", ...options };
  return tepat("account create --again", "--merchant", merchant_id, ...flags(given));
}

/** Returns the shop with a new test key. */
export async function shopInTestMode(shop: Shop): Promise<Shop> {
  const key = await tepat<{ api_key: string; webhook_secret: string }>(
    "apikey create --test",
    "--merchant",
    shop.merchant_id,
  );
  const caller = merchantWith(key.api_key);
  const [account] = dataOf<Account[]>(await caller.get("/gateway/accounts"));
  return { ...shop, ...caller, ...key, account: account as Account };
}

export function changeAccount(
  { account_id }: Account,
  change: { quota?: number; active?: boolean; min?: number; max?: number },
): Promise<Account> {
  return tepat("account update", "--account", account_id, ...flags(change));
}

const flags = (options: object): string[] =>
  Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);

export const newCode = (): string => `INV-${randomUUID()}`;

export const inSeconds = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000).toISOString();

/** Returns the shortest body of a create. */
export function paymentInput(shop: Shop, fields: object = {}) {
  return {
    account_id: shop.account.account_id,
    payment_code: newCode(),
    payment_amount: 150_000,
    payment_expired_at: inSeconds(3600),
    customer_name: "Siti Rahayu",
    customer_email: "siti@shop.example",
    ...fields,
  };
}

export const postPayment = (shop: Shop, fields: object = {}) =>
  shop.post("/gateway/payments", paymentInput(shop, fields));

export async function pendingPayment(shop: Shop, fields: object = {}): Promise<Payment> {
  return dataOf(await postPayment(shop, fields));
}

/**
 * Creates a payment whose deadline is this number of seconds away, or later if the create would arrive after
 * it.
 */
export async function briefPayment(
  shop: Shop,
  seconds: number,
  fields: object = {},
): Promise<Payment> {
  const answer = await postPayment(shop, { payment_expired_at: inSeconds(seconds), ...fields });
  return answer.body.code === "invalid_expired_at" && seconds < 30
    ? briefPayment(shop, 3 * seconds, fields)
    : dataOf(answer);
}

/** Creates a payment whose deadline has passed for every reader. */
export async function expiredPayment(shop: Shop, fields: object = {}): Promise<Payment> {
  const payment = await briefPayment(shop, 0.6, fields);
  await expect
    .poll(async () => (await readPayment(shop, payment.payment_code)).payment_status)
    .toBe("EXPIRED");
  return readPayment(shop, payment.payment_code);
}

export async function cancelledPayment(shop: Shop, fields: object = {}): Promise<Payment> {
  const { payment_code } = await pendingPayment(shop, fields);
  dataOf(await shop.delete(paymentPath(payment_code)));
  return readPayment(shop, payment_code);
}

export const paymentPath = (payment_code: string): string =>
  `/gateway/payments/${encodeURIComponent(payment_code)}`;

/** Reads a payment with all fields. */
export async function readPayment(shop: Caller, payment_code: string): Promise<Payment> {
  return dataOf(await shop.get(`${paymentPath(payment_code)}?include=metadata`));
}
