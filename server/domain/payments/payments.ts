import { problemInEnglish } from "../../contract/field-problems.ts";
import { randomUUIDv7 } from "node:crypto";
import { GatewayError, notFound } from "../../contract/errors.ts";
import { paginate, type Page } from "../../contract/envelope.ts";
import { limits } from "../../contract/limits.ts";
import type {
  CreatePaymentInput,
  Metadata,
  OrderItem,
  Payment,
  PaymentStatus,
} from "../../contract/payments.ts";
import { builtInSteps } from "../accounts/built-in-steps.ts";
import { readDeadline } from "../base/deadline.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { isoTime } from "../base/iso-time.ts";
import { pageSize } from "../base/page-rows.ts";
import { paymentsEnded } from "./payment-announcements.ts";
import {
  cancelPendingPayment,
  expireOverduePayments,
  insertPayments,
  ofCustomer,
  selectPaymentPages,
  selectPaymentsWithStatus,
  selectPayments,
  type CreateOutcomeRow,
  type NewPayment,
  type PageName,
  type PageRow,
} from "./payments.sql.ts";
import { checkWebhookUrl, webhookTargetRules } from "../base/webhook-targets.ts";
import type {
  PaidAccount,
  PaymentDetails,
  PaymentName,
  PaymentRow,
  StoredOrderItem,
} from "../gateway/payment-row.ts";

export interface CreateRequest {
  merchant_id: string;
  input: CreatePaymentInput;
}

/**
 * Creates many payments in one round trip (specification, 4.2). Each request has its own outcome, and a refusal never
 * affects the other requests.
 */
export async function createPayments(
  gateway: Gateway,
  requests: readonly CreateRequest[],
): Promise<(Payment | GatewayError)[]> {
  const results: (Payment | GatewayError)[] = [];
  const accepted: { index: number; payment: NewPayment }[] = [];
  requests.forEach((request, index) => {
    const payment = prepare(gateway, request);
    if (payment instanceof GatewayError) results[index] = payment;
    else accepted.push({ index, payment });
  });
  if (accepted.length === 0) return results;

  const outcomes = await insertPayments(gateway.sql, {
    payments: accepted.map(({ payment }) => payment),
    quotaTimeZone: gateway.settings.quotaTimeZone,
    totalQuarantineHours: gateway.settings.totalQuarantineHours,
    at: gateway.now(),
  });
  const present = await presenter(
    gateway,
    outcomes.filter(({ code }) => code === null),
  );
  accepted.forEach(({ index, payment }, position) => {
    const outcome = outcomes[position] as CreateOutcomeRow;
    results[index] = outcome.code
      ? createError(outcome, payment, requests[index] as CreateRequest)
      : present(createdRow(payment, outcome), outcome);
  });
  return results;
}

export async function readPayment(gateway: Gateway, name: PaymentName): Promise<Payment> {
  const [payment] = await readPayments(gateway, [name]);
  return requirePayment(payment);
}

/** Reads many payments in one round trip. Returns them in the order of their names; null for a missing payment. */
export async function readPayments(
  gateway: Gateway,
  names: readonly PaymentName[],
): Promise<(Payment | null)[]> {
  const rows = await selectPayments(gateway.sql, { names, at: gateway.now() });
  const payments: (Payment | null)[] = names.map(() => null);
  const present = await presenter(gateway, rows);
  for (const row of rows) payments[row.position - 1] = present(row, row);
  return payments;
}

export function requirePayment(payment: Payment | null | undefined): Payment {
  if (!payment) throw notFound("payment");
  return payment;
}

/** Returns the payment in the form of the API. */
export async function presentPayment(gateway: Gateway, payment: PaymentDetails): Promise<Payment> {
  const [presented] = await presentPayments(gateway, [payment]);
  return requirePayment(presented);
}

/** Returns many payments in the form of the API, each with its account. */
export async function presentPayments(
  gateway: Gateway,
  payments: readonly PaymentDetails[],
): Promise<Payment[]> {
  const present = await presenter(gateway, payments);
  return payments.map((row) => present(row, row));
}

export async function listPayments(gateway: Gateway, name: PageName): Promise<Page<Payment>> {
  const [page] = await readPages(gateway, [name]);
  if (!page) throw new Error("a page was asked for and none came");
  return page;
}

/** Reads many pages in one round trip. Returns them in the order of the requests. */
export async function readPages(
  gateway: Gateway,
  names: readonly PageName[],
): Promise<Page<Payment>[]> {
  const pages = names.map((name) => ({
    ...name,
    per_page: pageSize(name),
  }));
  const selected = await selectPaymentPages(gateway.sql, { pages, at: gateway.now() });
  const present = await presenter(
    gateway,
    selected.flatMap(({ rows }) => rows.flatMap(({ account }) => account ?? [])),
  );
  return selected.map(({ total, rows }, index) => {
    const { page, per_page } = pages[index] as PageName;
    return {
      items: rows.map(withAccount(present)),
      pagination: paginate(total, rows.length, page, per_page),
    };
  });
}

export async function listPaymentsWithStatus(
  gateway: Gateway,
  { status, ...name }: PageName & { status: PaymentStatus },
): Promise<Page<Payment>> {
  const page = { ...name, per_page: pageSize(name) };
  const { total, rows } = await selectPaymentsWithStatus(gateway.sql, {
    page,
    status,
    at: gateway.now(),
  });
  return {
    items: await presentPayments(gateway, rows),
    pagination: paginate(total, rows.length, page.page, page.per_page),
  };
}

/** Returns a function that presents rows. A row without an account has the account of the previous row. */
function withAccount(present: Present): (row: PageRow) => Payment {
  let account: PaidAccount | null = null;
  return (row) => {
    account = row.account ?? account;
    if (!account) throw new Error("the first payment of a page has no account");
    return present(row, account);
  };
}

export async function cancelPayment(
  gateway: Gateway,
  options: { merchant_id: string; payment_code: string },
): Promise<void> {
  const isCancelled = await cancelPendingPayment(gateway.sql, { ...options, at: gateway.now() });
  if (!isCancelled) throw new GatewayError("payment_not_cancellable");
  paymentsEnded(gateway, [options]);
}

/** Writes EXPIRED for payments that readers already see as expired. Returns their number, at most `limit`. */
export async function expirePayments(gateway: Gateway, limit: number): Promise<number> {
  const expired = await expireOverduePayments(gateway.sql, { limit, at: gateway.now() });
  paymentsEnded(gateway, expired);
  return expired.length;
}

/** Makes the checks that need no database, and builds the row to insert. */
function prepare(
  gateway: Gateway,
  { merchant_id, input }: CreateRequest,
): NewPayment | GatewayError {
  if (input.payment_webhook_url != null) {
    const rules = webhookTargetRules(gateway.settings);
    const target = checkWebhookUrl(input.payment_webhook_url, rules);
    if ("problem" in target)
      return invalidField("payment_webhook_url", problemInEnglish(target.problem));
  }
  const expiry = readDeadline(input.payment_expired_at);
  return {
    merchant_id,
    payment_id: randomUUIDv7(),
    payment_code: input.payment_code,
    // Reads return ids in lower case, as PostgreSQL writes them.
    account_id: input.account_id.toLowerCase(),
    payment_amount: input.payment_amount,
    payment_expired_at: "deadline" in expiry ? expiry.deadline : null,
    payment_webhook_url: input.payment_webhook_url ?? null,
    payment_return_url: input.payment_return_url ?? null,
    ...ofCustomer(input),
    customer_orders: orderItems(input.customer_orders),
    metadata: notedIn(input.metadata),
    seed: Math.floor(gateway.random() * Number.MAX_SAFE_INTEGER),
  };
}

/** Returns null for missing or empty metadata. */
function notedIn(metadata: CreatePaymentInput["metadata"]): Metadata | null {
  return metadata && Object.keys(metadata).length > 0 ? metadata : null;
}

/**
 * Returns the items with subtotals, which the server itself computes (specification, 2.3). An empty order becomes
 * null.
 */
function orderItems(orders: CreatePaymentInput["customer_orders"]): OrderItem[] | null {
  if (!orders || orders.length === 0) return null;
  return orders.map((item) => ({
    ...(item.sku != null && { sku: item.sku }),
    name: item.name,
    price: item.price,
    quantity: item.quantity,
    subtotal: item.price * item.quantity,
    product_url: item.product_url ?? null,
    image_url: item.image_url ?? null,
  }));
}

function createError(
  outcome: CreateOutcomeRow,
  payment: NewPayment,
  { input }: CreateRequest,
): GatewayError {
  switch (outcome.code) {
    case "validation_error":
      return invalidField("payment_amount", amountBounds(outcome));
    case "invalid_expired_at": {
      const expiry = readDeadline(input.payment_expired_at);
      const problem =
        "problem" in expiry ? expiry.problem : "lies in the past. Choose a later time";
      return new GatewayError("invalid_expired_at", { message: `payment_expired_at ${problem}.` });
    }
    case "no_active_quota":
    case "device_offline":
      return new GatewayError("no_active_quota", { message: reasonForNoQuota(outcome) });
    case "payment_code_conflict":
      return new GatewayError("payment_code_conflict", {
        headers: { location: `/gateway/payments/${encodeURIComponent(payment.payment_code)}` },
      });
    case null:
      throw new Error("a created payment is no refusal");
    default:
      return new GatewayError(outcome.code);
  }
}

function reasonForNoQuota(outcome: CreateOutcomeRow): string {
  if (outcome.code === "device_offline")
    return "No source watches this account now. Check its phone or mailbox, connect a source, or use another account.";
  if (!outcome.account_active)
    return "The account is switched off. Switch it on in the dashboard, or use another account.";
  if (outcome.has_used_quota)
    return "The account has no days of use left. Add days in the dashboard, or use another account.";
  return "The account's day quota was set to 0. Add days in the dashboard, or use another account.";
}

function amountBounds(outcome: CreateOutcomeRow): string {
  const { account_min_amount } = outcome;
  const account_max_amount =
    outcome.channel_type === "QRIS"
      ? Math.min(
          outcome.account_max_amount ?? Infinity,
          limits.qrisAmountMax - limits.uniqueAmountMax,
        )
      : outcome.account_max_amount;
  return account_max_amount === null
    ? `must be at least ${account_min_amount} on this account`
    : `must be from ${account_min_amount} to ${account_max_amount} on this account`;
}

function invalidField(field: string, problem: string): GatewayError {
  return new GatewayError("validation_error", { errors: { [field]: problem } });
}

function createdRow(payment: NewPayment, outcome: CreateOutcomeRow): PaymentRow {
  const payment_unique = outcome.payment_unique as number;
  return {
    payment_id: payment.payment_id,
    payment_code: payment.payment_code,
    payment_amount: payment.payment_amount,
    payment_unique,
    payment_total: payment.payment_amount + payment_unique,
    payment_status: "PENDING",
    payment_expired_at: (payment.payment_expired_at as Date).toISOString(),
    payment_updated_at: outcome.created_at.toISOString(),
    payment_webhook_url: payment.payment_webhook_url,
    payment_return_url: payment.payment_return_url,
    ...ofCustomer(payment),
    customer_orders: payment.customer_orders,
    account_id: payment.account_id,
    is_manual_match: false,
    manual_matched_mutation_id: null,
    metadata: payment.metadata,
  };
}

/** Version 0.1.0 stored a missing sku as null. Responses omit it (specification, 2.3). */
export function presentOrders(orders: StoredOrderItem[] | null): OrderItem[] | null {
  if (!orders) return null;
  return orders.map(({ sku, ...item }) => (sku == null ? item : { sku, ...item }));
}

type Present = (row: PaymentRow, account: PaidAccount) => Payment;

/**
 * Returns a function that presents payments to these accounts in the form of the API, with the fields in the order of
 * the specification (2.2).
 */
async function presenter(gateway: Gateway, accounts: readonly PaidAccount[]): Promise<Present> {
  const { publicUrl } = gateway.settings;
  const steps = await builtInSteps(
    gateway,
    accounts.map(({ channel_id }) => channel_id),
  );
  return (row, account) => {
    const payment: Payment = {
      payment_id: row.payment_id,
      payment_code: row.payment_code,
      payment_amount: row.payment_amount,
      payment_unique: row.payment_unique,
      payment_total: row.payment_total,
      payment_status: row.payment_status,
      payment_expired_at: isoTime(row.payment_expired_at),
      payment_updated_at: isoTime(row.payment_updated_at),
      payment_webhook_url: row.payment_webhook_url,
      payment_checkout_url: `${publicUrl}/pay/${row.payment_id}`,
      payment_return_url: row.payment_return_url,
      ...ofCustomer(row),
      customer_orders: presentOrders(row.customer_orders),
      account_id: row.account_id,
      account_number: account.account_number,
      account_name: account.account_name,
      channel_id: account.channel_id,
      channel_name: account.channel_name,
      channel_type: account.channel_type,
      channel_instructions: account.own_instructions ?? steps.get(account.channel_id) ?? [],
      is_manual_match: row.is_manual_match,
      manual_matched_mutation_id: row.manual_matched_mutation_id,
    };
    // The specification has no such field, so the field is present only if the payment's request had it.
    if (row.metadata) payment.metadata = row.metadata;
    return payment;
  };
}
