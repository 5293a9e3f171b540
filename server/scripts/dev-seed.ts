import { randomUUID } from "node:crypto";
import { simulatedPhone } from "../domain/mutations/simulated-transfers.ts";
import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import type { Payment } from "../contract/payments.ts";
import { asSql } from "../db/client.ts";
import { createAccount } from "../domain/accounts/accounts.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { createMerchant } from "../domain/merchants/merchants.ts";
import { makeOperator } from "../domain/merchants/merchants.sql.ts";
import { reportNotifications } from "../domain/mutations/mutations.ts";
import { cancelPayment, createPayments, expirePayments } from "../domain/payments/payments.ts";

/** A shop for development: two accounts, a phone, and an invoice in each state. */

export interface DevShop {
  merchant_id: string;
  email: string;
  password: string;
  api_key: string;
  webhook_secret: string;
  account_id: string;
}

const email = "dev@tepat.example";
const password = "kopi susu gula aren";
const app_package = "com.bca";
/** An invented static code. */
const qris =
  "00020101021126690021ID.CO.BANKMANDIRI.WWW01189360000800000000020211000000000020303UMI51440014ID.CO.QRIS.WWW0215ID10990000000020303UMI5204274153033605802ID5910kedai  uji6015Tangerang (Kab)61050000162070703A01630472F2";

/** Creates the whole shop or nothing. Returns null if the shop already exists. */
export async function seed(gateway: Gateway): Promise<DevShop | null> {
  const [present] = await gateway.sql`select from merchants where email = ${email}`;
  if (present) return null;
  return gateway.sql.begin(async (tx) => {
    const shop = await makeShop({ ...gateway, sql: asSql(tx) });
    await makeOperator(tx, shop.merchant_id);
    return shop;
  });
}

async function makeShop(gateway: Gateway): Promise<DevShop> {
  const merchant = await createMerchant(gateway, { name: "Toko Contoh", email, password });
  const { merchant_id } = merchant;
  const account = {
    merchant_id,
    account_min_amount: 1,
    account_max_amount: null,
    account_quota: limits.ownGatewayQuotaDays,
  };
  const { account_id } = await createAccount(gateway, {
    ...account,
    channel: "BCA",
    account_number: "1234567890",
    account_name: "TOKO CONTOH",
  });
  await createAccount(gateway, { ...account, channel: "QRIS", qris });
  await makePayments(gateway, { merchant_id, account_id });
  return { ...merchant, password, account_id };
}

type Account = { merchant_id: string; account_id: string };
const hour = 3_600_000;

async function makePayments(gateway: Gateway, account: Account): Promise<void> {
  await invoice(gateway, account, "DEV-PENDING");
  await cancelPayment(gateway, await invoice(gateway, account, "DEV-CANCELLED"));
  const { payment_total } = await invoice(gateway, account, "DEV-PAID");
  await reportTransfer(gateway, account, payment_total);
  await reportTransfer(gateway, account, payment_total + 1_000_000);
  const yesterday = { ...gateway, now: () => new Date(Date.now() - 24 * hour) };
  await invoice(yesterday, account, "DEV-EXPIRED");
  await expirePayments(gateway, 1);
}

async function invoice(
  gateway: Gateway,
  { merchant_id, account_id }: Account,
  payment_code: string,
): Promise<Payment & { merchant_id: string }> {
  const now = gateway.now();
  const deadline = now ? new Date(now.getTime() + hour) : new Date(Date.now() + 365 * 24 * hour);
  const input = {
    account_id,
    payment_code,
    payment_amount: 150_000,
    payment_expired_at: deadline.toISOString(),
    customer_name: "Budi Contoh",
    customer_email: "budi@example.com",
  };
  const [payment] = await createPayments(gateway, [{ merchant_id, input }]);
  if (!payment || payment instanceof GatewayError) throw payment;
  return { ...payment, merchant_id };
}

/** Reports a transfer from the same simulated phone as `npx tepat simulate transfer`. */
async function reportTransfer(
  gateway: Gateway,
  { merchant_id }: Account,
  amount: number,
): Promise<void> {
  const { device } = await simulatedPhone(gateway, merchant_id);
  const text = gateway
    .notificationReader()
    .sampleOf(app_package, { amount, sender: "BUDI CONTOH" });
  if (!text) throw new Error(`${app_package} has no sample`);
  await reportNotifications(gateway, device, [
    {
      key: randomUUID(),
      package_name: app_package,
      app_name: null,
      ...text,
      posted_at: new Date().toISOString(),
    },
  ]);
}
