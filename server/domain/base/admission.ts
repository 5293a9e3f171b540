import { limits } from "../../contract/limits.ts";
import { GatewayError } from "../../contract/errors.ts";

export interface Places {
  atOnce: number;
  strangersWaiting: number;
  /**
   * Places in the queue for known callers, in all and for each account. A known caller without a place waits among
   * the strangers.
   */
  knownWaiting: number;
  knownWaitingEach: number;
}

/**
 * Runs a limited number of tasks at once, lets a limited number wait, and refuses the rest. Known callers wait in
 * their own queue, and the two queues take turns. A flood of strangers thus delays each known caller by one place,
 * and vice versa.
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

  /** `account`: the account at which the caller is known. */
  return async function admit<Result>(
    work: () => Promise<Result>,
    account: string | null = null,
  ): Promise<Result> {
    if (running >= places.atOnce) await wait(account);
    else running += 1;
    try {
      return await work();
    } finally {
      // The place passes to the next task in the queue, and a caller that arrives now cannot take it.
      const begin = next();
      if (begin) begin();
      else running -= 1;
    }
  };
}

const tooMany = () => {
  const seconds = String(limits.busySeconds);
  return new GatewayError("rate_limited", {
    message: "The server is busy. Send the request again in a moment.",
    headers: { "x-ratelimit-reset": seconds, "retry-after": seconds },
  });
};
