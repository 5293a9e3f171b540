import type { Account, Mutation } from "../generated/types.gen.ts";
import { withFaults, type AnyFetch, type Fault } from "./faults.ts";
import { answererOf } from "./handlers.ts";
import {
  openShop,
  type SimulatedDeviceEvent,
  type SimulatedDifference,
  type SimulatedEnd,
  type SimulatedTransfer,
} from "./shop.ts";

export interface FakeTepatOptions {
  /** The gateway's address. Default: http://tepat.test */
  readonly baseUrl?: string;
  /** The merchant's key. Default: pgk_test_fake */
  readonly apiKey?: string;
  /** The webhook secret. Default: one that is published in this package. */
  readonly webhookSecret?: string;
  /** The one-time code that a match accepts, any number of times. Default: 123456. */
  readonly totpCode?: string;
  /** Whether the merchant has two-factor authentication. Default: true. */
  readonly isTotpEnabled?: boolean;
  /** The merchant's accounts. Default: one bank account. */
  readonly accounts?: readonly Account[];
  readonly now?: () => Date;
  /** Returns a number in [0, 1), from which unique amounts are drawn. */
  readonly random?: () => number;
}

/** A gateway in memory for a merchant's tests. With `new Tepat(fakeTepat())` no request leaves the process. */
export interface FakeTepat {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly totpCode: string;
  readonly accounts: readonly Account[];
  /**
   * The fetch that responds. `new Tepat(fake)` uses it. If your code creates its own client, replace the global fetch
   * by it, or put it behind msw: `http.all(`${fake.baseUrl}/*`, ({ request }) => fake.fetch(request))`.
   */
  readonly fetch: AnyFetch;
  /**
   * Simulates a customer who pays exactly the total: makes the payment PAID and returns the signed webhook for your
   * handler.
   */
  simulateTransfer(payment_code: string): Promise<SimulatedTransfer>;
  /**
   * Lets the deadline of a PENDING payment pass: it becomes EXPIRED, and the signed webhook is returned for your
   * handler.
   */
  simulateExpiry(payment_code: string): Promise<SimulatedEnd>;
  /**
   * Simulates a person who cancels a PENDING payment in the dashboard: it becomes CANCELLED, and the signed webhook is
   * returned.
   */
  simulateCancellation(payment_code: string): Promise<SimulatedEnd>;
  /** Simulates a part of the total that a person books to a PENDING payment (`payment.part_received`). */
  simulatePart(payment_code: string, amount: number): Promise<SimulatedDifference>;
  /**
   * Simulates a person who accepts less than the total: the PENDING payment becomes PAID (`payment.underpaid`).
   * `amount` is the money received in addition to earlier parts.
   */
  simulateUnderpayment(payment_code: string, amount: number): Promise<SimulatedDifference>;
  /** Simulates a person who keeps a surplus of an ended payment (`payment.overpaid`). */
  simulateOverpayment(payment_code: string, amount: number): Promise<SimulatedDifference>;
  /**
   * Simulates a person who sent a refund and records it in the dashboard, at most the amount received
   * (`payment.refunded`).
   */
  simulateRefund(payment_code: string, amount: number): Promise<SimulatedDifference>;
  /** Simulates a person who has sent an OWED refund: it becomes SENT (`payment.refunded`). */
  simulateRefundSent(reference: string): Promise<SimulatedDifference>;
  /**
   * Simulates a person who withdraws a refund. Your server's request of the same reference is then a `conflict`. Returns
   * null if the refund was OWED, because no event reports it, and `payment.refunded` with a negative amount if it was SENT.
   */
  simulateRefundWithdrawn(reference: string): Promise<SimulatedDifference | null>;
  /** Simulates a phone that falls silent (`device.offline`) or is heard again (`device.online`). */
  simulateDevice(type: "device.offline" | "device.online"): Promise<SimulatedDeviceEvent>;
  /**
   * Returns the webhook of a payment that has ended in any way, with the same id and body each time and a new
   * signature.
   */
  webhookOf(payment_code: string): Promise<SimulatedEnd["webhook"]>;
  /** Makes the next requests fail, one for each fault and in this order. A retry of your client counts as a request. */
  failNext(...faults: Fault[]): void;
  /** Simulates a transfer that belongs to no payment. It stays unmatched until it is matched manually. */
  simulateUnknownTransfer(amount: number): Mutation;
}

/** Makes a gateway in memory. `new Tepat(fakeTepat())` talks to it once its handlers are set up. */
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
    simulatePart: shop.simulatePart,
    simulateUnderpayment: shop.simulateUnderpayment,
    simulateOverpayment: shop.simulateOverpayment,
    simulateRefund: shop.simulateRefund,
    simulateRefundSent: shop.simulateRefundSent,
    simulateRefundWithdrawn: shop.simulateRefundWithdrawn,
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
