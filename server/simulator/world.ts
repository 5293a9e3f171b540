import type { Sql } from "../db/client.ts";
import { createAccount, type AccountRequest } from "../domain/accounts/accounts.ts";
import { approveDevice, registerDevice } from "../domain/sources/devices.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { changeMerchant, createMerchant } from "../domain/merchants/merchants.ts";
import { enableTotp } from "../domain/access/totp.ts";
import { testGateway } from "../testing/fixtures.ts";
import type { Mail } from "./actions/mail.ts";
import { poolName, type Announced } from "./actions/report.ts";
import type { Model, ModelShop, ModelTransfer } from "./model.ts";
import { openPost, type Post } from "./post.ts";
import { addressOf } from "./receivers.ts";
import type { OpenAttempt } from "./sending.ts";

/** One database, several processes, and the people who use them. */
export interface World {
  /** The clock of every process, in milliseconds. */
  at: number;
  /** The product's own randomness for totals and waits, set by each step. */
  random: () => number;
  gateways: Gateway[];
  model: Model;
  openAttempts: OpenAttempt[];
  /** The requested codes, by shop. Actors choose from these, and not from outcomes. */
  codes: string[][];
  /** The number in the newest code. */
  last_code: number;
  /** The texts that each phone still has to report, and those that it might report again. */
  phones: Map<string, Phone>;
  retrySeconds: readonly number[];
  sources: Sources;
}

/** The records of the shop that a mailbox and statements watch too. */
export interface Sources {
  /** The real transfers, as the bank books them. */
  booked: ModelTransfer[];
  inbox: Mail[];
  read: Mail[];
  mail_away_until: number;
  /** The ways of the bank's emails. */
  post: Post | null;
  /** The pushes that reach a phone hours after the email, because it had no network. */
  late: { device_id: string; transfer: ModelTransfer; due: number }[];
}

interface Phone {
  outbox: Announced[];
  sent: Announced[];
  offline_until: number;
}

const beginning = Date.parse("2030-01-01T00:00:00Z");
const retrySeconds = [5, 30, 120, 600, 1800];

interface Plan {
  receiver: string | null;
  sends_events: boolean;
  has_totp: boolean;
  devices: number;
  has_mailbox?: boolean;
  accounts: (Partial<AccountRequest> & { channel: string; bound?: boolean })[];
}

const plans: Plan[] = [
  // Two accounts in one pool.
  {
    receiver: "good",
    sends_events: true,
    has_totp: true,
    devices: 2,
    accounts: [
      { channel: "BCA", account_quota: 4 },
      { channel: "BCA", account_quota: 2, account_min_amount: 20_000, account_max_amount: 50_000 },
    ],
  },
  // A wallet whose payments are announced by two apps of a phone.
  {
    receiver: null,
    sends_events: false,
    has_totp: true,
    devices: 1,
    accounts: [
      { channel: "GOPAY", app_package: "com.gojek.gopay", account_quota: 6 },
      { channel: "GOPAY", app_package: "com.gojek.app", account_quota: 3 },
    ],
  },
  // An account of one phone only, beside a common one.
  {
    receiver: "dead",
    sends_events: true,
    has_totp: true,
    devices: 2,
    accounts: [
      { channel: "BCA", account_quota: 5, bound: true },
      { channel: "BCA", account_quota: 5 },
    ],
  },
  {
    receiver: "moody",
    sends_events: false,
    has_totp: false,
    devices: 1,
    accounts: [{ channel: "BCA", account_quota: 1 }],
  },
  // An account that phones, a mailbox and statements watch.
  {
    receiver: "good",
    sends_events: false,
    has_totp: true,
    devices: 2,
    has_mailbox: true,
    accounts: [{ channel: "BCA", account_quota: 30 }],
  },
];

/** The shop with every kind of source. */
export const shopOfSources = plans.findIndex(({ has_mailbox }) => has_mailbox);

/** Creates one process for each client. After a crash, a new process uses the same client. */
export async function createWorld(clients: readonly Sql[]): Promise<World> {
  const world: World = {
    at: beginning,
    random: () => 0.5,
    gateways: [],
    model: [],
    openAttempts: [],
    codes: plans.map(() => []),
    last_code: 0,
    phones: new Map(),
    retrySeconds,
    sources: { booked: [], inbox: [], read: [], mail_away_until: 0, post: null, late: [] },
  };
  world.gateways = clients.map((sql) => startProcess(world, sql));
  const [gateway] = world.gateways;
  if (!gateway) throw new Error("a world needs a process");
  for (const plan of plans) {
    const shop = await openShop(gateway, plan);
    world.model.push(shop);
    // The clock sometimes goes back, and a source reports nothing from before its connection.
    const dayBefore = { ...gateway, now: () => new Date(beginning - 86_400_000) };
    if (plan.has_mailbox) world.sources.post = await openPost(dayBefore, shop);
  }
  for (const { device_id } of world.model.flatMap((shop) => shop.devices)) {
    world.phones.set(device_id, { outbox: [], sent: [], offline_until: 0 });
  }
  return world;
}

export const startProcess = (world: World, sql: Sql): Gateway => ({
  ...testGateway(sql, { webhookRetrySeconds: retrySeconds }),
  now: () => new Date(world.at),
  random: () => world.random(),
});

async function openShop(gateway: Gateway, plan: Plan): Promise<ModelShop> {
  const { merchant_id, webhook_secret } = await createMerchant(gateway, {
    name: "Toko Contoh",
    email: `${crypto.randomUUID()}@example.com`,
  });
  const default_url = plan.receiver === null ? null : addressOf(plan.receiver);
  const events = {
    sends_expired_events: plan.sends_events,
    sends_cancelled_events: plan.sends_events,
  };
  await changeMerchant(gateway, merchant_id, { webhook_url: default_url, ...events });
  const shop: ModelShop = {
    merchant_id,
    default_url,
    ...events,
    totp: null,
    accounts: [],
    devices: [],
    payments: new Map(),
    held: new Map(),
    released: new Map(),
    mutations: new Map(),
    recorded: new Map(),
    deliveries: new Map(),
    secrets: [{ secret: webhook_secret, expires_at: null }],
  };
  if (plan.has_totp) {
    const { secret } = await enableTotp(gateway, merchant_id);
    shop.totp = { secret, last_step: null, failed_at: [] };
  }
  for (let number = 1; number <= plan.devices; number++) await addPhone(gateway, shop, number);
  for (const account of plan.accounts) await addAccount(gateway, shop, account);
  return shop;
}

async function addPhone({ sql, now }: Gateway, shop: ModelShop, number: number): Promise<void> {
  const installation_id = `${shop.merchant_id} phone ${number}`;
  const phone = { device_name: "Phone", installation_id, model: null, app_version: null };
  const { device_id, device_token } = await registerDevice(
    sql,
    { ...phone, merchant_id: shop.merchant_id },
    now(),
  );
  await approveDevice(sql, device_id);
  shop.devices.push({
    device_id,
    installation_id,
    token: device_token,
    status: "ACTIVE",
    waiting_token: null,
    registrations: [{ from: beginning, until: null }],
  });
}

async function addAccount(
  gateway: Gateway,
  shop: ModelShop,
  { bound = false, ...account }: Plan["accounts"][number],
): Promise<void> {
  const device_id = bound ? shop.devices[0]?.device_id : undefined;
  const request = {
    merchant_id: shop.merchant_id,
    account_number: "1234567890",
    account_name: "TOKO CONTOH",
    account_min_amount: 1,
    account_max_amount: null,
    account_quota: 1,
    ...account,
    device_id,
  };
  const { account_id, app_package } = await createAccount(gateway, request);
  shop.accounts.push({
    account_id,
    pool: poolName(app_package ?? "none", device_id ?? null),
    min: request.account_min_amount,
    max: request.account_max_amount,
    is_active: true,
    quota: request.account_quota,
    quota_day: null,
    last_paid_day: null,
  });
}
