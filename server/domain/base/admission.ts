import { limits } from "../../contract/limits.ts";
import { GatewayError } from "../../contract/errors.ts";

export interface Places {
  atOnce: number;
  strangersWaiting: number;
  /** Places that no stranger can take, in all and for each account; who finds none waits among the strangers. */
  knownWaiting: number;
  knownWaitingEach: number;
}

/**
 * Lets only so many pieces of work run at once and so many wait; who comes after them is sent away. Whoever is known waits
 * in a line of its own, and the two lines take turns: a flood of strangers costs the known ones one place each, and the other way
 * round.
 */
export function createAdmission(places: Places) {
  const strangers: (() => void)[] = [];
  const known: { account: string; begin: () => void }[] = [];
  let running = 0;
  let wasKnown = false;

  function hasKnownPlace(account: string): boolean {
    const own = known.filter((waiting) => waiting.account === account);
    return known.length < places.knownWaiting && own.length < places.knownWaitingEach;
  }

  function wait(account: string | null): Promise<void> {
    return new Promise((begin) => {
      if (account !== null && hasKnownPlace(account)) known.push({ account, begin });
      else if (strangers.length < places.strangersWaiting) strangers.push(begin);
      else throw tooMany();
    });
  }

  function next(): (() => void) | undefined {
    wasKnown = known.length > 0 && (!wasKnown || strangers.length === 0);
    return wasKnown ? known.shift()?.begin : strangers.shift();
  }

  /** `account`: whose it is, where somebody has shown before that it is theirs. */
  return async function admit<Result>(
    work: () => Promise<Result>,
    account: string | null = null,
  ): Promise<Result> {
    if (running >= places.atOnce) await wait(account);
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next one; nobody who comes now can take it in between.
      const begin = next();
      if (begin) begin();
      else running -= 1;
    }
  };
}

const tooMany = () => {
  const seconds = String(limits.busySeconds);
  return new GatewayError("rate_limited", {
    message: "The server is busy: send again in a moment.",
    headers: { "x-ratelimit-reset": seconds, "retry-after": seconds },
  });
};
