import type {
  Account,
  CheckoutView,
  DeliveryAttempt,
  DeliveryWithAttempts,
  EventDevice,
  ListedEvent,
  Mutation,
  DeviceOfflineEvent,
  DeviceOnlineEvent,
  Payment,
  PaymentDifference,
} from "../generated/types.gen.ts";
import { signTestWebhook, type SignedWebhook, type WebhookEvent } from "../webhooks.ts";
import { openLedgers, type Change } from "./ledgers.ts";
import { requireFuture, requireOwned, requireValid } from "./payment-input.ts";
import {
  checkoutView,
  instructions,
  newMutation,
  newPayment,
  type StoredPayment,
} from "./records.ts";
import { openRefunds } from "./refunds.ts";
import { Refusal } from "./refusal.ts";
import { isUuid } from "./schema.ts";

/** A payment has ended. */
export interface SimulatedEnd {
  readonly payment: Payment;
  /**
   * The webhook that Tepat would send, for your handler. `url` is null if the payment has no webhook URL.
   */
  readonly webhook: SignedWebhook & { readonly url: string | null };
}

/** The result of a customer's simulated transfer. */
export interface SimulatedTransfer extends SimulatedEnd {
  readonly mutation: Mutation;
}

/** A team member's decision about money that differs from a payment's total. */
export interface SimulatedDifference {
  readonly difference: PaymentDifference;
  /** The webhook that Tepat would send to a merchant who has enabled these events. */
  readonly webhook: SignedWebhook & { readonly url: string | null };
}

/** A phone stopped reporting, or reports again. */
export interface SimulatedDeviceEvent {
  readonly device: EventDevice;
  /** The webhook that Tepat would send, for your handler. */
  readonly webhook: SignedWebhook;
}

type DifferenceEventType = Extract<WebhookEvent, { data: PaymentDifference }>["type"];

interface ShopOptions {
  readonly baseUrl: string;
  readonly accounts: Account[];
  readonly totpCode: string;
  readonly isTotpEnabled: boolean;
  readonly webhookSecret: string;
  readonly now: () => Date;
  readonly random: () => number;
}

/** @internal */
export type Shop = ReturnType<typeof openShop>;

/**
 * Stores one merchant's payments and mutations in memory.
 *
 * @internal
 */
export function openShop({
  baseUrl,
  accounts,
  totpCode,
  isTotpEnabled,
  webhookSecret,
  now,
  random,
}: ShopOptions) {
  // The payments in the order of their creation.
  const payments: StoredPayment[] = [];
  const mutations: Mutation[] = [];
  const paidDays = new Set<string>();
  const ledgers = openLedgers();
  const refunds = openRefunds({ paymentOf: get, moneyOf: ledgers.moneyOf, now });
  const attempts = new Map<string, DeliveryAttempt[]>();

  /**
   * Returns the payment in its current state. After the deadline, a PENDING payment becomes
   * EXPIRED.
   */
  const current = (payment: StoredPayment): Payment => {
    const isDue = new Date(payment.payment_expired_at) <= now();
    if (payment.payment_status === "PENDING" && isDue) settle(payment, "EXPIRED");
    const { created_at: _, ...shown } = payment;
    return shown;
  };

  const find = (payment_code: string) =>
    payments.find((payment) => payment.payment_code === payment_code);

  function create(body: unknown): Payment {
    const input = requireValid(body, accounts);
    const payment_expired_at = requireFuture(input.payment_expired_at, now()).toISOString();
    const account = requireOwned(accounts, input.account_id);
    const day = requireQuota(account);
    if (find(input.payment_code)) {
      const path = `/gateway/payments/${encodeURIComponent(input.payment_code)}`;
      throw new Refusal("payment_code_conflict", { headers: { location: path } });
    }
    const payment = newPayment(input, account, {
      baseUrl,
      payment_unique: freeUniqueAmount(account, input.payment_amount),
      payment_expired_at,
      created_at: now().toISOString(),
    });
    payments.push(payment);
    if (!paidDays.has(day)) account.account_quota -= 1;
    paidDays.add(day);
    return current(payment);
  }

  /**
   * Refuses an account that is switched off, or whose quota does not cover today. Returns the key of the account's
   * day. A day has no limit of payments.
   */
  function requireQuota(account: Account): string {
    const localDay = now().toLocaleDateString("en-CA", { timeZone: "Asia/Jakarta" });
    const day = `${account.account_id} ${localDay}`;
    if (!account.account_active) {
      throw new Refusal("no_active_quota", { message: "The account is switched off." });
    }
    if (account.account_quota === 0 && !paidDays.has(day)) {
      throw new Refusal("no_active_quota", { message: "The account has used up its day quota." });
    }
    return day;
  }

  /**
   * Returns a unique amount whose total no PENDING payment of the same bank app has. If possible, no payment ever had
   * that total.
   */
  function freeUniqueAmount({ app_package }: Account, amount: number): number {
    const inPool = new Set(
      accounts.filter((account) => account.app_package === app_package).map(accountId),
    );
    const rivals = payments.filter(({ account_id }) => inPool.has(account_id));
    const pendingTotals = totals(
      rivals.filter((rival) => current(rival).payment_status === "PENDING"),
    );
    const usedTotals = totals(rivals);
    const free = uniqueAmounts.filter((unique) => !pendingTotals.has(amount + unique));
    const fresh = free.filter((unique) => !usedTotals.has(amount + unique));
    const choice = fresh.length > 0 ? fresh : free;
    const unique = choice[Math.floor(random() * choice.length)];
    if (unique === undefined) throw new Refusal("unique_amount_conflict");
    return unique;
  }

  function get(payment_code: string): Payment {
    const payment = find(payment_code);
    if (!payment) throw new Refusal("not_found", { message: "payment not found" });
    return current(payment);
  }

  function pending(payment_code: string, otherwise: Refusal) {
    const payment = find(payment_code);
    if (!payment || current(payment).payment_status !== "PENDING") throw otherwise;
    return payment;
  }

  function cancel(payment_code: string): null {
    const payment = pending(payment_code, new Refusal("payment_not_cancellable"));
    settle(payment, "CANCELLED");
    return null;
  }

  function match(payment_code: string, code: string, mutation_id: unknown): null {
    const linked = mutation_id === "" ? null : (mutation_id ?? null);
    if (linked !== null && !isUuid(linked)) {
      throw new Refusal("validation_error", { errors: { mutation_id: "must be a UUID" } });
    }
    if (!isTotpEnabled) throw new Refusal("totp_not_enabled");
    if (code !== totpCode) throw new Refusal("invalid totp code");
    const absent = new Refusal("not_found", { message: "payment not found" });
    const payment = pending(payment_code, absent);
    if (linked !== null) {
      const mutation = mutations.find(({ id, is_matched }) => isSame(id, linked) && !is_matched);
      if (!mutation)
        throw new Refusal("not_found", { message: "Mutation not found. Check the id." });
      link(mutation, payment);
      payment.manual_matched_mutation_id = mutation.id;
    }
    payment.is_manual_match = true;
    settle(payment, "PAID");
    return null;
  }

  function settle(payment: Payment, status: "PAID" | "EXPIRED" | "CANCELLED"): void {
    payment.payment_status = status;
    payment.payment_updated_at = now().toISOString();
  }

  function link(mutation: Mutation, payment: Payment): void {
    mutation.is_matched = true;
    mutation.matched_payment_id = payment.payment_id;
    mutation.matched_payment_code = payment.payment_code;
  }

  function recordTransfer(account: Account, amount: number): Mutation {
    const mutation = newMutation(account, amount, now().toISOString());
    mutations.push(mutation);
    return mutation;
  }

  async function simulateTransfer(payment_code: string): Promise<SimulatedTransfer> {
    const payment = pendingNow(payment_code);
    const account = accounts.find(({ account_id }) => account_id === payment.account_id);
    const mutation = recordTransfer(account as Account, payment.payment_total);
    link(mutation, payment);
    settle(payment, "PAID");
    return { ...(await endOf(payment)), mutation: { ...mutation } };
  }

  const pendingNow = (payment_code: string): StoredPayment =>
    pending(
      payment_code,
      new Refusal("not_found", { message: `There is no PENDING payment ${payment_code}.` }),
    );

  async function simulateExpiry(payment_code: string): Promise<SimulatedEnd> {
    const payment = pendingNow(payment_code);
    payment.payment_expired_at = now().toISOString();
    settle(payment, "EXPIRED");
    return endOf(payment);
  }

  async function simulateCancellation(payment_code: string): Promise<SimulatedEnd> {
    const payment = pendingNow(payment_code);
    settle(payment, "CANCELLED");
    return endOf(payment);
  }

  async function endOf(payment: StoredPayment): Promise<SimulatedEnd> {
    const data = current(payment);
    const type = `payment.${data.payment_status.toLowerCase()}`;
    const event = { type, timestamp: data.payment_updated_at, data } as WebhookEvent;
    const id = `msg_${data.payment_id.replaceAll("-", "")}`;
    return {
      payment: data,
      webhook: { ...(await signed(event, id)), url: data.payment_webhook_url },
    };
  }

  async function webhookOf(payment_code: string): Promise<SimulatedEnd["webhook"]> {
    return (await endOf(endedNow(payment_code))).webhook;
  }

  async function simulatePart(payment_code: string, amount: number): Promise<SimulatedDifference> {
    const payment = pendingNow(payment_code);
    return differenceOf("payment.part_received", payment, { received: amount }, isLess);
  }

  async function simulateUnderpayment(
    payment_code: string,
    amount: number,
  ): Promise<SimulatedDifference> {
    const payment = pendingNow(payment_code);
    const paid = { ...payment, payment_status: "PAID" as const };
    const accepted = { received: amount, isWaived: true } as const;
    const simulated = await differenceOf("payment.underpaid", paid, accepted, isLess);
    settle(payment, "PAID");
    return simulated;
  }

  const simulateOverpayment = async (payment_code: string, amount: number) =>
    differenceOf(
      "payment.overpaid",
      endedNow(payment_code),
      { received: amount },
      ({ kept_difference }) => (kept_difference ?? 0) > 0,
    );

  const isCovered = ({ payment_code, received_total, refunded_total }: PaymentDifference) =>
    refunded_total + refunds.owedOf(payment_code) <= received_total;

  async function simulateRefund(
    payment_code: string,
    amount: number,
  ): Promise<SimulatedDifference> {
    const payment = endedNow(payment_code);
    const what = { refunded: amount };
    const simulated = await differenceOf("payment.refunded", payment, what, isCovered);
    refunds.recordSent(payment_code, amount);
    return simulated;
  }

  async function simulateRefundSent(reference: string): Promise<SimulatedDifference> {
    const refund = refunds.findOwed(reference);
    if (!refund) {
      throw new Refusal("not_found", { message: `There is no refund ${reference} to send.` });
    }
    refunds.markSent(refund);
    const what = { refunded: refund.amount };
    return differenceOf("payment.refunded", endedNow(refund.payment_code), what, isCovered);
  }

  async function simulateRefundWithdrawn(reference: string): Promise<SimulatedDifference | null> {
    const refund = refunds.withdraw(reference);
    if (!refund) throw new Refusal("not_found", { message: `There is no refund ${reference}.` });
    if (refund.refund_status === "OWED") return null;
    const what = { withdrawn: refund.amount };
    return differenceOf("payment.refunded", endedNow(refund.payment_code), what, isCovered);
  }

  function endedNow(payment_code: string): StoredPayment {
    const payment = find(payment_code);
    if (payment && current(payment).payment_status !== "PENDING") return payment;
    throw new Refusal("not_found", { message: `There is no ended payment ${payment_code}.` });
  }

  async function differenceOf(
    type: DifferenceEventType,
    payment: Payment,
    what: Change,
    isRight: (difference: PaymentDifference) => boolean,
  ): Promise<SimulatedDifference> {
    const difference = ledgers.change(payment, what, isRight);
    const event = { type, timestamp: now().toISOString(), data: difference };
    return { difference, webhook: { ...(await signed(event)), url: payment.payment_webhook_url } };
  }

  async function simulateDevice(
    type: (DeviceOfflineEvent | DeviceOnlineEvent)["type"],
  ): Promise<SimulatedDeviceEvent> {
    const timestamp = now().toISOString();
    const device = { ...phone, last_seen_at: timestamp };
    return { device, webhook: await signed({ type, timestamp, data: device }) };
  }

  /** Returns the events of ended payments, oldest first. */
  async function events(): Promise<ListedEvent[]> {
    const ended = payments.filter((payment) => current(payment).payment_status !== "PENDING");
    const told = await Promise.all(
      ended.map(async (payment): Promise<ListedEvent> => {
        const { webhook } = await endOf(payment);
        const body = JSON.parse(webhook.body) as WebhookEvent;
        return {
          event_id: webhook.headers["webhook-id"] as string,
          event_type: body.type,
          created_at: body.timestamp,
          payment_code: payment.payment_code,
          body,
        };
      }),
    );
    return told.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
  }

  async function delivery(event_id: string): Promise<DeliveryWithAttempts> {
    const event = (await events()).find((candidate) => candidate.event_id === event_id);
    if (!event) throw new Refusal("not_found", { message: "Delivery not found. Check the id." });
    const made = attempts.get(event_id) ?? [];
    const { payment_code, event_type, created_at } = event;
    const isSent = made.length > 0;
    return {
      delivery_id: event_id,
      event_type,
      payment_code,
      device_name: null,
      url: get(payment_code as string).payment_webhook_url ?? `${baseUrl}/no-address`,
      delivery_status: isSent ? "SUCCESS" : "PENDING",
      attempt_count: made.length,
      created_at,
      next_attempt_at: isSent ? null : created_at,
      body: JSON.stringify(event.body),
      attempts: made,
    };
  }

  /**
   * Records an attempt of a delivery. To deliver the webhook, pass the result of `webhookOf` to
   * your handler.
   */
  async function resend(event_id: string): Promise<DeliveryWithAttempts> {
    const { attempts: made } = await delivery(event_id);
    const attempt: DeliveryAttempt = {
      attempt_number: made.length + 1,
      is_manual: true,
      started_at: now().toISOString(),
      duration_ms: 0,
      http_status: 204,
      error_code: null,
      response_head: "",
      response_headers: null,
    };
    attempts.set(event_id, [...made, attempt]);
    return delivery(event_id);
  }

  const signed = (payload: WebhookEvent, id?: string): Promise<SignedWebhook> =>
    signTestWebhook({ secret: webhookSecret, payload, id, timestamp: now() });

  function simulateUnknownTransfer(amount: number): Mutation {
    return { ...recordTransfer(accounts[0] as Account, amount) };
  }

  function checkout(payment_id: string): CheckoutView {
    const payment = payments.find((candidate) => isSame(candidate.payment_id, payment_id));
    if (!payment) throw new Refusal("not_found", { message: "payment not found" });
    current(payment);
    return checkoutView(payment, accounts);
  }

  return {
    accounts: () => accounts,
    create,
    get,
    cancel,
    match,
    checkout,
    payments: () => payments.map(current).toReversed(),
    mutations: (isOnlyUnmatched: boolean) =>
      mutations.filter(({ is_matched }) => !isOnlyUnmatched || !is_matched).toReversed(),
    events,
    delivery,
    resend,
    createdAt: (payment_id: string): string =>
      payments.find((payment) => payment.payment_id === payment_id)?.created_at ?? "",
    /** Returns the time of a mutation's last change. A mutation changes when it pays an invoice. */
    mutationUpdatedAt: (id: string): string => {
      const mutation = mutations.find((candidate) => candidate.id === id) as Mutation;
      const paid = payments.find(({ payment_id }) => payment_id === mutation.matched_payment_id);
      return paid?.payment_updated_at ?? mutation.created_at;
    },
    instructionsOf(channel_id: string) {
      if (!isUuid(channel_id)) throw new Refusal("bad_request");
      const account = accounts.find((candidate) => isSame(candidate.channel_id, channel_id));
      if (account) return { channel_id: account.channel_id, instructions };
      throw new Refusal("not_found", { message: "Channel not found. Check the id." });
    },
    simulateTransfer,
    simulateExpiry,
    simulateCancellation,
    simulatePart,
    simulateUnderpayment,
    simulateOverpayment,
    simulateRefund,
    simulateRefundSent,
    simulateRefundWithdrawn,
    simulateDevice,
    webhookOf,
    simulateUnknownTransfer,
    refunds,
  };
}

const isLess = ({ received_total, payment_total }: PaymentDifference): boolean =>
  received_total < payment_total;

const uniqueAmounts = Array.from({ length: 999 }, (_, index) => index + 1);

/** Compares two ids. A UUID can have capital letters. */
const isSame = (id: string, given: string): boolean => id === given.toLowerCase();

const accountId = ({ account_id }: Account): string => account_id;

const totals = (payments: readonly Payment[]): Set<number> =>
  new Set(payments.map(({ payment_total }) => payment_total));

const phone: EventDevice = {
  device_id: "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b04",
  device_name: "HP kasir",
  model: "Redmi 12",
  last_seen_at: null,
};
