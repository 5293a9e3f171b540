import { randomBytes, randomUUID } from "node:crypto";
import { GatewayError, type ErrorCode } from "../contract/errors.ts";
import type { CreatePaymentInput, Payment } from "../contract/payments.ts";
import type { Sql } from "../db/client.ts";
import { createAccount, listAccounts, type AccountRequest } from "../domain/accounts/accounts.ts";
import { approveDevice, registerDevice, type Device } from "../domain/sources/devices.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { createTestApiKey, findMerchantsByApiKeys } from "../domain/merchants/api-keys.ts";
import {
  createMerchantOf,
  newPassword,
  type CreatedMerchant,
} from "../domain/merchants/merchants.ts";
import { reportNotifications } from "../domain/mutations/mutations.ts";
import type { TransferReport } from "../domain/mutations/mutations.sql.ts";
import { createNotificationReader } from "../domain/notifications/notification-text.ts";
import { createPayments } from "../domain/payments/payments.ts";
import { insertLink, type LinkContents } from "../domain/sales/links.sql.ts";
import { missingRecord, type WaitingReason } from "../domain/mail/bank-mail.ts";
import { hashPassword } from "../domain/security/passwords.ts";
import { createSecretBox } from "../domain/security/secrets.ts";

/** Merchants, phones and records for tests, named after their role. */

export interface TestGateway extends Gateway {
  /** Counts the calls by default. A test can set a real sender. */
  wakeWebhookSender: Gateway["wakeWebhookSender"];
  /** Notifies no process by default. A test can set a real hub. */
  announcePayments: Gateway["announcePayments"];
  /** Sets the gateway's clock; null means the database's. */
  setClock(at: Date | string | null): void;
  /** The number of times that the webhook sender was woken. */
  wakes: number;
}

/** The TEPAT_SECRET of processes that share a database with a test's gateway. */
export const testSecret = "a secret of tests that is long enough to be one";

const builtInReader = createNotificationReader();

export function testGateway(sql: Sql, settings: Partial<Gateway["settings"]> = {}): TestGateway {
  let at: Date | null = null;
  const gateway: TestGateway = {
    sql,
    now: () => at,
    random: Math.random,
    builtInSteps: new Map(),
    notificationReader: () => builtInReader,
    secrets: createSecretBox(testSecret),
    settings: {
      publicUrl: "https://pay.example",
      listensAt: { host: "127.0.0.1", port: 8080 },
      androidAppFile: "/nowhere.apk",
      sendsMail: true,
      mailDomain: "in.tepat.example",
      quotaTimeZone: "Asia/Jakarta",
      totalQuarantineHours: 24,
      allowPrivateWebhooks: true,
      webhookRetrySeconds: [5, 30, 120],
      noticeRetrySeconds: [10, 60],
      allowTrigger: false,
      allowSignUp: false,
      mayHaveStrangers: settings.allowSignUp ?? false,
      webhookAttemptDays: 90,
      auditDays: 730,
      linkLimits: {
        unpaidPerClient: 20,
        unpaidPerLink: 300,
        totalsPerAmount: 700,
        unpaidPiecesPerClient: 200,
        // All customers of a test have one address.
        stockPercentPerClient: 100,
      },
      noticeDays: 90,
      ...settings,
    },
    wakes: 0,
    wakeWebhookSender() {
      gateway.wakes += 1;
    },
    announcePayments() {},
    setClock(time) {
      at = time === null ? null : new Date(time);
    },
  };
  return gateway;
}

export interface Shop extends CreatedMerchant {
  account_id: string;
}

/** Argon2's least cost. At today's, passwords of shops took a sixth of the tests' processor time. */
const cheapHash = { memory: 8, passes: 1, parallelism: 1 };

/** Creates a merchant with one BCA account. */
export async function shopWithAccount(
  gateway: Gateway,
  account: Partial<AccountRequest> = {},
): Promise<Shop> {
  const password = newPassword();
  const merchant = await createMerchantOf(gateway, {
    name: "Toko Contoh",
    email: `${randomUUID()}@example.com`,
    password,
    password_hash: await hashPassword(password, { settings: cheapHash }),
  });
  const { account_id } = await addAccount(gateway, merchant, account);
  return { ...merchant, account_id };
}

export function addAccount(
  gateway: Gateway,
  merchant: { merchant_id: string },
  account: Partial<AccountRequest> = {},
) {
  return createAccount(gateway, {
    merchant_id: merchant.merchant_id,
    channel: "BCA",
    account_number: "1234567890",
    account_name: "TOKO CONTOH",
    account_min_amount: 1,
    account_max_amount: null,
    account_quota: 30,
    ...account,
  });
}

/** Returns the shop with a new test key. */
export async function shopInTestMode(gateway: Gateway, shop: Shop): Promise<Shop> {
  const { key_id, api_key, webhook_secret } = await createTestApiKey(gateway, shop.merchant_id);
  const [merchant_id] = await findMerchantsByApiKeys(gateway.sql, [api_key]);
  if (!merchant_id) throw new Error("a new key is not known");
  const [account] = await listAccounts(gateway, merchant_id);
  if (!account) throw new Error("no account stands for the shop's");
  const { account_id } = account;
  return { ...shop, merchant_id, account_id, key_id, api_key, webhook_secret };
}

export function paymentInput(
  shop: Shop,
  input: Partial<CreatePaymentInput> = {},
): CreatePaymentInput {
  return {
    account_id: shop.account_id,
    payment_code: `INV-${randomUUID()}`,
    payment_amount: 150_000,
    payment_expired_at: "2099-01-01T00:00:00Z",
    customer_name: "Budi",
    customer_email: "budi@example.com",
    ...input,
  };
}

/** Creates a payment. Returns the response, or the code of the refusal. */
export async function tryCreate(
  gateway: Gateway,
  shop: Shop,
  input: Partial<CreatePaymentInput> = {},
): Promise<Payment | ErrorCode> {
  const [outcome] = await createPayments(gateway, [
    { merchant_id: shop.merchant_id, input: paymentInput(shop, input) },
  ]);
  return outcome instanceof GatewayError ? outcome.code : (outcome as Payment);
}

export async function pendingPayment(
  gateway: Gateway,
  shop: Shop,
  input: Partial<CreatePaymentInput> = {},
): Promise<Payment> {
  const outcome = await tryCreate(gateway, shop, input);
  if (typeof outcome === "string") throw new Error(`the create was refused: ${outcome}`);
  return outcome;
}

export async function approvedDevice(
  gateway: Gateway,
  shop: { merchant_id: string },
): Promise<Device> {
  return (await registerApproved(gateway, shop)).device;
}

/** Creates an approved phone, and returns it as the phone sees itself. */
export async function approvedPhone(
  gateway: Gateway,
  shop: { merchant_id: string },
): Promise<{ device_token: string }> {
  const { device_token } = await registerApproved(gateway, shop);
  return { device_token };
}

async function registerApproved({ sql }: Gateway, { merchant_id }: { merchant_id: string }) {
  const { device_id, device_token } = await registerDevice(sql, {
    merchant_id,
    device_name: "Phone beside the till",
    installation_id: randomUUID(),
    model: null,
    app_version: null,
  });
  const device = await approveDevice(sql, device_id);
  // The phone has belonged to the shop for a long time, because tests set the gateway's clock and post
  // transfers of past days.
  await sql`
    update devices
    set registered = '{[2000-01-01,)}'
    where merchant_id = ${merchant_id}
      and device_id = ${device_id}
  `;
  return { device, device_token };
}

/**
 * Creates a mailbox that has watched these accounts for a long time, and returns it as a source of
 * reports.
 */
export async function watchingMailbox(
  { sql }: Gateway,
  { merchant_id }: { merchant_id: string },
  accounts: readonly { account_id: string }[],
): Promise<{ merchant_id: string; device_id: string }> {
  const device_id = randomUUID();
  await sql`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, token_hash, device_status, source_kind, created_at,
      approved_at, last_seen_at
    )
    values (
      ${merchant_id}, ${device_id}, ${`mailbox-${device_id}`}, 'kasir@toko.example', ${Buffer.from(device_id)}, 'ACTIVE',
      'mailbox', '2000-01-01Z', now(), now()
    )
  `;
  await sql`
    insert into source_accounts (merchant_id, device_id, account_id)
    select ${merchant_id}, ${device_id}, unnest(${accounts.map(({ account_id }) => account_id)}::uuid[])
  `;
  return { merchant_id, device_id };
}

/** Creates such a mailbox with its row. By default, Tepat reads it at a mail server and read it a minute ago. */
export async function connectedMailbox(
  gateway: Gateway,
  shop: { merchant_id: string },
  accounts: readonly { account_id: string }[],
  { isForwarded = false, ...columns }: { isForwarded?: boolean; [column: string]: unknown } = {},
): Promise<{ merchant_id: string; device_id: string }> {
  const name = await watchingMailbox(gateway, shop, accounts);
  const { sql } = gateway;
  const login = { host: "mail.toko.example", port: 993, login: "kasir" };
  await sql`
    insert into mailboxes ${sql({
      ...name,
      address: `${name.device_id}@toko.example`,
      sealed_mail_key: Buffer.alloc(1),
      connected_at: new Date("2000-01-01T00:00:00Z"),
      read_at: new Date(Date.now() - 60_000),
      ...(isForwarded
        ? { forwarding_name: name.device_id }
        : { ...login, uid_validity: 1, last_uid: 1, sealed_password: Buffer.alloc(1) }),
      ...columns,
    })}
  `;
  return name;
}

/**
 * Makes an email in a mailbox wait for its bank's key, because DNS does not respond or has no such key.
 */
export async function waitingMail(
  { sql }: Gateway,
  name: { merchant_id: string; device_id: string },
  created_at: Date,
  waits_for: WaitingReason = "dns_away",
): Promise<void> {
  await sql`
    insert into bank_mails ${sql({
      ...name,
      mail_id: randomUUID(),
      mail_hash: randomBytes(32),
      outcome: "waiting",
      key_record: missingRecord[waits_for],
      arrived_at: created_at,
      created_at,
      check_at: created_at,
    })}
  `;
}

/** Returns the report of a bank's email about an incoming transfer, as a mailbox records it. */
export const mailReport = (
  source: { merchant_id: string; device_id: string },
  mail: { amount: number; posted_at: Date; package_name?: string; account_id?: string },
): TransferReport => ({
  ...source,
  mutations: [
    {
      mutation_id: randomUUID(),
      identity: randomBytes(32).toString("hex"),
      package_name: mail.package_name ?? "com.bca",
      app_name: null,
      app_version: null,
      title: "Transfer masuk",
      body: `Anda menerima Rp${mail.amount}`,
      posted_at: mail.posted_at.toISOString(),
      amount_parsed: mail.amount,
      sender_parsed: null,
      type_parsed: "CREDIT",
      currency_parsed: "IDR",
      rule: "bca.mail.credit",
      wording: randomBytes(8).toString("hex"),
      account_id: mail.account_id ?? null,
    },
  ],
});

/** Returns the bank's notification of an incoming transfer of this amount. */
export function transferNotification(
  amount: number,
  options: { posted_at?: Date; package_name?: string; sender?: string } = {},
) {
  const package_name = options.package_name ?? "com.bca";
  const sample = builtInReader.sampleOf(package_name, {
    amount,
    sender: options.sender ?? "SITI CONTOH",
  });
  if (!sample) throw new Error(`there is no sample of ${package_name}`);
  return {
    key: "0|com.bca|1",
    package_name,
    ...sample,
    posted_at: (options.posted_at ?? new Date()).toISOString(),
  };
}

/** Makes a device report one transfer at the time of the gateway's clock. Returns the outcome. */
export async function reportTransfer(
  gateway: Gateway,
  device: Device,
  amount: number,
  options: { posted_at?: Date; package_name?: string; sender?: string } = {},
) {
  const posted_at = gateway.now() ?? new Date();
  const [outcome] = await reportNotifications(gateway, device, [
    transferNotification(amount, { posted_at, ...options }),
  ]);
  if (!outcome) throw new Error("a report got no answer");
  return outcome;
}

/** Creates an open payment link for Rp25.000 that asks for a name. */
export async function paymentLink(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
  contents: Partial<LinkContents> = {},
): Promise<{ merchant_id: string; link_id: string; slug: string }> {
  const name = { merchant_id, link_id: randomUUID(), slug: `kopi-${randomUUID()}` };
  const link = {
    link_name: "Kopi susu",
    description: null,
    amounts: [25_000],
    amount_min: null,
    amount_max: null,
    quantity_max: 1,
    stock: null,
    payments_max: null,
    open_until: null,
    deadline_seconds: 3600,
    asks_name: "optional" as const,
    asks_phone: "no" as const,
    asks_note: "no" as const,
    ...contents,
  };
  if (!(await insertLink(gateway.sql, { ...link, ...name }, gateway.now())))
    throw new Error("a random slug is taken");
  return name;
}
