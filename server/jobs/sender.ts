import type { Log } from "../outside/log.ts";

export interface Sender<Due> {
  /**
   * Sends these items, which have just been written; without an argument it looks for due items. Frequent calls are
   * cheap: calls during a look cause one more look.
   */
  wake(owed?: readonly Due[]): void;
  /** Leases nothing more, aborts running attempts and gives their leases back. */
  stop(): Promise<void>;
}

/** The items that a sender sends: how they are found, leased and attempted. */
export interface Outbox<Due, Leased> {
  /** Names it in the log. */
  name: string;
  /** The maximum number of attempts that are not recorded yet, and of one owner's attempts without a response. */
  places: number;
  placesPerOwner: number;
  /** The maximum number of items that one look leases; if left out, the number of places. */
  perLook?: number;
  /** The longest time between two looks. Without it, a sender that has nothing to wait for sleeps until it is woken. */
  lookSeconds?: number;
  /** The owner whose place an attempt takes, so that the attempts of one owner do not delay the others. */
  ownerOf(item: Due | Leased): string;
  idOf(item: Due | Leased): string;
  lease(options: {
    limit: number;
    per_owner: number;
    under_way: Readonly<Record<string, number>>;
  }): Promise<Leases<Leased>>;
  /** Leases those of these items that are due and not leased to another sender. */
  leaseOwed(owed: readonly Due[]): Promise<Leased[]>;
  /**
   * Makes one attempt and records it. Resolves with true if nothing of it is left to do. It can call `hasAnswer` before
   * it records: then the owner's next attempt need not wait for that.
   */
  attempt(item: Leased, signal: AbortSignal, hasAnswer: () => void): Promise<boolean>;
}

export interface Leases<Leased> {
  items: Leased[];
  /** True if more items are due than there are free places. */
  is_some_left: boolean;
  /** True if another sender leased some of the due items. */
  is_some_taken: boolean;
  /** The seconds until something is due or a lease expires; null when neither will happen. */
  seconds_until_next: number | null;
}

const shortestSleepSeconds = 0.01;
/** A timer holds at most 24 days, and a job wakes every sender more often than this anyway. */
const longestSleepSeconds = 60;
const troubleSeconds = 1;
/** The time that a look waits for further places while more items are due than places are free. */
const gatheringMilliseconds = 10;
/** The due item is locked by another sender, which sends it, or by a lock whose end is unknown. */
const takenSeconds = 0.1;

/**
 * Sends due items, many at a time but only a few for each owner, so that a dead receiver delays only its own owner. The
 * sender sleeps until an item is due. Items that this process has just written are sent without a look if there are
 * free places.
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
   * The last look left something that is due, because there was no place. The end of any attempt is then a reason to
   * look again.
   */
  let isSomeLeft = false;
  /** The last look leased as many as it could, so the next one will find as many as there are places. */
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
      log.error({ err: cause }, `${outbox.name} sender: leasing what is due failed, trying again`);
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
    // There are further places, or some became free meanwhile.
    if (isSomeLeft && (wasFull || ended > 0)) wakeForPlaces();
    wakeAfter(leased.is_some_taken ? takenSeconds : leased.seconds_until_next);
  }

  async function take(): Promise<void> {
    const owed = handedOver;
    handedOver = [];
    if (!hasPlaces(owed)) {
      mustLookAgain = true; // a look chooses those for which there are places
      return;
    }
    const leased = await outbox.leaseOwed(owed);
    leased.forEach(start);
    // Another sender has the others, or they are not due. The next look shows which.
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
        // Everything else that is due was seen, or woke the sender when it was written.
        if (isSomeLeft) wakeForPlaces();
        else if (!isDone) wake();
      });
    underWay.add(attempt);
  }

  /**
   * With a backlog, a look waits a moment for further places, because a look for ten costs PostgreSQL three times as
   * much for each as one for a hundred. While attempts are under way, the next ones are leased as soon as there is room
   * for a whole look, so that neither waits for the other.
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
