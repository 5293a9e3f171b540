import type { Log } from "../outside/log.ts";

export interface Sender<Due> {
  /**
   * Sends these items, which have just been written. Without an argument, looks for due items. Frequent calls are
   * cheap: calls during a look cause one more look.
   */
  wake(owed?: readonly Due[]): void;
  /** Stops leasing, aborts running attempts and returns their leases. */
  stop(): Promise<void>;
}

/** The operations on the items that a sender sends: finding, leasing and attempting them. */
export interface Outbox<Due, Leased> {
  /** The name in the log. */
  name: string;
  /** The largest number of attempts that are not recorded yet, and of one owner's attempts without a response. */
  places: number;
  placesPerOwner: number;
  /** The largest number of items that one look leases. The default is the number of places. */
  perLook?: number;
  /**
   * The longest time between two looks. Without this bound, a sender with nothing to wait for sleeps until it is
   * woken.
   */
  lookSeconds?: number;
  /** Returns the owner whose place an attempt takes. One owner's attempts therefore do not delay the others. */
  ownerOf(item: Due | Leased): string;
  idOf(item: Due | Leased): string;
  lease(options: {
    limit: number;
    per_owner: number;
    under_way: Readonly<Record<string, number>>;
  }): Promise<Leases<Leased>>;
  /** Leases the given items that are due and not leased to another sender. */
  leaseOwed(owed: readonly Due[]): Promise<Leased[]>;
  /**
   * Makes one attempt and records it. Resolves with true only if the item is finished. `attempt` can call `hasAnswer`
   * before it records. The owner's next attempt then need not wait for the record.
   */
  attempt(item: Leased, signal: AbortSignal, hasAnswer: () => void): Promise<boolean>;
}

export interface Leases<Leased> {
  items: Leased[];
  /** True if more items are due than places are free. */
  is_some_left: boolean;
  /** True if another sender leased some of the due items. */
  is_some_taken: boolean;
  /** The seconds until an item is due or a lease expires; null if neither will happen. */
  seconds_until_next: number | null;
}

const shortestSleepSeconds = 0.01;
/** The longest sleep before an item that is due later. A timer is limited to 24 days. */
const longestSleepSeconds = 60;
const troubleSeconds = 1;
/** The time that a look waits for further places while more items are due than places are free. */
const gatheringMilliseconds = 10;
/** The wait for a due item that another sender holds, or that a lock of unknown duration blocks. */
const takenSeconds = 0.1;

/**
 * Sends due items, many at a time but only a few for each owner, so that a dead receiver delays only its own owner.
 * The sender sleeps until an item is due. Items that this process has just written are sent without a look if there
 * are free places.
 */
export function createSender<Due, Leased>(outbox: Outbox<Due, Leased>, log: Log): Sender<Due> {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const underWayByOwner = new Map<string, number>();
  let working: Promise<void> | undefined;
  let mustLookAgain = false;
  let handedOver: Due[] = [];
  let alarm: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  const perLook = outbox.perLook ?? outbox.places;
  /**
   * True if the last look left a due item, because there was no place. The end of any attempt is then a reason to
   * look again.
   */
  let isSomeLeft = false;
  /**
   * True if the last look leased as many items as it could. The next look will then find as many as there are places.
   */
  let wasFull = false;
  /** The number of attempts that have returned their owner's place since the last look. */
  let ended = 0;

  function wake(owed?: readonly Due[]): void {
    const isTaken = owed && handedOver.length + owed.length <= outbox.places;
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
      log.error({ err: cause }, `${outbox.name} sender: leasing due items failed, trying again`);
      wakeAfter(troubleSeconds);
    } finally {
      working = undefined;
    }
  }

  async function look(): Promise<void> {
    mustLookAgain = false;
    ended = 0;
    clearTimeout(alarm);
    clearTimeout(gathering);
    gathering = undefined;
    handedOver = []; // these were committed before this look, which finds them
    const leased = await outbox.lease({
      limit: Math.min(perLook, outbox.places - underWay.size),
      per_owner: outbox.placesPerOwner,
      under_way: Object.fromEntries(underWayByOwner),
    });
    // These items were added during the look.
    const found = new Set(leased.items.map((item) => outbox.idOf(item)));
    handedOver = handedOver.filter((item) => !found.has(outbox.idOf(item)));
    leased.items.forEach(start);
    isSomeLeft = leased.is_some_left;
    wasFull = leased.items.length >= perLook;
    // There are further places, or some became free in the meantime.
    if (isSomeLeft && (wasFull || ended > 0)) wakeForPlaces();
    wakeAfter(leased.is_some_taken ? takenSeconds : leased.seconds_until_next);
  }

  async function take(): Promise<void> {
    const owed = handedOver;
    handedOver = [];
    if (!hasPlaces(owed)) {
      mustLookAgain = true; // a look chooses the items for which there are places
      return;
    }
    const leased = await outbox.leaseOwed(owed);
    leased.forEach(start);
    // Another sender has the other items, or they are not due. The next look shows which.
    if (leased.length < owed.length) wakeAfter(takenSeconds);
  }

  function hasPlaces(owed: readonly Due[]): boolean {
    const ofOwner = new Map<string, number>();
    for (const item of owed) {
      const owner = outbox.ownerOf(item);
      const count = ofOwner.get(owner) ?? underWayByOwner.get(owner) ?? 0;
      if (count >= outbox.placesPerOwner) return false;
      ofOwner.set(owner, count + 1);
    }
    return underWay.size + owed.length <= outbox.places;
  }

  function start(item: Leased): void {
    const owner = outbox.ownerOf(item);
    underWayByOwner.set(owner, (underWayByOwner.get(owner) ?? 0) + 1);
    let holdsPlace = true;
    const leaveOwner = (): void => {
      if (!holdsPlace) return;
      holdsPlace = false;
      ended += 1;
      const left = (underWayByOwner.get(owner) ?? 1) - 1;
      if (left > 0) underWayByOwner.set(owner, left);
      else underWayByOwner.delete(owner);
    };
    const attempt = outbox
      .attempt(item, stopping.signal, () => {
        leaveOwner();
        if (isSomeLeft) wakeForPlaces();
      })
      .catch((cause: unknown) => {
        // The lease expires and the item is due again, so nothing is lost.
        log.error(
          { err: cause, id: outbox.idOf(item) },
          `${outbox.name}: an attempt failed on our side`,
        );
        return false;
      })
      .then((isDone) => {
        underWay.delete(attempt);
        leaveOwner();
        // The last look saw all other due items, or they woke the sender when they were written.
        if (isSomeLeft) wakeForPlaces();
        else if (!isDone) wake();
      });
    underWay.add(attempt);
  }

  /**
   * Waits for places before a look. With a backlog, a look waits a moment for further places, because a look for ten
   * costs PostgreSQL three times as much for each item as one for a hundred. While attempts are in progress, the next
   * items are leased as soon as there is room for a whole look, so that neither waits for the other.
   */
  function wakeForPlaces(): void {
    const room = wasFull ? outbox.places - underWay.size : ended;
    if (underWayByOwner.size === 0 || room >= perLook) wake();
    else gathering ??= setTimeout(() => wake(), gatheringMilliseconds);
  }

  function wakeAfter(seconds: number | null): void {
    clearTimeout(alarm);
    const longest = outbox.lookSeconds ?? longestSleepSeconds;
    const wanted = seconds ?? outbox.lookSeconds;
    if (wanted === undefined || stopping.signal.aborted) return;
    const bounded = Math.min(Math.max(wanted, shortestSleepSeconds), longest);
    alarm = setTimeout(wake, bounded * 1000);
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await working;
    clearTimeout(alarm);
    clearTimeout(gathering);
    await Promise.all(underWay);
  }

  return { wake, stop };
}
