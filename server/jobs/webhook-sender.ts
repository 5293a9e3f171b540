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

/** How a process without a sender says that something is owed. Lost, it costs a delivery the seconds of a recurring job. */
export const owedWebhooks: Channel<"now"> = {
  name: "tepat_owed_webhooks",
  encode: (when) => when,
  decode: () => "now",
};

export interface WebhookSender {
  /**
   * Sends these, which have just come to be owed; without them, looks for due deliveries now. Cheap to call often: calls
   * that come meanwhile are one more turn.
   */
  wake(owed?: readonly DueDelivery[]): void;
  /** Leases nothing more, breaks off what is under way and gives its leases back. */
  stop(): Promise<void>;
}

const shortestSleepSeconds = 0.01;
/** A timer holds no more than 24 days; and a job wakes every sender more often than this. */
const longestSleepSeconds = 60;
const troubleSeconds = 1;
/** Somebody else holds what was due: another sender, who sends it, or a lock that says nothing of its end. */
const takenSeconds = 0.1;
/** How long what came of an attempt waits for others, to be recorded by one statement. A crash meanwhile sends them once more. */
const recordingPauseMilliseconds = 20;

/**
 * Sends what is owed, many at a time, never more than a few for one merchant: a dead receiver costs its own merchant
 * time and nobody else. It sleeps until the next retry is due. What becomes due together is leased by one statement, and
 * attempts that end together are recorded by one. What this process has just recorded is not looked for, where there are
 * places for it.
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
  /** The last look left something that is due, for want of a place: the end of any attempt is a reason to look. */
  let isSomeLeft = false;
  let hasOneEnded = false;
  const record: RecordAttempt = batched({
    sizeMax: limits.webhookAttemptsUnderWay,
    run: (records) => recordAttempts(gateway, records),
    // Whatever it failed of, a locked row among them: the lease makes a repetition harmless.
    mayRunAlone: () => true,
    // Until an attempt is recorded its place is taken, for which nobody waits then.
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
    handedOver = []; // committed before this look, which finds them
    const leased = await leaseDueDeliveries(gateway, {
      limit: limits.webhookAttemptsUnderWay - underWay.size,
      per_merchant: limits.webhookAttemptsUnderWayPerMerchant,
      under_way: Object.fromEntries(underWayByMerchant),
    });
    // These came during it.
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
      mustLookAgain = true; // a look chooses those that there are places for
      return;
    }
    const leased = await leaseOwedDeliveries(gateway, owed);
    leased.forEach(start);
    // Another sender has the others, or they are not due: a look tells.
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
        // The lease runs out and the delivery is due again: nothing is lost.
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
        // Whatever else is due has been seen, and woke us when it came to be.
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
