import { setTimeout as wait } from "node:timers/promises";

/**
 * Forwards an event again while a developer's server is down. The gateway would do the same, with
 * longer pauses.
 */

const firstPauseSeconds = 1;
const longestPauseSeconds = 30;
/** The largest number of waiting events. All of them are in memory. */
const waitingMax = 1000;

export type Wait = (seconds: number, signal: AbortSignal) => Promise<unknown>;

const realWait: Wait = (seconds, signal) => wait(seconds * 1000, undefined, { signal });

export interface Again {
  /**
   * Repeats an attempt after growing pauses until it succeeds or the command ends. Waiting events do not delay later
   * ones. Returns false if too many events are already waiting.
   */
  until(attempt: () => Promise<{ isTaken: boolean }>): boolean;
}

export function attemptAgain(signal: AbortSignal, pause: Wait = realWait): Again {
  let waiting = 0;
  async function untilTaken(attempt: () => Promise<{ isTaken: boolean }>): Promise<void> {
    waiting += 1;
    try {
      for (
        let seconds = firstPauseSeconds;
        ;
        seconds = Math.min(2 * seconds, longestPauseSeconds)
      ) {
        await pause(seconds, signal);
        if (signal.aborted || (await attempt()).isTaken) return;
      }
    } catch (cause) {
      // The command ends.
      if (!signal.aborted) throw cause;
    } finally {
      waiting -= 1;
    }
  }
  return {
    until(attempt) {
      if (waiting >= waitingMax) return false;
      void untilTaken(attempt);
      return true;
    },
  };
}
