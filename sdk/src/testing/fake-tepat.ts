import type { Account, Mutation } from "../generated/types.gen.ts";
import { withFaults, type AnyFetch, type Fault } from "./faults.ts";
import { answererOf } from "./handlers.ts";
import {
  openShop,
  type SimulatedDeviceEvent,
  type SimulatedEnd,
  type SimulatedTransfer,
} from "./shop.ts";

export interface FakeTepatOptions {
  /** Default: http://tepat.test */
  readonly baseUrl?: string;
  /** Default: pgk_test_fake */
  readonly apiKey?: string;
  /** Default: one that is known to everybody. */
  readonly webhookSecret?: string;
  /** The one-time code that matches are believed with, as often as you like. Default: 123456. */
  readonly totpCode?: string;
  /** Whether the merchant has two-factor authentication. Default: true. */
  readonly isTotpEnabled?: boolean;
  /** Default: one bank account. */
  readonly accounts?: readonly Account[];
  readonly now?: () => Date;
  /** In [0, 1), for unique amounts. */
  readonly random?: () => number;
}

/** A gateway for a merchant's tests: `new Tepat(fakeTepat())`, and no request leaves the process. */
export interface FakeTepat {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly totpCode: string;
  readonly accounts: readonly Account[];
  /**
   * What answers. `new Tepat(fake)` uses it; where your code makes its own client, put it in place of the global one, or
   * behind msw: `http.all(`${fake.baseUrl}/*`, ({ request }) => fake.fetch(request))`.
   */
  readonly fetch: AnyFetch;
  /** The customer pays exactly the total: the payment is PAID, and the webhook is signed for your handler. */
  simulateTransfer(payment_code: string): Promise<SimulatedTransfer>;
  /** The deadline of a PENDING payment passes now: it is EXPIRED, and the webhook is signed for your handler. */
  simulateExpiry(payment_code: string): Promise<SimulatedEnd>;
  /** Somebody withdraws a PENDING payment in the dashboard: it is CANCELLED, and the webhook is signed. */
  simulateCancellation(payment_code: string): Promise<SimulatedEnd>;
  /** A phone falls silent (`device.offline`) or is heard again (`device.online`). */
  simulateDevice(type: "device.offline" | "device.online"): Promise<SimulatedDeviceEvent>;
  /** The webhook of a payment that has ended, however it did: the same id and body each time, signed anew. */
  webhookOf(payment_code: string): Promise<SimulatedEnd["webhook"]>;
  /** The next requests meet these faults, one each, in this order. What your client tries again is a request, too. */
  failNext(...faults: Fault[]): void;
  /** A transfer that belongs to no payment: it stays unmatched until it is matched by hand. */
  simulateUnknownTransfer(amount: number): Mutation;
}

/** `new Tepat(fakeTepat())` talks to it, once its handlers are set up. */
export function fakeTepat(options: FakeTepatOptions = {}): FakeTepat {
  const {
    baseUrl = "http://tepat.test",
    apiKey = "pgk_test_fake",
    webhookSecret = "whsec_dGVwYXQtZmFrZS1zZWNyZXQtZm9yLXRlc3RzLW9ubHk=",
    totpCode = "123456",
    isTotpEnabled = true,
    now = () => new Date(),
    random = Math.random,
  } = options;
  const accounts = (options.accounts ?? [bankAccount]).map((account) => ({ ...account }));
  const faults: Fault[] = [];
  const shop = openShop({ baseUrl, accounts, totpCode, isTotpEnabled, webhookSecret, now, random });
  return {
    baseUrl,
    apiKey,
    webhookSecret,
    totpCode,
    accounts,
    fetch: withFaults(answererOf(shop, baseUrl, apiKey), faults),
    failNext: (...next) => void faults.push(...next),
    simulateTransfer: shop.simulateTransfer,
    simulateExpiry: shop.simulateExpiry,
    simulateCancellation: shop.simulateCancellation,
    simulateDevice: shop.simulateDevice,
    webhookOf: shop.webhookOf,
    simulateUnknownTransfer: shop.simulateUnknownTransfer,
  };
}

const bankAccount: Account = {
  account_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b01",
  account_number: "1234567890",
  account_name: "TOKO CONTOH",
  account_min_amount: 1,
  account_max_amount: null,
  account_active: true,
  account_quota: 30,
  channel_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b02",
  channel_type: "TRANSFER",
  channel_name: "BCA",
  app_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b03",
  app_name: "BCA mobile",
  app_package: "com.bca",
};
