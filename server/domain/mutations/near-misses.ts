import { notFound } from "../../contract/errors.ts";
import type { NearestPayment } from "../../contract/dashboard/reconciliation.ts";
import { limits } from "../../contract/limits.ts";
import type { LikelyMutation, NearMiss } from "../../contract/mutation-reasons.ts";
import { reachOf, totalsToLookFor } from "./amount-similarity.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  similarityOf,
  similarityOfFormerTotal,
  similarityOfSum,
  type Invoice,
  type Similarity,
} from "./similarity.ts";
import { isProbablySameName } from "./name-similarity.ts";
import {
  selectElsewhere,
  selectExpiredNear,
  selectFormerlyAsking,
  selectPendingNear,
  selectSums,
  selectUnmatched,
  selectUnmatchedCredits,
  selectWanted,
  selectWithTotals,
  type CandidatePaymentRow,
  type UnmatchedRow,
} from "./near-misses.sql.ts";

/**
 * Returns the payments that an unmatched credit might be meant for, likeliest first. The list is computed when a
 * person requests it. Matching has no time for it, and never pays a payment whose total is only similar.
 */
export async function listNearMisses(
  gateway: Gateway,
  options: { merchant_id: string; mutation_id: string },
): Promise<NearMiss[]> {
  const credit = await selectUnmatched(gateway.sql, options);
  if (!credit) throw notFound("mutation");
  if (!credit.is_open) return [];
  const { payments, sums, former } = await findCandidates(gateway, options, credit);
  const transfer = transferOf(credit);
  const nearMisses = new Map<string, NearMiss>();
  for (const payment of payments) {
    const similarity = similarityOf(transfer, payment);
    if (similarity) nearMisses.set(payment.payment_id, present(payment, similarity, null));
  }
  for (const payment of sums) {
    const similarity = similarityOfSum(transfer, payment, payment.other_code);
    nearMisses.set(payment.payment_id, present(payment, similarity, payment.other_code));
  }
  for (const payment of former) {
    const similarity = similarityOfFormerTotal(transfer, payment);
    nearMisses.set(payment.payment_id, present(payment, similarity, null));
  }
  return [...nearMisses.values()].toSorted(byScore).slice(0, limits.nearMissesShown);
}

async function findCandidates(
  gateway: Gateway,
  { merchant_id, mutation_id }: { merchant_id: string; mutation_id: string },
  credit: UnmatchedRow,
) {
  const { sql } = gateway;
  const amount = credit.amount_parsed;
  const limit = limits.nearMissesLookedAt;
  const search = { merchant_id, pool_id: credit.pool_id, at: gateway.now(), amount, limit };
  const released_since = new Date(
    credit.created_at.getTime() - limits.latePaymentDays * dayMilliseconds,
  );
  const price = Array.from({ length: limits.uniqueAmountMax }, (_, index) => amount + 1 + index);
  const totals = [...new Set([...totalsToLookFor(amount), ...price])];
  const reach = reachOf(amount, credit.sender_parsed !== null);
  const [near, expired, exact, elsewhere, sums, former] = await Promise.all([
    selectPendingNear(sql, { ...search, reaches: [{ mutation_id, ...reach }] }),
    selectExpiredNear(sql, { ...search, ...reach, released_since }),
    selectWithTotals(sql, { ...search, totals, released_since }),
    selectElsewhere(sql, search),
    selectSums(sql, search),
    selectFormerlyAsking(sql, { ...search, released_since }),
  ]);
  const ofSender = expired.filter(({ customer_name }) =>
    isProbablySameName(credit.sender_parsed, customer_name),
  );
  return { payments: [...near, ...ofSender, ...exact, ...elsewhere], sums, former };
}

interface NearestOptions {
  merchant_id: string;
  transfers: readonly {
    id: string;
    amount_parsed: number;
    sender_parsed: string | null;
    posted_at: string;
  }[];
}

/**
 * Returns the likeliest PENDING payment with a total or a rest near each transfer, by transfer. The result is a guess
 * for a list: one statement for all rows looks at a few payments for each, whereas the near misses of one transfer take
 * six statements.
 */
export async function findNearest(
  gateway: Gateway,
  { merchant_id, transfers }: NearestOptions,
): Promise<Map<string, NearestPayment>> {
  if (transfers.length === 0) return new Map();
  const rows = await selectPendingNear(gateway.sql, {
    merchant_id,
    at: gateway.now(),
    reaches: transfers.map(({ id, amount_parsed, sender_parsed }) => ({
      mutation_id: id,
      ...reachOf(amount_parsed, sender_parsed !== null),
    })),
    limit: limits.nearestLookedAt,
  });
  const rowsOf = Map.groupBy(rows, ({ mutation_id }) => mutation_id);
  return new Map(
    transfers.flatMap(({ id, amount_parsed: amount, sender_parsed: sender, posted_at }) => {
      const transfer = { amount, sender, posted_at: new Date(posted_at) };
      const [nearest] = (rowsOf.get(id) ?? [])
        .flatMap((payment) => {
          const { pool_id, payment_code, payment_total, received } = payment;
          const similarity = similarityOf({ ...transfer, pool_id }, payment);
          const nearest = { payment_code, payment_total, received };
          return similarity ? [{ ...similarity, nearest }] : [];
        })
        .toSorted(byScore);
      return nearest ? [[id, nearest.nearest] as const] : [];
    }),
  );
}

const dayMilliseconds = 86_400_000;

/** Returns the unmatched credits that might have paid this payment, likeliest first. */
export async function listLikelyMutations(
  gateway: Gateway,
  options: { merchant_id: string; payment_code: string },
): Promise<LikelyMutation[]> {
  const wanted = await selectWanted(gateway.sql, { ...options, at: gateway.now() });
  if (!wanted) throw notFound("payment");
  if (wanted.is_paid_by_transfer) return [];
  const credits = await selectUnmatchedCredits(gateway.sql, {
    merchant_id: options.merchant_id,
    payment_number: wanted.payment_number,
    limit: limits.nearMissesLookedAt,
  });
  return credits
    .flatMap((credit) => {
      const weigh = credit.was_asked_before ? similarityOfFormerTotal : similarityOf;
      const similarity = weigh(transferOf(credit), wanted);
      const { mutation_id, amount_parsed, sender_parsed, posted_at, match_reason } = credit;
      const shown = { mutation_id, amount_parsed, sender_parsed, match_reason };
      return similarity ? [{ ...similarity, ...shown, posted_at: posted_at.toISOString() }] : [];
    })
    .toSorted(byScore)
    .slice(0, limits.nearMissesShown);
}

const byScore = (one: Similarity, other: Similarity): number => other.score - one.score;

const transferOf = (credit: {
  amount_parsed: number;
  sender_parsed: string | null;
  posted_at: Date;
  pool_id: string | null;
}) => ({ ...credit, amount: credit.amount_parsed, sender: credit.sender_parsed });

const present = (
  payment: CandidatePaymentRow & Invoice,
  { score, reasons }: Similarity,
  second_payment_code: string | null,
): NearMiss => ({
  score,
  reasons,
  payment_id: payment.payment_id,
  payment_code: payment.payment_code,
  payment_amount: payment.payment_amount,
  payment_total: payment.payment_total,
  payment_status: payment.payment_status,
  payment_expired_at: payment.payment_expired_at.toISOString(),
  created_at: payment.created_at.toISOString(),
  customer_name: payment.customer_name,
  second_payment_code,
});
