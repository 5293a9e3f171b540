import type { Sql } from "../db/client.ts";
import { selectWatched, selectWatchStart, type WatchedPayment } from "./listen.sql.ts";

/** A payment that has ended, and the type of its event. */
export type EndedPayment = WatchedPayment & {
  event_type: NonNullable<WatchedPayment["event_type"]>;
};

export interface EndedPaymentsWatch {
  /** Returns the payments that have ended since the last look, each once. A look that fails loses nothing. */
  look(): Promise<EndedPayment[]>;
}

/**
 * Watches a merchant's payments end, from now on. Numbers become visible in order, because creates of a merchant wait
 * for each other, and a payment ends once. So whoever knows the highest number and which payments were PENDING misses
 * none. A cursor on the time of the end would miss some, because transactions do not become visible in the order of
 * their times.
 */
export async function watchEndedPayments(
  sql: Sql,
  options: { merchant_id: string; since_seconds?: number | null },
): Promise<EndedPaymentsWatch> {
  const { merchant_id, since_seconds = null } = options;
  const start = await selectWatchStart(sql, { merchant_id, since_seconds });
  const watched = new Set(start.payment_numbers);
  let newest = start.payment_count;

  async function look(): Promise<EndedPayment[]> {
    const payment_numbers = [...watched];
    const seen = await selectWatched(sql, { merchant_id, payment_numbers, newer_than: newest });
    for (const { payment_number, payment_status } of seen) {
      newest = Math.max(newest, payment_number);
      if (payment_status === "PENDING") watched.add(payment_number);
      else watched.delete(payment_number);
    }
    return seen.filter(hasEnded);
  }

  return { look };
}

const hasEnded = (payment: WatchedPayment): payment is EndedPayment => payment.event_type !== null;
