import { isDeepStrictEqual } from "node:util";
import type { PaymentStatus } from "../contract/payments.ts";

/**
 * The rules of the specification, written independently of the domain code and without a database, in plain data that
 * can be copied. Times are in milliseconds.
 */
export type Model = ModelShop[];

export interface ModelShop {
  merchant_id: string;
  default_url: string | null;
  sends_expired_events: boolean;
  sends_cancelled_events: boolean;
  totp: ModelTotp | null;
  accounts: ModelAccount[];
  devices: ModelDevice[];
  /** The payments by payment code. */
  payments: Map<string, ModelPayment>;
  /** The code of the payment that holds each pool and total. */
  held: Map<string, string>;
  /** The latest time at which each pool and total became free. */
  released: Map<string, number>;
  /** The mutations by id. */
  mutations: Map<string, ModelMutation>;
  /** The mutation id of each device and notification. */
  recorded: Map<string, string>;
  /** The deliveries by payment code and event type. */
  deliveries: Map<string, ModelDelivery>;
  /** The secrets, the newest first. null means that a secret signs without an end. */
  secrets: { secret: string; expires_at: number | null }[];
}

export interface ModelTotp {
  secret: string;
  last_step: number | null;
  failed_at: number[];
}

export interface ModelAccount {
  account_id: string;
  pool: string;
  min: number;
  max: number | null;
  is_active: boolean;
  quota: number;
  /** The local date for which a day of quota was used. */
  quota_day: string | null;
  /** The last day that used a unit, even after a quota of 0 has set quota_day to null. */
  last_paid_day: string | null;
}

export interface ModelDevice {
  device_id: string;
  installation_id: string;
  token: string;
  status: "PENDING" | "ACTIVE" | "REVOKED";
  /** The token of a registration that waits while the device is approved. */
  waiting_token: string | null;
  /** The times in which the phone belonged to the shop. Only the last one can have no end. */
  registrations: { from: number; until: number | null }[];
}

export interface ModelPayment {
  code: string;
  account_id: string;
  pool: string;
  amount: number;
  total: number;
  created_at: number;
  expires_at: number;
  /** The stored status: a payment whose deadline has passed is PENDING until a sweep. */
  status: PaymentStatus;
  updated_at: number;
  webhook_url: string | null;
  is_manual: boolean;
  mutation_id: string | null;
  /** null if there is only the total. */
  ledger: ModelLedger | null;
}

export interface ModelLedger {
  /** null while parts wait for a decision. */
  owed: number | null;
  /** The refunds. `surplus` is the part taken from money above the amount owed. */
  refunds: { refund_id: string; amount: number; surplus: number }[];
  receipts: ModelReceipt[];
}

export interface ModelReceipt {
  /** null if the merchant confirms the money without a transfer. */
  mutation_id: string | null;
  amount: number;
}

/** A real transfer: money that a customer sent, which several sources report. */
export interface ModelTransfer {
  transfer_id: string;
  pool: string;
  amount: number;
  at: number;
  /** Whether another transfer of the same amount came a moment before or after. */
  is_twin: boolean;
}

export interface ModelMutation {
  mutation_id: string;
  device_id: string;
  kind: "phone" | "mailbox" | "statement";
  /** null in shops with phones only, where the texts show which reports are the same. */
  transfer: ModelTransfer | null;
  package_name: string;
  pool: string | null;
  amount: number;
  is_credit: boolean;
  wording: string;
  posted_at: number;
  created_at: number;
  window_ends_at: number;
  /** The code of the payment that the mutation paid. */
  paid: string | null;
  /** A person's decision about the mutation, if it paid nothing. */
  decision: "tied" | "not_ours" | null;
}

export interface ModelDelivery {
  code: string;
  event: string;
  url: string;
  created_at: number;
  status: "PENDING" | "RETRYING" | "SUCCESS" | "FAILED";
  attempts: number;
  scheduled: number;
  /** The next attempt is due between `from` and `to`; null if there is none. */
  due: { from: number; to: number } | null;
  lease: { token: string; until: number } | null;
  /** The body as the receiver first received it. */
  body: string | null;
}

export const keyOfTotal = (pool: string, total: number) => `${pool}|${total}`;
export const keyOfDelivery = (code: string, event: string) => `${code}|${event}`;

/** An observation that the model excludes. */
export class Mismatch extends Error {
  override name = "Mismatch";
}

export function expectSame(what: string, seen: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(seen, wanted)) return;
  throw new Mismatch(
    `${what}: expected ${JSON.stringify(wanted)}, but it is ${JSON.stringify(seen)}`,
  );
}

export function must(condition: boolean, what: string): void {
  if (!condition) throw new Mismatch(what);
}

export function shopAt(model: Model, index: number): ModelShop {
  const shop = model[index];
  if (!shop) throw new Error(`there is no shop ${index}`);
  return shop;
}

/**
 * Returns whether the payment can still be paid or cancelled. The deadline is exact for every
 * reader.
 */
export const isOpen = (payment: ModelPayment | undefined, at: number): payment is ModelPayment =>
  payment?.status === "PENDING" && payment.expires_at > at;

/** Returns the status that a reader sees. */
export const visibleStatus = (payment: ModelPayment, at: number): PaymentStatus =>
  payment.status === "PENDING" && payment.expires_at <= at ? "EXPIRED" : payment.status;

/**
 * Ends a PENDING payment, in the only possible way: the total becomes free and the webhook is due.
 */
export function endPayment(
  shop: ModelShop,
  payment: ModelPayment,
  end: { status: Exclude<PaymentStatus, "PENDING">; updated_at: number; released_at: number },
): void {
  must(payment.status === "PENDING", `${payment.code} is ${payment.status} and ended once more`);
  payment.status = end.status;
  payment.updated_at = end.updated_at;
  const key = keyOfTotal(payment.pool, payment.total);
  shop.held.delete(key);
  shop.released.set(key, Math.max(end.released_at, shop.released.get(key) ?? -Infinity));
  const url = payment.webhook_url ?? shop.default_url;
  const isOwed = {
    PAID: true,
    EXPIRED: shop.sends_expired_events,
    CANCELLED: shop.sends_cancelled_events,
  }[end.status];
  if (url === null || !isOwed) return;
  const event = `payment.${end.status.toLowerCase()}`;
  shop.deliveries.set(keyOfDelivery(payment.code, event), {
    code: payment.code,
    event,
    url,
    created_at: end.updated_at,
    status: "PENDING",
    attempts: 0,
    scheduled: 0,
    due: { from: end.updated_at, to: end.updated_at },
    lease: null,
    body: null,
  });
}

export const expirePayment = (shop: ModelShop, payment: ModelPayment): void =>
  endPayment(shop, payment, {
    status: "EXPIRED",
    updated_at: payment.expires_at,
    released_at: payment.expires_at,
  });

/** Returns the day in Jakarta, which is seven hours ahead of UTC and has no summer time. */
export const localDay = (at: number): string =>
  new Date(at + 7 * 3_600_000).toISOString().slice(0, 10);
