import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import type { NotificationHub } from "../../db/notification-hub.ts";
import { batched } from "../base/batch.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { changedPayments } from "../payments/payment-announcements.ts";
import { selectPaymentStates, type PaymentStateRow } from "./payment-watch.sql.ts";
import type { PaymentName } from "../gateway/payment-row.ts";

/**
 * Follows the status of the payments that customers look at. Any number of customers of one payment cost one read: at
 * the first look, at each announcement, at the deadline, and every `limits.watchSeconds` in case an announcement was
 * lost.
 */
export interface PaymentWatch {
  /** Returns the present status; throws `not_found`. A `follow` soon afterwards misses no change. */
  look(payment_id: string): Promise<PaymentState>;
  /** Tells the status at once, and again whenever it changes. Returns a function that ends this. */
  follow(payment_id: string, tell: (state: PaymentState) => void): () => void;
  stop(): void;
}

export interface PaymentState {
  status: PaymentStatus;
  /** The database's clock, which judges deadlines. */
  server_time: Date;
}

interface Watched {
  followers: Set<(state: PaymentState) => void>;
  /** undefined until the first read. */
  row?: PaymentStateRow;
  /** When it was read, by this process's monotonic clock. */
  readAt: number;
  reading?: Promise<PaymentStateRow> | undefined;
  /** True if something happened while it was being read. */
  isStale: boolean;
  deadline?: NodeJS.Timeout;
  /** True if nobody followed it at the last round. */
  isIdle: boolean;
}

/** The longest time of a timer. A deadline further away is checked again then. */
const timerMillisecondsMax = 2 ** 31 - 1;

export async function createPaymentWatch(
  gateway: Gateway,
  hub: NotificationHub,
  log: { warn(details: object, message: string): void },
): Promise<PaymentWatch> {
  const watched = new Map<string, Watched>();
  const idsByName = new Map<string, string>();
  let announcements = 0;
  let retry: NodeJS.Timeout | undefined;

  const readRow = batched({
    sizeMax: limits.paymentsPerRead,
    run: async (payment_ids: readonly string[]) => {
      const at = gateway.now();
      const rows = await selectPaymentStates(gateway.sql, { payment_ids, at });
      const byId = new Map(rows.map((row) => [row.payment_id, row]));
      return payment_ids.map((payment_id) => byId.get(payment_id));
    },
    mayRunAlone: () => false,
  });

  function watchedOf(payment_id: string): Watched {
    const known = watched.get(payment_id);
    if (known) return known;
    const entry: Watched = { followers: new Set(), readAt: 0, isStale: false, isIdle: false };
    watched.set(payment_id, entry);
    return entry;
  }

  /** Joins a read that is under way, which is then repeated. */
  function refresh(payment_id: string, entry: Watched): Promise<PaymentStateRow> {
    entry.isStale = true;
    entry.reading ??= readUntilFresh(payment_id, entry).finally(() => (entry.reading = undefined));
    return entry.reading;
  }

  async function readUntilFresh(payment_id: string, entry: Watched): Promise<PaymentStateRow> {
    let row: PaymentStateRow | undefined;
    do {
      entry.isStale = false;
      const before = announcements;
      row = await readRow(payment_id);
      if (!row) {
        forget(payment_id);
        throw new GatewayError("not_found", { message: "payment not found" });
      }
      // Before the first read, an announcement may be of this payment without our knowing its name.
      if (entry.row === undefined && announcements !== before) entry.isStale = true;
      update(payment_id, entry, row);
    } while (entry.isStale);
    return row;
  }

  function update(payment_id: string, entry: Watched, row: PaymentStateRow): void {
    if (watched.get(payment_id) !== entry) return; // it was forgotten meanwhile
    const hasChanged = entry.row?.status !== row.status;
    entry.row = row;
    entry.readAt = performance.now();
    idsByName.set(changedPayments.encode(row), payment_id);
    awaitDeadline(payment_id, entry, row);
    if (hasChanged) for (const tell of entry.followers) tell(row);
  }

  /**
   * Each payment has one timer. It reads again, because only the database knows whether the payment was paid in time.
   */
  function awaitDeadline(payment_id: string, entry: Watched, row: PaymentStateRow): void {
    clearTimeout(entry.deadline);
    if (row.status !== "PENDING") return;
    const left = row.payment_expired_at.getTime() - row.server_time.getTime();
    entry.deadline = setTimeout(
      () => refreshQuietly(payment_id),
      Math.min(left + 1, timerMillisecondsMax),
    ).unref();
  }

  function forget(payment_id: string): void {
    const entry = watched.get(payment_id);
    watched.delete(payment_id);
    clearTimeout(entry?.deadline);
    if (entry?.row) idsByName.delete(changedPayments.encode(entry.row));
  }

  function refreshQuietly(payment_id: string): void {
    const entry = watched.get(payment_id);
    if (!entry) return;
    refresh(payment_id, entry).catch((err: unknown) => {
      if (!(err instanceof GatewayError)) tryAgainSoon(err);
    });
  }

  /** Logs one line and sets one timer, however many reads an outage has failed. */
  function tryAgainSoon(err: unknown): void {
    if (retry) return;
    log.warn({ err }, "watched payments could not be read, which is tried again in a moment");
    retry = setTimeout(() => {
      retry = undefined;
      refreshAll();
    }, limits.watchRetryMilliseconds).unref();
  }

  function refreshAll(): void {
    for (const [payment_id, entry] of watched) {
      if (entry.row === undefined || entry.row.status === "PENDING") refreshQuietly(payment_id);
    }
  }

  function stateOf(entry: Watched, row: PaymentStateRow): PaymentState {
    const age = performance.now() - entry.readAt;
    return { status: row.status, server_time: new Date(row.server_time.getTime() + age) };
  }

  const round = setInterval(() => {
    for (const [payment_id, entry] of watched) {
      if (entry.followers.size === 0 && entry.isIdle) forget(payment_id);
      entry.isIdle = entry.followers.size === 0;
    }
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
      const entry = watchedOf(payment_id);
      entry.isIdle = false;
      const row = entry.row ?? (await (entry.reading ?? refresh(payment_id, entry)));
      return stateOf(entry, row);
    },
    follow(payment_id, tell) {
      const entry = watchedOf(payment_id);
      entry.followers.add(tell);
      if (entry.row) tell(stateOf(entry, entry.row));
      else refreshQuietly(payment_id);
      return () => {
        entry.followers.delete(tell);
        if (entry.followers.size === 0 && watched.get(payment_id) === entry) forget(payment_id);
      };
    },
    stop() {
      clearInterval(round);
      clearTimeout(retry);
      for (const payment_id of watched.keys()) forget(payment_id);
    },
  };
}
