import {
  dashboardEventKinds,
  kindOfAction,
  type DashboardEventKind,
} from "../../contract/dashboard/events.ts";
import { limits } from "../../contract/limits.ts";
import type { NotificationHub } from "../../db/notification-hub.ts";
import { batched } from "../base/batch.ts";
import { selectMerchantMarks, type MerchantMarks } from "./dashboard-watch.sql.ts";
import { Watchlist, type Watched } from "./watchlist.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { changedPayments } from "../payments/payment-announcements.ts";
import type { PaymentName } from "../gateway/payment-row.ts";

/**
 * Tells the dashboard's pages that data have changed, so that they fetch the data. Creates and reports cost nothing
 * extra: in each round, one statement reads all merchants with open dashboards, however many pages each has. The end
 * of a payment, which is announced for its customer anyway, is passed on without waiting for a round.
 */
export interface DashboardWatch {
  /** Returns `subscribe` for the changes after this look. `subscribe` returns a function that ends the subscription. */
  look(session: {
    merchant_id: string;
    session_id: string;
  }): Promise<(follower: Follower) => () => void>;
  stop(): void;
}

export interface Follower {
  /**
   * Called at most once a second for each kind. `id` is null if several objects have changed, or an object without an
   * id.
   */
  tell(kind: DashboardEventKind, id: string | null): void;
  /** Called when the session has ended. No more changes are announced. */
  end(): void;
}

interface WatchedMerchant extends Watched {
  readonly followers: Map<Follower, string>;
  /** undefined until the first read. */
  marks?: MerchantMarks | undefined;
  /** The first read, which pages that open at the same time share. */
  firstLook?: Promise<void> | undefined;
  /** Changes that wait until a second has passed since the last announcement of their kind. */
  news: Map<DashboardEventKind, string | null>;
  toldAt: Map<DashboardEventKind, number>;
}

export interface WatchPace {
  dashboardLookMilliseconds: number;
  dashboardTellMilliseconds: number;
}

export async function createDashboardWatch(
  gateway: Gateway,
  hub: NotificationHub,
  log: { warn(details: object, message: string): void },
  pace: WatchPace = limits,
): Promise<DashboardWatch> {
  const watched = new Watchlist<WatchedMerchant>(newlyWatched);
  let isStopped = false;
  let isAway = false;
  let nextRound: NodeJS.Timeout;

  const readMarks = batched({
    sizeMax: limits.merchantsPerLook,
    run: async (merchant_ids: readonly string[]) => {
      const rows = await selectMerchantMarks(gateway.sql, { merchant_ids, at: gateway.now() });
      const byId = new Map(rows.map((row) => [row.merchant_id, row]));
      return merchant_ids.map((merchant_id) => byId.get(merchant_id));
    },
    mayRunAlone: () => false,
  });

  async function read(merchant_id: string, entry: WatchedMerchant): Promise<void> {
    const marks = await readMarks(merchant_id);
    if (!marks) throw new Error(`the merchant ${merchant_id} of an open dashboard has no counters`);
    for (const { kind, id } of newsOf(entry.marks ?? marks, marks)) note(entry, kind, id);
    entry.marks = marks;
    for (const [follower, session_id] of entry.followers) {
      if (marks.open_sessions.includes(session_id)) continue;
      entry.followers.delete(follower);
      follower.end();
    }
    tellNews(entry, pace);
  }

  async function lookRound(): Promise<void> {
    watched.forgetIdle();
    try {
      await Promise.all(watched.list().map(([merchant_id, entry]) => read(merchant_id, entry)));
      isAway = false;
    } catch (err) {
      // Logs one line for each outage. The marks stay, so changes during the outage are announced afterwards.
      if (!isAway)
        log.warn({ err }, "Tepat could not check for changes for open dashboards, and tries again");
      isAway = true;
    }
    if (!isStopped) planRound();
  }

  function planRound(): void {
    nextRound = setTimeout(() => void lookRound(), pace.dashboardLookMilliseconds).unref();
  }

  planRound();

  await hub.subscribe<PaymentName>(changedPayments, {
    heard(names) {
      for (const { merchant_id, payment_code } of names) {
        const entry = watched.find(merchant_id);
        if (!entry) continue;
        note(entry, "payment", payment_code);
        tellNews(entry, pace);
      }
    },
    reconnected() {
      for (const [, entry] of watched.list()) note(entry, "payment", null);
    },
  });

  return {
    async look({ merchant_id, session_id }) {
      const looked = watched.watch(merchant_id);
      if (!looked.marks) {
        looked.firstLook ??= read(merchant_id, looked).finally(
          () => (looked.firstLook = undefined),
        );
        await looked.firstLook;
      }
      return (follower) => {
        const entry = watched.watch(merchant_id);
        // The entry was dropped if the response took long to begin. Changes since that reading must still be
        // announced.
        entry.marks ??= looked.marks;
        entry.followers.set(follower, session_id);
        return () => void entry.followers.delete(follower);
      };
    },
    stop() {
      isStopped = true;
      clearTimeout(nextRound);
      watched.clear();
    },
  };
}

const newlyWatched = (): WatchedMerchant => ({
  followers: new Map(),
  news: new Map(),
  toldAt: new Map(),
  isIdle: false,
});

/** Records a change. Several changes of one kind are announced as one. */
function note({ news }: WatchedMerchant, kind: DashboardEventKind, id: string | null): void {
  const isAnother = news.has(kind) && news.get(kind) !== id;
  news.set(kind, isAnother ? null : id);
}

function tellNews({ news, toldAt, followers }: WatchedMerchant, pace: WatchPace): void {
  const now = performance.now();
  for (const [kind, id] of news) {
    if (now - (toldAt.get(kind) ?? -Infinity) < pace.dashboardTellMilliseconds) continue;
    news.delete(kind);
    toldAt.set(kind, now);
    for (const follower of followers.keys()) follower.tell(kind, id);
  }
}

interface News {
  kind: DashboardEventKind;
  id: string | null;
}

function newsOf(before: MerchantMarks, after: MerchantMarks): News[] {
  const news: News[] = newsOfAuditLog(before, after);
  const add = (kind: DashboardEventKind, id: string | null = null) => news.push({ kind, id });
  const payments = after.payment_count - before.payment_count;
  if (payments > 0) add("payment", payments === 1 ? after.newest_payment_code : null);
  const mutations = after.mutation_count - before.mutation_count;
  if (mutations > 0) add("mutation", mutations === 1 ? after.newest_mutation_id : null);
  if (after.newest_likely_text !== before.newest_likely_text) add("mutation");
  if (after.newest_seen_app !== before.newest_seen_app) add("mutation");
  if (after.devices !== before.devices) add("device");
  if (after.accounts !== before.accounts) add("account");
  if (after.webhooks !== before.webhooks) add("webhook");
  if (String(after.open_sessions) !== String(before.open_sessions)) add("session");
  return news;
}

/**
 * Returns the changes in the audit log. Compares with all earlier entries and not with the newest one, because
 * entries are numbered before they are committed.
 */
function newsOfAuditLog(before: MerchantMarks, after: MerchantMarks): News[] {
  const known = new Set(before.audit_events.map(({ entry_id }) => entry_id));
  const isOverrun =
    after.audit_events.length === limits.auditEventsWatched &&
    !after.audit_events.some(({ entry_id }) => known.has(entry_id));
  // Between the earlier entries and these, there might have been entries of any kind.
  if (isOverrun) return dashboardEventKinds.map((kind) => ({ kind, id: null }));
  const oldest = before.audit_events.at(-1)?.entry_id ?? "";
  return after.audit_events
    .filter(({ entry_id }) => !known.has(entry_id) && entry_id > oldest)
    .flatMap(({ action, object_id }) => {
      const kind = kindOfAction[action];
      return kind ? [{ kind, id: action.startsWith(`${kind}.`) ? object_id : null }] : [];
    });
}
