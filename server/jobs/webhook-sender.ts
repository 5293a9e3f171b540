import { limits } from "../contract/limits.ts";
import type { Channel } from "../db/notification-hub.ts";
import { batched } from "../domain/base/batch.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import {
  attemptDelivery,
  leaseDueDeliveries,
  leaseOwedDeliveries,
  recordAttempts,
  type RecordAttempt,
  type WebhookClient,
} from "../domain/webhooks/webhooks.ts";
import type { Log } from "./log.ts";
import type { DueDelivery, LeasedDelivery } from "../domain/gateway/delivery.ts";

/**
 * Tells senders of other processes that a delivery is due. If the message is lost, the delivery waits some seconds for
 * a recurring job.
 */
export const owedWebhooks: Channel<"now"> = {
  name: "tepat_owed_webhooks",
  encode: (when) => when,
  decode: () => "now",
};

export interface WebhookSender {
  /**
   * Sends these deliveries, which have just been written. Without them, looks for due deliveries now. It is cheap to
   * call often: calls during a look cause one more look.
   */
  wake(owed?: readonly DueDelivery[]): void;
  /** Leases nothing more, aborts running attempts and gives their leases back. */
  stop(): Promise<void>;
}

const shortestSleepSeconds = 0.01;
/** A timer holds at most 24 days, and a job wakes every sender more often than this anyway. */
const longestSleepSeconds = 60;
const troubleSeconds = 1;
/** The due deliveries are locked by another sender, which sends them, or by a lock whose end is unknown. */
const takenSeconds = 0.1;
/**
 * How long the result of an attempt waits for others, so that one statement records them. After a crash meanwhile they
 * are sent once more.
 */
const recordingPauseMilliseconds = 20;

/**
 * Sends what is due, many at a time, but only a few for each merchant, so that a dead receiver delays only its own
 * merchant. It sleeps until the next retry is due. One statement leases all deliveries that are due together, and one
 * records all attempts that end together. Deliveries that this process has just written are not looked for if there are
 * places for them.
 */
export function createWebhookSender(
  gateway: Gateway,
  client: WebhookClient,
  log: Log,
): WebhookSender {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const underWayByMerchant = new Map<string, number>();
  let working: Promise<void> | undefined;
  let mustLookAgain = false;
  let handedOver: DueDelivery[] = [];
  let alarm: NodeJS.Timeout | undefined;
  /**
   * The last look left due deliveries because there was no place. The end of any attempt is then a reason to look
   * again.
   */
  let isSomeLeft = false;
  let hasOneEnded = false;
  const record: RecordAttempt = batched({
    sizeMax: limits.webhookAttemptsUnderWay,
    run: (records) => recordAttempts(gateway, records),
    // Whatever the failure was, including a locked row, the lease makes a repetition harmless.
    mayRunAlone: () => true,
    // An attempt keeps its place until it is recorded, so there is no pause when others wait for a place.
    pauseMilliseconds: () => (isSomeLeft ? 0 : recordingPauseMilliseconds),
  });

  function wake(owed?: readonly DueDelivery[]): void {
    const isTaken = owed && handedOver.length + owed.length <= limits.webhookAttemptsUnderWay;
    if (isTaken) handedOver.push(...owed);
    else mustLookAgain = true;
    if (hasWork() && !stopping.signal.aborted) working ??= work();
  }

  const hasWork = () => mustLookAgain || handedOver.length > 0;

  async function work(): Promise<void> {
    try {
      while (hasWork() && !stopping.signal.aborted) {
        await (mustLookAgain ? look() : take());
      }
    } catch (cause) {
      log.error({ err: cause }, "webhook sender: leasing due deliveries failed, trying again");
      wakeAfter(troubleSeconds);
    } finally {
      working = undefined;
    }
  }

  async function look(): Promise<void> {
    mustLookAgain = false;
    hasOneEnded = false;
    clearTimeout(alarm);
    handedOver = []; // these were committed before this look, which finds them
    const leased = await leaseDueDeliveries(gateway, {
      limit: limits.webhookAttemptsUnderWay - underWay.size,
      per_merchant: limits.webhookAttemptsUnderWayPerMerchant,
      under_way: Object.fromEntries(underWayByMerchant),
    });
    // These came during the look.
    const found = new Set(leased.deliveries.map(({ delivery_id }) => delivery_id));
    handedOver = handedOver.filter(({ delivery_id }) => !found.has(delivery_id));
    leased.deliveries.forEach(start);
    isSomeLeft = leased.is_some_left;
    // Places became free meanwhile.
    if (isSomeLeft && hasOneEnded) mustLookAgain = true;
    wakeAfter(leased.is_some_taken ? takenSeconds : leased.seconds_until_next);
  }

  async function take(): Promise<void> {
    const owed = handedOver;
    handedOver = [];
    if (!hasPlaces(owed)) {
      mustLookAgain = true; // a look chooses those for which there are places
      return;
    }
    const leased = await leaseOwedDeliveries(gateway, owed);
    leased.forEach(start);
    // Another sender has the others, or they are not due. The next look shows which.
    if (leased.length < owed.length) wakeAfter(takenSeconds);
  }

  function hasPlaces(owed: readonly DueDelivery[]): boolean {
    const ofMerchant = new Map<string, number>();
    for (const { merchant_id } of owed) {
      const count = ofMerchant.get(merchant_id) ?? underWayByMerchant.get(merchant_id) ?? 0;
      if (count >= limits.webhookAttemptsUnderWayPerMerchant) return false;
      ofMerchant.set(merchant_id, count + 1);
    }
    return underWay.size + owed.length <= limits.webhookAttemptsUnderWay;
  }

  function start(delivery: LeasedDelivery): void {
    const { merchant_id } = delivery;
    underWayByMerchant.set(merchant_id, (underWayByMerchant.get(merchant_id) ?? 0) + 1);
    const attempt = attemptDelivery(
      gateway,
      client,
      { delivery, is_manual: false, signal: stopping.signal },
      record,
    )
      .catch((cause: unknown) => {
        // The lease expires and the delivery is due again, so nothing is lost.
        log.error(
          { err: cause, delivery_id: delivery.delivery_id },
          "webhook attempt failed on our side",
        );
        return null;
      })
      .then((status) => {
        underWay.delete(attempt);
        const left = (underWayByMerchant.get(merchant_id) ?? 1) - 1;
        if (left > 0) underWayByMerchant.set(merchant_id, left);
        else underWayByMerchant.delete(merchant_id);
        hasOneEnded = true;
        // Everything else that is due was seen, or woke the sender when it was written.
        if (isSomeLeft || status !== "SUCCESS") wake();
      });
    underWay.add(attempt);
  }

  function wakeAfter(seconds: number | null): void {
    clearTimeout(alarm);
    if (seconds === null || stopping.signal.aborted) return;
    const bounded = Math.min(Math.max(seconds, shortestSleepSeconds), longestSleepSeconds);
    alarm = setTimeout(wake, bounded * 1000);
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await working;
    clearTimeout(alarm);
    await Promise.all(underWay);
  }

  return { wake, stop };
}
