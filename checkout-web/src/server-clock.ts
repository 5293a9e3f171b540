/**
 * The server's time, independent of the phone's clock. A time received from the server is already past, so each one is
 * a lower bound of the server's clock, and the highest bound is the best. This also corrects for a sleeping device,
 * whose `performance.now()` stops.
 */
export interface ServerClock {
  now(): number;
  /** Milliseconds since the epoch on the server's clock, as it just arrived or as it was `at` on the monotonic clock. */
  hear(serverTime: number, at?: number): void;
}

export function createServerClock(monotonicNow: () => number): ServerClock {
  let offset = -Infinity;
  return {
    now: () => monotonicNow() + offset,
    hear(serverTime, at = monotonicNow()) {
      if (Number.isFinite(serverTime)) offset = Math.max(offset, serverTime - at);
    },
  };
}
