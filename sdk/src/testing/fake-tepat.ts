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
  /** The one-time code that a match accepts. It can be used repeatedly. Default: 123456. */
  readonly totpCode?: string;
  /** Whether the merchant has two-factor authentication. Default: true. */
  readonly isTotpEnabled?: boolean;
  /** The merchant's accounts. Default: one bank account. */
  readonly accounts?: readonly Account[];
  readonly now?: () => Date;
  /** Returns a number in [0, 1), which chooses the unique amounts. */
  readonly random?: () => number;
}

/** A gateway in memory for your tests. With `new Tepat(fakeTepat())`, no request leaves the process. */
export interface FakeTepat {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly totpCode: string;
  readonly accounts: readonly Account[];
  /**
   * The fetch function that responds. `new Tepat(fake)` uses it. If your code creates its own client, replace the
   * global fetch with it, or use it in msw: `http.all(`${fake.baseUrl}/*`, ({ request }) => fake.fetch(request))`.
   */
  readonly fetch: AnyFetch;
  /**
   * Simulates a customer who pays exactly the total. The payment becomes PAID. Returns the signed webhook for your
   * handler.
   */
  simulateTransfer(payment_code: string): Promise<SimulatedTransfer>;
  /**
   * Simulates the deadline of a PENDING payment. The payment becomes EXPIRED. Returns the signed webhook for
   * your handler.
   */
  simulateExpiry(payment_code: string): Promise<SimulatedEnd>;
  /**
   * Simulates a team member who cancels a PENDING payment in the dashboard. The payment becomes CANCELLED. Returns the
   * signed webhook.
   */
  simulateCancellation(payment_code: string): Promise<SimulatedEnd>;
  /**
   * Simulates a partial payment that a team member books for a PENDING payment (`payment.part_received`).
   * `amount` is in rupiah.
   */
  simulatePart(payment_code: string, amount: number): Promise<SimulatedDifference>;
  /**
   * Simulates a team member who accepts less than the total. The PENDING payment becomes PAID
   * (`payment.underpaid`). `amount` is the money received in addition to earlier parts.
   */
  simulateUnderpayment(payment_code: string, amount: number): Promise<SimulatedDifference>;
  /** Simulates a team member who keeps a surplus for an ended payment (`payment.overpaid`). */
  simulateOverpayment(payment_code: string, amount: number): Promise<SimulatedDifference>;
  /**
   * Simulates a team member who sent a refund and records it in the dashboard (`payment.refunded`).
   * The refund can be at most the amount received.
   */
  simulateRefund(payment_code: string, amount: number): Promise<SimulatedDifference>;
  /**
   * Simulates a team member who has sent an OWED refund. The refund becomes SENT
   * (`payment.refunded`).
   */
  simulateRefundSent(reference: string): Promise<SimulatedDifference>;
  /**
   * Simulates a team member who withdraws a refund. A later request with the same reference fails with `conflict`.
   * Returns null if the refund was OWED, because no event reports that. Returns `payment.refunded` with a negative
   * amount if the refund was SENT.
   */
  simulateRefundWithdrawn(reference: string): Promise<SimulatedDifference | null>;
  /**
   * Simulates a phone that stops reporting (`device.offline`) or reports again (`device.online`).
   */
  simulateDevice(type: "device.offline" | "device.online"): Promise<SimulatedDeviceEvent>;
  /** Returns the webhook of an ended payment, with the same id and body each time and a new signature. */
  webhookOf(payment_code: string): Promise<SimulatedEnd["webhook"]>;
  /** Makes the next requests fail, one for each fault, in this order. A retry of your client counts as a request. */
  failNext(...faults: Fault[]): void;
  /**
   * Simulates a transfer that belongs to no payment. The transfer stays unmatched until it is matched
   * manually.
   */
  simulateUnknownTransfer(amount: number): Mutation;
}

/** Creates a gateway in memory. `new Tepat(fakeTepat())` sends its requests there. */
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
