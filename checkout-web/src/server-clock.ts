/**
 * The server's time, independent of the phone's clock. A time from the server is already past when it arrives, so each
 * one is a lower bound, and the highest bound is the best. This also corrects for a sleeping device, whose
 * `performance.now()` stops.
 */
export interface ServerClock {
  now(): number;
  /**
   * Takes a time of the server's clock, in milliseconds since the epoch. `at` is the monotonic time of its arrival;
   * without it, the time has just arrived.
   */
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
