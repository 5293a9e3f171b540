import { GatewayError, notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import type { NotificationHub } from "../../db/notification-hub.ts";
import { batched } from "../base/batch.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { changedPayments } from "../payments/payment-announcements.ts";
import { selectPaymentStates, type PaymentStateRow } from "./payment-watch.sql.ts";
import { Watchlist, type Watched } from "./watchlist.ts";
import type { PaymentName } from "../gateway/payment-row.ts";

/**
 * Follows the status of the payments that customers look at. All customers of one payment share one read: at the
 * first look, at each announcement, at the deadline, and every `limits.watchSeconds` in case an announcement was
 * lost.
 */
export interface PaymentWatch {
  /** Returns the current status. Throws `not_found`. A `follow` soon afterwards misses no change. */
  look(payment_id: string): Promise<PaymentState>;
  /** Reports the state at once, and again whenever status, money or total change. Returns a function that ends this. */
  follow(payment_id: string, tell: (state: PaymentState) => void): () => void;
  stop(): void;
}

export interface PaymentState {
  status: PaymentStatus;
  /** The money booked for the payment in parts. A booking is not announced; the next round finds it. */
  received: number;
  /** The total changes if the customer chooses another way to pay. */
  total: number;
  /** The time by the database's clock, which judges deadlines. */
  server_time: Date;
}

interface WatchedPayment extends Watched {
  readonly followers: Set<(state: PaymentState) => void>;
  /** undefined until the first read. */
  row?: PaymentStateRow;
  /** The time of the reading, by this process's monotonic clock. */
  readAt: number;
  reading?: Promise<PaymentStateRow> | undefined;
  /** True if the payment might have changed during the reading. */
  isStale: boolean;
  deadline?: NodeJS.Timeout;
}

/** The longest time of a timer. A deadline further away is checked again then. */
const timerMillisecondsMax = 2 ** 31 - 1;

export async function createPaymentWatch(
  gateway: Gateway,
  hub: NotificationHub,
  log: { warn(details: object, message: string): void },
): Promise<PaymentWatch> {
  const idsByName = new Map<string, string>();
  const watched = new Watchlist<WatchedPayment>(newlyWatched, ({ deadline, row }) => {
    clearTimeout(deadline);
    if (row) idsByName.delete(changedPayments.encode(row));
  });
  let announcements = 0;
  let retry: NodeJS.Timeout | undefined;

  const readRow = batchedRows(gateway);

  /** Joins a read that is in progress. That read is then repeated. */
  function refresh(payment_id: string, entry: WatchedPayment): Promise<PaymentStateRow> {
    entry.isStale = true;
    entry.reading ??= readUntilFresh(payment_id, entry).finally(() => (entry.reading = undefined));
    return entry.reading;
  }

  async function readUntilFresh(
    payment_id: string,
    entry: WatchedPayment,
  ): Promise<PaymentStateRow> {
    let row: PaymentStateRow | undefined;
    do {
      entry.isStale = false;
      const before = announcements;
      row = await readRow(payment_id);
      if (!row) {
        watched.forget(payment_id);
        throw notFound("payment");
      }
      // Before the first read, an announcement might concern this payment, because its code is not known yet.
      if (entry.row === undefined && announcements !== before) entry.isStale = true;
      update(payment_id, entry, row);
    } while (entry.isStale);
    return row;
  }

  function update(payment_id: string, entry: WatchedPayment, row: PaymentStateRow): void {
    if (watched.find(payment_id) !== entry) return; // the payment was dropped in the meantime
    const hasChanged =
      entry.row?.status !== row.status ||
      entry.row.received !== row.received ||
      entry.row.payment_total !== row.payment_total;
    entry.row = row;
    entry.readAt = performance.now();
    idsByName.set(changedPayments.encode(row), payment_id);
    awaitDeadline(entry, row, () => refreshQuietly(payment_id));
    if (hasChanged) for (const tell of entry.followers) tell(stateOf(entry, row));
  }

  function refreshQuietly(payment_id: string): void {
    const entry = watched.find(payment_id);
    if (!entry) return;
    refresh(payment_id, entry).catch((err: unknown) => {
      if (!(err instanceof GatewayError)) tryAgainSoon(err);
    });
  }

  /** Logs one line and sets one timer, however many reads have failed in an outage. */
  function tryAgainSoon(err: unknown): void {
    if (retry) return;
    log.warn({ err }, "watched payments could not be read; Tepat tries again in a moment");
    retry = setTimeout(() => {
      retry = undefined;
      refreshAll();
    }, limits.watchRetryMilliseconds).unref();
  }

  function refreshAll(): void {
    for (const [payment_id, entry] of watched.list()) {
      if (entry.row === undefined || entry.row.status === "PENDING") refreshQuietly(payment_id);
    }
  }

  const round = setInterval(() => {
    watched.forgetIdle();
    refreshAll();
  }, limits.watchSeconds * 1000).unref();

  await hub.subscribe<PaymentName>(changedPayments, {
    heard(names) {
      announcements += 1;
      for (const name of names) {
        const payment_id = idsByName.get(changedPayments.encode(name));
        if (payment_id !== undefined) refreshQuietly(payment_id);
      }
    },
    reconnected: refreshAll,
  });

  return {
    async look(payment_id) {
      const entry = watched.watch(payment_id);
      const row = entry.row ?? (await (entry.reading ?? refresh(payment_id, entry)));
      return stateOf(entry, row);
    },
    follow(payment_id, tell) {
      const entry = watched.watch(payment_id);
      entry.followers.add(tell);
      if (entry.row) tell(stateOf(entry, entry.row));
      else refreshQuietly(payment_id);
      return () => {
        entry.followers.delete(tell);
        if (entry.followers.size === 0 && watched.find(payment_id) === entry) {
          watched.forget(payment_id);
        }
      };
    },
    stop() {
      clearInterval(round);
      clearTimeout(retry);
      watched.clear();
    },
  };
}

const newlyWatched = (): WatchedPayment => ({
  followers: new Set(),
  readAt: 0,
  isStale: false,
  isIdle: false,
});

/** Lets concurrent reads share a statement. */
const batchedRows = (gateway: Gateway) =>
  batched({
    sizeMax: limits.paymentsPerRead,
    run: async (payment_ids: readonly string[]) => {
      const at = gateway.now();
      const rows = await selectPaymentStates(gateway.sql, { payment_ids, at });
      const byId = new Map(rows.map((row) => [row.payment_id, row]));
      return payment_ids.map((payment_id) => byId.get(payment_id));
    },
    mayRunAlone: () => false,
  });

function stateOf(entry: WatchedPayment, row: PaymentStateRow): PaymentState {
  const age = performance.now() - entry.readAt;
  const server_time = new Date(row.server_time.getTime() + age);
  return { status: row.status, received: row.received, total: row.payment_total, server_time };
}

/**
 * Sets the payment's timer. When the timer ends, the payment is read again, because only the database knows whether
 * it was paid in time.
 */
function awaitDeadline(entry: WatchedPayment, row: PaymentStateRow, readAgain: () => void): void {
  clearTimeout(entry.deadline);
  if (row.status !== "PENDING") return;
  const left = row.payment_expired_at.getTime() - row.server_time.getTime();
  entry.deadline = setTimeout(readAgain, Math.min(left + 1, timerMillisecondsMax)).unref();
}
