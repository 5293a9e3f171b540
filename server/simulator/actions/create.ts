import { GatewayError } from "../../contract/errors.ts";
import { createPayments } from "../../domain/payments/payments.ts";
import type { Action } from "../action.ts";
import {
  expectSame,
  expirePayment,
  keyOfTotal,
  localDay,
  must,
  shopAt,
  type Model,
  type ModelAccount,
  type ModelShop,
} from "../model.ts";

export interface PaymentRequest {
  shop: number;
  merchant_id: string;
  account_id: string;
  code: string;
  /** The amount in rupiah, a multiple of 1,000, so that totals of two amounts are never equal. */
  amount: number;
  expires_at: number;
  webhook_url: string | null;
}

type CreateOutcome = string | { total: number; created_at: number };

const uniqueAmounts = 999;
const quarantineMilliseconds = 24 * 3_600_000;

/** Sends several creates in one round trip, as a busy server does. `random` decides which totals are proposed. */
export function create(
  requests: readonly PaymentRequest[],
  random: () => number,
): Action<CreateOutcome[]> {
  return {
    kind: requests.length === 1 ? "create" : "create together",
    details:
      requests.length > 20 ? `${requests.length} × ${JSON.stringify(requests[0])}` : requests,
    async perform(gateway) {
      const answers = await createPayments(
        { ...gateway, random },
        requests.map((request) => ({
          merchant_id: request.merchant_id,
          input: {
            account_id: request.account_id,
            payment_code: request.code,
            payment_amount: request.amount,
            payment_expired_at: new Date(request.expires_at).toISOString(),
            payment_webhook_url: request.webhook_url,
            customer_name: "Budi",
            customer_email: "budi@example.com",
          },
        })),
      );
      return answers.map((answer) =>
        answer instanceof GatewayError
          ? answer.code
          : { total: answer.payment_total, created_at: Date.parse(answer.payment_updated_at) },
      );
    },
    follow(model, outcomes, { at }) {
      const refusals = requests.map((request) =>
        refusalOf(shopAt(model, request.shop), request, at),
      );
      const swept = sweepFullRanges(model, { requests, outcomes, refusals, at });
      // As in the database, a contested create waits until the others of its batch have their totals.
      const order = [...requests.keys()].toSorted(
        (one, other) => Number(isRefused(outcomes[one])) - Number(isRefused(outcomes[other])),
      );
      for (const index of order) {
        followOne(model, requests[index] as PaymentRequest, {
          outcome: outcomes[index] as CreateOutcome,
          refusal: refusals[index] ?? null,
          at,
        });
      }
      if (!swept) checkQuarantine(model, { requests, outcomes, at });
    },
  };
}

const isRefused = (outcome: CreateOutcome | undefined) => typeof outcome === "string";

/**
 * Returns the refusal in the contract's order, as far as it does not depend on the other creates.
 */
function refusalOf(shop: ModelShop, request: PaymentRequest, at: number): string | null {
  const account = shop.accounts.find(({ account_id }) => account_id === request.account_id);
  if (account && (request.amount < account.min || request.amount > (account.max ?? Infinity)))
    return "validation_error";
  if (request.expires_at <= at) return "invalid_expired_at";
  if (!account) return "account_not_owned";
  if (!account.is_active) return "no_active_quota";
  if (account.quota === 0 && mustPayDay(account, at)) return "no_active_quota";
  return null;
}

const mustPayDay = (account: ModelAccount, at: number): boolean =>
  account.quota_day === null || account.quota_day < localDay(at);

interface Batch {
  requests: readonly PaymentRequest[];
  outcomes: readonly CreateOutcome[];
  at: number;
}

/** Expires overdue payments and frees their totals, as a create does if all 999 totals are taken. */
function sweepFullRanges(
  model: Model,
  { requests, outcomes, refusals, at }: Batch & { refusals: readonly (string | null)[] },
): boolean {
  let isSwept = false;
  for (const [index, request] of requests.entries()) {
    if (refusals[index]) continue;
    const shop = shopAt(model, request.shop);
    const pool = poolOf(shop, request);
    const wanted = outcomes.filter((outcome, other) => {
      const neighbour = requests[other] as PaymentRequest;
      const isSameRange =
        neighbour.shop === request.shop &&
        neighbour.amount === request.amount &&
        !refusals[other] &&
        poolOf(shop, neighbour) === pool;
      return isSameRange && (typeof outcome !== "string" || outcome === "unique_amount_conflict");
    });
    const holders = holdersOf(shop, pool, request.amount);
    if (holders.length + wanted.length <= uniqueAmounts) continue;
    for (const code of holders) {
      const payment = shop.payments.get(code);
      if (!payment || payment.expires_at > at) continue;
      expirePayment(shop, payment);
      isSwept = true;
    }
  }
  return isSwept;
}

function holdersOf(shop: ModelShop, pool: string, amount: number): string[] {
  if (shop.held.size < uniqueAmounts / 2) return [];
  return Array.from({ length: uniqueAmounts }, (_, index) =>
    shop.held.get(keyOfTotal(pool, amount + index + 1)),
  ).filter((code) => code !== undefined);
}

function poolOf(shop: ModelShop, request: PaymentRequest): string {
  const account = shop.accounts.find(({ account_id }) => account_id === request.account_id);
  return account?.pool ?? "of no account";
}

function followOne(
  model: Model,
  request: PaymentRequest,
  { outcome, refusal, at }: { outcome: CreateOutcome; refusal: string | null; at: number },
): void {
  const shop = shopAt(model, request.shop);
  const wanted = refusal ?? (shop.payments.has(request.code) ? "payment_code_conflict" : null);
  if (wanted !== null) {
    expectSame(`create ${request.code}`, outcome, wanted);
    return;
  }
  if (typeof outcome === "string") {
    expectSame(`create ${request.code}`, outcome, "unique_amount_conflict");
    const free = uniqueAmounts - holdersOf(shop, poolOf(shop, request), request.amount).length;
    expectSame("free totals after a unique_amount_conflict", free, 0);
    return;
  }
  const account = shop.accounts.find(({ account_id }) => account_id === request.account_id);
  if (!account) throw new Error("a create without an account was not refused");
  const { total } = outcome;
  const key = keyOfTotal(account.pool, total);
  expectSame(`creation time of ${request.code}`, outcome.created_at, at);
  must(
    total > request.amount && total <= request.amount + uniqueAmounts,
    `${request.code} costs ${total}`,
  );
  must(!shop.held.has(key), `${request.code} got ${total}, which ${shop.held.get(key)} holds`);
  if (mustPayDay(account, at)) {
    account.quota -= 1;
    account.quota_day = localDay(at);
    account.last_paid_day = account.quota_day;
  }
  shop.held.set(key, request.code);
  shop.payments.set(request.code, {
    code: request.code,
    account_id: request.account_id,
    pool: account.pool,
    amount: request.amount,
    total,
    created_at: at,
    expires_at: request.expires_at,
    status: "PENDING",
    updated_at: at,
    webhook_url: request.webhook_url,
    is_manual: false,
    mutation_id: null,
    ledger: null,
  });
}

/**
 * Checks that a total in quarantine is used only if no other is free, and then the one released longest ago.
 */
function checkQuarantine(model: Model, { requests, outcomes, at }: Batch): void {
  requests.forEach((request, index) => {
    const outcome = outcomes[index] as CreateOutcome;
    if (typeof outcome === "string") return;
    const shop = shopAt(model, request.shop);
    const pool = poolOf(shop, request);
    const releasedAt = (total: number) => shop.released.get(keyOfTotal(pool, total)) ?? -Infinity;
    const released_at = releasedAt(outcome.total);
    if (released_at <= at - quarantineMilliseconds) return;
    for (let total = request.amount + 1; total <= request.amount + uniqueAmounts; total++) {
      if (shop.held.has(keyOfTotal(pool, total))) continue;
      must(
        releasedAt(total) > at - quarantineMilliseconds && releasedAt(total) >= released_at,
        `${request.code} got ${outcome.total}, released at ${iso(released_at)}, though ${total} was the better one`,
      );
    }
  });
}

const iso = (at: number) => new Date(at).toISOString();
